"""The section of docs/reliability.md about latencies, from the numbers of latency.py."""

from __future__ import annotations

import json
from pathlib import Path

HEAD = """## How late Ctrl-C and time limits come

`make latency` measures this anew. Each operation works on inputs that take seconds. A Ctrl-C comes at a
random moment of the call, also while inputs are read. The seconds are the worst of the tries, on {cores}
shared cores with Python {python}; the load of the machine was {load}. *raised* is when KeyboardInterrupt
is raised, *idle* when the engine has no job and the process uses no CPU. *over* is how much longer a
call lasts than its time limit, the worst of three limits. A limit of `consensus` and `trajectory` is for
the deletions: the fusion and the result come on top. A limit counts reading of the inputs, but an answer
needs all of it: what reading lasts longer than the limit is in *over*.

| operation | tries | raised | idle | over |
|---|---:|---:|---:|---:|
"""


def latencies(path: Path) -> str:
    """The section, empty if nothing was measured."""
    if not path.exists():
        return ""
    record = json.loads(path.read_text(encoding="utf-8"))
    lines = [
        f"| {row['name']} | {row['tries']} | {number(row['raised'], row)} | {number(row['idle'], row)} "
        f"| {over(row)} |\n"
        for row in record["rows"]
    ]
    return HEAD.format(**record) + "".join(lines) + "\n"


def over(row: dict) -> str:
    """The seconds past the limit, nothing if there is no limit."""
    return "" if row["over"] is None else f"{max(row['over'], 0):.2f}"


def number(seconds: float, row: dict) -> str:
    """The seconds, nothing if every call had ended before its Ctrl-C."""
    return f"{seconds:.2f}" if row["tries"] else ""
