#!/usr/bin/env python3
"""The page of the study: its tables, from what mixed_study.py measured.

make -C studies mixed
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

TEMPLATE = Path(__file__).with_name("mixed.md.tmpl")
OURS = "bic-cg"
SMHD, SHD, SECONDS = range(3)

Case = dict[str, Any]


def page(cases: Sequence[Case]) -> str:
    methods = list(cases[0]["found"])
    complete = [case for case in cases if not any(isinstance(own, str) for own in case["found"].values())]
    regimes, rows = (list(dict.fromkeys(case[key] for case in complete)) for key in ("regime", "rows"))

    def distances(key: str, values: Sequence[Any], show: Callable[[Any], str]) -> str:
        groups = [complete, *([case for case in complete if case[key] == value] for value in values)]
        body = [
            [name, *(f"{_mean(g, name, SMHD):.1f}/{_mean(g, name, SHD):.1f}" for g in groups)]
            for name in methods
        ]
        return table([key, "all", *map(show, values)], body)

    gaps = [case["found"][OURS][SMHD] - min(own[SMHD] for own in case["found"].values()) for case in complete]
    return TEMPLATE.read_text().format(
        cases=len(cases),
        distances=distances("regime", regimes, str),
        by_rows=distances("rows", rows, lambda n: f"{n:,}"),
        pairs=table(
            ["", "ahead: SMHD", "ahead: SHD", "CPU"],
            [
                [
                    name,
                    *(("–" if name == OURS else record(complete, name, measure)) for measure in (SMHD, SHD)),
                    f"{1000 * _mean(complete, name, SECONDS):.0f}",
                ]
                for name in methods
            ],
        ),
        failures=told(cases),
        losses=sum(gap > 0 for gap in gaps),
        worst=max(gaps),
        lost=table(
            ["", *(f"{n:,} rows" for n in rows)],
            [[regime, *(_lost(complete, gaps, regime, n) for n in rows)] for regime in regimes],
        ),
    )


def _mean(cases: Sequence[Case], method: str, measure: int) -> float:
    return mean(case["found"][method][measure] for case in cases)


def _lost(cases: Sequence[Case], gaps: Sequence[int], regime: str, rows: int) -> str:
    """On how many tables of a kind another method is nearest, and of how many."""
    own = [
        gap > 0
        for case, gap in zip(cases, gaps, strict=True)
        if (case["regime"], case["rows"]) == (regime, rows)
    ]
    return f"{sum(own)} of {len(own)}"


def record(cases: Sequence[Case], other: str, measure: int) -> str:
    """The cases in which we are nearer to the truth, level, and farther away."""
    found = [case["found"][OURS][measure] - case["found"][other][measure] for case in cases]
    return f"{sum(gap < 0 for gap in found)}/{found.count(0)}/{sum(gap > 0 for gap in found)}"


def told(cases: Sequence[Case]) -> str:
    """The errors of the methods."""
    errors = [(name, own) for case in cases for name, own in case["found"].items() if isinstance(own, str)]
    if not errors:
        return "No method refused a table."
    counts = {name: sum(own == name for own, _ in errors) for name, _ in errors}
    some = ", ".join(f"{name} {count}" for name, count in counts.items())
    return f"Refused tables, which are left out above: {some}. The first: {errors[0][1]}"


def table(head: list[str], body: list[list[str]]) -> str:
    rule = ["---", *("---:" for _ in head[1:])]
    return "\n".join(f"|{'|'.join(row)}|" for row in ([*head], rule, *body))


def main() -> None:
    source, target = map(Path, sys.argv[1:])
    target.write_text(page(json.loads(source.read_text())), encoding="utf-8")


if __name__ == "__main__":
    main()
