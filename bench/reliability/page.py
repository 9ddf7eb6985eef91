#!/usr/bin/env python3
"""Make docs/reliability.md from the counts of run.py.

python bench/reliability/page.py build/reliability.json docs/reliability.md
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from latency_page import latencies

HEAD = """# Promises, and who tried to break them

`make reliability` makes this page anew. Nothing on this page is written by hand. Each attack is a file of
`bench/reliability/attacks`. Each runs in a process of its own, and a process that dies or hangs is a failure.

The attacks ran one after the other on {system} ({machine}), {cores} cores, with Python {python}. The load of
the machine, with that of other work, was {load}. The seconds are those of the clock.
`make reliability T=8h` tries longer.

| promise | attack | tries | failures | seconds | |
|---|---|---:|---:|---:|---|
"""

TAIL = """
{few}
What the tests do besides (`tests/python/test_faults.py`, `make faults`): pools in pools, SIGTERM,
handlers of other libraries, exits with jobs at work, full disks, read-only folders, a second Go library and
subinterpreters.

`make sanitize` runs C clients with AddressSanitizer and UndefinedBehaviorSanitizer, and the tests of the C
interface with Go's checks of pointers. `make test-go` runs the race detector.
"""


def cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def page(record: dict) -> str:
    lines = [
        f"| {cell(row['promise'])} | {cell(row['attack'])} | {row['tries']:,} | {row['failures']:,} "
        f"| {row['seconds']:.0f} | {cell(row['notes'])} |\n"
        for row in record["rows"]
    ]
    slow = [row["name"] for row in record["rows"] if row["tries"] < 10_000]
    few = f"Fewer than 10,000 tries, for want of time: {', '.join(slow)}.\n" if slow else ""
    head = HEAD.format(**record)
    return head + "".join(lines) + TAIL.format(few=few)


def main() -> None:
    given, out = map(Path, sys.argv[1:])
    late = latencies(given.with_name("latency.json"))
    text = page(json.loads(given.read_text(encoding="utf-8")))
    out.write_text(f"{text}\n{late}".rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
