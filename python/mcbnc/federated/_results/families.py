"""The counts of a structure's families, from the tables that a coordinator has asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..._learning.counts import FamilyCounts
from .._protocol.task import Sum
from .party import Party

__all__ = ["find_families"]

_Table = tuple[list[int], NDArray[np.int64]]
"""The nodes of a table, and the counts of their joint states: an axis for each node."""


def find_families(
    party: Party, arity: NDArray[np.int32], adjacency: NDArray[np.uint8], history: Sequence[Sum]
) -> list[FamilyCounts]:
    """The counts of each node and its parents over the rows of all sites.

    A search has asked for the counts of each family of its answer, or for a table over more nodes.
    """
    tables = list(_tables(party, arity, history))
    return [_find(node, np.flatnonzero(adjacency[:, node]).tolist(), tables) for node in range(party.n)]


def _tables(party: Party, arity: NDArray[np.int32], history: Sequence[Sum]) -> Iterator[_Table]:
    """All tables that were asked for. A question names nodes by their ranks, in ascending order."""
    ranks = party.rank().get("rank", np.arange(party.n))
    node_of = np.argsort(ranks).tolist()
    for question, numbers in history:
        info = question.info
        start = (1 if info.get("facts") else 0) + (party.n * (party.n - 1) // 2 if info.get("pairs") else 0)
        for set_ in info.get("tables", ()):
            nodes = [node_of[rank] for rank in set_]
            shape = [int(arity[node]) for node in nodes]
            end = start + int(np.prod(shape, dtype=np.int64))
            yield nodes, numbers[start:end].astype(np.int64).reshape(shape)
            start = end


def _find(node: int, parents: list[int], tables: list[_Table]) -> FamilyCounts:
    family = [*parents, node]
    nodes, table = min(
        (each for each in tables if set(family) <= set(each[0])), key=lambda each: each[1].size
    )
    others = tuple(axis for axis, member in enumerate(nodes) if member not in family)
    left = [member for member in nodes if member in family]
    counts = table.sum(axis=others).transpose([left.index(member) for member in family])
    joint = np.flatnonzero(counts)
    return FamilyCounts(node, parents, list(counts.shape), joint, counts.ravel()[joint])
