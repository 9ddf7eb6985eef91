"""The exact marginal skeletons of a DAG over some of its nodes."""

from __future__ import annotations

from graphlib import TopologicalSorter
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Adjacency = NDArray[np.uint8]


def dags(whole: Adjacency, has: NDArray[np.bool_]) -> list[Adjacency]:
    """For each row of `has`, a DAG over its nodes.

    It joins two of them if and only if no set of these nodes d-separates them in the whole DAG. Arcs go
    along a topological order of the whole DAG.
    """
    order = _order(whole)
    found = np.zeros((len(has), *whole.shape), np.uint8)
    ancestors = _ancestors(whole, order)
    for a, b in combinations(order, 2):
        moral = _moral(whole, ancestors[a] | ancestors[b])
        for site in np.flatnonzero(has[:, a] & has[:, b]):
            found[site, a, b] = _connected(moral, ~has[site], a, b)
    return [dag[np.ix_(own, own)] for dag, own in zip(found, has, strict=True)]


def _moral(whole: Adjacency, within: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The moral graph of an ancestral set."""
    arcs = np.where(within[:, None] & within, whole, 0).astype(float)
    moral: NDArray[np.bool_] = (arcs + arcs.T + arcs @ arcs.T) > 0
    return moral


def _connected(moral: NDArray[np.bool_], by: NDArray[np.bool_], a: int, b: int) -> bool:
    """Whether a path leads from a to b by the nodes of `by` alone."""
    left, ahead = by.copy(), [a]
    while ahead:
        near = moral[ahead.pop()]
        if near[b]:
            return True
        ahead.extend(np.flatnonzero(near & left).tolist())
        left &= ~near
    return False


def _order(whole: Adjacency) -> list[int]:
    graph = {v: np.flatnonzero(whole[:, v]).tolist() for v in range(len(whole))}
    return list(TopologicalSorter(graph).static_order())


def _ancestors(whole: Adjacency, order: list[int]) -> NDArray[np.bool_]:
    """Row v: v and its ancestors."""
    found = np.eye(len(whole), dtype=bool)
    for v in order:
        found[v] |= found[np.flatnonzero(whole[:, v])].any(0)
    return found
