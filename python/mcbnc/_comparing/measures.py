"""The columns of a comparison: the sizes of graphs, and their distances to other graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import lists_of
from .._base.skeletons import skeleton_fit
from .._engine.request import Arrays, Told
from .._inputs.ask import ask, together
from .._inputs.inputs import Inputs
from .._inputs.named import NamedMatrix


def measure(
    matrices: list[NamedMatrix],
    references: list[NamedMatrix],
    weights: Arrays,
    gold: NamedMatrix | None,
    workers: int,
) -> tuple[list[dict[str, Any]], NDArray[np.int64]]:
    """Return a row for each graph, in the column order of the table, and the integer weights.

    The weights have the shape (len(references),).
    """
    arrays, _, _ = measured(matrices, references, weights, workers)
    columns = {"mean_smhd": arrays["smhd"], "mean_shd": arrays["shd"]}
    if gold is not None:
        to_gold, graphs, truth = measured(matrices, [gold], {}, workers)
        columns.update(smhd_to_gold=to_gold["smhd"].astype(int), shd_to_gold=to_gold["shd"].astype(int))
        columns.update(skeleton_fit(lists_of(graphs.stack), next(lists_of(truth.stack)), graphs.n))
    columns.update(edges=arrays["edges"], treewidth=arrays["treewidth"])
    rows = [
        dict(zip(columns, row, strict=True))
        for row in zip(*(c.tolist() for c in columns.values()), strict=True)
    ]
    shares: NDArray[np.int64] = arrays["weight"] // np.gcd.reduce(arrays["weight"])
    return rows, shares


def measured(
    matrices: list[NamedMatrix], references: list[NamedMatrix], weights: Arrays, workers: int
) -> tuple[Told, Inputs, Inputs]:
    """Return the measures of each graph, the aligned graphs, and the aligned references.

    The measures are "edges", "treewidth", and the mean "smhd" and "shd" to the references, each of the
    shape (len(matrices),).
    """
    every = together([*references, *matrices])
    inputs, graphs = every.part(0, len(references)), every.part(len(references))
    arrays: Arrays = {**inputs.arrays, **graphs.graph_arrays, **weights}
    told = ask("measure", matrices, inputs, arrays, references, graphs=len(matrices), workers=workers).arrays
    for k, matrix in enumerate(matrices):
        if matrix.known or any(other.known for other in references):  # of another graph it is not known
            told["shd"][k] = _known_shd(matrix, references, weights, workers)
    return told, graphs, inputs


def _known_shd(matrix: NamedMatrix, references: list[NamedMatrix], weights: Arrays, workers: int) -> float:
    """The mean SHD of a graph to the references, under what is known of it and of them."""
    every = together([*references, matrix])
    inputs, graph = every.part(0, len(references)), every.part(len(references))
    arrays: Arrays = {**inputs.arrays, **graph.graph_arrays, **weights}
    known: dict[str, Any] = {"graphs": 1, "forbidden": every.ruled_out, "workers": workers}
    return float(ask("measure", [matrix], inputs, arrays, references, **known).arrays["shd"][0])


def mean(values: NDArray[np.float64], weights: NDArray[np.int64]) -> float:
    return float(np.average(values, weights=weights))


def median(values: NDArray[np.float64], weights: NDArray[np.int64]) -> float:
    """The weighted median: the least value such that the values up to it have half of the weight.

    If they have exactly half of the weight, the median is the mean of this value and the next. The
    weights are integers, because sums of floats cannot distinguish exactly half from nearly half.
    """
    order = np.argsort(values, kind="stable")
    order = order[weights[order] > 0]
    up_to = np.cumsum(weights[order])
    beyond = up_to[-1] - up_to
    k = int(np.argmax(up_to >= beyond))
    low = values[order[k]]
    return float((low + values[order[k + 1]]) / 2 if up_to[k] == beyond[k] else low)
