#!/usr/bin/env python3
"""Measure jobs that users have, as they call them. `make bench` puts the times on its page.

    python bench/calls.py build/calls.json [--only REGEX]

Each job is measured in processes of its own, with one worker and with two in turn. A job is repeated for some
seconds before it counts, and so are the other programs. Jobs whose input is not there are left out: see
`make bench-clients`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import mcbnc
from mcbnc.datasets import _adjacency  # reads files in the format of the bundled ones

sys.path.insert(0, str(Path(__file__).resolve().parent / "rivals"))
import rows

IMPORT = """
import time
import numpy
begin = time.perf_counter()
import mcbnc
print(1e3 * (time.perf_counter() - begin))
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
FRESH = 20  # processes
PAIRS = 3
WARM, SECONDS = (
    5.0,
    2.0,
)  # a job is repeated so long before it counts, and then so long, and at least three times

Call = Callable[[int], object]  # called with the number of workers
SHARED = Path(os.environ.get("MCBNC_SHARED") or Path("..", "shared"))  # as for the tests
RIVALS = Path(".venv-rivals", "bin", "python")
ALARM_ROWS = Path("build", "rows", "alarm.1.rows")
ANDES_ROWS = Path("build", "rows", "andes.1.rows")


class Job(NamedTuple):
    """One row of the page."""

    make: Callable[[], Call]
    set: str = (
        ""  # of `go run ./bench`, where other programs and the engine alone are measured on the same input
    )
    rows: Path | None = None  # of which pyAgrum learns too
    needs: Path | None = None  # a file without which there is no job


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("json", type=Path)
    parser.add_argument(
        "--only", default="", help="measure the jobs whose name matches this regular expression"
    )
    parser.add_argument("--job", help="measure this job in this process and print the result")
    parser.add_argument("--workers", type=int)
    args = parser.parse_args()
    if args.job:
        print(json.dumps(measure(JOBS[args.job].make(), args.workers)))
        return
    found = [
        fresh("import, after NumPy", IMPORT),
        fresh("the first `consensus` of a process: ALARM", FIRST, alarm(10)),
    ]
    for name, job in JOBS.items():
        if re.search(args.only, name) and (job.needs is None or job.needs.exists()):
            found.append({"name": name, "set": job.set, **compare(name), **pyagrum(job.rows)})
            print(found[-1], file=sys.stderr)
    args.json.parent.mkdir(parents=True, exist_ok=True)
    args.json.write_text(json.dumps(found, indent=2) + "\n")


def fresh(name: str, program: str, dags: tuple[NDArray[np.uint8], list[str]] | None = None) -> dict[str, Any]:
    """Run a program in fresh processes. Return the least of the times that it prints."""
    arguments = [json.dumps([dags[0].tolist(), dags[1]])] if dags else []
    return {"name": name, "one_ms": min(json.loads(run(["-c", program, *arguments])) for _ in range(FRESH))}


def compare(name: str) -> dict[str, float]:
    """Measure a job with one worker and with two in turn: the least times, and the median of the memory."""
    ones: list[dict[str, float]] = []
    twos: list[dict[str, float]] = []
    for _ in range(PAIRS):
        for found, workers in ((ones, 1), (twos, 2)):
            found.append(json.loads(run([__file__, "-", "--job", name, "--workers", str(workers)])))
        if ones[0]["ms"] > 1e4:
            break
    return {
        "one_ms": min(m["ms"] for m in ones),
        "two_ms": min(m["ms"] for m in twos),
        "memory_mb": statistics.median(m["memory_mb"] for m in ones),
    }


def run(arguments: list[str]) -> str:
    """Run a new Python and return its output. It may write compiled files, as with installed packages."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=env).stdout


def measure(call: Call, workers: int) -> dict[str, float]:
    """Repeat a call. Return the least time, and the memory that the first call adds."""
    before, begin = resident("VmRSS"), time.perf_counter()
    laps: list[float] = []
    memory = 0.0
    while len(laps) < 3 or time.perf_counter() - begin < WARM + SECONDS:
        lap = time.perf_counter()
        call(workers)
        laps.append(1e3 * (time.perf_counter() - lap))
        memory = memory or resident("VmHWM") - before
        if laps[-1] > 1e3 * (WARM + SECONDS):
            break
    return {"ms": min(laps), "memory_mb": memory}


def pyagrum(file: Path | None) -> dict[str, Any]:
    """pyAgrum's greedy hill climbing on the same rows, warmed as long."""
    if file is None or not RIVALS.exists():
        return {}
    command = [str(RIVALS), "bench/rivals/pyagrum_ghc.py", str(file), "1", str(WARM + SECONDS)]
    answer = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return {"peer": "pyAgrum, greedy hill climbing", "peer_ms": 1e3 * min(answer["seconds"])}


