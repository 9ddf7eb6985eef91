"""Two methods on the same cases: wins, Wilcoxon's signed-rank test, and how large the difference is.

Every function takes the differences, method less other, so that it does not matter what was measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from stats import ranks

RESAMPLES = 10_000
SEED = 2504_00467  # of the bootstrap: the same differences have the same interval


class Record(NamedTuple):
    """In how many cases a method was better than another one, level, and worse."""

    wins: int
    ties: int
    losses: int

    def __str__(self) -> str:
        return f"{self.wins}/{self.ties}/{self.losses}"

    @property
    def ahead(self) -> int:
        """1 if the method won more often than it lost, -1 if it lost more often, else 0."""
        return (self.wins > self.losses) - (self.wins < self.losses)


class Interval(NamedTuple):
    """An estimate with the ends of its confidence interval."""

    middle: float
    low: float
    high: float


def record(differences: Sequence[float], larger_is_better: bool = False) -> Record:
    signs = np.sign(np.asarray(differences, float)) * (1 if larger_is_better else -1)
    return Record(int((signs > 0).sum()), int((signs == 0).sum()), int((signs < 0).sum()))


def wilcoxon(differences: Sequence[float]) -> float:
    """The two-sided p-value of Wilcoxon's signed-rank test, exact for every number of cases.

    Cases without a difference are left out first, as Wilcoxon (1945) did. Equal differences share the mean
    of their ranks. The distribution is that of all 2^N signs of these very ranks, counted by a sum over the
    cases, so ties need no correction. Without a difference the p-value is 1.
    """
    signed = _doubled_ranks(differences)
    total = int(np.abs(signed).sum())
    chance = np.zeros(total + 1)  # chance[s]: the doubled ranks of positive sign sum up to s
    chance[0] = 1.0
    for rank in np.abs(signed).tolist():
        moved = np.zeros_like(chance)
        moved[rank:] = chance[: total + 1 - rank]
        chance = (chance + moved) / 2
    positive = int(signed[signed > 0].sum())
    extreme = min(positive, total - positive)
    return min(1.0, 2 * float(chance[: extreme + 1].sum()))


def rank_biserial(differences: Sequence[float]) -> float:
    """Matched-pairs rank-biserial correlation: (W⁺ - W⁻) / (W⁺ + W⁻), between -1 and 1 (Kerby 2014).

    It is negative if the method's numbers are smaller, and 0 without a difference.
    """
    signed = _doubled_ranks(differences)
    total = float(np.abs(signed).sum())
    return float(signed.sum()) / total if total else 0.0


def median_difference(differences: Sequence[float], level: float = 0.95) -> Interval:
    """The median of the differences, and its percentile interval over resampled cases (Efron 1979)."""
    values = np.asarray(differences, float)
    picks = np.random.default_rng(SEED).integers(len(values), size=(RESAMPLES, len(values)))
    medians = np.median(values[picks], axis=1)
    low, high = np.quantile(medians, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(np.median(values)), float(low), float(high))


def _doubled_ranks(differences: Sequence[float]) -> np.ndarray:
    """Twice the ranks of the sizes of the differences that are not 0, with the signs of the differences."""
    values = np.asarray(differences, float)
    values = values[values != 0]
    if len(values) < 2:
        return (2 * np.sign(values)).astype(int)
    doubled = np.rint(2 * ranks(np.abs(values)[None])[0])
    return (np.sign(values) * doubled).astype(int)
