"""One structure learned from the rows of many sites, and the parameters that the rows give it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.provenance import Record
from .._base.scoring import Score
from .._base.show import counted, listed, printed
from .._engine.request import Reply
from .._inputs.known import Known
from .._results.seen import Seen, Status, Suspect, sites_with_both
from .._rows.table import Table
from ..errors import InvalidInputError
from .counts import FamilyCounts, count_families
from .made import MadeOfRows
from .parameters import NO_TABLES, FamilyRows, WithParameters, ess_of
from .structure import Learned

if TYPE_CHECKING:
    from .row_strengths import RowStrengths

Method = Literal["pooled", "own", "mixed", "vote"]
METHODS: tuple[Method, ...] = ("pooled", "own", "mixed")
VOTE: Method = "vote"


class JointlyLearned(WithParameters, Learned):
    """A structure learned from the rows of many sites together, by :func:`mcbnc.learn_jointly`.

    It is a :class:`mcbnc.Learned`. :attr:`score` is the mix of :attr:`adjacency`: the sum, over all
    nodes, of the larger one of the pooled score and the sum of the sites' own scores. Other DAGs of the
    class may have another mix.

    If sites with different columns learned it, its DAG is a vote of three chains. :attr:`score` is then the
    mean of their own mixes, each on rows that it filled, and there are no :attr:`steps`.
    """

    _title = "Learned jointly"

    def __init__(
        self,
        data: Table,
        reply: Reply,
        score: Score,
        sites: list[Learned],
        dropped: list[int],
        known: Known | None,
    ) -> None:
        counts = reply.info["counts"]
        super().__init__(data, reply, counts["best"], score.name, list(range(data.r)), known)
        self._status = reply.info["status"]  # of all stages, whatever that of the one search
        totals = reply.arrays["total"].tolist()
        methods = [*METHODS[: len(totals) - 1], VOTE] if counts.get("voted") else METHODS
        self._method: Method = methods[counts["best"]]
        self._scores = dict(zip(methods, totals, strict=False))
        self._searched: int = counts["pairs"]
        self._sites = sites
        self._dropped = dropped
        self._ess = ess_of(score)
        self._seen = Seen(data.nodes, data.named, *_pairs_seen(data))
        self._suspected: list[Suspect] = []
        self._families = self._count_families(data) if data.coded else None

    def _family_counts(self) -> list[FamilyCounts] | None:
        return self._families

    def _why_no_tables(self) -> str:
        return f"{NO_TABLES}{self._criterion!r}"

    def _as_rows(self, rows: FamilyRows) -> RowStrengths:
        """What the rows say of each pair, for functions that take opinions.

        Sites that are left out as unlike the others have no say.
        """
        from .row_strengths import RowStrengths  # it loads the formats of opinions

        if self._seen.unseen:
            raise InvalidInputError(
                f"{counted(self._seen.unseen, 'pair')} of columns are in no table together, and "
                "opinions stand beside rows of all pairs"
            )
        dag, of_class = np.asarray(self), np.asarray(self.cpdag)
        direction = np.where(of_class & of_class.T, 0.5, of_class)
        used = sum(site.rows for k, site in enumerate(self._sites) if k not in self._dropped)
        joined = (dag | dag.T).astype(np.float64)
        tables = len(self._sites)
        said = (joined, direction, self, str(self.status))
        return RowStrengths(self.nodes, self.named, used, tables, *said, cells=rows, jointly=True)

    def _count_families(self, data: Table) -> list[FamilyCounts]:
        return count_families(data.as_shown(), self._adjacency)

    def __repr__(self) -> str:
        return (
            f"<JointlyLearned: {self._count_edges()} over {counted(len(self._nodes), 'node')} from "
            f"{self._rows_told()} of {self._sites_told()}, by {self._found_by()}, "
            f"{self._score_title} {self._score:.8g}, "
            f"{self._status} in {self._seconds:.3g} s{self._doubt_told()}>"
        )

    @property
    def method(self) -> Method:
        """The search that found the structure: "pooled", "own" or "mixed".

        "vote" if the call was stopped before a search found a better one than the vote of the sites.
        """
        return self._method

    def _found_by(self) -> str:
        return "the vote of the sites" if self._method == VOTE else f"the {self._method} search"

    @property
    def scores(self) -> dict[Method, float]:
        """The mix of each search's structure, in natural logarithm. The highest is :attr:`score`."""
        return dict(self._scores)

    @property
    def pairs(self) -> int:
        """The number of pairs of nodes that the pooled search was among."""
        return self._searched

    @property
    def sites(self) -> list[Learned]:
        """The structure that each site learned from its own rows, those of dropped sites too."""
        return list(self._sites)

    @property
    def dropped(self) -> list[Hashable]:
        """The sites that were left out, since their structures agree with hardly any other.

        They are named if they have names. Else they are their indices.
        """
        sites = {k: self._sites[k].site for k in self._dropped}
        return [k if site is None else site for k, site in sites.items()]

    @property
    def status(self) -> Status:
        """How the search ended; and called with two nodes, what the result has on them.

        As text it is ``"complete"``, or for a partial result ``"time_limit"`` or ``"cancelled"``.
        ``together.status(a, b)`` is ``"edge"`` or ``"no edge"``; or ``"not seen together"`` if no site has
        both columns: then the result claims neither, and an edge between them is there only if it was
        required.
        """
        return Status(self._status, lambda a, b: self._seen.status(a, b, self._joined()))

    @property
    def seen(self) -> Seen:
        """The sites and the rows that each pair of nodes is seen in: ``seen[a, b]`` are the two numbers."""
        return self._seen

    def _unseen(self) -> Seen | None:
        return self._seen if self._seen.unseen else None

    @property
    def suspects(self) -> list[Suspect]:
        """What to ask a site to measure next, with ``columns="union"``: pairs that may be edges.

        They are the pairs that no site sees together and that are joined to one common node, though not to
        each other, by falling mutual information in the filled rows. About a quarter of them are edges.
        """
        return list(self._suspected)

    def through(self, a: Hashable, b: Hashable) -> list[Hashable]:
        """The nodes by which an edge may be indirect: joined to one end, and never seen with the other.

        Parameters
        ----------
        a, b : node
            The ends of an edge, in either order.

        Returns
        -------
        list of nodes
            In the order of :attr:`nodes`. Where there is one, an edge is true less often.

        Raises
        ------
        InvalidInputError
            The two are not joined.
        """
        return self._seen.through(a, b, self._joined())

    def _sites_told(self) -> str:
        every = counted(len(self._sites), "site")
        if not self._dropped:
            return every
        return (
            f"{len(self._sites) - len(self._dropped)} of {every} (dropped: {listed(self.dropped, printed)})"
        )

    def _facts_found(self) -> Record:
        return {
            **super()._facts_found(),
            "method": self._method,
            "dropped": [self._site_told(k) for k in self._dropped],
            "not_seen_together": self._seen.unseen,
        }

    def _site_told(self, k: int) -> Any:
        """The name of a site, as in the entries of the inputs; else its number."""
        made = self._made
        return made.inputs[k].get("site", k) if isinstance(made, MadeOfRows) else k

    def _facts(self) -> dict[str, Any]:
        facts = super()._facts()
        return {"search": self._method, "sites": self._sites_told(), **facts}


def _pairs_seen(data: Table) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(n, n) each, symmetric: the sites and the rows that have both nodes."""
    has = data.has()
    if not data.gaps:
        owns = has.astype(np.int64)
        return sites_with_both(has), owns.T @ (owns * np.array(data.rows, np.int64)[:, np.newaxis])
    sites, rows = np.zeros((2, data.n, data.n), np.int64)
    for known, own in zip(data.known(), has, strict=True):
        both = known.astype(np.float64) @ known.T  # exact below 2^53 rows, and faster than whole numbers
        whole = own & known.all(axis=1)
        sites += (both > 0) | np.outer(whole, whole)
        rows += both.astype(np.int64)
    return sites, rows
