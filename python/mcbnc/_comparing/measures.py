"""How large graphs are, and how far from others: the columns of a comparison."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._engine.request import Arrays
from .._inputs.ask import ask, together
from .._inputs.convert import Inputs, NamedMatrix

__all__ = ["mean", "measure", "measured", "median"]


def measure(
    found: list[NamedMatrix],
    references: list[NamedMatrix],
    weights: Arrays,
    gold: NamedMatrix | None,
    workers: int,
) -> tuple[list[dict[str, Any]], NDArray[np.int64]]:
    """One row a graph, in the column order of the table; and the integer weights, (len(references),)."""
    arrays, _, _ = measured(found, references, weights, workers)
    columns = {"mean_smhd": arrays["smhd"], "mean_shd": arrays["shd"]}
    if gold is not None:
        to_gold, graphs, (truth,) = measured(found, [gold], {}, workers)
        columns.update(smhd_to_gold=to_gold["smhd"].astype(int), shd_to_gold=to_gold["shd"].astype(int))
        columns.update(_skeleton(graphs, truth))
    columns.update(edges=arrays["edges"], treewidth=arrays["treewidth"])
    rows = [
        dict(zip(columns, row, strict=True))
        for row in zip(*(c.tolist() for c in columns.values()), strict=True)
    ]
    shares: NDArray[np.int64] = arrays["weight"] // np.gcd.reduce(arrays["weight"])
    return rows, shares


def measured(
    found: list[NamedMatrix], references: list[NamedMatrix], weights: Arrays, workers: int
) -> tuple[Arrays, NDArray[np.uint8], NDArray[np.uint8]]:
    """Each graph's "edges", "treewidth", and mean "smhd" and "shd" to the references, (len(found),) each.

    And the graphs and the references as they were aligned, (len, n, n).
    """
    every = together([*references, *found])
    inputs = Inputs(every.graphs[: len(references)], every.nodes, every.named)
    graphs = every.graphs[len(references) :]
    arrays: Arrays = {"dags": inputs.graphs, "graphs": graphs, **weights}
    reply = ask("measure", found, inputs, arrays, references, graphs=len(found), workers=workers)
    return reply.arrays, graphs, inputs.graphs


def _skeleton(graphs: NDArray[np.uint8], gold: NDArray[np.uint8]) -> Arrays:
    """Precision, recall and F1 of the skeletons, 1 where they ask after nothing."""
    ours = np.triu(graphs | graphs.transpose(0, 2, 1))
    theirs = np.triu(gold | gold.T)
    hits = (ours & theirs).sum(axis=(1, 2), dtype=float)
    many, all_true = ours.sum(axis=(1, 2), dtype=float), float(theirs.sum())

    def ratio(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[Any]:
        found: NDArray[Any] = np.divide(part, whole, out=np.ones_like(part), where=whole > 0)
        return found

    return {
        "precision": ratio(hits, many),
        "recall": ratio(hits, np.full_like(hits, all_true)),
        "f1": ratio(2 * hits, many + all_true),
    }


def mean(values: NDArray[np.float64], weights: NDArray[np.int64]) -> float:
    return float(np.average(values, weights=weights))


def median(values: NDArray[np.float64], weights: NDArray[np.int64]) -> float:
    """The least value with half of the weight up to it, or the middle of it and the next if just half.

    The weights are integers: sums of floats do not tell just half from nearly half.
    """
    order = np.argsort(values, kind="stable")
    order = order[weights[order] > 0]
    up_to = np.cumsum(weights[order])
    beyond = up_to[-1] - up_to
    at = int(np.argmax(up_to >= beyond))
    low = values[order[at]]
    return float((low + values[order[at + 1]]) / 2 if up_to[at] == beyond[at] else low)
