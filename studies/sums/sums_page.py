#!/usr/bin/env python3
"""Make docs/sums.md of the results of sums_study.py and maps_study.py.

make -C studies sums
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import results
from maps_study import METHODS, POPULATION, ROUNDS
from page import table
from paired import SECONDS, SHD, SMHD, Case, average, groups, record
from sums_study import MIXED, MIXED_SITES, VOTE

TEMPLATE = Path(__file__).with_name("sums.md.tmpl")


def maps(cases: Sequence[Case]) -> str:
    """Mean SMHD/SHD of each way of taking numbers, by regime, in one round and in many."""

    def mean_of(some: Sequence[Case], method: str) -> str:
        return f"{average(some, method, SMHD):.1f}/{average(some, method, SHD):.1f}"

    regimes = groups(cases, "regime")
    one, many = ROUNDS
    lines = [[VOTE, *(mean_of(own, VOTE) for own in regimes.values()), *[mean_of(cases, VOTE)] * 2]]
    for method in METHODS:
        in_one = [mean_of(own, f"{method}, {one}") for own in (*regimes.values(), cases)]
        lines.append([method, *in_one, mean_of(cases, f"{method}, {many}")])
    return table(["", *regimes, "all", "all, by many rounds"], lines)


def page(cases: Sequence[Case], of_numbers: Sequence[Case]) -> str:
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
        maps=maps(of_numbers),
        map_cases=len(of_numbers),
        population=POPULATION,
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
    source, of_numbers, target = map(Path, sys.argv[1:])
    target.write_text(page(results.load(source), results.load(of_numbers)))


if __name__ == "__main__":
    main()
