"""Which configuration wins a job, by a rule that was fixed before the study ran.

The lowest mean of SMHD + SHD over all cases wins, if it is ahead of the runner-up in more cases than it is
behind. Else the faster of the two wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from draws import source
from paired import SECONDS, SHD, SMHD, Case, Record, average, groups
from trials import CONFIGURATIONS, method

CANDIDATES = tuple(configuration for configuration in CONFIGURATIONS if not configuration.endswith(" bic"))
"""BIC is no candidate: its penalty counts all joint states, so it misses edges between variables of many
states."""
RESAMPLES = 4000
CONFIDENCE = 0.95


class Verdict(NamedTuple):
    """The winner of a job, the two lowest means, and the record of the lowest against the second."""

    winner: str
    lowest: str
    second: str
    record: Record


def total(case: Case, name: str) -> float:
    """A method's distance to the truth in a case: SMHD + SHD."""
    return float(case["found"][name][SMHD] + case["found"][name][SHD])


def mean_total(cases: Sequence[Case], name: str) -> float:
    return average(cases, name, SMHD) + average(cases, name, SHD)


def record(cases: Sequence[Case], name: str, other: str) -> Record:
    """In how many cases a method was nearer to the truth than another one, level, and farther away."""
    gaps = [total(case, name) - total(case, other) for case in cases]
    return Record(sum(gap < 0 for gap in gaps), gaps.count(0), sum(gap > 0 for gap in gaps))


def verdict(cases: Sequence[Case], job: str) -> Verdict:
    """Equal means go to the configuration that is listed first."""
    lowest, second = sorted(CANDIDATES, key=lambda c: mean_total(cases, method(job, c)))[:2]
    found = record(cases, method(job, lowest), method(job, second))
    fast = min(lowest, second, key=lambda c: average(cases, method(job, c), SECONDS))
    return Verdict(lowest if found.wins > found.losses else fast, lowest, second, found)


def interval(cases: Sequence[Case], name: str, other: str) -> tuple[float, float]:
    """A confidence interval of the mean gap in SMHD + SHD, by a bootstrap over networks.

    Cases of one network are not independent, so whole networks are drawn, with all their cases. Parts of one
    network, and drawn tables on its structure, count as the same network.
    """
    named = [{**case, "source": source(case["network"])} for case in cases]
    sums = np.array(
        [
            (sum(total(case, name) - total(case, other) for case in some), len(some))
            for some in groups(named, "source").values()
        ]
    )
    picked = np.random.default_rng(1).integers(len(sums), size=(RESAMPLES, len(sums)))
    gaps, counts = sums[picked].sum(1).T
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(gaps / counts, [tail, 1 - tail])
    return float(low), float(high)
