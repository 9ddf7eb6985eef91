"""The draws of clients of a bootstrap, made in blocks as they are needed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .._base.memory import require_memory

__all__ = ["Draws"]

_CELLS = 1 << 18  # drawn by one call of NumPy, which takes some hundredths of a second


class Draws:
    """How many times each resample takes each client, r in all, of which one has weight at least.

    The stream of the generator is that of one call for all resamples, and then of one call for all of them
    that are without weight, again and again. So nothing depends on the blocks. Where a client has no weight,
    all resamples are drawn before the first one is told: the second call comes after the first.
    """

    def __init__(self, rng: np.random.Generator, resamples: int, heavy: NDArray[np.bool_]) -> None:
        r = len(heavy)
        require_memory(8 * resamples * r, f"the counts of {r} clients in {resamples} resamples")
        self.counts: NDArray[np.int64] = np.empty((resamples, r), np.int64)
        """(resamples, r). The memory of resamples that are not drawn yet is not in use."""
        self._rng = rng
        self._heavy = heavy
        self._block = max(1, _CELLS // r)
        self._drawn = 0

    def take(self, part: range) -> NDArray[np.int64]:
        """(len(part), r): the counts of these resamples."""
        if self._drawn < part.stop and not self._heavy.all():
            self._draw(np.arange(len(self.counts)))
            self._drawn = len(self.counts)
            self._draw_again()
        if self._drawn < part.stop:
            self._draw(np.arange(self._drawn, part.stop))
            self._drawn = part.stop
        return self.counts[part.start : part.stop]

    def _draw(self, rows: NDArray[np.intp]) -> None:
        r = self.counts.shape[1]
        for block in self._blocks(rows):
            self.counts[block] = self._rng.multinomial(r, np.full(r, 1 / r), size=len(block))

    def _draw_again(self) -> None:
        """Draw the resamples without weight again, until there is none."""
        rows = self._weightless(np.arange(len(self.counts)))
        while len(rows):
            self._draw(rows)
            rows = self._weightless(rows)

    def _weightless(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        light = [block[~self.counts[block][:, self._heavy].any(axis=1)] for block in self._blocks(rows)]
        return np.concatenate(light) if light else rows

    def _blocks(self, rows: NDArray[np.intp]) -> list[NDArray[np.intp]]:
        return [rows[start : start + self._block] for start in range(0, len(rows), self._block)]
