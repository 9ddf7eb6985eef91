#!/usr/bin/env python3
"""Make docs/columns.md from its text, columns.md.tmpl, and the results of the four studies beside it.

make -C studies columns
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import stacked_page
from columns_methods import FEWER, METHODS, SUMS, UNION, VOTE
from page import table
from paired import SHD, SMHD, Case, average, groups, record

TEMPLATE = Path(__file__).with_name("columns.md.tmpl")


def means(cases: Sequence[Case]) -> str:
    """Mean SMHD/SHD of each method, by regime and for all cases."""
    lines = []
    for name, some in [*groups(cases, "regime").items(), ("all", cases)]:
        told = [
            "/".join(f"{average(some, method, measure):.1f}" for measure in (SMHD, SHD)) for method in METHODS
        ]
        lines.append([name, *told])
    return table(["", *METHODS], lines)


def records(cases: Sequence[Case]) -> str:
    others = [method for method in METHODS if method != UNION]
    pairs = [*((UNION, other) for other in others if other != FEWER), (SUMS, VOTE)]
    lines = [
        [f"{one} against {other}", *(str(record(cases, one, other, measure)) for measure in (SMHD, SHD))]
        for one, other in pairs
    ]
    return table(["W/T/L", "SMHD", "SHD"], lines)


def share(cases: Sequence[Case], kind: str) -> str:
    """The share of the pairs of a kind that are edges of the truth."""
    every, edges = (sum(case[name] for case in cases) for name in (kind, f"{kind.removesuffix('s')}_edges"))
    return f"{100 * edges / every:.0f} % of {every:,}"


def wrong(cases: Sequence[Case]) -> str:
    """The mean number of pairs that each method of iod_study.py has wrong."""
    methods = list(cases[0]["wrong"])
    line = [f"{sum(case['wrong'][method] for case in cases) / len(cases):.2f}" for method in methods]
    return table(methods, [line])


def numbers_means(cases: Sequence[Case]) -> str:
    """Mean SMHD/SHD of each method of numbers_study.py by kind, and the record against the vote."""
    methods = list(cases[0]["found"])
    lines = []
    for kind, some in groups(cases, "kind").items():
        told = [
            "/".join(f"{average(some, method, measure):.1f}" for measure in (SMHD, SHD)) for method in methods
        ]
        lines.append([kind, *told, *(str(record(some, UNION, VOTE, measure)) for measure in (SMHD, SHD))])
    return table(["", *methods, "W/T/L against vote: SMHD", "SHD"], lines)


def page(
    cases: Sequence[Case], small: Sequence[Case], numbers: Sequence[Case], stacked: Sequence[Case]
) -> str:
    known = {"cases": str(len(cases)), "means": means(cases), "records": records(cases)}
    known |= {"small": str(len(small)), "wrong": wrong(small)}
    known |= {"numbers": str(len(numbers)), "numbers_means": numbers_means(numbers)}
    known |= {kind: share(cases, kind) for kind in ("apart", "suspects", "through", "plain")}
    known |= stacked_page.facts(stacked)
    return re.sub(r"\{\{ (\w+) \}\}", lambda at: known[at[1]], TEMPLATE.read_text())


def main() -> None:
    *sources, target = map(Path, sys.argv[1:])
    target.write_text(page(*(json.loads(path.read_text()) for path in sources)))


if __name__ == "__main__":
    main()
