"""The part that the rivals in Python share: they repeat a search and print the result as JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import rows

LEAST_RUNS = 3

# Edges as (u, v, 0) for u → v and (u, v, 1) for u − v.
Edges = Iterable[tuple[int, int, int]]


def main(prepare: Callable[[list[str], list[int], np.ndarray, int], Callable[[], Edges]]) -> None:
    """Run a rival with the command line's arguments, `FILE THREADS SECONDS`.

    `prepare` gets the names, the numbers of states, the codes as (rows, n) and the number of threads. It
    returns the search, which returns edges. Only the search is timed.
    """
    path, threads, patience = Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    names, arity, codes = rows.read(path)
    seconds: list[float] = []
    cpu: list[float] = []
    begin = time.perf_counter()
    while True:
        search = prepare(names, arity, codes.T, threads)
        start, busy = time.perf_counter(), time.process_time()
        edges = search()
        seconds.append(time.perf_counter() - start)
        cpu.append(time.process_time() - busy)
        spent = time.perf_counter() - begin
        if spent >= patience and (len(seconds) >= LEAST_RUNS or spent >= 10 * patience):
            break
    found = [list(map(int, edge)) for edge in edges]
    print(json.dumps({"seconds": seconds, "cpu": min(cpu), "edges": found}))
