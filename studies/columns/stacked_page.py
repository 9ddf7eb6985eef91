"""What docs/columns.md says of the results of stacked_study.py."""

from __future__ import annotations

from collections.abc import Sequence

from columns_methods import UNION
from page import table
from paired import SECONDS, SHD, SMHD, Case, average, groups, record
from stacked_study import METHODS, STACKED

LIKELY = 3  # among the measures of measurements
MEASURED = "measured"


def answered(cases: Sequence[Case]) -> list[Case]:
    """The cases in which all methods gave an answer."""
    return [case for case in cases if all(isinstance(own, list) for own in case["found"].values())]


def by_sites(cases: Sequence[Case]) -> dict[tuple[str, str], list[Case]]:
    """The cases by kind of table, and by how the sites differ."""
    named = [{**case, "group": (case["kind"], case["regime"].split(",")[0])} for case in cases]
    return groups(named, "group")


def distances(cases: Sequence[Case]) -> str:
    """Mean SMHD/SHD of each method, and the record of the rule against one table."""
    lines = []
    of_each = [(", ".join(group), some) for group, some in by_sites(cases).items()]
    for name, some in of_each:
        told = [
            "/".join(f"{average(some, method, measure):.1f}" for measure in (SMHD, SHD)) for method in METHODS
        ]
        records = [str(record(some, UNION, STACKED, measure)) for measure in (SMHD, SHD)]
        lines.append([name, str(len(some)), *told, *records])
    return table(["", "cases", *METHODS, "W/T/L against stacked: SMHD", "SHD"], lines)


def likely(cases: Sequence[Case]) -> str:
    """Of measurements, the mean logarithm of the chance of a tested row, and the union's record by it."""
    lines = []
    for (kind, sites), some in by_sites(cases).items():
        if kind == MEASURED:
            means = [f"{average(some, method, LIKELY):.2f}" for method in METHODS]
            found = record(some, STACKED, UNION, LIKELY)  # in this order, as the higher one is the better one
            lines.append([f"{kind}, {sites}", *means, str(found)])
    return table(["", *METHODS, "W/T/L against stacked"], lines)


def facts(cases: Sequence[Case]) -> dict[str, str]:
    done = answered(cases)
    unseen, true, *joined = (sum(case["apart"][k] for case in cases) for k in range(6))
    return {
        "stacked_cases": str(len(cases)),
        "stacked_failed": str(len(cases) - len(done)),
        "stacked_distances": distances(done),
        "stacked_likely": likely(done),
        "stacked_seconds": ", and stacked ".join(
            f"{average(done, each, SECONDS):.2f} s" for each in (UNION, STACKED)
        ),
        "stacked_unseen": f"{unseen:,}",
        "stacked_true": str(true),
        "stacked_joined": ", and stacked ".join(map(str, joined[::2])),
    }
