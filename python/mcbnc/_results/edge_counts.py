"""How many of several structures have each edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._engine.checkpoint import Done
from .._engine.layout import PIECES, Kind, Layout
from .._engine.request import Reply, Told

CERTAIN = 0.97
"""The share of true pairs among those that all resamples join: the most that a strength says."""


def chance_true(strength: NDArray[np.float64]) -> NDArray[np.float64]:
    """About how often pairs of these strengths are edges of the true network."""
    return np.minimum(strength, CERTAIN)


@dataclass(frozen=True, eq=False)  # eq: arrays have no truth value to compare by
class EdgeCounts:
    """The number of structures that have each edge. There may be no structure at all."""

    structures: int
    directed: NDArray[np.int64]
    """(n, n): [i, j] the number with i -> j."""
    undirected: NDArray[np.int64]
    """(n, n), symmetric: the number with i - j."""

    @property
    def joined(self) -> NDArray[np.int64]:
        """(n, n), symmetric: the number that join i and j."""
        return self.directed + self.directed.T + self.undirected

    @property
    def pairs(self) -> NDArray[np.int64]:
        """(n (n - 1) / 2,): the number that join each pair, the lower node first."""
        return self.joined[np.triu_indices(len(self.directed), 1)]

    def shares(self, times: NDArray[np.int64]) -> NDArray[np.float64]:
        """These numbers as shares of the structures, NaN if there is none."""
        return times / self.structures if self.structures else np.full(times.shape, np.nan)


def join_counts(done: Done) -> Reply:
    """The counts of the edges in all structures, and the structures, of a stability or a bootstrap."""
    return done.join(_join)


def counts_layout(n: int, *, thetas: bool) -> Layout:
    """What :func:`join_counts` joins: the counts and structures over n nodes, and a stability's thetas."""
    arrays = {
        "directed": Kind("<i8", (n, n)),
        "undirected": Kind("<i8", (n, n)),
        "packed": Kind("|u1", (PIECES, (n * n + 7) // 8)),
    }
    if thetas:
        return Layout({**arrays, "theta": Kind("<f8", (PIECES,))})
    dense = Kind("<i4", (PIECES,), least=-1, most=n - 1)
    return Layout({**arrays, "dense": dense}, texts=("score_title",))


def _join(name: str, chunks: list[Told]) -> NDArray[Any]:
    parts = [chunk[name] for chunk in chunks]
    return np.sum(parts, axis=0) if name in ("directed", "undirected") else np.concatenate(parts)
