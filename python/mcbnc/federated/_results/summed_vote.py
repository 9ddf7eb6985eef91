"""Votes that were made of sums: they have no site's DAG."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Arrays, Baseline, ExplainedVote, Origin, Reply, Result, Seen, counted
from .how_made import sites_told, vote_called
from .party import Party
from .without_sites import SummedJoins, seen_record


def summed_vote(party: Party, options: dict[str, Any], arrays: Arrays, seconds: float) -> SummedVote:
    """The result of a session, at whichever end, of the engine's last arrays."""
    make = SummedVote if options["nodes"] == "same" else SummedUnionVote
    return make(party, options, arrays, seconds)


class SummedVote(Baseline):
    """A vote of DAGs that are at their sites. :meth:`to_frame` has no shares."""

    def __init__(self, party: Party, options: dict[str, Any], arrays: Arrays, seconds: float) -> None:
        reply = Reply({"seconds": seconds}, arrays)
        Result.__init__(self, party.nodes, party.named, reply, "complete", False)
        self._method = "vote on the skeleton"
        self._origin = Origin(nodes=party.nodes, named=party.named, r=sum(options["dags"] or [party.r]))
        self._threshold = options["threshold"]
        self._share = None
        self._left_out = np.empty((0, 2), np.int32)
        self._conflicts = arrays["conflicts"]
        self._asked = None
        self._weights: Arrays = {}
        self._sites = party.r
        self._called = vote_called(options)

    def _input_records(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        return sites_told(self._sites, "graphs"), []

    def _voters(self) -> Any:
        return None

    def _record(self) -> dict[str, Any]:
        """What the shell writes besides the graph."""
        return {"threshold": self.threshold, "conflicts": self.conflicts}


class SummedUnionVote(SummedVote, ExplainedVote):
    """A vote of DAGs over different nodes. It is not known which DAG has which nodes or explained joins.

    So :meth:`to_frame` has the shares that join a pair, and not those of its directions.
    """

    def __init__(self, party: Party, options: dict[str, Any], arrays: Arrays, seconds: float) -> None:
        super().__init__(party, options, arrays, seconds)
        self._times = options["explained"]
        self._seen = Seen(party.nodes, party.named, arrays["together"].astype(np.int64), None)
        self._summed = SummedJoins(arrays["unsure"])
        self._second = arrays["shares"]
        self._plain = arrays["plain_shares"]
        self._row = {frozenset(pair): row for row, pair in enumerate(arrays["joined"].tolist())}

    def _find_joins(self) -> Any:
        return self._summed

    def _rows(self, pairs: NDArray[Any]) -> list[int]:
        """The rows of pairs (m, 2) that DAGs join."""
        return [self._row[frozenset(pair)] for pair in pairs.tolist()]

    def _shares(self, pairs: NDArray[Any]) -> NDArray[np.float64]:
        row = [self._row.get(frozenset(pair), -1) for pair in pairs.tolist()]
        return np.append(self._plain, 0.0)[row]

    def _edge_columns(self) -> dict[str, Any]:
        columns, rows = Result._edge_columns(self), self._rows(self._known_arcs)
        return {
            **columns,
            "support": self._plain[rows],
            "dags": np.asarray(self._seen.sites)[np.nonzero(self._adjacency)],
            "share": self._second[rows],
            "unsure": self._unsure(),
        }

    def _record(self) -> dict[str, Any]:
        told = {"explained": self._times, "unsure": self.unsure}
        return {**super()._record(), **seen_record(self._seen), **told}

    def _bounds(self) -> dict[str, str]:
        each = "in full" if self._times == 1 else f"1/{self._times}"
        return {
            **Baseline._bounds(self),
            "not seen together": counted(self._seen.unseen, "pair"),
            "an explained join counts": each,
            "unsure": counted(len(self.unsure), "edge"),
        }
