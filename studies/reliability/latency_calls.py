"""The operations of latency.py, each on inputs that take seconds, or as long as its reading takes.

Each maker makes the inputs and returns a function, which is what is timed.
"""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import mcbnc
from mcbnc import baselines, metrics

Call = Callable[..., object]


@functools.cache
def dags(r: int, n: int, degree: float) -> np.ndarray:
    rng = np.random.default_rng(r * n)
    out = np.zeros((r, n, n), np.uint8)
    for k in range(r):
        arcs = rng.integers(0, n, (int(n * degree / 2), 2))
        arcs = arcs[arcs[:, 0] != arcs[:, 1]]
        out[k][arcs.min(1), arcs.max(1)] = 1
    return out


@functools.cache
def states(rows: int, columns: int) -> np.ndarray:
    rng = np.random.default_rng(rows)
    first = rng.integers(0, 3, (rows, 1), np.uint8)
    return (rng.integers(0, 3, (rows, columns), np.uint8) + first * (rng.random((rows, columns)) < 0.3)) % 3


@functools.cache
def numbers(rows: int, columns: int) -> np.ndarray:
    return np.random.default_rng(rows).normal(size=(rows, columns))


def graph(n: int, degree: float) -> np.ndarray:
    return dags(1, n, degree)[0]


def saved(n: int) -> tuple[object, Path]:
    result = mcbnc.trajectory(dags(3, n, 2.0))
    path = Path(tempfile.mkdtemp()) / "run.json"
    result.save(path)
    return result, path


def save() -> Call:
    result, path = saved(600)
    return lambda: [result.save(path) for _ in range(100)]


def load() -> Call:
    _, path = saved(600)
    return lambda: [mcbnc.load(path) for _ in range(100)]


def explain() -> Call:
    result = mcbnc.consensus(dags(20, 60, 4.0), 0.5)
    return lambda: [result.explain(*edge) for _ in range(1000) for edge in result.edges]


CALLS: dict[str, Callable[[], Call]] = {
    "trajectory": lambda: functools.partial(mcbnc.trajectory, dags(30, 200, 40.0)),
    "consensus": lambda: functools.partial(mcbnc.consensus, dags(30, 200, 40.0), 100.0),
    "consensus, k_max=None": lambda: functools.partial(
        mcbnc.consensus, dags(30, 200, 40.0), 100.0, k_max=None
    ),
    "consensus, 6,000 nodes, required and forbidden pairs": lambda: functools.partial(
        mcbnc.consensus, dags(2, 6000, 4.0), 0.5, knowledge={"required": [(0, 1)], "forbidden": [(2, 3)]}
    ),
    "consensus, 10,000 nodes, one required pair": lambda: functools.partial(
        mcbnc.consensus, dags(1, 10_000, 4.0), 0.5, knowledge={"required": [(0, 1)]}
    ),
    "stability, 2**20 resamples": lambda: functools.partial(
        mcbnc.stability, dags(100, 8, 3.0), 0.5, resamples=2**20
    ),
    "dsep_vote": lambda: functools.partial(baselines.dsep_vote, dags(30, 200, 40.0), 0),
    "climb, 2,000 nodes": lambda: functools.partial(baselines.climb, dags(9, 2000, 6.0)),
    "bounded": lambda: functools.partial(baselines.bounded, dags(9, 300, 8.0), 10, "inputs"),
    "genetic": lambda: functools.partial(
        baselines.genetic, dags(9, 100, 8.0), 10, "arcs", generations=10**6, start="random"
    ),
    "compare": lambda: functools.partial(mcbnc.compare, dags(30, 200, 40.0)),
    "exact_treewidth": lambda: functools.partial(metrics.exact_treewidth, graph(1000, 20.0)),
    "learn, bdeu, 10**6 rows of 100 columns": lambda: functools.partial(
        mcbnc.learn, states(10**6, 100), score="bdeu"
    ),
    "learn, bic, 10**6 rows of 200 columns": lambda: functools.partial(
        mcbnc.learn, states(10**6, 200), score="bic"
    ),
    "learn, bge, 10**6 rows of 100 columns": lambda: functools.partial(
        mcbnc.learn, numbers(10**6, 100), score="bge"
    ),
    "learn_many": lambda: functools.partial(mcbnc.learn_many, [states(250_000, 100)] * 4),
    "learn_jointly": lambda: functools.partial(mcbnc.learn_jointly, [states(250_000, 100)] * 4),
    "bootstrap": lambda: functools.partial(mcbnc.bootstrap, states(10**6, 60), seed=1),
    "bootstrap, bge": lambda: functools.partial(mcbnc.bootstrap, numbers(10**6, 40), seed=1, score="bge"),
    "batch": lambda: functools.partial(mcbnc.batch, dags(30, 200, 40.0), counts=[[1] * 30] * 50, theta=100.0),
    "fusion, 2,000 nodes": lambda: functools.partial(mcbnc.fusion, dags(9, 2000, 6.0)),
    "agreement, 3,000 DAGs": lambda: functools.partial(mcbnc.agreement, dags(3000, 40, 4.0)),
    "vote, 2,000 nodes": lambda: functools.partial(baselines.vote, dags(30, 2000, 6.0)),
    "averaged, 2,000 nodes": lambda: functools.partial(baselines.averaged, dags(30, 2000, 6.0)),
    "treewidth": lambda: functools.partial(metrics.treewidth, graph(1500, 20.0)),
    "triangulation": lambda: functools.partial(metrics.triangulation, graph(1500, 20.0)),
    "explain, many edges": explain,
    "save, 100 times": save,
    "load, 100 times": load,
}
