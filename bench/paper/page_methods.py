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
    mean,
    values,
)
from markdown import DASH, bold_least, fixed, listed, p_value, short, table
from methods_shown import MEANING, SHOWN
from paired import Record, record
from stats import ranks
from table2 import pairs_by_network

MEASURES = {"smhd": "SMHD", "shd": "SHD", "bdeu": "BDeu"}
AGAINST = (VOTE, MEAN, FUSION)


def present(study: Study) -> list[str]:
    """The methods that were run, in the order of the tables, and then those that were added."""
    known = {name for case in study.cases for name in case["found"]}
    added = sorted(known - set(SHOWN) - {EMPTY, GOLD})
    return [name for name in SHOWN if name in known] + added


def meanings(study: Study) -> str:
    rows = []
    for name in present(study):
        cases = sum(name in case["found"] for case in study.cases)
        rows.append([name, MEANING.get(name, "a method that was added"), f"{cases} of {len(study.cases)}"])
    return table(["method", "what it is", "cases"], rows, words=2)


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


def means(study: Study, measure: str, decimals: int = 1) -> str:
    """The mean of a measure over a network's cases, by method. Only cases that have the method count."""
    names = present(study)
    rows = []
    for network, cases in groups(study.cases, "network").items():
        cells = [mean(values(cases, name, measure)) for name in names]
        rows.append([network.upper(), *bold_least(cells, decimals, measure in LARGER_IS_BETTER)])
    return table(["", *names], rows)


def bdeu_means(study: Study) -> str:
    """BDeu a row, less gold's: the mean over a network's cases."""
    names = present(study)
    rows, unseen = [], study.results.get("about", {}).get("rows")
    for network, cases in groups(study.cases, "network").items():
        gaps = [mean(differences(cases, name, GOLD, "bdeu")) for name in names]
        per_row = [None if gap is None or not unseen else gap / unseen for gap in gaps]
        rows.append([network.upper(), *bold_least(per_row, 3, largest=True)])
    return table(["", *names], rows)


def tests(study: Study, method: str, measure: str) -> str:
    """Each other method against one, a case being a network: wins, Wilcoxon's p, effect and median gap."""
    rows = []
    others = [name for name in present(study) if name != method]
    for found in pairs_by_network(study.cases, measure, (method, *others)):
        middle, low, high = found["median"]
        interval = f"{short(middle)} [{short(low)}, {short(high)}]"
        cells = [
            str(found["networks"]),
            str(found["wins"]),
            p_value(found["p"]),
            fixed(found["effect"], 2),
            interval,
        ]
        rows.append([found["other"], *cells])
    heads = [f"{method} against", "networks", "W/T/L", "Wilcoxon's p", "rank-biserial", "median gap [95 %]"]
    return table(heads, rows)


def by(study: Study, key: str) -> str:
    """Wins of the consensus by network or by number of clients."""
    rows = []
    for name, cases in groups(
        sorted(study.cases, key=lambda case: case[key] if key == "clients" else 0), key
    ).items():
        label = name.upper() if key == "network" else f"r = {name}"
        cells = [told(wins(cases, AUTO, other, m)) for other in AGAINST for m in MEASURES]
        rows.append([label, *cells])
    heads = [f"{other}: {name}" for other in AGAINST for name in MEASURES.values()]
    return table(["", *heads], rows)


def sides(study: Study, other: str, measure: str, key: str) -> tuple[str, str]:
    """The networks, or the numbers of clients, on which the consensus wins more often, and less often."""
    named: dict[int, list[str]] = {1: [], -1: []}
    for name, cases in groups(study.cases, key).items():
        found = wins(cases, AUTO, other, measure)
        if found is not None and found.ahead:
            named[found.ahead].append(name.upper() if key == "network" else f"r = {name}")
    return listed(named[1]) or "none", listed(named[-1]) or "none"


def where(study: Study) -> str:
    rows = [
        [other, name, what, *sides(study, other, measure, key)]
        for other in (VOTE, MEAN)
        for measure, name in MEASURES.items()
        for key, what in (("network", "networks"), ("clients", "clients"))
    ]
    heads = ["mcbnc auto against", "by", "among", "more wins than losses", "more losses than wins"]
    return table(heads, rows, words=5)


def seconds(study: Study) -> str:
    """Mean seconds by network."""
    names = [name for name in present(study) if name != MEAN]
    rows = [
        [network.upper(), *(short(mean(values(cases, name, "seconds")), 2) for name in names)]
        for network, cases in groups(study.cases, "network").items()
    ]
    return table(["", *names], rows)
