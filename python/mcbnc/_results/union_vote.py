"""The vote of DAGs over different nodes."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.show import counted
from .._engine.request import Arrays, Reply
from .._inputs.inputs import Inputs
from .baseline import Baseline
from .edge_table import edge_columns, joining
from .seen import Seen, Status, sites_with_both


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
