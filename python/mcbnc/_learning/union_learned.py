"""What was learned from the rows of sites with different columns, or with gaps."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.scoring import Score
from .._base.show import counted
from .._engine.request import Reply
from .._inputs.known import Known
from .._results.edge_table import joined_shares
from .._results.seen import MOST_DRAWN, Suspect, information
from .._rows.table import Table
from .counts import FamilyCounts, count_families
from .jointly_learned import VOTE, JointlyLearned, Method
from .over import Union, as_reply
from .structure import Learned


class SeenLearned(JointlyLearned):
    """A :class:`JointlyLearned` over columns that not all sites have, with what no site sees."""

    def __repr__(self) -> str:
        apart = counted(self._seen.unseen, "pair")
        return (
            f"<JointlyLearned: {self._count_edges()} over {counted(len(self._nodes), 'node')} from "
            f"{self._rows_told()} of {self._sites_told()}, {apart} not seen together, "
            f"{self._score_title} {self._score:.8g}, {self._status} in {self._seconds:.3g} s>"
        )

    def _edge_columns(self) -> dict[str, Any]:
        i, j = np.nonzero(self._adjacency)
        return {
            **super()._edge_columns(),
            "sites": np.asarray(self._seen.sites)[i, j],
            "rows": np.asarray(self._seen.rows)[i, j],
            "through": [len(self.through(*edge)) for edge in self.edges],
        }

    def _facts(self) -> dict[str, Any]:
        pairs = len(self._nodes) * (len(self._nodes) - 1) // 2
        return {**super()._facts(), "not seen together": f"{self._seen.unseen} of {counted(pairs, 'pair')}"}

    def _unseen_drawn(self) -> NDArray[np.intp]:
        """All pairs that no site sees together; if they are many, the suspects."""
        apart = super()._unseen_drawn()
        if len(apart):
            return apart
        index = {name: k for k, name in enumerate(self._nodes)}
        some = [(index[one.a], index[one.b]) for one in self._suspected[: MOST_DRAWN * len(self._nodes)]]
        return np.array(some, np.intp).reshape(-1, 2)


class UnionLearned(SeenLearned):
    """A :class:`JointlyLearned` of states over columns that not all sites have, or from rows with gaps.

    Its DAG is the vote of the chains' structures, or of the sites' ones if a stop left nothing else.
    """

    def __init__(
        self,
        data: Table,
        found: Union,
        score: Score,
        sites: list[Learned],
        dropped: list[int],
        known: Known | None,
        method: Method,
    ) -> None:
        chains = found.chains
        self._filled = _filled_data(data, chains)
        super().__init__(data, as_reply(found), score, sites, dropped, known)
        self._method = method
        self._scores = {method: self._score}
        self._searched -= self._seen.unseen
        if method != VOTE:
            self._stability = joined_shares(chains.arrays["adjacency"][found.voters], {})
        self._suspected = _suspects(self._filled, self._joined(), self._seen.apart())
        del self._filled

    def _count_families(self, data: Table) -> list[FamilyCounts]:
        return count_families(self._filled.as_shown(), self._adjacency, len(self._filled.rows) // data.r)


class NumbersLearned(SeenLearned):
    """A :class:`JointlyLearned` of numbers, also beside states, over columns that not all sites have."""

    def __init__(
        self,
        data: Table,
        found: Union,
        score: Score,
        sites: list[Learned],
        dropped: list[int],
        known: Known | None,
        method: Method,
    ) -> None:
        pairs = data.n * (data.n - 1) // 2
        counts = {**found.chains.info["counts"], "best": 0, "pairs": pairs}
        own = {name: found.voted.arrays[name][np.newaxis] for name in ("adjacency", "cpdag")}
        reply = Reply({**found.chains.info, "counts": counts}, {**found.chains.arrays, **own})
        super().__init__(data, reply, score, sites, dropped, known)
        self._method = method
        self._scores = {method: self._score}
        self._searched = pairs - self._seen.unseen
        self._suspected = suspects_by(
            self._nodes, reply.arrays["information"], self._joined(), self._seen.apart()
        )


def _filled_data(data: Table, chains: Reply) -> Table:
    """The rows of all chains, one chain after the other, with every cell filled."""
    filled = chains.arrays["filled"]
    return data.filled(len(filled), filled.reshape(-1))


def _suspects(filled: Table, joined: NDArray[np.bool_], apart: NDArray[np.bool_]) -> list[Suspect]:
    """The suspects by the filled rows."""
    cells = np.concatenate(filled.blocks(), axis=1)
    told = np.zeros(joined.shape)
    for i, j in np.argwhere(np.triu(_near(joined, apart))).tolist():
        told[i, j] = information(cells[i], cells[j])
    return suspects_by(filled.nodes, told, joined, apart)


def suspects_by(
    nodes: list[Hashable],
    told: NDArray[np.float64],
    joined: NDArray[np.bool_],
    apart: NDArray[np.bool_],
) -> list[Suspect]:
    """The pairs that no site sees together at distance 2, by falling mutual information, (n, n).

    Pairs of equal information are in the order of the nodes.
    """
    found = [
        Suspect(nodes[i], nodes[j], float(told[i, j]))
        for i, j in np.argwhere(np.triu(_near(joined, apart))).tolist()
    ]
    return sorted(found, key=lambda one: -one.information)


def _near(joined: NDArray[np.bool_], apart: NDArray[np.bool_]) -> NDArray[np.bool_]:
    near: NDArray[np.bool_] = (joined.astype(np.int64) @ joined > 0) & ~joined & apart
    return near
