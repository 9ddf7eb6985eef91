"""A study goes on where it stopped: each case is a line of a file, and what is there is not run again."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

Case = Any
"""What a study keeps of a case, as JSON has it."""
Key = tuple[Any, ...]
"""What names a case: no other one of the study has it."""


def arguments(doc: str | None) -> argparse.ArgumentParser:
    """What all studies take: the file that keeps the cases, and where the results of all go."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=doc, formatter_class=raw)
    parser.add_argument("lines", type=Path)
    parser.add_argument("--json", type=Path, required=True)
    return parser


def keys(first: int, repetitions: int, networks: Sequence[str], regimes: Sequence[str]) -> Iterator[Key]:
    """Each network in each regime, so often. The first repetition has this number."""
    return product(range(first, first + repetitions), networks, regimes)


def key_of(case: Case) -> Key:
    return case["repetition"], case["network"], case["regime"]


def done(lines: Path, key_of: Callable[[Case], Key] = key_of) -> dict[Key, Case]:
    """The cases of a file of lines. A line that was cut off when the study was stopped does not count."""
    cases = {}
    for line in lines.read_text().splitlines() if lines.exists() else []:
        try:
            case = json.loads(line)
        except ValueError:
            continue
        cases[key_of(case)] = case
    return cases


def collect(
    lines: Path,
    keys: Sequence[Key],
    run: Callable[[Any], Case],
    *,
    key_of: Callable[[Case], Key] = key_of,
    complete: Callable[[Case], bool] = lambda case: True,
    of: int | None = None,
) -> list[Case]:
    """The cases of these keys. What the file does not have, or not complete, is run and added to it.

    `of` is the number of cases in all, if the keys are a sample of them.
    """
    lines.parent.mkdir(parents=True, exist_ok=True)
    cases = {key: case for key, case in done(lines, key_of).items() if complete(case)}
    wanted = [key for key in keys if key not in cases]
    left = len(wanted) + (of or len(keys)) - len(keys)
    begin = time.perf_counter()
    for count, key in enumerate(wanted, 1):
        cases[key] = run(key)
        with lines.open("a") as file:
            file.write(f"\n{json.dumps(cases[key])}\n")  # what was cut off before is a line of its own
        mean = (time.perf_counter() - begin) / count
        print(
            *key, f"{mean:.1f} s a case; about {mean * (left - count) / 60:.0f} minutes are left", flush=True
        )
    return [cases[key] for key in keys]


def save(path: Path, cases: Sequence[Case]) -> None:
    """Write the cases, a line each."""
    lines = [json.dumps(case, separators=(",", ":")) for case in cases]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n")
