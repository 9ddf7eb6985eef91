#!/usr/bin/env python3
"""Study which search and which score should be the defaults of each function that learns.

    PYTHONPATH=bench/together \\
        python bench/defaults/defaults.py build/paper/networks build/defaults.jsonl --json docs/defaults.json

The folder has the networks with their own tables, as bench/paper/networks_export.py writes them. Each case is
a line of the second file, and is not run again if it is there. The third file is written when all are there.
defaults_page.py makes docs/defaults.md from it.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import zlib
from pathlib import Path
from typing import Any

import draws
import results
import trials
from study import done

FACTS = (
    "repetition", "network", "nodes", "regime", "sites", "rows", "table_rows", "dense", "stopped", "failed",
)  # fmt: skip


def run(folder: Path, key: draws.Key) -> dict[str, Any]:
    """Run one case."""
    case = draws.draw(folder, key)
    few = len(case.network.dag) <= trials.FEW_NODES
    found, mishaps = trials.run(case, few and zlib.crc32(repr(key).encode()) % 4 == 0)
    facts = dict(zip(("repetition", "network", "regime"), key, strict=True))
    counts = {"sites": len(case.sites), "rows": sum(map(len, case.sites)), "table_rows": len(case.table)}
    counts["nodes"] = len(case.network.dag)
    return {**facts, **counts, **mishaps, "found": found}


def some(keys: list[draws.Key], count: int | None) -> list[draws.Key]:
    """All cases, or a sample of them that is the same each time."""
    return keys if count is None else random.Random(1).sample(keys, count)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("networks", type=Path)
    parser.add_argument("lines", type=Path)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--repetitions", type=int, default=1)
    parser.add_argument("--pilot", type=int, help="run only so many cases, and tell what all would take")
    args = parser.parse_args()
    args.lines.parent.mkdir(parents=True, exist_ok=True)
    every = list(draws.keys(args.repetitions))
    keys, cases, spent = some(every, args.pilot), done(args.lines), []
    for key in keys:
        if key in cases:
            continue
        begin = time.process_time()
        cases[key] = run(args.networks, key)
        spent.append(time.process_time() - begin)
        with args.lines.open("a") as file:
            file.write(f"\n{json.dumps(cases[key])}\n")
        left = (len(every) if args.pilot else len(keys)) - len(spent)
        estimate = sum(spent) / len(spent) * left / 60
        print(
            *key, f"{spent[-1]:.1f} s of CPU; about {estimate:.0f} minutes for all that are left", flush=True
        )
    results.save(args.json, [cases[key] for key in keys], FACTS, trials.MEASURES)


if __name__ == "__main__":
    main()
