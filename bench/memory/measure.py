#!/usr/bin/env python3
"""Hold the engine's estimates of memory against what processes take, and print a table.

python bench/memory/measure.py [--into docs/memory.md] [WORD ...]

With WORDs only the cases whose names have one of them. Each case runs in a process of its own. The estimate
is what the last refusal says suffices: of a run whose fusion is not known, with many edges.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from cases import CASES, one

from mcbnc._engine.request import execute
from mcbnc.errors import MemoryLimitError

HEAD = "| request | taken, MiB | estimate / taken |\n|---|---:|---:|\n"


def memory(field: str) -> int:
    """The memory of this process in bytes: VmRSS is what it has now, VmHWM the most since the reset."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(field))


def measure(name: str) -> None:
    """Print the estimate and what was taken, in MiB."""
    execute(None, *one("moral", 2, 1))  # loads the library
    request, arrays = CASES[name]()
    Path("/proc/self/clear_refs").write_text("5")  # resets VmHWM
    before = memory("VmRSS")
    estimate = limit = 1
    while True:
        try:
            execute(None, {**request, "memory_limit": limit}, arrays)
            break
        except MemoryLimitError as error:
            if "by now" in str(error):  # the estimate was passed on the way
                limit = 1 << 40
            else:
                estimate = limit = error.needed
    print(estimate >> 20, (memory("VmHWM") - before) >> 20)


def row(name: str) -> str:
    command = [sys.executable, __file__, "--one", name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr[-500:]}")
    estimate, taken = map(int, done.stdout.split())
    return f"| {name} | {taken:,} | {estimate / max(1, taken):.2f} |\n"


def write_into(path: Path, table: str) -> None:
    """Put the table in the place of the one that the page has."""
    text = path.read_text(encoding="utf-8")
    start = text.index(HEAD)
    end = text.index("\n\n", start) + 1
    path.write_text(text[:start] + table + text[end:], encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path)
    parser.add_argument("--one", help="only this case, in this process")
    parser.add_argument("words", nargs="*")
    given = parser.parse_args()
    if given.one:
        measure(given.one)
        return
    table = HEAD
    print(HEAD, end="")
    for name in CASES:
        if not given.words or any(word in name for word in given.words):
            table += row(name)
            print(table.splitlines()[-1], flush=True)
    if given.into:
        write_into(given.into, table)


if __name__ == "__main__":
    main()
