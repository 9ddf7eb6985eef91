#!/usr/bin/env python3
"""Study which search and which score should be the defaults of each function that learns.

    make -C studies defaults

The folder has the networks with their own tables, as studies/paper/networks_export.py writes them.
defaults_page.py makes docs/defaults.md from the results.
"""

from __future__ import annotations

import random
import zlib
from pathlib import Path
from typing import Any

import draws
import results
import trials
from resume import arguments, collect

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
    parser = arguments(__doc__)
    parser.add_argument("networks", type=Path)
    parser.add_argument("--repetitions", type=int, default=1)
    parser.add_argument("--pilot", type=int, help="run only so many cases, and tell what all would take")
    args = parser.parse_args()
    every = list(draws.keys(args.repetitions))
    keys = some(every, args.pilot)
    cases = collect(args.lines, keys, lambda key: run(args.networks, key), of=len(every))
    results.save(args.json, cases, FACTS, trials.MEASURES)


if __name__ == "__main__":
    main()
