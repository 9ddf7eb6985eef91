"""The columns of a comparison: the sizes of graphs, and their distances to other graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import copies, lists_of
from .._base.skeletons import skeleton_fit
from .._engine.request import Arrays, Told
from .._inputs.ask import ask, project, together
from .._inputs.inputs import Inputs
from .._inputs.named import NamedMatrix
from .._inputs.outliers import median_f1

Columns = dict[str, NDArray[Any]]


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
    columns = {"mean_smhd": arrays["smhd"], "mean_shd": arrays["shd"], **_to_gold(matrices, gold, workers)}
    rows = _rows({**columns, **_sizes(arrays)})
    shares: NDArray[np.int64] = arrays["weight"] // np.gcd.reduce(arrays["weight"])
    return rows, shares


def measure_over(
    matrices: list[NamedMatrix],
    inputs: Inputs,
    base: NamedMatrix,
    weights: Arrays,
    gold: NamedMatrix | None,
    workers: int,
) -> list[dict[str, Any]]:
    """Return a row for each graph over all nodes of DAGs over different nodes. `base` is any such graph.

    The distances to the DAGs are projected SMHDs. There is no projected SHD.
    """
    arrays, graphs, _ = measured(matrices, [base], {}, workers)
    projected = [project(matrix, graphs.part(k, k + 1), inputs, weights) for k, matrix in enumerate(matrices)]
    to_gold = _to_gold(matrices, gold, workers)
    return _rows({"mean_smhd": np.array(projected, float), **to_gold, **_sizes(arrays)})


def describe_over(inputs: Inputs, base: NamedMatrix, workers: int) -> list[dict[str, Any]]:
    """Return a row for each of DAGs over different nodes. Each lacks nodes, so no distance is comparable."""
    assert inputs.seen is not None
    matrices = [base._replace(adjacency=adjacency) for adjacency in copies(inputs.stack)]
    arrays, _, _ = measured(matrices, [base], {}, workers)
    medians = median_f1(inputs.seen, inputs.graphs)
    rows = _rows({"nodes": inputs.seen.sum(axis=1), **_sizes(arrays)})
    return [{**row, "median_f1": medians.get(k)} for k, row in enumerate(rows)]


def _to_gold(matrices: list[NamedMatrix], gold: NamedMatrix | None, workers: int) -> Columns:
    """The columns about the gold standard, if there is one."""
    if gold is None:
        return {}
    to_gold, graphs, truth = measured(matrices, [gold], {}, workers)
    return {
        "smhd_to_gold": to_gold["smhd"].astype(int),
        "shd_to_gold": to_gold["shd"].astype(int),
        **skeleton_fit(lists_of(graphs.stack), next(lists_of(truth.stack)), graphs.n),
    }


def _sizes(arrays: Told) -> Columns:
    return {"edges": arrays["edges"], "treewidth": arrays["treewidth"]}


def _rows(columns: Columns) -> list[dict[str, Any]]:
    """The rows of a table with these columns."""
    values = (column.tolist() for column in columns.values())
    return [dict(zip(columns, row, strict=True)) for row in zip(*values, strict=True)]


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
