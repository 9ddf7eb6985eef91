"""An agreed map of a column's numbers to normal scores, made of quantiles.

The map is a function of one number, and is fixed before there are rows. So the sums of mapped numbers are
sums over rows of a function of one row. Normal scores of ranks at a site are functions of all its rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import check_count, counted, read_number
from ...errors import InvalidInputError

Quantiles = tuple[tuple[float, float], ...]
"""Probabilities, each with the number that so large a share of the values is below. Both ascend."""

_MOST = 1 << 16
_WIDTH, _STEPS = 3, 16  # of finer bins, in normal scores
_PARTS = 1 << 20
"""Normal scores of quantiles are multiples of 1 / _PARTS. Logarithms may differ between machines in their
last bit, and all sites must have the same map."""


def read_quantiles(quantiles: Any) -> Quantiles:
    """The argument `quantiles`: a dict of the numbers by their probabilities, or pairs of both."""
    pairs = list(quantiles.items()) if isinstance(quantiles, Mapping) else quantiles
    if not isinstance(pairs, (list, tuple)) or not all(
        isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in pairs
    ):
        raise _refused("they must be a dict of numbers by probability, such as {0.1: 20, 0.5: 41, 0.9: 70}")
    if not 2 <= len(pairs) <= _MOST:
        raise _refused(f"there must be from 2 to {_MOST:,}, not {len(pairs):,}")
    wanted = "two finite numbers, a probability and what so large a share of the values is below"
    read = sorted(
        (read_number(p, "states", wanted), read_number(number, "states", wanted)) for p, number in pairs
    )
    for p, _ in read:
        if not 0 < p < 1:
            raise _refused(f"the probability {p} is not between 0 and 1")
    for (p, number), (q, other) in pairwise(read):
        if not number < other:
            raise _refused(f"that of {q}, {other}, must be above that of {p}, {number}")
    for ((p, _), score), ((q, _), other) in pairwise(zip(read, scores_of(read).tolist(), strict=True)):
        if not score < other:
            raise _refused(f"the probabilities {p} and {q} are too close")
    if not np.isfinite(read[-1][1] - read[0][1]):
        raise _refused(f"the range from {read[0][1]:g} to {read[-1][1]:g} is too wide")
    return tuple(read)


def quantiles_of_counts(points: Any, counts: Any) -> Quantiles:
    """The quantiles of values that were counted in bins between these points, below and above them.

    Each point is a quantile. A thousandth of the rows, and at least one row, is spread evenly over the bins
    besides. So each probability is above the one before it, and none is 0 or 1.
    """
    ends = [read_number(each, "points", "finite numbers in ascending order") for each in points]
    rows = [check_count(each, "counts") for each in counts]
    if len(rows) != len(ends) + 1:
        raise InvalidInputError(
            f"counts: there are {len(rows)}, for the {len(ends) + 1} bins of {counted(len(ends), 'point')}",
            argument="counts",
        )
    if not any(rows):
        raise InvalidInputError("counts: there are no rows", argument="counts")
    bins, more = len(rows), max(sum(rows) // 1000, 1)
    below = enumerate(accumulate(rows[:-1]), 1)
    told = [(bins * each + more * k) / (bins * (sum(rows) + more)) for k, each in below]
    return read_quantiles([*zip(told, ends, strict=True)])


def finer_points(quantiles: Quantiles) -> list[float]:
    """Cut points in equal steps of the normal scores, rounded to six digits, and the outer quantiles.

    Between two quantiles numbers count as uniform: the points then come near to an end that numbers crowd at.
    """
    from statistics import NormalDist  # it loads decimals and fractions, and few columns have quantiles

    shares, ends = zip(*quantiles, strict=True)
    steps = np.linspace(-_WIDTH, _WIDTH, _STEPS + 1).tolist()
    wanted = [p for p in map(NormalDist().cdf, steps) if shares[0] < p < shares[-1]]
    rounded = {float(f"{point:.6g}") for point in np.interp(wanted, shares, ends).tolist()}
    return [ends[0], *sorted(point for point in rounded if ends[0] < point < ends[-1]), ends[-1]]


def scores_of(quantiles: Sequence[tuple[float, float]]) -> NDArray[np.float64]:
    """The normal scores of the quantiles."""
    from statistics import NormalDist

    normal = NormalDist()
    return np.array([round(normal.inv_cdf(p) * _PARTS) / _PARTS for p, _ in quantiles])


def map_numbers(values: NDArray[np.float64], quantiles: Quantiles) -> NDArray[np.float64]:
    """The normal scores of numbers: linear between two quantiles, and beyond the outer ones as theirs."""
    ends, scores = np.array([number for _, number in quantiles]), scores_of(quantiles)
    within = np.clip(values, ends[0], ends[-1])
    k = np.clip(np.searchsorted(ends, within, side="right") - 1, 0, len(ends) - 2)
    part = (within - ends[k]) / (ends[k + 1] - ends[k])
    mapped: NDArray[np.float64] = scores[k] + part * (scores[k + 1] - scores[k])
    return mapped


def first_difference(one: Quantiles, other: Quantiles) -> tuple[str, str]:
    """What one list has that the other has not, in the words of a code book."""
    told = next(((a, b) for a, b in zip(one, other, strict=False) if a != b), None)
    if told is None:
        return f"{len(one)} quantiles", f"{len(other)}"
    (p, number), (q, second) = told
    return f"the quantile {p!r}={number!r}", f"{q!r}={second!r}"


def _refused(problem: str) -> InvalidInputError:
    return InvalidInputError(f"quantiles: {problem}", argument="states")
