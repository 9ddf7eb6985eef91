#!/usr/bin/env python3
"""Make docs/reliability.md from the counts of run.py.

make -C studies reliability
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from latency_page import latencies

HEAD = """# Promises, and who tried to break them

`make -C studies reliability` makes this page anew (`T=8h` tries longer). Each attack is a file of
`studies/reliability/attacks`, and runs in a process of its own. A process that dies or hangs is a failure.
The attacks ran {at_once} at a time on {system} ({machine}), {cores} cores, load {load}, with Python
{python}.

| promise | attack | tries | failures | |
|---|---|---:|---:|---|
"""

TAIL = """
{few}

The naive program, `studies/reliability/naive.py`, has order, I-maps and moral graphs from
`tests/python/plain_rivals.py`.

"""


def cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def few(rows: list[dict]) -> str:
    """The attacks with less than 10,000 tries, and how long a try takes."""
    slow = [row for row in rows if row["tries"] < 10_000]
    if not slow:
        return ""
    told = [f"{row['name']} ({a_try(row)})" for row in slow]
    return f"Fewer than 10,000 tries, for want of time: {', '.join(told)}.\n"


def a_try(row: dict) -> str:
    return f"{1000 * row['seconds'] / row['tries']:,.0f} ms a try" if row["tries"] else "not tried"


def page(record: dict) -> str:
    lines = [
        f"| {cell(row['promise'])} | {cell(row['attack'])} | {row['tries']:,} | {row['failures']:,} "
        f"| {cell(row['notes'])} |\n"
        for row in record["rows"]
    ]
    return HEAD.format(**record) + "".join(lines) + TAIL.format(few=few(record["rows"]))


def main() -> None:
    given, out = map(Path, sys.argv[1:])
    late = latencies(given.with_name("latency.json"))
    text = page(json.loads(given.read_text(encoding="utf-8")))
    out.write_text(f"{text}\n{late}".rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
