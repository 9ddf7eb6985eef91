"""How far strengths are from the truth: the share of true pairs among those of like strength, and the error.

Pairs of all cases are put together, in bins of strength. The mean of `chance_true` in a bin is the share
of its pairs that should be true. The error is the mean distance of this share and the true one over the bins,
each of which counts by its pairs. Most pairs are weak, so the strong ones also have an error of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from draws import source
from paired import groups
from verdict import CONFIDENCE, RESAMPLES

from mcbnc._results.edge_counts import CERTAIN

Case = dict[str, Any]

NEVER = "0"
LIMITS = {
    "< 0.1": 0.1,
    "0.1–": 0.3,
    "0.3–": 0.5,
    "0.5–": 0.6,
    "0.6–": 0.7,
    "0.7–": 0.8,
    "0.8–": 0.9,
    "0.9–": 1.0,
}
"""Each bin goes from the limit before up to its own, which is not in it."""
ALL = "1"
BINS = (NEVER, *LIMITS, ALL)
EVERY, JOINED, STRONG = "all pairs", "joined", "≥ 0.5"
AMONG = {EVERY: BINS, JOINED: BINS[1:], STRONG: BINS[BINS.index("0.5–") :]}
"""The pairs that an error is of: all, those that some resample joins, and those of strength 0.5 or more."""


@dataclass
class Bin:
    """The pairs of some strengths: how many, how many are true, and the sum of their `chance_true`."""

    pairs: int = 0
    true: int = 0
    said: float = 0.0

    def gap(self) -> float:
        """The distance of what is said and what is true, summed over the pairs."""
        return abs(self.said - self.true)


def name_of(often: int, resamples: int) -> str:
    """The bin of the pairs that so many resamples join."""
    if often in (0, resamples):
        return ALL if often else NEVER
    return next(name for name, limit in LIMITS.items() if often < limit * resamples - 1e-9)


def bins(cases: Iterable[Case]) -> dict[str, Bin]:
    found = {name: Bin() for name in BINS}
    for case in cases:
        for often, pairs, true in case["strengths"]:
            its = found[name_of(often, case["resamples"])]
            its.pairs += pairs
            its.true += true
            its.said += pairs * min(often / case["resamples"], CERTAIN)
    return found


def error(cases: Iterable[Case], among: str = JOINED) -> float:
    its = [each for name, each in bins(cases).items() if name in AMONG[among]]
    return sum(each.gap() for each in its) / max(sum(each.pairs for each in its), 1)


def interval(cases: Sequence[Case]) -> tuple[float, float]:
    """A 95 % interval of the error, by a bootstrap over networks, as cases of one are not independent."""
    named = [{**case, "source": source(case["network"])} for case in cases]
    sums = np.array(
        [
            [(each.pairs, each.said - each.true) for name, each in bins(its).items() if name in AMONG[JOINED]]
            for its in groups(named, "source").values()
        ]
    )
    picked = np.random.default_rng(1).integers(len(sums), size=(RESAMPLES, len(sums)))
    drawn = sums[picked].sum(1)
    errors = np.abs(drawn[..., 1]).sum(1) / drawn[..., 0].sum(1)
    low, high = np.quantile(errors, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)


def false_share(cases: Sequence[Case], method: str) -> tuple[float, float]:
    """The share of false edges: its mean over cases (0 in one without edges), and that among all edges."""
    edges, true = counts(cases, method)
    return float(np.mean((edges - true) / np.maximum(edges, 1))), float(1 - true.sum() / max(edges.sum(), 1))


def recall(cases: Sequence[Case], method: str) -> float:
    """The mean share of the truth's edges that are found."""
    _, true = counts(cases, method)
    return float(np.mean(true / [gold(case) for case in cases]))


def counts(cases: Sequence[Case], method: str) -> tuple[Any, Any]:
    """The edges of each case, and those that are true."""
    return np.array([case["found"][method][-2:] for case in cases]).T


def gold(case: Case) -> int:
    """The edges of the truth."""
    return sum(true for _, _, true in case["strengths"])
