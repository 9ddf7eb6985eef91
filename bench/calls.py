#!/usr/bin/env python3
"""Measure how long a caller of the Python package waits. `make bench` puts the times on its page.

    python bench/calls.py build/calls.json

The script measures

- the import,
- the first call of a process,
- a small call, and the part of its time that is not the engine's,
- a batch, and calls on inputs with many nodes, many DAGs, or both.

Imports and jobs are measured in processes of their own. Jobs run with one worker and with two in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mcbnc
from mcbnc.datasets import _adjacency  # reads files in the format of the bundled ones

IMPORT = """
import time
begin = time.perf_counter()
import numpy
between = time.perf_counter()
import mcbnc
print([1e3 * (time.perf_counter() - between), 1e3 * (between - begin)])
"""
FIRST = """
import json, sys, time
import mcbnc, numpy
dags, nodes = json.loads(sys.argv[1])
dags = numpy.array(dags, numpy.uint8)
begin = time.perf_counter()
mcbnc.consensus(dags, 0.5, nodes=nodes)
print(1e3 * (time.perf_counter() - begin))
"""
IMPORTS = 11
FIRSTS = 20
CALLS = 1000
PAIRS = 5
SECONDS = 2.0  # a job is repeated for about this long, and at least three times

Job = Callable[[int], object]  # called with the number of workers
SHARED = Path(os.environ.get("MCBNC_SHARED") or Path("..", "shared"))  # as for the tests


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("json", type=Path)
    parser.add_argument("--job", help="measure this job in this process and print the result")
    parser.add_argument("--workers", type=int)
    args = parser.parse_args()
    if args.job:
        print(json.dumps(measure(JOBS[args.job](), args.workers)))
        return
    found: dict[str, Any] = {"import": measure_import(), "first_ms": measure_first(), "call": measure_call()}
    found["jobs"] = []
    for name in JOBS:
        found["jobs"].append({"name": name, **compare(name)})
        print(found["jobs"][-1], file=sys.stderr)
    args.json.parent.mkdir(parents=True, exist_ok=True)
    args.json.write_text(json.dumps(found, indent=2) + "\n")


def measure_import() -> dict[str, float]:
    """Import NumPy and then mcbnc in fresh processes. Return the median time of each import."""
    laps = [json.loads(run(["-c", IMPORT])) for _ in range(IMPORTS)]
    ours, numpys = zip(*laps, strict=True)
    return {"numpy_ms": statistics.median(numpys), "mcbnc_ms": statistics.median(ours)}


def measure_first() -> float:
    """Call mcbnc.consensus once in each of several fresh processes. Return the least time."""
    dags, nodes = alarm(10)
    inputs = json.dumps([dags.tolist(), nodes])
    return min(json.loads(run(["-c", FIRST, inputs])) for _ in range(FIRSTS))


def measure_call() -> dict[str, float]:
    """Call mcbnc.consensus on ten ALARM clients. Return the median time, and the median of Python's part."""
    dags, nodes = alarm(10)
    walls, ours = [], []
    for _ in range(CALLS):
        begin = time.perf_counter()
        result = mcbnc.consensus(dags, 0.5, nodes=nodes)
        walls.append(1e3 * (time.perf_counter() - begin))
        ours.append(walls[-1] - 1e3 * result.seconds)
    return {"wall_ms": statistics.median(walls), "overhead_ms": statistics.median(ours)}


def compare(name: str) -> dict[str, Any]:
    """Measure a job with one worker and with two in turn. Return medians of the times and of the ratios."""
    ones: list[dict[str, float]] = []
    twos: list[dict[str, float]] = []
    for _ in range(PAIRS):
        for found, workers in ((ones, 1), (twos, 2)):
            found.append(json.loads(run([__file__, "-", "--job", name, "--workers", str(workers)])))

    def middle(found: list[dict[str, float]], field: str) -> float:
        return statistics.median(m[field] for m in found)

    return {
        "one_ms": middle(ones, "wall_ms"),
        "two_ms": middle(twos, "wall_ms"),
        "gain": statistics.median(a["wall_ms"] / b["wall_ms"] for a, b in zip(ones, twos, strict=True)),
        "memory_mb": middle(ones, "memory_mb"),
    }


def run(arguments: list[str]) -> str:
    """Run a new Python and return its output. It may write compiled files, as with installed packages."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=env).stdout


def measure(job: Job, workers: int) -> dict[str, float]:
    """Repeat a job. Return the median time, and the memory that the first call adds."""
    before, begin = resident("VmRSS"), time.perf_counter()
    laps: list[float] = []
    memory = 0.0
    while len(laps) < 3 or time.perf_counter() - begin < SECONDS:
        lap = time.perf_counter()
        job(workers)
        laps.append(1e3 * (time.perf_counter() - lap))
        memory = memory or resident("VmHWM") - before
    return {"wall_ms": statistics.median(laps), "memory_mb": memory}


def resident(field: str) -> float:
    """Return this process's resident memory in MB, now ("VmRSS") or its maximum ("VmHWM"); 0 if unknown."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(field + ":")), 0.0)


def alarm(r: int) -> tuple[NDArray[np.uint8], list[str]]:
    """Return the DAGs of the first r clients of ALARM: from the shared folder, or else the bundled ones."""
    file = SHARED / "data" / "clients" / "alarm.json"
    if not file.exists():
        bundled = mcbnc.datasets.load("alarm")
        return bundled.dags[:r], bundled.nodes
    content = json.loads(file.read_text())
    return _adjacency(content["nodes"], content["clients"][:r]), content["nodes"]


def resamples() -> Job:
    """A batch over 200 resamples with replacement of 30 ALARM clients."""
    dags, nodes = alarm(30)
    counts = np.random.default_rng(0).multinomial(len(dags), np.full(len(dags), 1 / len(dags)), size=200)
    return lambda workers: mcbnc.batch(dags, counts=counts, nodes=nodes, workers=workers)


def sparse(n: int, r: int) -> Callable[[], Job]:
    """A call on r sparse DAGs of n nodes that disagree little."""

    def job() -> Job:
        dags = draw(np.random.default_rng(n + r), n, r)
        return lambda workers: mcbnc.consensus(dags, 0.5, workers=workers)

    return job


def draw(rng: np.random.Generator, n: int, r: int) -> NDArray[np.uint8]:
    """Draw r DAGs that differ from one DAG with 1.5 arcs per node, between nodes that are near in its order.

    Each of the r DAGs lacks 5 % of the arcs and has as many other arcs. Each has its own order, in which the
    nodes have moved by some places. The new order reverses about 6 % of the arcs.
    """
    arcs, changed, near, moved = 3 * n // 2, 0.05, 30, 3.0

    def pairs(count: int) -> NDArray[np.int64]:
        low = rng.integers(0, n - 1, count)
        return np.stack([low, np.minimum(low + rng.integers(1, near, count), n - 1)], axis=1)

    gold = pairs(arcs)
    dags = np.zeros((r, n, n), np.uint8)
    for dag in dags:
        ends = np.concatenate([gold[rng.random(arcs) >= changed], pairs(int(changed * arcs))])
        place = np.arange(n) + rng.normal(0, moved, n)
        turned = place[ends[:, 0]] > place[ends[:, 1]]
        ends[turned] = ends[turned, ::-1]
        dag[ends[:, 0], ends[:, 1]] = 1
    return dags


JOBS = {
    "200 resamples of ALARM r=30": resamples,
    "n=1,000 r=100": sparse(1000, 100),
    "n=2,000 r=10": sparse(2000, 10),
    "n=37 r=10,000": sparse(37, 10_000),
}

if __name__ == "__main__":
    main()
