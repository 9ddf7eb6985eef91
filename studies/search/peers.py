#!/usr/bin/env python3
"""Run the other searches on the sets of sets.py, and keep what they found in peers.json.

    make -C studies search-peers

A set and a peer that the file has are not run again. A run that has not ended after --seconds of CPU time is
kept as such.
"""

from __future__ import annotations

import argparse
import json
from fnmatch import fnmatch
from pathlib import Path

from searches import PROGRAMS as PEERS
from searches import command, run

KEPT = Path(__file__).with_name("peers.json")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--xges", required=True, help="the Python that has the package xges")
    parser.add_argument("--jars", required=True, help="the folder with Tetrad's jars")
    parser.add_argument("--seconds", type=int, default=3600)
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


def write(kept: dict[str, object]) -> None:
    partial = KEPT.with_suffix(".partial")
    partial.write_text(json.dumps(kept, separators=(",", ":")) + "\n")
    partial.rename(KEPT)


if __name__ == "__main__":
    main()
