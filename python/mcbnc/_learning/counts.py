"""How often the joint states of families occur, and the probabilities that follow."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.show import shown
from .._rows.table import Table
from ..errors import InvalidInputError

_MOST = 1 << 24
"""The largest number of probabilities in a table."""


@dataclass(frozen=True)
class FamilyCounts:
    """The joint states of a node and its parents that occur in the rows."""

    node: int
    parents: list[int]
    arity: list[int]
    """Of the parents and last of the node."""
    joint: NDArray[np.int64]
    """The joint states that occur. They are numbered in mixed radix: the node's state counts 1."""
    counts: NDArray[Any]
    """Whole numbers, unless they are means."""

    def probabilities(self, ess: float, name: Hashable) -> NDArray[np.float64]:
        """(q, r): the probability of each of the node's r states, given each of its parents' q joint states.

        Posterior means under the Dirichlet prior of BDeu: ess / (q r) is added to each count.
        """
        r, cells = self.arity[-1], math.prod(self.arity)
        if cells > _MOST:
            raise InvalidInputError(
                f"the table of {shown(name)} would have {cells} probabilities, and {_MOST} is the limit: "
                "max_parents makes smaller tables",
                nodes=[name],
            )
        tiny = np.finfo(np.float64).tiny  # ess / cells may be below all floats
        flat = np.full(cells, max(ess / cells, tiny))
        flat[self.joint] += self.counts
        table = flat.reshape(-1, r)
        result: NDArray[np.float64] = table / table.sum(axis=1, keepdims=True)
        return result


def count_families(data: Table, adjacency: NDArray[np.uint8], times: int = 1) -> list[FamilyCounts]:
    """Count the joint states of each node and its parents over the rows of all clients that have the node.

    The rows are here that many times, with other states where they had none, and the counts are means.
    """
    arity = data.arity
    blocks = data.blocks()
    cells = blocks[0] if len(blocks) == 1 else np.concatenate(blocks, axis=1)  # (n, rows of all clients)
    has = None if data.seen is None else np.repeat(data.seen.astype(bool), data.rows, axis=0).T  # likewise
    families = []
    for node in range(data.n):
        parents = np.flatnonzero(adjacency[:, node]).tolist()
        of_family = [arity[p] for p in parents] + [arity[node]]
        if math.prod(of_family) >= 2**62:  # no table can be made of them
            joint, counts = np.zeros(0, np.int64), np.zeros(0, np.int64)
        else:
            rows = cells if has is None else cells[:, has[node]]
            joint, counts = _count(rows, [*parents, node], of_family)
        if times > 1:
            families.append(FamilyCounts(node, parents, of_family, joint, counts / times))
            continue
        families.append(FamilyCounts(node, parents, of_family, joint, counts))
    return families


def _count(
    cells: NDArray[Any], family: list[int], arity: list[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The joint states that occur, and how often."""
    every = np.zeros(cells.shape[1], np.int64)
    for member, states in zip(family, arity, strict=True):
        every *= states
        every += cells[member]
    if math.prod(arity) > 4 * len(every):
        joint, counts = np.unique(every, return_counts=True)
    else:  # faster, and the array of all joint states is not much larger than the rows
        all_counts = np.bincount(every)
        joint = np.flatnonzero(all_counts)
        counts = all_counts[joint]
    return joint, counts.astype(np.int64)
