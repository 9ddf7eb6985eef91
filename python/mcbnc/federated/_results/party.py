"""The nodes of a session, and its number of sites: what every request to the engine begins with."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from ..._plumbing import Nodes


@dataclass(frozen=True)
class Party(Nodes):
    """The nodes of a session, and the number of sites in a request to the engine."""

    nodes: list[Hashable]
    sites: int = 1

    @property
    def named(self) -> bool:  # type: ignore[override]
        """Whether the nodes have names other than 0..n-1."""
        return self.nodes != list(range(len(self.nodes)))

    @property
    def r(self) -> int:
        return self.sites
