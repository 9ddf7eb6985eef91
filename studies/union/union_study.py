#!/usr/bin/env python3
"""Study DAGs over different nodes: draw sites, fuse their DAGs by all methods, and measure distances.

    make -C studies union

--naive is the program of studies/union/naive. union_page.py makes the tables of docs/union.md of the results.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cases
import networks
import union_methods
from cases import EXACT, NOISY, REAL, REGIMES, Key
from resume import arguments, collect, save

FIRST = 700  # the number of the first repetition: no other study has drawn by it


def keys(repetitions: int) -> Iterator[Key]:
    """Exact marginals need a true network."""
    for repetition in range(FIRST, FIRST + repetitions):
        for name in (*networks.NAMES, *REAL):
            for regime in REGIMES:
                if regime != EXACT or name not in REAL:
                    yield repetition, name, regime


def run(key: Key, naive: Path) -> dict[str, Any]:
    """Run one case. Where some sites are random, `dropped` is the same with outliers left out."""
    repetition, name, regime = key
    case = cases.drawn(key)
    about = {"repetition": repetition, "network": name, "regime": regime, "sites": len(case.dags)}
    dropped = {"dropped": union_methods.run(case, naive, "drop")["found"]} if regime == NOISY else {}
    return {**about, **union_methods.run(case, naive), **dropped}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--naive", type=Path, required=True)
    parser.add_argument("--repetitions", type=int, default=3)
    args = parser.parse_args()
    save(args.json, collect(args.lines, [*keys(args.repetitions)], lambda key: run(key, args.naive)))


if __name__ == "__main__":
    main()
