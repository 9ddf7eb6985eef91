"""The section of docs/reliability.md about latencies, from the numbers of latency.py."""

from __future__ import annotations

import json
from pathlib import Path

HEAD = """## How late Ctrl-C and time limits come

`make -C studies latency` measures this anew, on inputs that take seconds. The seconds are the worst of the
tries, on {cores} shared cores with Python {python}, load {load}. The table has the
operations with {late} s or more.

- *raised*: from Ctrl-C, at a random moment, to KeyboardInterrupt;
- *idle*: from Ctrl-C until the engine has no job and the process uses no CPU;
- *over*: how much longer than its time limit a call lasts, the worst of three limits. An answer needs all of
  the inputs read, and in a consensus the fusion.

| operation | tries | raised | idle | over |
|---|---:|---:|---:|---:|
"""

LATE = 0.1
"""Seconds. An operation whose worst latency is below is named, and has no line."""


def latencies(path: Path) -> str:
    """The section, empty if nothing was measured."""
    if not path.exists():
        return ""
    record = json.loads(path.read_text(encoding="utf-8"))
    tried = [row for row in record["rows"] if row["tries"] or row["over"] is not None]
    late = [row for row in tried if worst(row) >= LATE]
    lines = [
        f"| {row['name']} | {row['tries']} | {number(row['raised'], row)} | {number(row['idle'], row)} "
        f"| {over(row)} |\n"
        for row in late
    ]
    rest = [row["name"] for row in tried if row not in late]
    below = f"\nBelow {LATE} s: {'; '.join(rest)}.\n" if rest else ""
    return HEAD.format(**record, late=LATE) + "".join(lines) + below


def worst(row: dict) -> float:
    """The greatest of the row's latencies, as the table would show it."""
    return round(max(row["raised"], row["idle"], row["over"] or 0), 2)


def over(row: dict) -> str:
    """The seconds past the limit, nothing if there is no limit."""
    return "" if row["over"] is None else f"{max(row['over'], 0):.2f}"


def number(seconds: float, row: dict) -> str:
    """The seconds, nothing if every call had ended before its Ctrl-C."""
    return f"{seconds:.2f}" if row["tries"] else ""
