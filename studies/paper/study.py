#!/usr/bin/env python3
"""The study: learn the clients' structures, run all methods on all cases, and measure them.

    python studies/paper/study.py build/paper --json studies/paper        # hours; goes on where it stopped
    python studies/paper/study.py build/paper --json build/quick --quick  # minutes
    python studies/paper/study.py build/paper --json build/mine --methods studies/paper/example_method.py

The folder holds the networks, which networks_export.py writes, and keeps every result.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import collect
import pool
from plan import FULL, QUICK
from stages import STAGES, Setting
from store import Store


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", type=Path, required=True, help="where results.json and curves.json go")
    parser.add_argument("--quick", action="store_true", help="fewer networks, clients and repeats")
    parser.add_argument("--methods", type=Path, help="a file with more methods")
    parser.add_argument("--stages", nargs="*", choices=STAGES, default=list(STAGES), metavar="STAGE")
    parser.add_argument("--workers", type=int, default=2, help="processes; each runs one case on one thread")
    args = parser.parse_args()
    setting = Setting(Store(args.folder), QUICK if args.quick else FULL, args.methods)
    for name in args.stages:
        stage, function, cases = STAGES[name](setting)
        pool.run(stage, function, setting.store, cases, args.workers, name)
    collect.write(setting, args.json)


if __name__ == "__main__":
    main()
