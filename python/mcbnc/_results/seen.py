"""Which pairs of columns sites see together, and what is known of a pair."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import read_only
from .._base.named_array import with_names
from .._base.names import find_node, find_pair
from .._base.show import shown
from ..errors import InvalidInputError

PairStatus = Literal["edge", "no edge", "not seen together"]


MOST_DRAWN = 2
"""Pairs that no site sees together are drawn if they are at most so many a node."""


class Suspect(NamedTuple):
    """A pair of nodes that no site sees together, though both are joined to a third one."""

    a: Hashable
    b: Hashable
    information: float
    """The mutual information of the two in the filled rows, in natural units, at least 0."""


class Seen:
    """How many sites see each pair of columns together, and in how many rows: ``seen[a, b]``.

    A site with cells to be filled sees a pair in the rows that have a value in both columns.
    Sites that were dropped do not count. A column is seen together with itself by all sites that have it.
    What was made of DAGs alone has no rows: its number of rows is None.
    """

    def __init__(
        self,
        nodes: list[Hashable],
        named: bool,
        sites: NDArray[np.int64],
        rows: NDArray[np.int64] | None,
    ) -> None:
        """`sites` and `rows` are (n, n), symmetric."""
        self._nodes = nodes
        self._named = named
        self._sites = sites
        self._rows = rows

    def __getitem__(self, pair: tuple[Hashable, Hashable]) -> tuple[int, int | None]:
        """The number of sites that see both nodes, and the number of rows that have both."""
        a, b = pair
        index = {name: i for i, name in enumerate(self._nodes)}
        i, j = find_node(a, index, "seen"), find_node(b, index, "seen")
        return int(self._sites[i, j]), None if self._rows is None else int(self._rows[i, j])

    def __repr__(self) -> str:
        pairs = len(self._nodes) * (len(self._nodes) - 1) // 2
        return f"<Seen: {pairs - self.unseen} of {pairs} pairs are seen together, {self.unseen} are not>"

    @property
    def sites(self) -> NDArray[np.int64]:
        """(n, n) int64, symmetric, read-only: the number of sites that see both nodes."""
        return with_names(read_only(self._sites), self._nodes, self._named)

    @property
    def rows(self) -> NDArray[np.int64] | None:
        """(n, n) int64, symmetric, read-only: the number of rows with both nodes. None: there are no rows."""
        if self._rows is None:
            return None
        return with_names(read_only(self._rows), self._nodes, self._named)

    @property
    def unseen(self) -> int:
        """The number of pairs of nodes that no site sees together."""
        return int(np.count_nonzero(np.triu(self._sites == 0, 1)))

    def apart(self) -> NDArray[np.bool_]:
        """(n, n), symmetric: the pairs that no site sees together. The diagonal is False."""
        apart: NDArray[np.bool_] = self._sites == 0
        np.fill_diagonal(apart, False)
        return apart

    def pairs_apart(self) -> list[tuple[Hashable, Hashable]]:
        """The pairs that no site sees together, in the order of the nodes."""
        pairs = np.argwhere(np.triu(self.apart())).tolist()
        return [(self._nodes[i], self._nodes[j]) for i, j in pairs]

    def status(self, a: Hashable, b: Hashable, joined: NDArray[np.bool_]) -> PairStatus:
        """What is known of a pair, given which pairs a structure joins, (n, n) symmetric."""
        i, j = find_pair(a, b, {name: k for k, name in enumerate(self._nodes)}, ("a", "b"))
        if not self._sites[i, j]:
            return "not seen together"
        return "edge" if joined[i, j] else "no edge"

    def through(self, a: Hashable, b: Hashable, joined: NDArray[np.bool_]) -> list[Hashable]:
        """The nodes that are joined to one end of an edge, and never seen with the other."""
        i, j = find_pair(a, b, {name: k for k, name in enumerate(self._nodes)}, ("a", "b"))
        if not joined[i, j]:
            raise InvalidInputError(f"through: {shown(a)} and {shown(b)} are not joined", nodes=[a, b])
        apart = self.apart()
        between = (joined[i] & apart[j]) | (joined[j] & apart[i])
        return [self._nodes[k] for k in np.flatnonzero(between).tolist()]

    def drawn(self, joined: NDArray[np.bool_]) -> NDArray[np.intp]:
        """(pairs, 2): the pairs that a picture shows as not seen together. None, if there are too many."""
        pairs = np.argwhere(np.triu(self.apart() & ~joined))
        return pairs if len(pairs) <= MOST_DRAWN * len(self._nodes) else pairs[:0]


def sites_with_both(has: NDArray[Any]) -> NDArray[np.int64]:
    """(n, n), symmetric: how many sites have both nodes. `has` is (r, n): 1 where a site has a node."""
    owns = has.astype(np.int64)
    return owns.T @ owns


class Status(str):
    """How a run ended, as text. Called with two nodes, it returns what the result has on the pair."""

    _ask: Callable[[Hashable, Hashable], PairStatus]

    def __new__(cls, text: str, ask: Callable[[Hashable, Hashable], PairStatus]) -> Status:
        status = super().__new__(cls, text)
        status._ask = ask
        return status

    def __call__(self, a: Hashable, b: Hashable) -> PairStatus:
        return self._ask(a, b)

    def __reduce__(self) -> Any:  # the text alone is kept: the result has the rest
        return str, (str(self),)


def information(a: NDArray[Any], b: NDArray[Any]) -> float:
    """The mutual information of two columns of codes, in natural units."""
    width = int(b.max(initial=0)) + 1
    joint = np.bincount(a.astype(np.int64) * width + b, minlength=(int(a.max(initial=0)) + 1) * width)
    table = joint.reshape(-1, width) / max(len(a), 1)
    apart = table.sum(axis=1, keepdims=True) * table.sum(axis=0, keepdims=True)
    own = table > 0
    return max(0.0, float((table[own] * np.log(table[own] / apart[own])).sum()))
