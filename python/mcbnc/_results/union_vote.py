"""Votes, and what they have of DAGs over different nodes."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import find_pair
from .._base.show import counted
from .._engine.request import Arrays, Reply
from .._inputs.inputs import Inputs
from ..errors import InvalidInputError
from .baseline import Baseline, find, is_union
from .edge_table import edge_columns, joining
from .seen import Seen, Status, sites_with_both

if TYPE_CHECKING:
    from .._plots.network import Picture


class UnionVote(Baseline):
    """A :class:`mcbnc.baselines.Baseline` of DAGs over different nodes, by ``vote(dags, nodes="union")``.

    The shares of :meth:`to_frame` are among the DAGs that have both ends of an edge.
    """

    def __init__(
        self, method: str, inputs: Inputs, weights: Arrays, dropped: list[int], reply: Reply
    ) -> None:
        super().__init__(method, inputs, weights, dropped, reply)
        has = np.ones((inputs.r, inputs.n), np.uint8) if inputs.seen is None else inputs.seen.copy()
        if weights:  # DAGs of weight 0 have no vote
            has[weights["weights"] == 0] = 0
        self._has = has
        self._seen = Seen(inputs.nodes, inputs.named, sites_with_both(has), None)

    @property
    def seen(self) -> Seen:
        """How many of the DAGs have both nodes of each pair: ``seen[a, b]`` is (DAGs, None)."""
        return self._seen

    @property
    def status(self) -> Status:
        """``"complete"``; and called with two nodes, what the vote has on them.

        ``vote.status(a, b)`` is ``"edge"``, ``"no edge"``, or ``"not seen together"`` if no DAG has both.
        """
        return Status(self._status, lambda a, b: self._seen.status(a, b, self._joined()))

    def _unseen(self) -> Seen | None:
        return self._seen if self._seen.unseen else None

    def _edge_columns(self) -> dict[str, Any]:
        columns = edge_columns(self._nodes, self._graph, self._class, self._voters(), self._has)
        return {**columns, "dags": np.asarray(self._seen.sites)[np.nonzero(self._adjacency)]}

    def _shares(self, pairs: NDArray[Any]) -> NDArray[np.float64]:
        stack, weights = self._voters()
        share = weights.get("weights", np.ones(len(stack)))
        i, j = pairs.T
        total = share @ (self._has[:, i] & self._has[:, j])
        shares: NDArray[np.float64] = share @ joining(stack, pairs) / np.where(total > 0, total, 1)
        return shares

    def _facts(self) -> dict[str, Any]:
        pairs = len(self._nodes) * (len(self._nodes) - 1) // 2
        return {**super()._facts(), "not seen together": f"{self._seen.unseen} of {counted(pairs, 'pair')}"}

    def _bounds(self) -> dict[str, str]:
        return {**super()._bounds(), "not seen together": counted(self._seen.unseen, "pair")}

    def through(self, a: Hashable, b: Hashable) -> list[Hashable]:
        """The nodes by which an edge may be indirect, as :meth:`mcbnc.JointlyLearned.through`."""
        return self._seen.through(a, b, self._joined())


class ExplainedVote(UnionVote):
    """The vote on the skeleton of DAGs over different nodes, in two rounds.

    In the second round a join that the rest of the first one explains counts one of so many.
    """

    def __init__(
        self, method: str, inputs: Inputs, weights: Arrays, dropped: list[int], reply: Reply
    ) -> None:
        super().__init__(method, inputs, weights, dropped, reply)
        self._times: int = reply.info["explained"]
        self._ends = ends = np.sort(reply.arrays["joined"], axis=1)
        self._row = {(i, j): row for row, (i, j) in enumerate(ends.tolist())}
        self._plain = reply.arrays["plain_shares"]
        self._second = reply.arrays["shares"]
        self._explained = reply.arrays["explained"]
        joins = joining(inputs.stack, ends)
        said = self._has[:, ends[:, 0]] & joins  # those of weight 0 have no say
        every = np.bincount(self._explained[:, 0], minlength=len(ends)) == said.sum(axis=0)
        self._all_explained: NDArray[np.bool_] = every

    def explained(self, a: Hashable, b: Hashable) -> list[Hashable]:
        """The sites whose join of a pair the rest explains. DAGs without site names have 0..r-1."""
        pair = find_pair(a, b, {name: k for k, name in enumerate(self._nodes)})
        (row,) = self._rows(np.array([pair]))
        return self._origin.sites_of(self._explained[self._explained[:, 0] == row, 1].tolist())

    @property
    def unsure(self) -> list[tuple[Hashable, Hashable]]:
        """Those of :attr:`edges` whose every join the rest explains. No other site has joined them."""
        return self._pairs(self._known_arcs[self._unsure()])

    def _rows(self, pairs: NDArray[Any]) -> list[int]:
        """The rows of pairs in the arrays of the second round, -1 of those that no DAG joins."""
        return [self._row.get((i, j), -1) for i, j in np.sort(pairs, axis=1).tolist()]

    def _unsure(self) -> NDArray[np.bool_]:
        """(m,): whether every join of each edge is explained."""
        return self._all_explained[self._rows(self._known_arcs)]

    def _edge_columns(self) -> dict[str, Any]:
        rows, columns = self._rows(self._known_arcs), super()._edge_columns()
        columns["support"] = self._plain[rows]
        return {**columns, "share": self._second[rows], "unsure": self._unsure()}

    def _bounds(self) -> dict[str, str]:
        each = "in full" if self._times == 1 else f"1/{self._times}"
        explained = f"{counted(len(self._explained), 'join')} ({each})"
        unsure = counted(np.count_nonzero(self._unsure()), "edge")
        return {**super()._bounds(), "explained": explained, "unsure": unsure}

    def _picture(self, compare: Any = None) -> Picture:
        unsure = {(i, j) for i, j in self._known_arcs[self._unsure()].tolist()}
        return replace(super()._picture(compare), unsure=unsure if compare is None else set())


def find_vote(given: dict[str, Any], threshold: float, kind: str, explained: int | None) -> Baseline:
    """A vote on "arcs" or on the "skeleton". `given` is as in :func:`find`."""
    method = "vote on arcs" if kind == "arcs" else "vote on the skeleton"
    union = is_union(given["nodes"])
    options: dict[str, Any] = {"threshold": threshold, "kind": kind}
    if union and kind == "skeleton":
        return find(ExplainedVote, "vote", method, given, explained=explained, **options)
    if explained is not None:
        raise InvalidInputError(
            "explained: only a vote with kind='skeleton' and nodes='union' asks what the rest explains; "
            "leave it out, or write both",
            argument="explained",
        )
    return find(UnionVote if union else Baseline, "vote", method, given, **options)
