#!/usr/bin/env python3
"""Hold the engine's estimates of memory against what processes take, and print a table.

python bench/memory/measure.py [WORD ...]   only the cases whose names have one of the words

Each case runs in a process of its own. The estimate is the least limit with which the request runs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from cases import CASES, one

from mcbnc._engine.request import execute
from mcbnc.errors import MemoryLimitError


def memory(field: str) -> int:
    """The memory of this process in bytes: VmRSS is what it has now, VmHWM the most since the reset."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(field))


def measure(name: str) -> None:
    """Print the estimate and what was taken, in MiB."""
    execute(None, *one("moral", 2, 1))  # loads the library
    request, arrays = CASES[name]()
    Path("/proc/self/clear_refs").write_text("5")  # resets VmHWM
    before, limit = memory("VmRSS"), 1
    while True:
        try:
            execute(None, {**request, "memory_limit": limit}, arrays)
            break
        except MemoryLimitError as error:
            limit = error.needed
    print(limit >> 20, (memory("VmHWM") - before) >> 20)


def main() -> None:
    words = sys.argv[1:]
    print("| request | estimate, MiB | taken, MiB | ratio |\n|---|---:|---:|---:|")
    for name in CASES:
        if words and not any(word in name for word in words):
            continue
        command = [sys.executable, __file__, "--one", name]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode:
            sys.exit(f"{name}: {done.stderr[-500:]}")
        estimate, taken = map(int, done.stdout.split())
        print(f"| {name} | {estimate:,} | {taken:,} | {estimate / max(1, taken):.2f} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure(sys.argv[2])
    else:
        main()
