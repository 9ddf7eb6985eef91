#!/usr/bin/env python3
"""Hold the engine's estimates of memory against what processes take, and print a table.

    make -C studies memory

It prints all cases. The page gets those whose estimates are far off, and the extremes of the others.

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

NEAR = (0.5, 2.0)
"""Ratios between these are near one."""

Measured = tuple[str, int, float]
"""A case, what was taken in MiB, and the estimate divided by it."""


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


def measured(name: str) -> Measured:
    command = [sys.executable, __file__, "--one", name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"{name}: {done.stderr[-500:]}")
    estimate, taken = map(int, done.stdout.split())
    return name, taken, estimate / max(1, taken)


def row(name: str, taken: int, ratio: float) -> str:
    return f"| {name} | {taken:,} | {ratio:.2f} |\n"


def table(all_measured: list[Measured]) -> str:
    """The requests whose ratios are not NEAR one, and the extremes of the others in one line."""
    near = [each for each in all_measured if NEAR[0] <= each[2] <= NEAR[1]]
    lines = "".join(row(*each) for each in all_measured if each not in near)
    if near:
        taken, ratios = sorted(each[1] for each in near), sorted(each[2] for each in near)
        lines += (
            f"| {len(near)} others | {taken[0]:,} to {taken[-1]:,} | {ratios[0]:.2f} to {ratios[-1]:.2f} |\n"
        )
    return HEAD + lines


def write_into(path: Path, new: str) -> None:
    """Put the table in the place of the one that the page has."""
    text = path.read_text(encoding="utf-8")
    start = text.index(HEAD)
    end = text.index("\n\n", start) + 1
    path.write_text(text[:start] + new + text[end:], encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path)
    parser.add_argument("--one", help="only this case, in this process")
    parser.add_argument("words", nargs="*")
    given = parser.parse_args()
    if given.one:
        measure(given.one)
        return
    print(HEAD, end="")
    found = []
    for name in CASES:
        if not given.words or any(word in name for word in given.words):
            found.append(measured(name))
            print(row(*found[-1]), end="", flush=True)
    if given.into:
        write_into(given.into, table(found))


if __name__ == "__main__":
    main()
