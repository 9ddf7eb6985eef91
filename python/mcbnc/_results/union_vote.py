"""Votes of DAGs over different nodes."""

from __future__ import annotations

from typing import Any

from .._base.provenance import Record
from .._base.show import counted
from .._engine.request import Arrays, Reply
from .._inputs.arguments import DagArguments
from .._inputs.convert import is_union
from .._inputs.inputs import Inputs
from ..errors import InvalidInputError
from .baseline import Baseline, find
from .over_nodes import Joins, OverNodes


class UnionVote(OverNodes, Baseline):
    """A :class:`mcbnc.baselines.Baseline` of DAGs over different nodes, by ``vote(dags, nodes="union")``.

    The shares of :meth:`to_frame` are among the DAGs that have both ends of an edge.
    """

    def __init__(
        self, method: str, inputs: Inputs, weights: Arrays, dropped: list[int], reply: Reply
    ) -> None:
        super().__init__(method, inputs, weights, dropped, reply)
        self._look(inputs, weights)

    def _bounds(self) -> dict[str, str]:
        return {**super()._bounds(), "not seen together": counted(self._seen.unseen, "pair")}


class ExplainedVote(UnionVote):
    """The vote on the skeleton of DAGs over different nodes, in two rounds.

    In the second round a join that the rest of the first one explains counts one of so many.
    """

    def __init__(
        self, method: str, inputs: Inputs, weights: Arrays, dropped: list[int], reply: Reply
    ) -> None:
        super().__init__(method, inputs, weights, dropped, reply)
        self._times: int = reply.info["explained"]
        self._second = reply.arrays["shares"]
        self._joins = Joins(reply, inputs, self._has)

    def _more_found(self) -> Record:
        return {**super()._more_found(), "explained": self._times}

    def _find_joins(self) -> Joins:
        return self._joins

    def _edge_columns(self) -> dict[str, Any]:
        rows, columns = self._joins.rows(self._known_arcs), super()._edge_columns()
        columns["support"] = self._joins.plain[rows]
        unsure = columns.pop("unsure")
        return {**columns, "share": self._second[rows], "unsure": unsure}

    def _bounds(self) -> dict[str, str]:
        each = "in full" if self._times == 1 else f"1/{self._times}"
        explained = f"{counted(len(self._joins.explained), 'join')} ({each})"
        return {**super()._bounds(), "explained": explained, "unsure": counted(len(self.unsure), "edge")}


def find_vote(given: DagArguments, threshold: float, kind: str, explained: int | None) -> Baseline:
    """A vote on "arcs" or on the "skeleton". `given` is as in :func:`find`."""
    method = "vote on arcs" if kind == "arcs" else "vote on the skeleton"
    union = is_union(given.nodes)
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
