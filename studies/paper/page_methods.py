"""Tables of all methods beside each other: wins, means, ranks, tests."""

from __future__ import annotations

from collections.abc import Sequence

from data import (
    AUTO,
    EMPTY,
    FUSION,
    GOLD,
    LARGER_IS_BETTER,
    MEAN,
    VOTE,
    Case,
    Study,
    by_network,
    complete,
    covering,
    differences,
    groups,
)
from markdown import DASH, bold_least, listed, table
from methods_shown import MEANING, SHOWN
from paired import Record, record
from stats import ranks

MEASURES = {"smhd": "SMHD", "shd": "SHD", "bdeu": "BDeu"}
AGAINST = (VOTE, MEAN, FUSION)


def present(study: Study) -> list[str]:
    """The methods that were run, in the order of the tables, and then those that were added."""
    known = {name for case in study.cases for name in case["found"]}
    added = sorted(known - set(SHOWN) - {EMPTY, GOLD})
    return [name for name in SHOWN if name in known] + added


def meanings(study: Study) -> str:
    rows = [[name, MEANING.get(name, "a method that was added")] for name in present(study)]
    return table(["method", "what it is"], rows, words=2)


def wins(cases: Sequence[Case], method: str, other: str, measure: str) -> Record | None:
    gaps = differences(cases, method, other, measure)
    return record(gaps, measure in LARGER_IS_BETTER) if gaps else None


def told(found: Record | None) -> str:
    return DASH if found is None else str(found)


def against(study: Study, method: str) -> str:
    """How often a method wins, ties and loses against each other one."""
    rows = []
    for other in present(study):
        if other != method:
            count = len(complete(study.cases, (method, other), "smhd")[0])
            cells = [told(wins(study.cases, method, other, measure)) for measure in MEASURES]
            rows.append([other, str(count), *cells])
    heads = [f"{method} against", "cases", *(f"{name}: W/T/L" for name in MEASURES.values())]
    return table(heads, rows)


def mean_ranks(study: Study) -> str:
    """The mean ranks over networks of the methods that cover them, by the cases that all of these have."""
    names = covering(study.cases, present(study), "smhd")
    if len(names) < 2:
        return DASH
    columns = []
    for measure in MEASURES:
        _, found = by_network(study.cases, names, measure)
        larger = measure in LARGER_IS_BETTER
        columns.append(ranks(found, larger).mean(0).tolist() if len(found) else [None] * len(names))
    told_columns = [bold_least(column, 2) for column in columns]
    best_first = sorted(range(len(names)), key=lambda j: columns[0][j])
    rows = [[names[j], *(column[j] for column in told_columns)] for j in best_first]
    return table(["method", *MEASURES.values()], rows)


def ranked(study: Study) -> str:
    """How many cases the methods that cover the networks have in common."""
    return str(len(complete(study.cases, covering(study.cases, present(study), "smhd"), "smhd")[0]))


def sides(study: Study, other: str, measure: str, key: str) -> tuple[str, str]:
    """The networks, or the numbers of clients, on which the consensus wins more often, and less often."""
    named: dict[int, list[str]] = {1: [], -1: []}
    for name, cases in groups(study.cases, key).items():
        found = wins(cases, AUTO, other, measure)
        if found is not None and found.ahead:
            named[found.ahead].append(name.upper() if key == "network" else f"r = {name}")
    return listed(named[1]) or "none", listed(named[-1]) or "none"


def where(study: Study, measure: str) -> str:
    rows = [
        [other, what, *sides(study, other, measure, key)]
        for other in (VOTE, MEAN)
        for key, what in (("network", "networks"), ("clients", "clients"))
    ]
    heads = ["mcbnc auto against", "among", "more wins than losses", "more losses than wins"]
    return table(heads, rows, words=4)
