#!/usr/bin/env python3
"""Compare "xges" with "ges" on wide tables, by the defaults of learn: what does the longer search buy there?

    make -C studies search-wide

The networks are drawn: 1.5 arcs a node, two to four states. The times are CPU seconds of one call with one
worker, without what chance makes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from itertools import product
from pathlib import Path
from typing import Any

import networks
import numpy as np
import page
from numpy.typing import NDArray

import mcbnc

NODES = (200, 500, 1000)
ROWS = (200, 1000, 5000)
SETS = 4  # networks of each size, with rows of each number

OPTIONS: dict[str, Any] = {"chance": 0, "workers": 1}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wide", type=Path, help="what is measured here")
    parser.add_argument("search", type=Path, help="what compare.py measured")
    parser.add_argument("page", type=Path)
    args = parser.parse_args()
    measured = []
    for n, rows, number in product(NODES, ROWS, range(SETS)):
        measured.append(measure(n, rows, number))
        print(measured[-1], file=sys.stderr)
    args.wide.write_text(json.dumps(measured, indent=1) + "\n")
    kept = json.loads(args.search.read_text())
    args.page.write_text(page.render(kept["peers"], kept["sets"], measured))


def measure(n: int, rows: int, number: int) -> dict[str, Any]:
    """The score, the distances to the truth and the CPU seconds of each search on one table."""
    network, table = draw(n, rows, number)
    found = {}
    for search in ("ges", "xges"):
        start = time.process_time()
        learned = mcbnc.learn(table, search=search, **OPTIONS)
        seconds = time.process_time() - start
        found[search] = {
            "score": learned.score,
            "smhd": int(mcbnc.metrics.smhd(learned, network.dag)),
            "shd": int(mcbnc.metrics.shd(learned, network.dag)),
            "cpu": round(seconds, 4),
        }
    empty = np.zeros_like(network.dag)
    far = {name: int(getattr(mcbnc.metrics, name)(empty, network.dag)) for name in ("smhd", "shd")}
    return {"nodes": n, "rows": rows, "number": number, "empty": far, "found": found}


def draw(n: int, rows: int, number: int) -> tuple[networks.Network, NDArray[np.uint8]]:
    """A network, and a table of rows of it."""
    rng = np.random.default_rng([n, rows, number])
    network = networks.draw(networks.random_dag(n, round(networks.ARCS_PER_NODE * n), rng), rng)
    return network, network.sample(rows, rng)


if __name__ == "__main__":
    main()
