#!/usr/bin/env python3
"""Make docs/union.md from its text, union.md.tmpl, and the results of the two studies beside it.

make -C studies union
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean

from cases import EXACT, NOISY, REAL
from evolving_study import COUNTS, EVENTS
from evolving_study import METHODS as EVOLVED
from page import table
from paired import SECONDS, SHD, SMHD, Case, average, record
from union_methods import (
    CAPPED,
    CAPPED_AUTO,
    EXPLAINED,
    FULL,
    FULL_AUTO,
    KINDS,
    METHODS,
    NAIVE,
    ROWS,
    THIRD,
    VOTE,
)

TEMPLATE = Path(__file__).with_name("union.md.tmpl")
PAIRS = (
    (EXPLAINED, VOTE), (EXPLAINED, NAIVE), (EXPLAINED, THIRD), (EXPLAINED, CAPPED), (EXPLAINED, FULL),
    (EXPLAINED, CAPPED_AUTO), (EXPLAINED, FULL_AUTO), (CAPPED_AUTO, THIRD), (CAPPED_AUTO, CAPPED),
    (CAPPED, NAIVE), (CAPPED, VOTE), (ROWS, EXPLAINED), (ROWS, CAPPED_AUTO),
)  # fmt: skip
NETWORKS, TABLES, DROPPED = "alike, networks", "alike, real tables", "20 % random, dropped"
TOLD = {"comes": "comes", "leaves": "leaves", "replaces": "has other variables"}


def settings(cases: Sequence[Case]) -> dict[str, list[Case]]:
    """The cases by what the page tells apart. Where sites may be dropped, a case is in two settings."""
    alike = [case for case in cases if case["regime"] not in (NOISY, EXACT)]
    noisy = [case for case in cases if case["regime"] == NOISY]
    return {
        NETWORKS: [case for case in alike if case["network"] not in REAL],
        TABLES: [case for case in alike if case["network"] in REAL],
        NOISY: noisy,
        DROPPED: [{**case, "found": case["dropped"]} for case in noisy],
        EXACT: [case for case in cases if case["regime"] == EXACT],
    }


def of(cases: Sequence[Case], *methods: str) -> list[Case]:
    """The cases in which all of these methods ran and found a graph."""
    return [case for case in cases if all(isinstance(case["found"].get(name), list) for name in methods)]


def means(cases: Sequence[Case]) -> str:
    """Mean SMHD/SHD of each method by setting, and its mean milliseconds of CPU where sites are alike."""
    every = settings(cases)
    lines = []
    for method in METHODS:
        cells = []
        for some in every.values():
            ran = of(some, method)
            cells.append(
                "/".join(f"{average(ran, method, measure):.1f}" for measure in (SMHD, SHD)) if ran else ""
            )
        ran = of([*every[NETWORKS], *every[TABLES]], method)
        lines.append([method, *cells, f"{average(ran, method, SECONDS):,.1f}"])
    return table(["", *(f"{name} ({len(some)})" for name, some in every.items()), "CPU ms"], lines)


def records(cases: Sequence[Case]) -> str:
    """Wins, ties and losses of the first-named, by SMHD and by SHD."""
    every = settings(cases)
    lines = []
    for one, other in PAIRS:
        cells = []
        for some in every.values():
            ran = of(some, one, other)
            cells.append(
                "; ".join(str(record(ran, one, other, measure)) for measure in (SMHD, SHD)) if ran else ""
            )
        lines.append([f"{one} against {other}", *cells])
    return table(["W/T/L", *every], lines)


def failures(cases: Sequence[Case]) -> Iterator[str]:
    for case in cases:
        for found in (case["found"], case.get("dropped", {})):
            for method, said in found.items():
                if isinstance(said, str):
                    yield f"{method}, {case['network']}, {case['regime']}: {said}"


def kinds(cases: Sequence[Case]) -> str:
    """How many edges of the explained vote are of a kind, and how many of these are true."""
    every = settings(cases)
    del every[DROPPED]  # not counted
    lines = []
    for kind in KINDS:
        cells = []
        for some in every.values():
            count, true = (sum(case["kinds"][kind][k] for case in some) for k in (0, 1))
            cells.append(f"{100 * true / count:.0f} % of {count:,}" if count else "")
        lines.append([kind, *cells])
    return table(["edges", *every], lines)


def evolving(cases: Sequence[Case]) -> str:
    lines = []
    for event in EVENTS:
        for method in EVOLVED:
            found = [case["found"][event][method] for case in cases]
            numbers = [mean(line[k] for line in found) for k in range(len(COUNTS) + 1)]
            same = sum(not any(line[1:4]) for line in found)
            cells = [f"{x:.1f}" for x in numbers[:-1]] + [
                f"{100 * same / len(found):.0f} %",
                f"{numbers[-1]:.1f}",
            ]
            lines.append([f"a site {TOLD[event]}: {method}", *cells])
    return table(["", *COUNTS, "no change", "CPU ms"], lines)


def page(cases: Sequence[Case], events: Sequence[Case]) -> str:
    failed = list(failures(cases))
    known = {
        "cases": str(len(cases)),
        "real": str(sum(case["network"] in REAL for case in cases)),
        "means": means(cases),
        "records": records(cases),
        "kinds": kinds(cases),
        "failures": "No method failed in any case." if not failed else "Failed: " + "; ".join(failed) + ".",
        "events": str(len(events)),
        "evolving": evolving(events),
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda at: known[at[1]], TEMPLATE.read_text(encoding="utf-8"))


def main() -> None:
    *sources, target = map(Path, sys.argv[1:])
    target.write_text(page(*(json.loads(path.read_text()) for path in sources)), encoding="utf-8")


if __name__ == "__main__":
    main()
