"""Numbers in bins that were fixed before anyone saw them: 1, 2, 5, 10, 20, 50 and so on, also negative.

What a site tells of a column of numbers, for a recipe that all sites are to have, is how many cells are in
each of these bins. A bin with few cells is not told. The ends of the range are rounded outwards to ends of
bins. So no number of a row is told, and two sites' counts can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FEWEST = 5  # cells of a bin that is told
_DECADES = range(-6, 15)
_ENDS = [float(f"{digit}e{decade}") for decade in _DECADES for digit in (1, 2, 5)]
EDGES: Floats = np.array([*(-end for end in reversed(_ENDS)), 0.0, *_ENDS])
"""The ends of all bins. A bin has its lower end, and not its upper one."""

_DRAWN = 100  # numbers that stand for those of a site
_FEWEST_BINS = 3  # with fewer, nobody knows how wide the middle is
_DIGITS = 6


class Bin(NamedTuple):
    """A bin, and how many cells are in it."""

    low: float
    high: float
    cells: int


def counted_bins(values: Floats) -> list[Bin]:
    """The bins of finite numbers, without those of fewer than 5 cells, and of numbers beyond all bins."""
    found, counts = np.unique(np.searchsorted(EDGES, values, "right"), return_counts=True)
    return [
        Bin(float(EDGES[at - 1]), float(EDGES[at]), count)
        for at, count in zip(found.tolist(), counts.tolist(), strict=True)
        if count >= FEWEST and 0 < at < len(EDGES)
    ]


def ends_of(values: Floats) -> tuple[float, float] | None:
    """The ends of bins between which all numbers are. None: some are beyond all bins, or there are none."""
    if not len(values) or values.min() < EDGES[0] or values.max() > EDGES[-1]:
        return None
    low = int(np.searchsorted(EDGES, values.min(), "right")) - 1
    high = max(int(np.searchsorted(EDGES, values.max(), "left")), low + 1)
    if high == len(EDGES):
        low, high = low - 1, high - 1
    return float(EDGES[low]), float(EDGES[high])


def is_bin(low: float, high: float) -> bool:
    """True of the ends of one of the bins."""
    at = int(np.searchsorted(EDGES, low))
    return at + 1 < len(EDGES) and (low, high) == (EDGES[at], EDGES[at + 1])


def numbers_like(bins: Sequence[Bin], low: float, high: float) -> list[float]:
    """A hundred numbers from `low` to `high`, distributed as the bins tell. Empty: they tell too little.

    Between the ends of bins the numbers follow a normal distribution, so of normal numbers in three bins the
    middle and the width are right.
    """
    bins = [*_untold(low, bins[0].low), *bins, *_untold(bins[-1].high, high)] if bins else []
    if len(bins) < _FEWEST_BINS:
        return []
    total = sum(one.cells for one in bins)
    sums = [*accumulate((one.cells for one in bins), initial=0)]
    # After a bin that is not told, the sum is that before it: the first of equal sums stands.
    points: dict[int, float] = {}
    for before, one in zip(sums, bins, strict=False):
        points.setdefault(before, one.low)
        points.setdefault(before + one.cells, one.high)
    normal = NormalDist()
    at = [(normal.inv_cdf(before / total), end) for before, end in points.items() if 0 < before < total]
    made = [_on_line(at, normal.inv_cdf((k + 0.5) / _DRAWN)) for k in range(_DRAWN)]
    return [float(f"{min(max(number, low), high):.{_DIGITS}g}") for number in made]


def _untold(low: float, high: float) -> list[Bin]:
    """What is between the end of the range and the bins that are told: some cells, and fewer than 5."""
    return [Bin(low, high, FEWEST // 2)] if low < high else []


def _on_line(points: Sequence[tuple[float, float]], at: float) -> float:
    """The number at a place of the line through the points, which goes on straight at its ends."""
    k = next((k for k in range(1, len(points) - 1) if at <= points[k][0]), len(points) - 1)
    (left, low), (right, high) = points[k - 1], points[k]
    return low + (high - low) * (at - left) / (right - left)
