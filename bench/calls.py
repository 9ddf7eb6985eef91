#!/usr/bin/env python3
"""Measure what a caller of the Python package waits for, which `make bench` puts on its page.

    python bench/calls.py build/calls.json

The import; a small call, and what of it is not the engine's own time; a batch; and calls on inputs that are
large in nodes, in DAGs, or in both. Each is measured in processes of its own, jobs with one worker and
with two in turn.
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
from mcbnc.datasets import _adjacency  # of files such as the bundled ones

IMPORT = """
import time
begin = time.perf_counter()
import numpy
between = time.perf_counter()
import mcbnc
print([1e3 * (time.perf_counter() - between), 1e3 * (between - begin)])
"""
IMPORTS = 11
CALLS = 1000
PAIRS = 5
SECONDS = 2.0  # about how long a job is repeated, and three times at least

Job = Callable[[int], object]  # with so many workers
SHARED = Path(os.environ.get("MCBNC_SHARED") or Path("..", "shared"))  # as for the tests


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("json", type=Path)
    parser.add_argument("--job", help="measure this one in this process, and print it")
    parser.add_argument("--workers", type=int)
    args = parser.parse_args()
    if args.job:
        print(json.dumps(measure(JOBS[args.job](), args.workers)))
        return
    found: dict[str, Any] = {"import": measure_import(), "call": measure_call(), "jobs": []}
    for name in JOBS:
        found["jobs"].append({"name": name, **compare(name)})
        print(found["jobs"][-1], file=sys.stderr)
    args.json.parent.mkdir(parents=True, exist_ok=True)
    args.json.write_text(json.dumps(found, indent=2) + "\n")


def measure_import() -> dict[str, float]:
    """Import NumPy and then mcbnc in fresh processes: the medians of what either takes."""
    laps = [json.loads(run(["-c", IMPORT])) for _ in range(IMPORTS)]
    ours, numpys = zip(*laps, strict=True)
    return {"numpy_ms": statistics.median(numpys), "mcbnc_ms": statistics.median(ours)}


def measure_call() -> dict[str, float]:
    """Call mcbnc.consensus many times on ten ALARM clients: what it takes, and what of that is Python's."""
    dags, nodes = alarm(10)
    walls, ours = [], []
    for _ in range(CALLS):
        begin = time.perf_counter()
        result = mcbnc.consensus(dags, 0.5, nodes=nodes)
        walls.append(1e3 * (time.perf_counter() - begin))
        ours.append(walls[-1] - 1e3 * result.seconds)
    return {"wall_ms": statistics.median(walls), "overhead_ms": statistics.median(ours)}


def compare(name: str) -> dict[str, Any]:
    """Measure a job with one worker and with two, in turn: medians, and the median of the pairs' ratios."""
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
    """Run Python anew, as installed packages are, compiled; return what it prints."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=env).stdout


def measure(job: Job, workers: int) -> dict[str, float]:
    """Do a job again and again: the median time, and the memory that the first time takes."""
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
    """Return the memory of this process, now ("VmRSS") or at most so far ("VmHWM"), in MB; 0 if unknown."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(field + ":")), 0.0)


def alarm(r: int) -> tuple[NDArray[np.uint8], list[str]]:
    """Return the first r of ALARM's clients: the shared folder's, or as many as are bundled."""
    file = SHARED / "data" / "clients" / "alarm.json"
    if not file.exists():
        bundled = mcbnc.datasets.load("alarm")
        return bundled.dags[:r], bundled.nodes
    content = json.loads(file.read_text())
    return _adjacency(content["nodes"], content["clients"][:r]), content["nodes"]


def resamples() -> Job:
    """200 times as many of 30 ALARM clients, drawn with replacement."""
    dags, nodes = alarm(30)
    counts = np.random.default_rng(0).multinomial(len(dags), np.full(len(dags), 1 / len(dags)), size=200)
    return lambda workers: mcbnc.batch(dags, counts=counts, nodes=nodes, workers=workers)


def sparse(n: int, r: int) -> Callable[[], Job]:
    """One call on r sparse DAGs of n nodes that mildly disagree."""

    def job() -> Job:
        dags = draw(np.random.default_rng(n + r), n, r)
        return lambda workers: mcbnc.consensus(dags, 0.5, workers=workers)

    return job


def draw(rng: np.random.Generator, n: int, r: int) -> NDArray[np.uint8]:
    """Draw DAGs that differ from one, of 1.5 arcs a node between nodes not far apart in its order.

    Each has 5 % of the arcs left out, as many others put in, and an order of its own, in which the nodes are
    some places from where they were: by that some 6 % of the arcs are turned.
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
