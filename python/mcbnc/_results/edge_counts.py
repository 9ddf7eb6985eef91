"""How many of several structures have each edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["EdgeCounts"]


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
