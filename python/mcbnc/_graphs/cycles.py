"""A directed cycle of a graph, for the errors of readers that return DAGs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Arcs
from .._base.show import as_text
from ..errors import CycleError

_MOST = 12  # nodes of a cycle in a message


def check_acyclic(arcs: Arcs, names: list[Hashable]) -> None:
    """Raise a CycleError that names a cycle of the arcs (m, 2), if there is one.

    The time is O(m log m), because a short text may have many nodes, and many graphs over them.
    """
    cycle = _find_cycle(arcs)
    if cycle:
        nodes = [names[i] for i in cycle]
        raise CycleError(f"it has a cycle: {_shown(nodes)}", nodes=nodes)


def _shown(cycle: list[Hashable]) -> str:
    """The nodes of a cycle, whole names alone. The middle of a long cycle is left out."""
    half = _MOST // 2
    left = len(cycle) - 2 * half
    parts = list(map(as_text, cycle if left <= 1 else [*cycle[:half], *cycle[-half:]]))
    return " -> ".join(parts if left <= 1 else [*parts[:half], f"[{left} nodes]", *parts[half:]])


def _find_cycle(every: Arcs) -> list[int]:
    """The nodes of one cycle, with the first node again at the end. If there is no cycle, empty."""
    nodes, ends = np.unique(every, return_inverse=True)  # the nodes that have arcs, and their positions
    arcs, n = ends.reshape(-1, 2), len(nodes)
    left = np.ones(n, bool)
    for layer in layers(arcs, n):
        left[layer] = False
    if not left.any():
        return []
    # Each node that is left has a parent that is left. So a walk from child to parent meets a node again.
    tails, heads = arcs[left[arcs].all(axis=1)].T
    parent = np.full(n, n)
    np.minimum.at(parent, heads, tails)
    path: dict[int, int] = {}  # the nodes of the walk, each with its position
    node = int(np.argmax(left))
    while node not in path:
        path[node] = len(path)
        node = int(parent[node])
    cycle = [*list(path)[path[node] :], node][::-1]
    return [int(nodes[i]) for i in cycle]


def layers(arcs: Arcs, n: int) -> Iterator[NDArray[np.intp]]:
    """Yield the nodes without parents, sorted, then those that have no others as parents, and so on.

    So a node is in the layer of the longest path that ends in it. Nodes on cycles, and below, are in none.
    """
    tails, heads = arcs[np.argsort(arcs[:, 0], kind="stable")].T
    first = np.searchsorted(tails, np.arange(n + 1)).tolist()
    parents_left = np.bincount(heads, minlength=n)
    layer = np.flatnonzero(parents_left == 0)
    while len(layer):
        yield layer
        children = np.concatenate([heads[first[i] : first[i + 1]] for i in layer.tolist()])
        below, counts = np.unique(children, return_counts=True)
        parents_left[below] -= counts
        layer = below[parents_left[below] == 0]
