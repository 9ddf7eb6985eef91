"""What the rivals in Python share: they run again and again, and print what came out as JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import rows

LEAST_RUNS = 3

# Pairs of nodes, and 1 if the edge has no direction.
Edges = Iterable[tuple[int, int, int]]


def main(prepare: Callable[[list[str], list[int], np.ndarray, int], Callable[[], Edges]]) -> None:
    """Run a rival on `FILE THREADS SECONDS`, the command line's.

    `prepare` is given names, numbers of states, codes as (rows, n) and the number of threads, and returns
    what is timed: a search that returns edges.
    """
    path, threads, patience = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    names, arity, codes = rows.read(path)
    seconds: list[float] = []
    begin = time.perf_counter()
    while True:
        search = prepare(names, arity, codes.T, threads)
        start = time.perf_counter()
        edges = search()
        seconds.append(time.perf_counter() - start)
        spent = time.perf_counter() - begin
        if spent >= patience and (len(seconds) >= LEAST_RUNS or spent >= 10 * patience):
            break
    print(json.dumps({"seconds": seconds, "edges": [list(map(int, edge)) for edge in edges]}))
