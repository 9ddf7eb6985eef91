"""Probabilities of edges in GraphML, as causaliq writes what language models say.

An edge has the probabilities ``p_forward`` of source -> target, ``p_backward`` of target -> source and
``p_undirected`` of an edge without a direction. ``p_none`` is what is left. Pairs without an edge have none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._base.files import File
from .._base.show import shown
from .drawn import UNDIRECTED
from .graphml import SHARES, GraphMl
from .source import Source

_ROUNDING = 1e-3
"""By which the probabilities of an edge may add up to more than 1: files have four digits."""


def read_shares(file: File) -> tuple[Source, NDArray[np.float64]] | None:
    """The nodes, and a matrix of how sure the file is of i -> j. None: its edges have no probabilities."""
    if not any(name.encode() in file.content for name in SHARES):
        return None
    reader = _Shares(file)
    source = reader.read()
    return (source, reader.matrix(source)) if reader.has_shares() else None


class _Shares(GraphMl):
    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._shares: dict[tuple[str, str], tuple[float, float]] = {}
        self._without: list[int] = []
        """The lines of edges without probabilities."""

    def has_shares(self) -> bool:
        """Whether edges have probabilities. Refuses a file in which some have none."""
        if self._shares and self._without:
            raise self.refuse(f"this edge has none of {', '.join(SHARES)}, and others have", self._without[0])
        return bool(self._shares)

    def matrix(self, source: Source) -> NDArray[np.float64]:
        """(n, n) over the nodes of the graph that was read."""
        index = {name: k for k, name in enumerate(source.names)}
        out = np.zeros((len(index),) * 2)
        for (u, v), (forward, backward) in self._shares.items():
            out[index[u], index[v]], out[index[v], index[u]] = forward, backward
        return out

    def add_edge(self, source: str, target: str, said: dict[str, str], line: int) -> None:
        """Add what the file says of a pair."""
        self.draw(source, target, UNDIRECTED, line)
        if not any(name in said for name in SHARES):
            self._without.append(line)
            return
        if (source, target) in self._shares or (target, source) in self._shares:
            raise self.refuse(f"the edge of {shown(source)} and {shown(target)} comes twice", line)
        forward, backward, undirected = (self._share(name, said, line) for name in SHARES)
        total = forward + backward + undirected
        if total > 1 + _ROUNDING:
            raise self.refuse(f"{', '.join(SHARES)} add up to {total:.6g}, which is more than 1", line)
        both = np.array([forward, backward]) + undirected / 2
        first, second = (both / max(total, 1)).tolist()
        self._shares[source, target] = first, second

    def _share(self, name: str, said: dict[str, str], line: int) -> float:
        text = said.get(name, "0")
        try:
            share = float(text)
        except ValueError:
            share = np.nan
        if not 0 <= share <= 1:
            raise self.refuse(f"{name} must be a number from 0 to 1, not {shown(text)}", line)
        return share
