"""Distances between graphs, and what they are measured by: moral graphs and CPDAGs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._engine.request import Arrays
from .._inputs.ask import ask, together
from .._inputs.convert import Inputs, read_graph, read_list, read_weights

__all__ = ["cpdag", "mean_smhd", "moral", "shd", "smhd"]


def smhd(a: Any, b: Any) -> int:
    """Structural moral Hamming distance: the edges that only one of the two moral graphs has.

    0 for equivalent graphs. Takes O(n^2) time.
    """
    return _distance("smhd", a, b)


def shd(a: Any, b: Any) -> int:
    """Structural Hamming distance of the CPDAGs: the pairs of nodes whose edge differs.

    0 exactly for equivalent graphs. Missing, reversed and undirected count one each.
    """
    return _distance("shd", a, b)


def moral(a: Any) -> NDArray[np.uint8]:
    """The moral graph, the same for all graphs of an equivalence class.

    Returns
    -------
    (n, n) uint8, symmetric, in the order of the graph's nodes.
    """
    return _transform("moral", a)


def cpdag(a: Any) -> NDArray[np.uint8]:
    """The CPDAG: what all DAGs equivalent to the graph agree on.

    Returns
    -------
    (n, n) uint8, in the order of the graph's nodes; both bits set = undirected.
    """
    return _transform("cpdag", a)


def mean_smhd(a: Any, dags: Any, weights: Any = None) -> float:
    """The (weighted) mean of the SMHD between `a` and each of `dags`."""
    found = [read_graph(a, "a"), *read_list(dags, "dags")]
    every = together(found)
    inputs = Inputs(every.graphs[1:], every.nodes, every.named)
    arrays: Arrays = {"graphs": every.graphs[:1], "dags": inputs.graphs, **read_weights(weights, inputs.r)}
    return float(ask("mean_smhd", found[:1], inputs, arrays).arrays["value"][0])


def _distance(op: str, a: Any, b: Any) -> int:
    found = [read_graph(a, "a"), read_graph(b, "b")]
    inputs = together(found)
    return int(ask(op, found, inputs, {"graphs": inputs.graphs}).arrays["value"][0])


def _transform(op: str, a: Any) -> NDArray[np.uint8]:
    found = [read_graph(a, "a")]
    inputs = together(found)
    graph: NDArray[np.uint8] = ask(op, found, inputs, {"graphs": inputs.graphs}).arrays["graphs"][0]
    return graph
