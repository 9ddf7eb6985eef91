"""Ranks of methods over cases, and tests on them: Friedman, Holm against the best, Nemenyi.

The tests are those of Demšar, *Statistical Comparisons of Classifiers over Multiple Data Sets*, JMLR 7
(2006), in the form that the paper's tool used: no correction for ties, and no Iman-Davenport statistic.
scipy's ``friedmanchisquare`` corrects for ties, so it gives other values. NumPy and math are enough here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STEPS = 4000  # of the integral in nemenyi_difference; its error is far below 1e-9


class FriedmanHolm(NamedTuple):
    """Friedman's test of all methods, and Holm's tests against the method with the least mean rank."""

    ranks: Floats
    """Mean rank of each method, 1 is best, shape (k,)."""
    p: float
    """p-value of Friedman's test."""
    adjusted: dict[int, float]
    """Holm's adjusted p-value of each method but the best one, by the method's column."""


def ranks(x: Any, larger_is_better: bool = False) -> Floats:
    """The ranks within each row, 1 is best; equal values share the mean of their ranks.

    `x` has shape (cases, methods), and the result has the same shape. It takes O(cases · methods²).
    """
    values = _checked(x)
    values = -values if larger_is_better else values
    less = (values[:, None, :] < values[:, :, None]).sum(2)
    equal = (values[:, None, :] == values[:, :, None]).sum(2)
    return less + (equal + 1) / 2


def friedman_holm(x: Any, larger_is_better: bool = False) -> FriedmanHolm:
    """Test whether k methods differ over N cases, and which of them differ from the best one.

    Parameters
    ----------
    x
        Numbers of shape (N, k), a row for each case and a column for each method.
    larger_is_better
        Whether the largest number of a row has rank 1. By default the smallest has.

    Raises
    ------
    ValueError
        If `x` is no table of finite numbers with at least one row and two columns.
    """
    table = ranks(x, larger_is_better)
    cases, k = table.shape
    means = table.mean(0)
    squared = 12 * cases / (k * (k + 1)) * (float(means @ means) - k * (k + 1) ** 2 / 4)
    best = int(means.argmin())
    error = math.sqrt(k * (k + 1) / (6 * cases))
    others = [j for j in range(k) if j != best]
    p = [_two_sided((means[j] - means[best]) / error) for j in others]
    adjusted = dict(zip(others, holm(p), strict=True))
    return FriedmanHolm(means, chi_square_survival(squared, k - 1), adjusted)


def holm(p: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values of several tests, in their order."""
    adjusted, running = [0.0] * len(p), 0.0
    for place, j in enumerate(sorted(range(len(p)), key=p.__getitem__)):
        running = max(running, min(1.0, (len(p) - place) * p[j]))
        adjusted[j] = running
    return adjusted


def chi_square_survival(x: float, freedom: int) -> float:
    """The probability that a chi-square variable with whole degrees of freedom exceeds `x`.

    The regularized incomplete gamma function Q(a, y) has a closed form at a = 1/2 and a = 1, and
    Q(a + 1, y) = Q(a, y) + y^a e^-y / Γ(a + 1) leads from there to a = freedom / 2.
    """
    y = max(x, 0.0) / 2
    if y == 0:
        return 1.0
    a, found = (1.0, math.exp(-y)) if freedom % 2 == 0 else (0.5, math.erfc(math.sqrt(y)))
    while a < freedom / 2:
        found += math.exp(a * math.log(y) - y - math.lgamma(a + 1))
        a += 1
    return found


def nemenyi_difference(methods: int, cases: int, alpha: float = 0.05) -> float:
    """Nemenyi's critical difference: two of k mean ranks over N cases differ if they are farther apart.

    It is q √(k (k + 1) / (6 N)), where √2 q is the upper quantile of the range of k standard normal
    variables.
    """
    low, high = 0.0, 20.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (low, middle) if _range_survival(middle, methods) < alpha else (middle, high)
    return high / math.sqrt(2) * math.sqrt(methods * (methods + 1) / (6 * cases))


def significant(x: Any, digits: int = 6) -> Floats:
    """Numbers rounded to some significant digits. Float noise of equal scores is gone then.

    Two DAGs of one class have one BDeu, but two sums of it differ in their last bits. Rounding makes them
    tie.
    """
    return np.vectorize(lambda value: float(f"{value:.{digits - 1}e}"), otypes=[float])(np.asarray(x, float))


def _range_survival(q: float, methods: int) -> float:
    """The probability that the range of standard normal variables exceeds `q`, by Simpson's rule."""
    at, step = np.linspace(-9.0, 9.0 + q, _STEPS + 1, retstep=True)
    below = np.array([math.erfc(-value / math.sqrt(2)) / 2 for value in np.concatenate([at, at - q])])
    here, lower = below[: len(at)], below[len(at) :]
    density = np.exp(-at * at / 2) / math.sqrt(2 * math.pi)
    heights = methods * density * (here - lower) ** (methods - 1)
    weights = np.ones(_STEPS + 1)
    weights[1:-1:2], weights[2:-1:2] = 4, 2
    return 1.0 - float(heights @ weights) * float(step) / 3


def _two_sided(z: float) -> float:
    return math.erfc(abs(float(z)) / math.sqrt(2))


def _checked(x: Any) -> Floats:
    values = np.asarray(x, dtype=float)
    if values.ndim != 2 or values.shape[0] < 1 or values.shape[1] < 2:
        raise ValueError(f"x must be (cases, methods) with at least two methods, not of shape {values.shape}")
    if not np.isfinite(values).all():
        row, column = map(int, np.argwhere(~np.isfinite(values))[0])
        raise ValueError(
            f"x[{row}, {column}] is {values[row, column]}; every case needs every method's number"
        )
    return values
