#!/usr/bin/env python3
"""Make docs/defaults.md from its text, defaults.md.tmpl, and the results of defaults.py.

PYTHONPATH=bench/together python bench/defaults/defaults_page.py docs/defaults.json docs/defaults.md
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import results
from draws import DRAWN, REAL, TWO_SITES, source
from page import table
from paired import SECONDS, SHD, SMHD, Case, average
from trials import CONFIGURATIONS, CONSENSUS, DEFAULT, JOBS, LEARN, METHODS, VOTE, method
from verdict import interval, mean_total, record, verdict

TEMPLATE = Path(__file__).with_name("defaults.md.tmpl")
FEW_ROWS = 500

Group = Callable[[Case], bool]


def columns(job: str) -> dict[str, Group]:
    """The cases that a job's table tells apart. `learn` gets one table, so for it two sites are no group."""
    few: dict[str, Group] = {f"≤ {FEW_ROWS} rows": lambda case: case["table_rows"] <= FEW_ROWS}
    two: dict[str, Group] = {"two sites": lambda case: case["regime"] in TWO_SITES}
    return {
        "real tables": lambda case: case["network"] in REAL,
        "drawn tables": lambda case: case["network"] in DRAWN,
        **(few if job == LEARN else two),
        "all": lambda case: True,
    }


def job_table(cases: Sequence[Case], job: str) -> str:
    """Each configuration's means, and how it compares with the default. The lowest mean sum is bold."""
    some = {head: [case for case in cases if group(case)] for head, group in columns(job).items()}
    least = {
        head: min(round(mean_total(its, method(job, c)), 1) for c in CONFIGURATIONS)
        for head, its in some.items()
        if its
    }
    lines = []
    for configuration in CONFIGURATIONS:
        name = method(job, configuration)
        cells = []
        for head, its in some.items():
            cell = "/".join(f"{average(its, name, measure):.1f}" for measure in (SMHD, SHD)) if its else "–"
            cells.append(f"**{cell}**" if its and round(mean_total(its, name), 1) == least[head] else cell)
        against = ["–", "–"] if configuration == DEFAULT else compared(cases, job, configuration, DEFAULT)
        lines.append([configuration, *cells, *against, f"{average(cases, name, SECONDS):.2f}"])
    return table(["", *some, "W/T/L", "gap", "CPU s"], lines)


def compared(cases: Sequence[Case], job: str, configuration: str, other: str) -> list[str]:
    """The record against another configuration, and the interval of the mean gap."""
    names = method(job, configuration), method(job, other)
    low, high = interval(cases, *names)
    return [str(record(cases, *names)), f"{low:+.1f} to {high:+.1f}"]


def verdicts(cases: Sequence[Case]) -> str:
    lines = []
    for job in JOBS:
        found = verdict(cases, job)
        (against, gap) = compared(cases, job, found.lowest, found.second)
        lines.append([job, f"**{found.winner}**", found.lowest, found.second, against, gap])
    return table(["job", "wins", "lowest mean", "second", "W/T/L", "gap"], lines)


def mishaps(cases: Sequence[Case]) -> str:
    """For each method with mishaps: searches that were too dense, calls out of time, calls that failed."""
    lines = []
    for name in METHODS:
        dense = sum(case["dense"].get(name, 0) for case in cases)
        stopped, failed = (sum(name in case[kind] for case in cases) for kind in ("stopped", "failed"))
        if dense or stopped or failed:
            lines.append([name, *map(str, (dense, stopped, failed))])
    return table(["", "too dense", "out of time", "failed"], lines) if lines else "There was none."


def votes_and_consensus(cases: Sequence[Case], score: str) -> float:
    """The two means of what is made of DAGs that the sites learn by a score."""
    return sum(mean_total(cases, method(job, f"xges {score}")) for job in (VOTE, CONSENSUS))


def make(cases: Sequence[Case]) -> str:
    known = {
        "cases": str(len(cases)),
        "networks": str(len({source(case["network"]) for case in cases})),
        "real": str(sum(case["network"] in REAL for case in cases)),
        "verdicts": verdicts(cases),
        "mishaps": mishaps(cases),
        "bic": str(record(cases, method(LEARN, "xges bic"), method(LEARN, "xges qnml"))),
        **{score: f"{votes_and_consensus(cases, score):.1f}" for score in ("bds", "qnml")},
        **{job: job_table(cases, job) for job in JOBS},
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda at: known[at[1]], TEMPLATE.read_text())


def main() -> None:
    source_of_cases, target = map(Path, sys.argv[1:])
    target.write_text(make(results.load(source_of_cases)))


if __name__ == "__main__":
    main()
