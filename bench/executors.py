"""Measure what executors cost: 100 searches of 2000 rows of 40 columns each, by two workers.

    python bench/executors.py threads fork spawn pool loky dask ray

Each name is measured in a process of its own, and prints a row of the table in docs/scaling.md: the seconds
to start the executor, the first small call, a call with 100 data sets in the chunks that it makes by itself,
and one with a chunk for each data set. loky, Dask and Ray must be installed. Memory and processors are those
of the machine, so the load of the machine is printed too.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np

WORKERS, SETS, ROWS, COLUMNS = 2, 100, 2000, 40


def data_sets() -> list[np.ndarray]:
    """Rows of chains of binary variables, each with chances of its own."""
    rng = np.random.default_rng(0)
    sets = []
    for _ in range(SETS):
        rows = np.empty((ROWS, COLUMNS), np.uint8)
        rows[:, 0] = rng.random(ROWS) < 0.5
        for v in range(1, COLUMNS):
            parents = rows[:, v - 1] + 2 * rows[:, max(v - 3, 0)]
            rows[:, v] = rng.random(ROWS) < rng.random(4)[parents]
        sets.append(rows)
    return sets


@contextmanager
def executor(name: str) -> Iterator[Any]:
    if name == "none":
        yield None
    elif name == "threads":
        with ThreadPoolExecutor(WORKERS) as pool:
            yield pool
    elif name in ("fork", "spawn", "forkserver"):
        with ProcessPoolExecutor(WORKERS, multiprocessing.get_context(name)) as pool:
            yield pool
    elif name == "pool":
        with multiprocessing.Pool(WORKERS) as pool:
            yield pool
    elif name == "loky":
        import loky

        with loky.ProcessPoolExecutor(WORKERS) as pool:
            yield pool
    elif name == "dask":
        from distributed import Client, LocalCluster

        with (
            LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            yield client.get_executor()
    elif name == "ray":
        from ray.util.multiprocessing import Pool

        with Pool(WORKERS) as pool:
            yield pool
    else:
        raise SystemExit(f"unknown executor {name}")


def nothing(_: int) -> None:
    """What the workers do while they start."""


def measure(name: str) -> None:
    times = []
    begin = time.perf_counter()

    def lap() -> None:
        nonlocal begin
        now = time.perf_counter()
        times.append(now - begin)
        begin = time.perf_counter()

    sets = data_sets()
    begin = time.perf_counter()
    with executor(name) as pool:
        if pool is not None:
            list(pool.map(nothing, list(range(WORKERS))))
        lap()
        import mcbnc

        more = {"workers": WORKERS} if pool is None else {"executor": pool}
        more |= {"score": "bdeu", "search": "ges", "prior": None}
        states = {v: [0, 1] for v in range(COLUMNS)}
        mcbnc.learn_many(mcbnc.Rows(sets[:WORKERS], states=states), **more)
        lap()
        mcbnc.learn_many(mcbnc.Rows(sets, states=states), **more)
        lap()
        if pool is not None:
            mcbnc.learn_many(mcbnc.Rows(sets, states=states), chunks=SETS, **more)
            lap()
    row = " | ".join(f"{seconds:.2f}" for seconds in times)
    print(f"| {name} | {row} | load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--one":
        measure(sys.argv[2])
    else:
        for each in sys.argv[1:]:
            subprocess.run([sys.executable, __file__, "--one", each], check=True)
