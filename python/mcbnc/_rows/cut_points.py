"""The cut points between bins of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_DIGITS = 17  # decimals of a cut point, at most: enough to separate any two floats of everyday size


class SortedValues(NamedTuple):
    """The numbers of the rows of a column, sorted."""

    distinct: Floats
    """Rising."""
    ends: NDArray[np.intp]
    """How many rows have at most each of these."""

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.ends[-1])

    def at(self, places: NDArray[np.intp]) -> Floats:
        """The numbers at these places, counted from 0, of all rows in the order of their numbers."""
        return self.distinct[np.searchsorted(self.ends, places, side="right")]


def sorted_values(columns: Iterable[tuple[Floats, NDArray[np.intp]]]) -> SortedValues:
    """Sort the numbers of the states of columns. Each comes with the rows of each state, which may be 0."""
    every = [(numbers[rows > 0], rows[rows > 0]) for numbers, rows in columns]
    numbers, rows = (np.concatenate(own) for own in zip(*every, strict=True))
    if (rows == 1).all():
        numbers = np.sort(numbers)
    else:
        order = np.argsort(numbers)
        numbers, rows = numbers[order], rows[order]
    last = np.append(numbers[1:] != numbers[:-1], True)[: len(numbers)]  # of equal numbers
    return SortedValues(numbers[last], np.cumsum(rows)[last])


def cut_points(values: SortedValues, bins: int, method: str) -> list[float]:
    """The cut points between `bins` bins of the values, sorted. There may be fewer than bins - 1.

    "quantile": the quantiles k / bins, linear between two values as in numpy.quantile. "width": points
    at equal distances between the least and the greatest value. A cut point c is then replaced by the
    number of fewest decimals that parts these values as c does. Cut points that part them alike count once.
    """
    distinct = values.distinct
    if len(distinct) < 2:
        return []
    raw = _raw_points(values, bins, method)
    below = np.searchsorted(distinct, raw, side="right")  # how many distinct values are at most the point
    chosen: dict[int, float] = {}
    for count, point in zip(below.tolist(), raw.tolist(), strict=True):
        if 0 < count < len(distinct) and count not in chosen:
            chosen[count] = _short(point, float(distinct[count - 1]), float(distinct[count]))
    return [chosen[count] for count in sorted(chosen)]


def _raw_points(values: SortedValues, bins: int, method: str) -> Floats:
    """The bins - 1 cut points as they are defined, which may be equal."""
    low, high = float(values.distinct[0]), float(values.distinct[-1])
    if not np.isfinite(high - low):  # near the limit of floats, a difference of two values may overflow
        return 2 * _raw_points(values._replace(distinct=values.distinct / 2), bins, method)
    if method == "quantile":
        return _quantiles(values, np.arange(1, bins) / bins)
    return np.linspace(low, high, bins + 1)[1:-1]


def _quantiles(values: SortedValues, shares: Floats) -> Floats:
    """Those of numpy.quantile, bit by bit. The shares are below 1."""
    at = (values.rows - 1) * shares
    before = np.floor(at).astype(np.intp)
    low, high, part = values.at(before), values.at(before + 1), at - before
    step = high - low
    return np.where(part < 0.5, low + step * part, high - step * (1 - part))


def _short(point: float, low: float, high: float) -> float:
    """The number of fewest decimals in [low, high) that is nearest to the point, which is in there too."""
    for digits in range(_DIGITS + 1):
        half = 0.5 / 10**digits
        for near in (point, point - half, point + half):  # rounded to the nearest, down and up
            candidate = round(near, digits)
            if low <= candidate < high:
                return candidate + 0.0  # not -0.0
    return point
