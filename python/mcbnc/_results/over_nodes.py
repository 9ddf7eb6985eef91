"""What a result has of DAGs over different nodes: which pairs they see, which joins others explain."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import find_pair
from .._base.show import counted
from .._engine.request import Arrays, Reply, execute
from .._inputs.inputs import Inputs
from .._inputs.origin import OfDags
from ..errors import InvalidInputError
from .edge_table import edge_columns, joining, share_of
from .result import Result
from .seen import Seen, Status, sites_with_both

if TYPE_CHECKING:
    from .._plots.network import Picture


class Joins:
    """The pairs that DAGs join, and which of the joins the rest of a graph explains.

    A DAG that lacks a node may join two others because of it. The rest of a graph explains a join if no set
    of nodes of the DAG separates its ends in the graph without their edge.
    """

    def __init__(self, reply: Reply, inputs: Inputs, has: NDArray[np.uint8]) -> None:
        """`has` is (r, n): 1 where a DAG of some weight has a node."""
        self.pairs: NDArray[np.int32] = np.sort(reply.arrays["joined"], axis=1)
        """(m, 2): the pairs, the lower node first."""
        ends = self.pairs
        self._row = {(i, j): row for row, (i, j) in enumerate(ends.tolist())}
        self.plain = reply.arrays["plain_shares"]
        """(m,): the share of the DAGs with both ends that join a pair, by weight."""
        self.explained = reply.arrays["explained"]
        """(k, 2): a row for each explained join, the row of the pair and the DAG."""
        said = has[:, ends[:, 0]] & joining(inputs.stack, ends)
        every = np.bincount(self.explained[:, 0], minlength=len(ends)) == said.sum(axis=0)
        self._whole: NDArray[np.bool_] = np.append(every, False)

    def rows(self, pairs: NDArray[Any]) -> list[int]:
        """The rows of pairs (m, 2), -1 of those that no DAG joins."""
        return [self._row.get((i, j), -1) for i, j in np.sort(pairs, axis=1).tolist()]

    def of(self, i: int, j: int) -> list[int]:
        """The DAGs whose join of a pair is explained."""
        (row,) = self.rows(np.array([[i, j]]))
        dags: list[int] = self.explained[self.explained[:, 0] == row, 1].tolist()
        return dags

    def unsure(self, pairs: NDArray[Any]) -> NDArray[np.bool_]:
        """(m,): whether DAGs join each pair, and every join is explained."""
        return self._whole[self.rows(pairs)]


def explained_by(graph: Arrays, inputs: Inputs, weights: Arrays, has: NDArray[np.uint8]) -> Joins:
    """The joins of DAGs over different nodes that the rest of a graph explains. `graph` is it as "graphs"."""
    arrays: Arrays = {**inputs.arrays, **inputs.seen_array, **inputs.rank(), **weights, **graph}
    return Joins(execute(inputs.nodes, inputs.request("explained"), arrays), inputs, has)


def nodes_with_say(inputs: Inputs, weights: Arrays) -> NDArray[np.uint8]:
    """(r, n): 1 where a DAG has a node. A DAG of weight 0 has no say, and so no node."""
    has = np.ones((inputs.r, inputs.n), np.uint8) if inputs.seen is None else inputs.seen.copy()
    if weights:
        has[weights["weights"] == 0] = 0
    return has


def seen_together(inputs: Inputs, has: NDArray[np.uint8]) -> Seen:
    """How many DAGs of some weight have both nodes of each pair. `has` is that of :func:`nodes_with_say`."""
    return Seen(inputs.nodes, inputs.named, sites_with_both(has), None)


class OverNodes(OfDags, Result):
    """A result of DAGs over different nodes. Shares are among the DAGs that have both ends of an edge."""

    def _look(self, inputs: Inputs, weights: Arrays) -> None:
        """Find what the DAGs see. Those of weight 0 see nothing."""
        self._has = nodes_with_say(inputs, weights)
        self._seen = seen_together(inputs, self._has)

    def _find_joins(self) -> Joins | None:
        """Which joins the rest explains. None: it is not asked."""
        return None

    @property
    def seen(self) -> Seen:
        """How many of the DAGs have both nodes of each pair: ``seen[a, b]`` is (DAGs, None)."""
        return self._seen

    @property
    def status(self) -> Status:
        """How it ended, ``"complete"`` if nothing stopped it; called with two nodes, what is known of them.

        ``result.status(a, b)`` is ``"edge"``, ``"no edge"``, or ``"not seen together"`` if no DAG has both.
        """
        return Status(self._status, lambda a, b: self._seen.status(a, b, self._joined()))

    def explained(self, a: Hashable, b: Hashable) -> list[Hashable]:
        """The sites whose join of a pair the rest explains. DAGs without site names have 0..r-1."""
        i, j = find_pair(a, b, {name: k for k, name in enumerate(self._nodes)}, ("a", "b"))
        return self._origin.sites_of(self._asked_joins().of(i, j))

    @property
    def unsure(self) -> list[tuple[Hashable, Hashable]]:
        """Those of :attr:`edges` whose every join the rest explains. No other site has joined them."""
        return self._pairs(self._known_arcs[self._asked_joins().unsure(self._known_arcs)])

    def through(self, a: Hashable, b: Hashable) -> list[Hashable]:
        """The nodes by which an edge may be indirect, as :meth:`mcbnc.JointlyLearned.through`."""
        return self._seen.through(a, b, self._joined())

    def _asked_joins(self) -> Joins:
        joins = self._find_joins()
        if joins is None:
            raise InvalidInputError(
                "a vote on arcs does not ask what the rest explains; a vote with kind='skeleton' does"
            )
        return joins

    def _unsure(self) -> NDArray[np.bool_]:
        """(m,): whether every join of each edge is explained."""
        joins = self._find_joins()
        return np.zeros(len(self._known_arcs), bool) if joins is None else joins.unsure(self._known_arcs)

    def _unseen(self) -> Seen | None:
        return self._seen if self._seen.unseen else None

    def _edge_columns(self) -> dict[str, Any]:
        columns = edge_columns(self._nodes, self._graph, self._class, self._voters(), self._has)
        columns["dags"] = np.asarray(self._seen.sites)[np.nonzero(self._adjacency)]
        return columns if self._find_joins() is None else {**columns, "unsure": self._unsure()}

    def _shares(self, pairs: NDArray[Any]) -> NDArray[np.float64]:
        voters = self._voters()
        assert voters is not None
        stack, weights = voters
        return share_of(joining(stack, pairs), pairs, weights, self._has)

    def _facts(self) -> dict[str, Any]:
        pairs = len(self._nodes) * (len(self._nodes) - 1) // 2
        return {**super()._facts(), "not seen together": f"{self._seen.unseen} of {counted(pairs, 'pair')}"}

    def _picture(self, compare: Any = None) -> Picture:
        unsure = {(i, j) for i, j in self._known_arcs[self._unsure()].tolist()}
        return replace(super()._picture(compare), unsure=unsure if compare is None else set())
