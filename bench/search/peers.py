#!/usr/bin/env python3
"""Run the other searches on the sets of sets.py, and keep what they found in bench/search/peers.json.

    python bench/search/peers.py build/search --xges .venv-xges/bin/python --jars build/rivals

A set and a peer that the file has are not run again. A run that is not done in --seconds is kept as such.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

HERE = Path(__file__).resolve().parent
RIVALS = HERE.parent / "rivals"
KEPT = HERE / "peers.json"
PEERS = {"xges": "xges 0.1.6", "boss": "Tetrad 7.6.5, BOSS", "grasp": "Tetrad 7.6.5, GRaSP"}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--xges", required=True, help="the Python that has the package xges")
    parser.add_argument("--jars", required=True, help="the folder with Tetrad's jars")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--peers", nargs="*", default=list(PEERS), choices=list(PEERS))
    parser.add_argument("--sets", default="*", help="a pattern of the names of the sets")
    args = parser.parse_args()
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {"peers": PEERS, "sets": {}}
    listed = json.loads((args.folder / "sets.json").read_text())
    for peer in args.peers:
        for each in listed:
            found = kept["sets"].setdefault(each["name"], {})
            if peer in found or not fnmatch(each["name"], args.sets):
                continue
            file = str(args.folder / f"{each['name']}.rows")
            found[peer] = run(command(peer, file, each["score"], args), args.seconds)
            print(each["name"], peer, found[peer].get("cpu", "not done"), flush=True)
            write(kept)


def command(peer: str, file: str, score: str, args: argparse.Namespace) -> list[str]:
    if peer == "xges":
        return [args.xges, str(HERE / "xges_package.py"), file, score]
    java = ["java", "-Xmx6g", "-XX:+UseSerialGC", "-cp", f"{args.jars}/*", str(RIVALS / "Tetrad.java")]
    return [*java, file, "1", "0.001", peer, score]


def run(words: list[str], seconds: float) -> dict[str, object]:
    """The CPU seconds and the arcs that the program prints, or the seconds after which it was stopped."""
    environment = {**os.environ, "PYTHONPATH": str(RIVALS), "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    try:
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return {"stopped": seconds}
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stderr}")
    answer = json.loads(done.stdout.strip().splitlines()[-1])
    arcs = answer.get("arcs") or [edge[:2] for edge in answer["edges"]]
    return {"cpu": round(answer["cpu"], 3), "arcs": sorted(arcs)}


def write(kept: dict[str, object]) -> None:
    partial = KEPT.with_suffix(".partial")
    partial.write_text(json.dumps(kept, separators=(",", ":")) + "\n")
    partial.rename(KEPT)


if __name__ == "__main__":
    main()
