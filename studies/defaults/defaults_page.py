#!/usr/bin/env python3
"""Make docs/defaults.md from its text, defaults.md.tmpl, and the results of defaults.py and peer_study.py.

make -C studies defaults-peers
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean

import peer_page
import results
from draws import DRAWN, REAL, TWO_SITES, source
from page import table
from paired import SECONDS, SHD, SMHD, Case, average, groups
from peer_study import MEASURES as OF_PEERS
from trials import BEFORE, DEFAULT, EMPTY, JOBS, MEASURES, OF_GAPS, OF_SITES, method
from verdict import FEW_ROWS, distance, interval, is_fit, noise, ran, record, relative, verdict

TEMPLATE = Path(__file__).with_name("defaults.md.tmpl")
AID = MEASURES.index("aid")
SITE_JOBS = ("learn_jointly", "vote", "vote at 1/3", "consensus", "consensus at 0.5")

Cell = Callable[[Sequence[Case], str], tuple[float, str]]
"""What a table says of a method in some cases: a number, of which the least is bold, and the text."""


def distances(cases: Sequence[Case], name: str) -> tuple[float, str]:
    smhd, shd = (average(cases, name, measure) for measure in (SMHD, SHD))
    return round(smhd + shd, 1), f"{smhd:.1f} / {shd:.1f}"


def mistaken(cases: Sequence[Case], name: str) -> tuple[float, str]:
    share = average(cases, name, AID)
    return round(share, 3), f"{share:.3f}"


def table_of(
    job: str, learners: Sequence[str], columns: dict[str, list[Case]], cell: Cell, before: str
) -> str:
    """A line for each learner, a column for each group of cases, and the record against what stood before."""
    said = {learner: [cell(its, method(job, learner)) for its in columns.values()] for learner in learners}
    least = [
        min(values) for values in zip(*([value for value, _ in row] for row in said.values()), strict=True)
    ]
    every = [case for its in columns.values() for case in its]
    lines = []
    for learner, row in said.items():
        cells = [
            f"**{text}**" if value == low else text for (value, text), low in zip(row, least, strict=True)
        ]
        name, other = method(job, learner), method(job, before)
        lines.append([learner, *cells, "–" if learner == before else str(record(every, name, other))])
    return table(["", *columns, "W/T/L"], lines)


def by_rows(cases: Sequence[Case]) -> dict[str, list[Case]]:
    return {f"{rows:,}": its for rows, its in sorted(groups(cases, "table_rows").items())}


def learn_table(cases: Sequence[Case], cell: Cell) -> str:
    learners = (EMPTY, *JOBS["learn"])
    return table_of("learn", learners, by_rows(cases), cell, BEFORE["one table"])


def noise_table(cases: Sequence[Case]) -> str:
    """Edges a column among shuffled columns."""
    lines = [
        [
            learner,
            *(f"{noise(its, learner):.3f}" for its in by_rows(cases).values()),
            "yes" if is_fit(cases, learner) else "no",
        ]
        for learner in JOBS["noise"]
    ]
    return table(["", *by_rows(cases), "fit"], lines)


def site_table(cases: Sequence[Case], job: str) -> str:
    its = ran(cases, job)
    columns = {
        "real tables": [case for case in its if case["network"] in REAL],
        "drawn tables": [case for case in its if case["network"] in DRAWN],
    }
    two = [case for case in its if case["regime"] in TWO_SITES]
    body = table_of(job, OF_SITES, columns, distances, BEFORE["sites"])
    told = ", ".join(f"{learner} {distances(two, method(job, learner))[1]}" for learner in OF_SITES)
    return f"{body}\n\nTwo sites alone: {told}." if two else body


def filled_table(cases: Sequence[Case], job: str) -> str:
    its = ran(cases, job)
    before = BEFORE["one table" if job == "gaps" else "sites"]
    return table_of(job, OF_GAPS, {f"{len(its)} cases": its}, distances, before)


def verdicts(cases: Sequence[Case]) -> str:
    lines = []
    for job in JOBS:
        if job == "noise" or not ran(cases, job):
            continue
        found, its = verdict(cases, job), ran(cases, job)
        names = [method(job, learner) for learner in found[:2]]
        low, high = interval(its, *names)
        shares = [f"{distance(its, job, learner):.3f}" for learner in found[:2]]
        lines.append([job, *found[:2], " ".join(shares), str(found.record), f"{low:+.3f} to {high:+.3f}"])
    return table(["job", "nearest", "second", "distances", "W/T/L", "gap"], lines)


def seconds_table(cases: Sequence[Case]) -> str:
    few = [case for case in cases if case["table_rows"] < FEW_ROWS]
    many = [case for case in cases if case["table_rows"] >= FEW_ROWS]
    lines = [
        [learner, *(f"{1000 * average(its, method('learn', learner), SECONDS):.1f}" for its in (few, many))]
        for learner in JOBS["learn"]
    ]
    return table(["", f"< {FEW_ROWS} rows", f"≥ {FEW_ROWS} rows"], lines)


def theta(cases: Sequence[Case], learner: str) -> str:
    """The consensus at "auto" against 0.5."""
    auto, half = method("consensus", learner), method("consensus at 0.5", learner)
    return f"{record(cases, auto, half)} ({mean_relative(cases, auto)} against {mean_relative(cases, half)})"


def mean_relative(cases: Sequence[Case], name: str) -> str:
    return f"{mean(relative(case, name) for case in cases):.3f}"


def behind_nothing(cases: Sequence[Case]) -> str:
    """In how many cases of each number of rows a default was farther from the truth than no edge."""
    columns = by_rows(cases)
    lines = [["cases", *(str(len(its)) for its in columns.values())]]
    for told, learner in (("the new default", DEFAULT), ("the default before", BEFORE["one table"])):
        name = method("learn", learner)
        counts = (sum(relative(case, name) > 1 for case in its) for its in columns.values())
        lines.append([told, *map(str, counts)])
    return table(["", *columns], lines)


def mishaps(cases: Sequence[Case]) -> str:
    """For each method with mishaps: searches that were too dense, calls out of time, calls that failed."""
    lines = []
    for name in (method(job, learner) for job, learners in JOBS.items() for learner in learners):
        dense = sum(case["dense"].get(name, 0) for case in cases)
        stopped, failed = (sum(name in case[kind] for case in cases) for kind in ("stopped", "failed"))
        if dense or stopped or failed:
            lines.append([name, *map(str, (dense, stopped, failed))])
    return table(["", "too dense", "out of time", "failed"], lines) if lines else "There was none."


def make(cases: Sequence[Case], peers: Sequence[Case]) -> str:
    """The page. `peers` are the cases as peer_study.py keeps them."""
    known = {
        "cases": str(len(cases)),
        "networks": str(len({source(case["network"]) for case in cases})),
        "real": str(sum(case["network"] in REAL for case in cases)),
        "verdicts": verdicts(cases),
        "learn": learn_table(cases, distances),
        "aid": learn_table(cases, mistaken),
        "noise": noise_table(cases),
        "seconds": seconds_table(cases),
        "theta": theta(cases, DEFAULT),
        "behind_nothing": behind_nothing(cases),
        "mishaps": mishaps(cases),
        **peer_page.parts(cases, peers),
        **{
            job.replace(" ", "_").replace("/", "_").replace(".", "_"): site_table(cases, job)
            for job in SITE_JOBS
        },
        **{job.replace(" ", "_"): filled_table(cases, job) for job in ("different columns", "gaps")},
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda at: known[at[1]], TEMPLATE.read_text())


def main() -> None:
    cases, peers, target = map(Path, sys.argv[1:])
    target.write_text(make(results.load(cases, MEASURES), results.load(peers, OF_PEERS)))


if __name__ == "__main__":
    main()
