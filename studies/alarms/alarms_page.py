#!/usr/bin/env python3
"""Make docs/alarms.md from its text, alarms.md.tmpl, and the results of alarms.py.

make -C studies alarms
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from alarms import AGREE, BETWEEN, LEARNED, MIXED_UP, ROWS, SITES_LEARNED, makes_sites
from page import table
from situations import DEPENDENT, DRAWN, NOISE, ORDERS, REAL

Case = dict[str, Any]

TEMPLATE = Path(__file__).with_name("alarms.md.tmpl")
KINDS = (DRAWN, NOISE, REAL)
OF_ROWS = ("repeats", "neighbours")
"""The warnings that independent rows must not have, whatever their order."""


def kind_of(case: Case) -> str:
    kind: str = case["regime"].split(", ")[0]
    return kind


def of_kind(cases: Sequence[Case], *kinds: str) -> list[Case]:
    return [case for case in cases if kind_of(case) in kinds]


def warned(cases: Sequence[Case], situation: str, alarm: str) -> tuple[int, int]:
    """In how many of the cases that met a situation a warning came, and of how many."""
    of_sites = situation in (SITES_LEARNED, AGREE, MIXED_UP)
    met = [case for case in cases if not of_sites or makes_sites(case["rows"])]
    return sum(alarm in case["alarms"].get(situation, ()) for case in met), len(met)


def of(counts: tuple[int, int]) -> str:
    return f"{counts[0]} of {counts[1]}" if counts[1] else "–"


def share(counts: tuple[int, int]) -> str:
    return f"{100 * counts[0] / counts[1]:.0f} %" if counts[1] else "–"


def has_few_rows(case: Case) -> bool:
    """The rule of the page "Rows as they come"."""
    return bool(case["rows"] < max(50, 2 * case["columns"]))


def order_table(cases: Sequence[Case]) -> str:
    """In how many tables one of the warnings of rows came."""
    lines = []
    for order in ORDERS:
        came = [
            [bool({*OF_ROWS} & {*case["alarms"].get(order, ())}) for case in of_kind(cases, kind)]
            for kind in KINDS
        ]
        lines.append([order, *(of((sum(own), len(own))) for own in came)])
    return table(["rows", *KINDS], lines)


def false_alarms(cases: Sequence[Case]) -> dict[str, tuple[int, int]]:
    """Of each warning, how often it came where it must not."""
    found = {
        alarm: tuple(map(sum, zip(*(warned(cases, order, alarm) for order in ORDERS), strict=True)))
        for alarm in OF_ROWS
    }
    enough = [case for case in cases if not has_few_rows(case)]
    return {
        "few rows": warned(enough, LEARNED, "few"),
        **{f"{alarm}, in all orders": (counts[0], counts[1]) for alarm, counts in found.items()},
        "between sites": warned(cases, SITES_LEARNED, BETWEEN),
        "agreement, of structures of one network": warned(of_kind(cases, DRAWN, REAL), AGREE, "agreement"),
        "chance, of tables with dependences and 100 rows or more": warned(
            [case for case in of_kind(cases, DRAWN, REAL) if 100 <= case["rows"] <= 1000 and case["edges"]],
            LEARNED,
            "chance",
        ),
    }


def false_table(cases: Sequence[Case]) -> str:
    lines = [
        [name, of(counts), f"{100 * counts[0] / counts[1]:.2f} %"]
        for name, counts in false_alarms(cases).items()
    ]
    return table(["warning", "came", "share"], lines)


def by_rows(cases: Sequence[Case]) -> list[list[Case]]:
    return [[case for case in cases if case["rows"] == rows] for rows in ROWS]


def dependent_table(cases: Sequence[Case]) -> str:
    lines = [
        [f"{situation}: {alarm}", *(share(warned(own, situation, alarm)) for own in by_rows(cases))]
        for situation in DEPENDENT
        for alarm in OF_ROWS
    ]
    return table(["", *(f"{rows:,} rows" for rows in ROWS)], lines)


def chance_table(cases: Sequence[Case]) -> str:
    """Of tables with edges: a table without has nothing that may be chance."""
    lines = [
        [
            f"{kind} tables",
            *(
                of(warned([case for case in own if case["edges"]], LEARNED, "chance"))
                for own in by_rows(of_kind(cases, kind))[:-1]
            ),
        ]
        for kind in KINDS
    ]
    return table(["", *(f"{rows:,} rows" for rows in ROWS[:-1])], lines)


def site_table(cases: Sequence[Case]) -> str:
    lines = [
        [
            f"{kind}, {what}",
            *(of(warned(own, what, "agreement")) for own in by_rows(of_kind(cases, kind))[2:]),
        ]
        for what in (AGREE, MIXED_UP)
        for kind in KINDS
    ]
    return table(["", *(f"{rows:,} rows" for rows in ROWS[2:])], lines)


def make(cases: Sequence[Case]) -> str:
    few = [case for case in cases if has_few_rows(case)]
    known = {
        "cases": f"{len(cases):,}",
        "tables": ", ".join(f"{len(of_kind(cases, kind)):,} {kind}" for kind in KINDS),
        "columns": f"{min(case['columns'] for case in cases)} to {max(case['columns'] for case in cases)}",
        "false": false_table(cases),
        "orders": order_table(cases),
        "dependent": dependent_table(cases),
        "few": of(warned(few, LEARNED, "few")),
        "chance": chance_table(cases),
        "agreement": site_table(cases),
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda at: known[at[1]], TEMPLATE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    results, out = map(Path, sys.argv[1:])
    out.write_text(make(json.loads(results.read_text(encoding="utf-8"))), encoding="utf-8")
