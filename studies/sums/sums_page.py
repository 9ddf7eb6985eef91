#!/usr/bin/env python3
"""Make docs/sums.md of the results of sums_study.py.

make -C studies sums
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import results
from page import table
from paired import SECONDS, SHD, SMHD, Case, average, groups, record
from sums_study import MIXED, MIXED_SITES, VOTE

TEMPLATE = Path(__file__).with_name("sums.md.tmpl")


def page(cases: Sequence[Case]) -> str:
    mixed = [case for case in cases if case["network"].startswith(MIXED)]
    states = [case for case in cases if not case["network"].startswith(MIXED)]
    methods = list(cases[0]["found"])
    some = [("all of states", states), *groups(states, "regime").items(), ("all of mixed columns", mixed)]
    some += [(f"mixed, {name}", own) for name, own in groups(mixed, "regime").items()]
    distances = [
        [name, *(f"{average(own, m, SMHD):.1f}/{average(own, m, SHD):.1f}" for m in methods)]
        for name, own in some
    ]
    return TEMPLATE.read_text().format(
        cases=len(states),
        mixed=len(mixed),
        parts=MIXED_SITES,
        distances=table(["", *methods], distances),
        records="\n\n".join(_records(name, own, methods) for name, own in (some[0], *some[-4:-3])),
    )


def _records(name: str, cases: Sequence[Case], methods: Sequence[str]) -> str:
    lines = []
    for method in methods:
        told = [case["numbers"][method] for case in cases if method in case["numbers"]]
        rounds = [case["rounds"][method] for case in cases if method in case["rounds"]]
        against = ("–", "–") if method == VOTE else (record(cases, method, VOTE, m) for m in (SMHD, SHD))
        lines.append(
            [
                method,
                *map(str, against),
                f"{mean(rounds):.1f}" if rounds else "–",
                f"{mean(told):,.0f}" if told else "–",
                f"{average(cases, method, SECONDS):.2f}",
            ]
        )
    return table([name, "ahead: SMHD", "ahead: SHD", "rounds", "numbers", "seconds"], lines)


def main() -> None:
    source, target = map(Path, sys.argv[1:])
    target.write_text(page(results.load(source)))


if __name__ == "__main__":
    main()
