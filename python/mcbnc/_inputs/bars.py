"""The arcs that tiers, roots and leaves rule out."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from .._base.memory import require_memory
from .._base.names import MOST_NAMES, check_names, find_node, read_names
from .._base.options import list_of
from .._base.show import counted, shown
from ..errors import InvalidInputError
from .known import Edges

Tiers = tuple[tuple[Hashable, ...], ...]
_BYTES = 256  # of an arc as two names, as a list of a request, and as JSON


def require_arcs(count: int) -> None:
    """Refuse to make arcs of knowledge that do not fit into the memory."""
    require_memory(_BYTES * count, f"knowledge: the {counted(count, 'arc')} that it rules out")


def list_tiers(tiers: Any, argument: str) -> Tiers:
    """The tiers by names, first to last. None is no tier. A node is in one tier at most."""
    if tiers is None:
        return ()
    try:
        if isinstance(tiers, (str, bytes)):
            raise TypeError
        listed = [tuple(read_names(tier, argument)) for tier in list_of(tiers, MOST_NAMES, argument)]
    except TypeError:
        raise InvalidInputError(
            f"{argument} must be a sequence of sequences of names, the first tier first, not {shown(tiers)}",
            argument=argument,
        ) from None
    check_names([name for tier in listed for name in tier], argument)
    return tuple(listed)


def list_names(names: Any, argument: str) -> tuple[Hashable, ...]:
    """The names of `roots` or `leaves`. None is no name."""
    if names is None:
        return ()
    # A set has no order, and needs none here.
    found = sorted(names, key=repr) if isinstance(names, (set, frozenset)) else read_names(names, argument)
    return tuple(check_names(found, argument))


class Bars:
    """The arcs between these nodes that tiers, roots and leaves rule out.

    `tier` has the tier of each node, and -1 for a node in none.
    """

    def __init__(
        self, tiers: Tiers, roots: Sequence[Hashable], leaves: Sequence[Hashable], nodes: list[Hashable]
    ) -> None:
        index = {name: i for i, name in enumerate(nodes)}

        def indices(names: Iterable[Hashable], argument: str) -> list[int]:
            return [find_node(name, index, argument) for name in names]

        self.nodes = nodes
        self.tier = np.full(len(nodes), -1)
        for k, tier in enumerate(tiers):
            self.tier[indices(tier, "tiers")] = k
        self.root = np.zeros(len(nodes), bool)
        self.root[indices(roots, "roots")] = True
        self.leaf = np.zeros(len(nodes), bool)
        self.leaf[indices(leaves, "leaves")] = True

    def edges(self) -> Edges:
        """All arcs that are ruled out, as a request has them: both arcs of a pair are one edge."""
        out = self.root[None, :] | self.leaf[:, None]
        out |= (self.tier[:, None] > self.tier[None, :]) & (self.tier[None, :] >= 0)
        np.fill_diagonal(out, False)
        require_arcs(int(np.count_nonzero(out)))
        both = np.triu(out & out.T)
        arcs = [[u, v, 0] for u, v in np.argwhere(out & ~out.T).tolist()]
        return arcs + [[u, v, 1] for u, v in np.argwhere(both).tolist()]

    def check(self, required: Edges) -> None:
        """Refuse a required edge that is ruled out, and name what rules it out."""
        for u, v, undirected in required:
            why = self._why(u, v)
            if why and undirected:
                other = self._why(v, u)
                why = f"{why}, and {other}" if other else ""
            if why:
                a, b = shown(self.nodes[u]), shown(self.nodes[v])
                raise InvalidInputError(
                    f"required has {a} {'--' if undirected else '->'} {b}, but {why}", argument="required"
                )

    def _why(self, u: int, v: int) -> str:
        """What rules out u -> v; an empty text if nothing does."""
        a, b = shown(self.nodes[u]), shown(self.nodes[v])
        if self.root[v]:
            return f"{b} is among roots"
        if self.leaf[u]:
            return f"{a} is among leaves"
        if self.tier[u] > self.tier[v] >= 0:
            return f"tiers put {b} before {a}"
        return ""
