"""The results of the study as the report reads them: results.json and curves.json.

A method that was not run in a case is absent there. Here its value is None, and a page shows a dash.
"""

from __future__ import annotations

import json
import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from stats import Floats, significant

Case = dict[str, Any]
Curve = dict[str, Any]

AUTO, MEAN, FUSION, VOTE = "mcbnc auto", "mean input", "fusion", "vote skeleton"
EMPTY, GOLD, REFUSION = "empty", "gold", "mcbnc refusion"
MOST = 0.8
"""A method with fewer cases than this share of all is not ranked with the others."""
LARGER_IS_BETTER = frozenset({"bdeu", "bdeu_paper"})


class Study(NamedTuple):
    results: dict[str, Any]
    curves: dict[str, dict[str, Curve]]

    @property
    def cases(self) -> list[Case]:
        return self.results.get("cases", [])

    def part(self, name: str) -> list[Any]:
        """A list of the results, such as "runtime". It is empty if that part was not run."""
        return self.results.get(name) or []

    def curve(self, case: Case) -> Curve | None:
        return self.curves.get(case["network"], {}).get(str(case["clients"]))


def load(folder: Path) -> Study:
    read = {name: json.loads((folder / f"{name}.json").read_text()) for name in ("results", "curves")}
    return Study(read["results"], read["curves"])


def number(value: Any) -> float | None:
    """The value, or None if it is absent or no finite number."""
    known = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return float(value) if known else None


def value(case: Case, method: str, measure: str) -> float | None:
    return number(case["found"].get(method, {}).get(measure))


def values(cases: Iterable[Case], method: str, measure: str) -> list[float]:
    """The values that are known."""
    found = (value(case, method, measure) for case in cases)
    return [x for x in found if x is not None]


def mean(numbers: Iterable[float]) -> float | None:
    known = list(numbers)
    return fmean(known) if known else None


def complete(cases: Iterable[Case], methods: Sequence[str], measure: str) -> tuple[list[Case], Floats]:
    """The cases that have all the methods, and their values, rounded so that equal scores tie."""
    some, rows = [], []
    for case in cases:
        row = [value(case, method, measure) for method in methods]
        if None not in row:
            some.append(case)
            rows.append(row)
    return some, significant(np.array(rows, float).reshape(len(rows), len(methods)))


def differences(cases: Iterable[Case], method: str, other: str, measure: str) -> list[float]:
    """The method's values less the other's, in the cases that have both."""
    _, table = complete(cases, (method, other), measure)
    return (table[:, 0] - table[:, 1]).tolist()


def groups(cases: Iterable[Any], key: str | Callable[[Any], Any]) -> dict[Any, list[Any]]:
    """The cases by the value of a key, in the order in which the values occur."""
    found: dict[Any, list[Any]] = {}
    for case in cases:
        found.setdefault(key(case) if callable(key) else case[key], []).append(case)
    return found


def by_network(cases: Iterable[Case], methods: Sequence[str], measure: str) -> tuple[list[str], Floats]:
    """The means over a network's cases, shape (networks, methods). Cases of a network share clients."""
    some, table = complete(cases, methods, measure)
    places = groups(range(len(some)), lambda k: some[k]["network"])
    rows = np.array([table[at].mean(0) for at in places.values()]).reshape(len(places), len(methods))
    return list(places), significant(rows)


def covering(cases: Sequence[Case], methods: Iterable[str], measure: str) -> list[str]:
    """The methods that can be ranked together: they have a case of every network, and most cases."""
    networks = {case["network"] for case in cases}
    found = []
    for name in methods:
        some, _ = complete(cases, [name], measure)
        if len(some) >= MOST * len(cases) and {case["network"] for case in some} == networks:
            found.append(name)
    return found


def at(curve: Curve, theta: float, measure: str) -> float | None:
    """The value of G*(θ): that of the last breakpoint which is at most θ."""
    place = bisect_right(curve["theta"], theta) - 1
    return number(curve[measure][place]) if place >= 0 and measure in curve else None
