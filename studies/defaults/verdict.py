"""Which learner is the default, by a rule that was fixed before the study ran.

A learner is fit if it makes few edges among shuffled columns: at most a quarter of an edge a column at 50
rows, and a thirtieth at 200 rows and more, each in the mean. Of those that are fit, the nearest to the truth
wins. The distance is SMHD + SHD, divided by that of the graph without edges, so that large networks do not
count for more than small ones. For one table it is averaged over the cases of each number of rows, and then
over these numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean
from typing import NamedTuple

import numpy as np
from draws import source
from paired import SHD, SMHD, Case, Record, groups
from trials import EMPTY, JOBS, method

AT_50, FROM_200 = 1 / 4, 1 / 30
"""The most edges a column among shuffled columns."""
FEW_ROWS = 500
"""Below, a table has few rows."""
RESAMPLES = 4000
CONFIDENCE = 0.95


class Verdict(NamedTuple):
    """The winner of a job, the second, and the record of the first against it."""

    winner: str
    second: str
    record: Record


def total(case: Case, name: str) -> float:
    """A method's distance to the truth in a case: SMHD + SHD."""
    return float(case["found"][name][SMHD] + case["found"][name][SHD])


def relative(case: Case, name: str) -> float:
    """The same as a share of the distance of the graph without edges."""
    return total(case, name) / max(total(case, method("learn", EMPTY)), 1)


def ran(cases: Sequence[Case], job: str) -> list[Case]:
    """The cases in which a job was run."""
    return [case for case in cases if method(job, JOBS[job][0]) in case["found"]]


def distance(cases: Sequence[Case], job: str, learner: str) -> float:
    """The mean of the relative distances. Each number of rows of one table counts alike."""
    name = method(job, learner)
    if job not in ("learn", "gaps"):
        return mean(relative(case, name) for case in cases)
    some = groups(cases, "table_rows").values()
    return mean(mean(relative(case, name) for case in its) for its in some)


def noise(cases: Sequence[Case], learner: str) -> float:
    """The mean number of edges a column among shuffled columns."""
    return mean(case["found"][method("noise", learner)][SHD] / case["nodes"] for case in cases)


def is_fit(cases: Sequence[Case], learner: str) -> bool:
    by_rows = groups(cases, "table_rows")
    most = {rows: AT_50 if rows == 50 else FROM_200 for rows in by_rows if rows == 50 or rows >= 200}
    return all(noise(by_rows[rows], learner) <= limit for rows, limit in most.items())


def record(cases: Sequence[Case], name: str, other: str) -> Record:
    """In how many cases a method was nearer to the truth than another one, level, and farther away."""
    gaps = [total(case, name) - total(case, other) for case in cases]
    return Record(sum(gap < 0 for gap in gaps), gaps.count(0), sum(gap > 0 for gap in gaps))


def verdict(cases: Sequence[Case], job: str) -> Verdict:
    """Those that are fit come first. Equal distances go to the learner that is listed first."""
    some = ran(cases, job)
    order = sorted(JOBS[job], key=lambda one: (not is_fit(cases, one), distance(some, job, one)))
    first, second = order[:2]
    return Verdict(first, second, record(some, method(job, first), method(job, second)))


def interval(cases: Sequence[Case], name: str, other: str) -> tuple[float, float]:
    """A confidence interval of the mean gap in relative distance, by a bootstrap over networks.

    Cases of one network are not independent, so whole networks are drawn, with all their cases. Parts of one
    network, and drawn tables on its structure, count as the same network.
    """
    named = [{**case, "source": source(case["network"])} for case in cases]
    sums = np.array(
        [
            (sum(relative(case, name) - relative(case, other) for case in some), len(some))
            for some in groups(named, "source").values()
        ]
    )
    picked = np.random.default_rng(1).integers(len(sums), size=(RESAMPLES, len(sums)))
    gaps, counts = sums[picked].sum(1).T
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(gaps / counts, [tail, 1 - tail])
    return float(low), float(high)
