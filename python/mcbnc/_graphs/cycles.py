"""A directed cycle of a graph, for the errors of readers that return DAGs."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np
from numpy.typing import NDArray

from ..errors import CycleError

__all__ = ["check_acyclic"]


def check_acyclic(adjacency: NDArray[np.uint8], names: list[Hashable]) -> None:
    """Raise a CycleError that names a cycle of the arcs, if there is one."""
    cycle = _find_cycle(adjacency)
    if cycle:
        nodes = [names[i] for i in cycle]
        raise CycleError(f"it has a cycle: {' -> '.join(map(str, nodes))}", nodes=nodes)


def _find_cycle(adjacency: NDArray[np.uint8]) -> list[int]:
    """The nodes of one cycle, with the first node again at the end. If there is no cycle, empty."""
    left = np.ones(len(adjacency), bool)
    while True:  # remove the nodes that have no parent left
        free = left & ~adjacency[left].any(axis=0)
        if not free.any():
            break
        left &= ~free
    if not left.any():
        return []
    # Each node that is left has a parent that is left. So a walk from child to parent meets a node again.
    path = [int(np.argmax(left))]
    while path[-1] not in path[:-1]:
        path.append(int(np.argmax((adjacency[:, path[-1]] > 0) & left)))
    return path[path.index(path[-1]) :][::-1]
