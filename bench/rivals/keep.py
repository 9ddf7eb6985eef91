#!/usr/bin/env python3
"""Run the searches that leave local optima on the rows of bench-learn, and keep what they find in kept.json.

    python bench/rivals/keep.py build/rows --xges .venv-xges/bin/python --jars build/rivals \\
        --agrum .venv-rivals/bin/python

A set and a program that the file has are not run again. A run that has not ended after --seconds of CPU time
is kept as such: how busy the machine is does not count. A program that is not installed is left out.
"""

from __future__ import annotations

import argparse
import json
from fnmatch import fnmatch
from pathlib import Path

import rows
import searches

HERE = Path(__file__).resolve().parent
KEPT = HERE / "kept.json"
PROGRAMS = {**searches.PROGRAMS, "tabu": "pyAgrum 3.3.1, local search with a tabu list"}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--xges", required=True, help="the Python that has the package xges")
    parser.add_argument("--jars", required=True, help="the folder with Tetrad's jars")
    parser.add_argument("--agrum", required=True, help="the Python that has pyAgrum")
    parser.add_argument("--seconds", type=int, default=180)
    parser.add_argument("--programs", nargs="*", default=list(PROGRAMS), choices=list(PROGRAMS))
    parser.add_argument("--sets", default="*", help="a pattern of the names of the sets")
    args = parser.parse_args()
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {"sets": {}}
    kept["programs"] = PROGRAMS
    for path in sorted(args.folder.glob("*.1.rows"), key=lambda path: path.stat().st_size):
        name = path.name.removesuffix(".1.rows")
        for program in args.programs:
            found = kept["sets"].setdefault(name, {})
            words = command(program, path, args)
            if program in found or not words or not fnmatch(name, args.sets):
                continue
            found[program] = searches.run(words, args.seconds)
            print(name, program, found[program].get("cpu", "not done"), flush=True)
            write(kept)


def command(program: str, path: Path, args: argparse.Namespace) -> list[str]:
    """The command that runs a program on a file; none if it is not installed, or not for such rows."""
    discrete = any(rows.read(path)[1])
    needs = {"xges": args.xges, "tabu": args.agrum}.get(program, args.jars)
    if not Path(needs).exists() or (program == "tabu" and not discrete):
        return []
    if program == "tabu":
        return [args.agrum, str(HERE / "pyagrum_ghc.py"), str(path), "1", "0", "tabu"]
    return searches.command(program, str(path), "bdeu" if discrete else "bic-g", args)


def write(kept: dict[str, object]) -> None:
    """Write the file, a line for each set."""
    sets = [
        f"{json.dumps(name)}: {json.dumps(found, separators=(',', ':'))}"
        for name, found in kept["sets"].items()
        if found
    ]
    partial = KEPT.with_suffix(".partial")
    partial.write_text(
        f'{{"programs": {json.dumps(kept["programs"])},\n"sets": {{\n' + ",\n".join(sets) + "\n}}\n"
    )
    partial.rename(KEPT)


if __name__ == "__main__":
    main()
