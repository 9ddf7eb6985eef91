"""Which cells of a table have no value."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.uint8]
Holes = NDArray[np.bool_]
"""(rows, columns): True where a cell has no value."""

KNOWN = 0.25  # of the columns have no holes, where holes depend on values
MOST = 0.95  # the largest chance of a hole


def _at_random(share: float) -> Callable[[Rows, np.random.Generator], Holes]:
    """Each cell has the same chance."""

    def draw(rows: Rows, rng: np.random.Generator) -> Holes:
        return rng.random(rows.shape) < share

    return draw


def _by_others(share: float) -> Callable[[Rows, np.random.Generator], Holes]:
    """The chance of a hole depends on the state of another column, which has no holes."""

    def draw(rows: Rows, rng: np.random.Generator) -> Holes:
        n = rows.shape[1]
        known = rng.choice(n, max(1, round(KNOWN * n)), replace=False)
        chances = np.zeros(rows.shape)
        for v in np.setdiff1d(np.arange(n), known):
            states = rows[:, rng.choice(known)]
            weights = rng.random(int(states.max()) + 1)[states]
            chances[:, v] = np.minimum(share * weights / weights.mean(), MOST)
        return rng.random(rows.shape) < chances

    return draw


REGIMES: dict[str, Callable[[Rows, np.random.Generator], Holes]] = {
    "5 %": _at_random(0.05),
    "10 %": _at_random(0.1),
    "20 %": _at_random(0.2),
    "30 %": _at_random(0.3),
    "10 %, by others": _by_others(0.1),
    "30 %, by others": _by_others(0.3),
    "20 %, four sites": _at_random(0.2),
}
SITES = {"20 %, four sites": 4}
"""How many tables the rows are cut into; the others are one table."""
