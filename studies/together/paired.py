"""Statistics of the study: means, and paired comparisons of two methods on the same cases."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, stdev
from typing import Any, NamedTuple

Case = dict[str, Any]

SMHD, SHD, SECONDS = range(3)
"""The measures, in their order in a case."""


class Record(NamedTuple):
    """In how many cases a method was better than another one, level, and worse."""

    wins: int
    ties: int
    losses: int

    def __str__(self) -> str:
        return f"{self.wins}/{self.ties}/{self.losses}"


def average(cases: Sequence[Case], method: str, measure: int) -> float:
    return mean(case["found"][method][measure] for case in cases)


def gaps(cases: Sequence[Case], method: str, other: str, measure: int) -> list[float]:
    """The method's distance less the other's, case by case. Below 0, the method is better."""
    return [case["found"][method][measure] - case["found"][other][measure] for case in cases]


def record(cases: Sequence[Case], method: str, other: str, measure: int) -> Record:
    found = gaps(cases, method, other, measure)
    return Record(sum(gap < 0 for gap in found), found.count(0), sum(gap > 0 for gap in found))


def mean_gap(cases: Sequence[Case], method: str, other: str, measure: int) -> tuple[float, float]:
    """The mean of the gaps, and its standard error as if the cases were independent."""
    found = gaps(cases, method, other, measure)
    return mean(found), stdev(found) / len(found) ** 0.5


def groups(cases: Sequence[Case], key: str) -> dict[Any, list[Case]]:
    """The cases by the value of a key, in the order in which the values occur."""
    found: dict[Any, list[Case]] = {}
    for case in cases:
        found.setdefault(case[key], []).append(case)
    return found
