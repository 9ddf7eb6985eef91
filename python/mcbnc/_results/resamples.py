"""How sure each edge of a learned structure is: what the structures of resamples join."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.show import counted
from .edge_counts import chance_true


@dataclass(frozen=True, eq=False)  # eq: arrays have no truth value to compare by
class Resamples:
    """How many of the structures of resamples join each pair of nodes."""

    count: int
    """The number of resamples."""
    seed: int
    """The seed of the draws."""
    joined: NDArray[np.int64]
    """(n, n), symmetric: the resamples whose structure joins nodes[i] and nodes[j]."""

    @property
    def strength(self) -> NDArray[np.float64]:
        """(n, n) float64, symmetric: the share of the resamples whose structure joins the pair."""
        return self.joined / self.count

    @property
    def chance_true(self) -> NDArray[np.float64]:
        """(n, n) float64, symmetric: :attr:`strength`, and at most 0.97."""
        return chance_true(self.strength)

    def told_of(self, graph: NDArray[np.uint8], required: Collection[frozenset[int]] = ()) -> str:
        """How many edges of a graph most resamples have. They have all edges that are required anyhow."""
        learned = graph.astype(bool)
        for i, j in map(sorted, required):
            learned[i, j] = learned[j, i] = False
        often = np.count_nonzero(learned & (2 * self.joined > self.count))
        edges = counted(np.count_nonzero(learned), "edge")
        return f"{often} of {edges} in more than half of {counted(self.count, 'resample')}"

    def record(self) -> dict[str, Any]:
        """All that is known, for JSON: of each pair that is joined, the lower node first, how often."""
        i, j = np.nonzero(np.triu(self.joined))
        pairs = np.column_stack([i, j, self.joined[i, j]])
        return {"count": self.count, "seed": self.seed, "joined": pairs.tolist()}

    @staticmethod
    def recorded(record: dict[str, Any], n: int) -> Resamples:
        """What :meth:`record` was of, over n nodes. Of a damaged record it raises ValueError or KeyError."""
        count, seed, joined = record["count"], record["seed"], np.zeros((n, n), np.int64)
        for numbers in [[count, seed], *record["joined"]]:
            if not all(type(number) is int for number in numbers):
                raise ValueError(f"no whole numbers: {numbers}")
        if count < 1:
            raise ValueError(f"{count} resamples")
        for i, j, often in record["joined"]:
            if not (0 <= i < j < n and 0 < often <= count):
                raise ValueError(f"no pair of nodes {i} and {j} is joined in {often} of {count} resamples")
            joined[i, j] = joined[j, i] = often
        return Resamples(count, seed, joined)
