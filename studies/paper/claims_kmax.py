"""Claims of Appendix C.4 about k_max, on DIABETES."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from statistics import fmean, median
from typing import Any

from claims import Claim, decided, every, most, unknown
from data import Study, at, groups, number
from markdown import listed

WHERE = "Appendix C.4"
GRID = [k / 20 for k in range(21)]
NEAR = 0.05
DEVIATING = {(30, 0), (30, 20)}
REFERENCE = 10

Row = dict[str, Any]


def claims(study: Study) -> Iterator[Claim]:
    rows = [row for row in study.part("k_max") if number(row["smhd"]) is not None]
    yield identical_curves(rows)
    yield deviations(rows)
    yield identical_selected(rows)
    yield below_inputs(rows)
    yield growing_time(rows)
    yield slowest(rows)
    yield slow_thirty(rows)


def by_clients(rows: list[Row]) -> dict[int, dict[int, Row]]:
    return {r: {row["k_max"]: row for row in some} for r, some in groups(rows, "clients").items()}


def gaps(rows: list[Row]) -> dict[tuple[int, int], float]:
    """The mean gap of each curve to that of k_max = 10 with the same r, as a share of the latter's range."""
    found = {}
    for clients, some in by_clients(rows).items():
        if REFERENCE not in some:
            continue
        own = [at(some[REFERENCE]["curve"], theta, "smhd") for theta in GRID]
        for k, row in some.items():
            other = [at(row["curve"], theta, "smhd") for theta in GRID]
            apart = fmean(abs(y - x) for x, y in zip(own, other, strict=True))
            if k != REFERENCE:
                found[clients, k] = apart / max(max(own) - min(own), 1)
    return found


def identical_curves(rows: list[Row]) -> Claim:
    flags = [
        (f"k_max {k} r={clients}", gap <= NEAR)
        for (clients, k), gap in gaps(rows).items()
        if (clients, k) not in DEVIATING
    ]
    return every(
        WHERE,
        "the curves of SMHD to gold are nearly identical for all k_max",
        "mean gap to the curve of k_max = 10 at most 5 % of its range, the two exceptions below apart",
        flags,
        "pairs of k_max and r",
    )


def deviations(rows: list[Row]) -> Claim:
    text = "the exceptions are r = 30 with k_max = 0 and with k_max = 20"
    rule = "there, and nowhere else, the mean gap to the curve of k_max = 10 is over 5 % of its range"
    known = gaps(rows)
    if not known:
        return unknown(WHERE, text, rule)
    found = sorted(pair for pair, gap in known.items() if gap > NEAR)
    ours = listed([f"k_max {k} at r = {clients}" for clients, k in found]) or "no exception"
    return decided(WHERE, text, rule, ours, set(found) == DEVIATING)


def identical_selected(rows: list[Row]) -> Claim:
    flags = []
    for clients, some in by_clients(rows).items():
        selected = [row["smhd"] for k, row in some.items() if k is not None and k >= 2]
        if selected:
            flags.append((f"r = {clients}", max(selected) - min(selected) <= NEAR * median(selected)))
    return every(
        WHERE,
        "k_max from 2 to 20 give nearly identical results",
        "SMHD at the selected θ within 5 %",
        flags,
        "numbers of clients",
    )


def below_inputs(rows: list[Row]) -> Claim:
    flags = [(f"k_max {row['k_max']} r={row['clients']}", row["smhd"] < row["mean_input"]) for row in rows]
    return every(
        WHERE,
        "SMHD at the selected θ is below the inputs' mean for all k_max",
        "SMHD to gold below the inputs'",
        flags,
        "runs",
    )


def growing_time(rows: list[Row]) -> Claim:
    flags = []
    for clients, some in by_clients(rows).items():
        pairs = list(combinations(sorted(k for k in some if k is not None), 2))
        grown = sum(some[b]["seconds"] > some[a]["seconds"] for a, b in pairs)
        if pairs:
            flags.append((f"r = {clients}", 2 * grown > len(pairs)))
    return most(
        WHERE,
        "time generally grows with k_max",
        "of two k_max the greater one mostly takes longer",
        flags,
        "numbers of clients",
    )


def slowest(rows: list[Row]) -> Claim:
    text, rule = "at r = 5, k_max = 0 is the slowest", "the longest time of all k_max"
    some = by_clients(rows).get(5, {})
    if 0 not in some:
        return unknown(WHERE, text, rule)
    longest = max(some, key=lambda k: some[k]["seconds"])
    return decided(WHERE, text, rule, f"k_max {longest} is the slowest", longest == 0)


def slow_thirty(rows: list[Row]) -> Claim:
    flags = []
    by_r = by_clients(rows)
    for k in (15, 20):
        times = {r: by_r[r][k]["seconds"] for r in (30, 50, 100) if k in by_r.get(r, {})}
        if len(times) == 3:
            flags.append((f"k_max {k}", times[30] > max(times[50], times[100])))
    return every(
        WHERE,
        "at k_max = 15 and 20, r = 30 is slower than r = 50 and 100",
        "a longer time than either",
        flags,
        "k_max",
    )
