#!/usr/bin/env python3
"""Measure reading beside pandas, polars and pyarrow. `make bench-reading` makes docs/reading.md of it.

    python bench/reading/bench.py build/reading.json [--page docs/reading.md] [--only REGEX] [--readers mcbnc]

Each reader reads each kind of table in processes of its own. What fails is left out.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from kinds import KINDS, Kind, write

HERE = Path(__file__).resolve().parent
READERS = ("mcbnc", "pandas", "polars", "pyarrow", "job")
MEASURED = READERS[:-1]  # whose memory is shown
PROCESSES = 2  # the same calls take a tenth longer in some processes than in others


def measured(reader: str, number: int, folder: Path) -> dict[str, float] | None:
    """The least time and memory of one reader in several processes. None: it cannot read the table."""
    found = [one for _ in range(PROCESSES) if (one := _in_a_process(reader, number, folder)) is not None]
    return {field: min(one[field] for one in found) for field in ("ns", "bytes")} if found else None


def _in_a_process(reader: str, number: int, folder: Path) -> dict[str, float] | None:
    done = subprocess.run(
        [sys.executable, str(HERE / "measure.py"), reader, str(number), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(f"{reader}, {KINDS[number].name}: {done.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return None
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def readers_of(kind: Kind, wanted: list[str]) -> list[str]:
    """Those that there is something to ask of: polars and pyarrow only read files here."""
    have = {"mcbnc", "pandas"} if kind.frame else {*MEASURED}
    have |= {"job"} if kind.job in ("check", "discretize") else set()
    return [reader for reader in wanted if reader in have]


def ratio(case: dict[str, Any], reader: str = "pandas", field: str = "ns") -> float | None:
    """Our time to that of a reader, or our memory."""
    own, other = case["found"].get("mcbnc"), case["found"].get(reader)
    return own[field] / other[field] if own and other else None


def _entry(case: dict[str, Any], reader: str, field: str) -> str:
    found = case["found"].get(reader)
    return "—" if found is None else f"{found[field]:,.0f}"


def page(cases: list[dict[str, Any]], versions: dict[str, str]) -> str:
    """The page of docs/."""
    ratios = [own for case in cases if (own := ratio(case)) is not None]
    of_jobs = [own for case in cases if (own := ratio(case, "job")) is not None]
    of_memory = [own for case in cases if (own := ratio(case, field="bytes")) is not None]
    lines = [
        "# Reading tables",
        "",
        "`make bench-reading` writes this page. It shows what reading a table costs, beside "
        "`pandas.read_csv`, polars and pyarrow with their own types of columns. They are told "
        "the decimal sign of a column, and pandas that of thousands, which leaves the others with texts. "
        "They do not know the line of a bad cell. For DataFrames, the time of "
        "pandas is that of `pandas.factorize` of each column.",
        "",
        f"The median ratio to pandas is {statistics.median(ratios):.1f}, and the greatest is "
        f"{max(ratios):.1f}. {sum(own <= 3 for own in ratios)} of {len(ratios)} kinds are within 3 times, "
        f"and {sum(own <= 6 for own in ratios)} within 6 times. Of memory, the median ratio is "
        f"{statistics.median(of_memory):.1f}, and the greatest is {max(of_memory):.1f}.",
        "",
        "`check` and `discretize` do more than read. *pandas, with the job* is what a user of pandas writes "
        "for most of the same answers: `describe`, `nunique`, `isna`, `duplicated` and `value_counts`, or "
        f"`qcut`. The median ratio to that is {statistics.median(of_jobs):.1f}, and the greatest is "
        f"{max(of_jobs):.1f}.",
        "",
        f"Processor time is in nanoseconds for each cell: the least of several calls in {PROCESSES} "
        "processes, with one thread. Memory is in bytes for each cell: the most that a first call adds to "
        "the process, the least of these. The jobs: *learn* reads "
        "the table as states, *numbers* as numbers, *mixed* as both, up to the engine's arrays. *check* is "
        "`mcbnc.check`, and *discretize* is `mcbnc.discretize`.",
        "",
        f"Versions: {', '.join(f'{name} {number}' for name, number in versions.items())}.",
        "",
        "| table | job | mcbnc | pandas | polars | pyarrow | pandas, with the job | ratio to pandas "
        "| memory: mcbnc | pandas | polars | pyarrow |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for case in cases:
        own = ratio(case)
        times = " | ".join(_entry(case, reader, "ns") for reader in READERS)
        sizes = " | ".join(_entry(case, reader, "bytes") for reader in MEASURED)
        lines.append(
            f"| {case['form']}: {case['name']} | {case['job']} | {times} | "
            f"{'—' if own is None else f'{own:.1f}'} | {sizes} |"
        )
    return "\n".join(lines) + "\n"


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {"Python": sys.version.split()[0], **{name: version(name) for name in ("numpy", *MEASURED[1:])}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("into", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--only", default="", help="kinds whose job and name match")
    parser.add_argument("--readers", default=",".join(READERS))
    args = parser.parse_args()
    cases = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for number, kind in enumerate(KINDS):
            form = "frame" if kind.frame else "CSV"
            if not re.search(args.only, f"{form} {kind.job} {kind.name}"):
                continue
            path = folder / f"{number}.csv{'.gz' if kind.packed else ''}"
            if not kind.frame:
                write(kind, number, path)
            wanted = readers_of(kind, args.readers.split(","))
            found = {reader: measured(reader, number, folder) for reader in wanted}
            case = {"form": form, "name": kind.name, "job": kind.job, "found": found}
            cases.append(case)
            own = ratio(case)
            told = " ".join(f"{reader} {_entry(case, reader, 'ns')}" for reader in wanted)
            sizes = " ".join(f"{reader} {_entry(case, reader, 'bytes')}" for reader in wanted)
            print(
                f"{form} {kind.job:10} {kind.name:30} {told}  [B: {sizes}]  {own and f'{own:.1f}'}",
                flush=True,
            )
            path.unlink(missing_ok=True)
    record = {"versions": _versions(), "cases": cases}
    args.into.parent.mkdir(parents=True, exist_ok=True)
    args.into.write_text(json.dumps(record, indent=1) + "\n")
    if args.page:
        args.page.write_text(page(cases, record["versions"]))


if __name__ == "__main__":
    main()
