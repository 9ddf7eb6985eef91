"""Distances between graphs, and the moral graphs and CPDAGs that the distances compare."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.sites import takes_sites
from .._engine.request import Arrays
from .._inputs.ask import ask, together
from .._inputs.convert import Inputs, read_list, read_weights
from .._inputs.graphs import read_graph

__all__ = ["cpdag", "mean_smhd", "moral", "shd", "smhd"]


def smhd(a: Any, b: Any) -> int:
    """Structural moral Hamming distance: the number of edges that only one of the two moral graphs has.

    The distance of equivalent graphs is 0. The time is O(n^2).
    """
    return _distance("smhd", a, b)


def shd(a: Any, b: Any) -> int:
    """Structural Hamming distance of the CPDAGs: the number of pairs of nodes whose edge differs.

    A pair counts 1 if its edge is missing, extra, reversed, or directed in one CPDAG only. The distance
    is 0 if and only if the graphs are equivalent.
    """
    return _distance("shd", a, b)


def moral(a: Any) -> NDArray[np.uint8]:
    """The moral graph. All graphs of an equivalence class have the same.

    Returns
    -------
    (n, n) uint8 array
        Symmetric, in the order of the graph's nodes.
    """
    return _transform("moral", a)


def cpdag(a: Any) -> NDArray[np.uint8]:
    """The CPDAG: the edges and directions that all DAGs equivalent to the graph share.

    Returns
    -------
    (n, n) uint8 array
        In the order of the graph's nodes. An undirected edge i - j has both [i, j] and [j, i] set.
    """
    return _transform("cpdag", a)


@takes_sites("dags", at=1, weights_at=2)
def mean_smhd(a: Any, dags: Any, weights: Any = None) -> float:
    """The weighted mean of :func:`smhd` between `a` and each of `dags`.

    Parameters
    ----------
    a : graph
    dags : sequence of r >= 1 graphs, or dict of site name to graph
    weights : sequence of r numbers, optional
        Finite, not negative, and not all zero. Default: all equal.
    """
    matrices = [read_graph(a, "a"), *read_list(dags, "dags")]
    every = together(matrices)
    inputs = Inputs(every.graphs[1:], every.nodes, every.named)
    arrays: Arrays = {"graphs": every.graphs[:1], "dags": inputs.graphs, **read_weights(weights, inputs.r)}
    return float(ask("mean_smhd", matrices[:1], inputs, arrays).arrays["value"][0])


def _distance(op: str, a: Any, b: Any) -> int:
    matrices = [read_graph(a, "a"), read_graph(b, "b")]
    inputs = together(matrices)
    return int(ask(op, matrices, inputs, {"graphs": inputs.graphs}).arrays["value"][0])


def _transform(op: str, a: Any) -> NDArray[np.uint8]:
    matrices = [read_graph(a, "a")]
    inputs = together(matrices)
    graph: NDArray[np.uint8] = ask(op, matrices, inputs, {"graphs": inputs.graphs}).arrays["graphs"][0]
    return graph
