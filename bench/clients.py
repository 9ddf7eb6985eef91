#!/usr/bin/env python3
"""Learn the client DAGs of the large networks that `make bench` measures.

    python bench/clients.py build/rows build/clients

The script reads the files of rows that bench/rivals/sample.py wrote. Each client has a sample of its own.
GES by BDeu learns them. A node gets at most four parents: without this bound, the DAGs of MUNIN1 are too
dense for an exact search.
A file that exists is not made again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import mcbnc

sys.path.insert(0, str(Path(__file__).resolve().parent / "rivals"))
import rows

CLIENTS = {"andes": 10, "diabetes": 10, "link": 10, "munin1": 10, "munin2": 5, "pigs": 10}
MAX_PARENTS = 4


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", type=Path)
    parser.add_argument("clients", type=Path)
    args = parser.parse_args()
    args.clients.mkdir(parents=True, exist_ok=True)
    for name, count in CLIENTS.items():
        path = args.clients / f"{name}.json"
        if path.exists():
            continue
        begin = time.perf_counter()
        nodes, arcs = learn([args.rows / f"{name}.{seed}.rows" for seed in range(1, count + 1)])
        path.write_text(json.dumps({"nodes": nodes, "clients": arcs}))
        print(f"{name}: {count} clients, {time.perf_counter() - begin:.0f} s", flush=True)


def learn(files: list[Path]) -> tuple[list[str], list[list[tuple[str, str]]]]:
    """Learn a DAG from each file; return the nodes and each DAG's arcs."""
    arcs = []
    for file in files:
        nodes, arity, codes = rows.read(file)
        learned = mcbnc.learn(
            mcbnc.Rows(codes.T, names=nodes, states=dict(zip(nodes, arity, strict=True))),
            score="bdeu",
            search="ges",
            prior=None,
            max_parents=MAX_PARENTS,
        )
        arcs.append(sorted(learned.edges))
    return nodes, arcs


if __name__ == "__main__":
    main()