def resident(field: str) -> float:
    """Return this process's resident memory in MB, now ("VmRSS") or its maximum ("VmHWM"); 0 if unknown."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(field + ":")), 0.0)


def clients(name: str, r: int) -> tuple[NDArray[np.uint8], list[str]]:
    """Return the DAGs of the first r clients of a network: shared, of `bench-clients`, or bundled."""
    for folder in (SHARED / "data" / "clients", Path("build", "clients"), Path("python", "mcbnc", "data")):
        file = folder / f"{name}.json"
        if file.exists():
            content = json.loads(file.read_text())
            return _adjacency(content["nodes"], content["clients"][:r]), content["nodes"]
    raise FileNotFoundError(name)


def alarm(r: int) -> tuple[NDArray[np.uint8], list[str]]:
    return clients("alarm", r)


def consensus(name: str, r: int) -> Callable[[], Call]:
    def make() -> Call:
        dags, nodes = clients(name, r)
        return lambda workers: mcbnc.consensus(dags, 0.5, nodes=nodes, workers=workers)

    return make


def trajectory(name: str, r: int) -> Callable[[], Call]:
    def make() -> Call:
        dags, nodes = clients(name, r)
        return lambda workers: mcbnc.trajectory(dags, nodes=nodes, workers=workers)

    return make


def look_up() -> Call:
    dags, nodes = alarm(10)
    found = mcbnc.trajectory(dags, nodes=nodes)
    return lambda workers: found.at(0.5)


def stability() -> Call:
    dags, nodes = alarm(30)
    return lambda workers: mcbnc.stability(dags, 0.5, resamples=200, seed=1, nodes=nodes, workers=workers)


def sparse(n: int, r: int) -> Callable[[], Call]:
    """A call on r sparse DAGs of n nodes that disagree little."""

    def make() -> Call:
        dags = draw(np.random.default_rng(n + r), n, r)
        return lambda workers: mcbnc.consensus(dags, 0.5, workers=workers)

    return make


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


def read_rows(*files: Path, count: int | None = None) -> mcbnc.Rows:
    """The first `count` rows of each file. The files have the same columns."""
    tables = [rows.read(file) for file in files]
    names, arity, _ = tables[0]
    codes = [table.T[:count] for _, _, table in tables]
    data = codes if len(codes) > 1 else codes[0]
    return mcbnc.Rows(data, names=names, states=dict(zip(names, arity, strict=True)))


def learn(file: Path) -> Callable[[], Call]:
    """A call by pyAgrum's score."""

    def make() -> Call:
        data = read_rows(file)
        return lambda workers: mcbnc.learn(data, score="bdeu", prior=None, workers=workers)

    return make


def learn_by_default(file: Path, count: int) -> Callable[[], Call]:
    def make() -> Call:
        data = read_rows(file, count=count)
        return lambda workers: mcbnc.learn(data, workers=workers)

    return make


def learn_jointly() -> Call:
    files = [ALARM_ROWS.with_name(f"alarm.{k}.rows") for k in range(1, 11)]
    sites = read_rows(*files, count=2000)
    return lambda workers: mcbnc.learn_jointly(sites, workers=workers)


JOBS = {
    "`consensus`: 10 DAGs of ASIA, 8 nodes": Job(consensus("asia", 10), "ASIA r=10"),
    "`consensus`: 10 of ALARM, 37 nodes": Job(consensus("alarm", 10), "ALARM r=10"),
    "`trajectory`: 10 of ALARM": Job(trajectory("alarm", 10), "ALARM r=10"),
    "`at(0.5)` of this trajectory": Job(look_up),
    "`trajectory`: 10 of HEPAR2, 70 nodes": Job(trajectory("hepar2", 10), "HEPAR2 r=10"),
    "`trajectory`: 10 of DIABETES, 413 nodes": Job(
        trajectory("diabetes", 10), "DIABETES r=10", needs=Path("build", "clients", "diabetes.json")
    ),
    "`trajectory`: 10 of LINK, 724 nodes": Job(
        trajectory("link", 10), "LINK r=10", needs=Path("build", "clients", "link.json")
    ),
    "`stability`: 200 resamples of 30 of ALARM": Job(stability),
    "`consensus`: 10,000 DAGs of 37 nodes": Job(sparse(37, 10_000)),
    "`consensus`: 3 sparse DAGs of 10,000 nodes": Job(sparse(10_000, 3)),
    "`learn`: ALARM, 5,000 rows": Job(learn(ALARM_ROWS), rows=ALARM_ROWS, needs=ALARM_ROWS),
    "`learn`: ANDES, 5,000 rows, 223 nodes": Job(learn(ANDES_ROWS), rows=ANDES_ROWS, needs=ANDES_ROWS),
    "`learn`, its defaults: ALARM, 5,000 rows": Job(learn_by_default(ALARM_ROWS, 5000), needs=ALARM_ROWS),
    "`learn`, its defaults: ALARM, 1,000 rows, with what chance makes": Job(
        learn_by_default(ALARM_ROWS, 1000), needs=ALARM_ROWS
    ),
    "`learn_jointly`: ten sites of 2,000 rows of ALARM": Job(learn_jointly, needs=ALARM_ROWS),
}

if __name__ == "__main__":
    main()
