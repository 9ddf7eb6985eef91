"""What the tests of executors share: calls, what results hold, and executors that watch or misbehave."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from gaussian import linear_rows
from helpers import names, noisy_copies

import mcbnc

N, R = 7, 5
DAGS = noisy_copies(4, R, N, 0.3)


def clients() -> list[pd.DataFrame]:
    """Rows of five clients of different sizes. Only the last one has the state "rare"."""
    rng = np.random.default_rng(6)
    tables = []
    for k in range(R):
        base = rng.integers(0, 3, 60 + 10 * k)
        columns = {
            name: (base + rng.integers(0, 2, len(base)) * (i % 3)) % 3 for i, name in enumerate(names(N))
        }
        tables.append(pd.DataFrame(columns).astype(str))
    tables[-1].iloc[0, 0] = "rare"
    return tables


CLIENTS = clients()
REAL = [pd.DataFrame(linear_rows(k, 5, 40 + k)[0], columns=names(5)) for k in range(4)]
COUNTS = np.random.default_rng(1).multinomial(R, np.full(R, 1 / R), size=6)
WEIGHTS = np.random.default_rng(2).dirichlet(np.ones(R), size=6)

CALLS: dict[str, Callable[..., Any]] = {
    "learn_many": lambda **more: mcbnc.learn_many(CLIENTS, **more),
    "learn_many, real values": lambda **more: mcbnc.learn_many(REAL, score="bge", seed=3, **more),
    "batch": lambda **more: mcbnc.batch(DAGS, counts=COUNTS, theta="auto", nodes=names(N), **more),
    "batch, weights": lambda **more: mcbnc.batch(DAGS, counts=COUNTS, weights=WEIGHTS, **more),
    "stability": lambda **more: mcbnc.stability(DAGS, resamples=9, seed=1, nodes=names(N), **more),
    "stability, weights": lambda **more: mcbnc.stability(
        DAGS, 0.5, scheme="leave-one-out", weights=[1, 2, 0, 1, 3], **more
    ),
    "bootstrap": lambda **more: mcbnc.bootstrap(CLIENTS[0], 7, seed=8, **more),
    "bootstrap, real values": lambda **more: mcbnc.bootstrap(
        REAL[1], 5, seed=8, score="bic-g", cpdag=False, **more
    ),
}

PIECES = {
    "learn_many": 5,
    "learn_many, real values": 4,
    "batch": 6,
    "batch, weights": 6,
    "stability": 9,
    "stability, weights": 5,
    "bootstrap": 7,
    "bootstrap, real values": 5,
}
"""How many clients, runs or resamples each call has."""

_TIMES = ("seconds", "_seconds", "step_seconds", "learn_seconds")


def held(value: Any) -> Any:
    """All that an object holds, to the last byte of its arrays, except the times."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, Mapping):
        return {name: held(part) for name, part in value.items() if name not in _TIMES}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [held(part) for part in value]
    return held(vars(value)) if type(value).__module__.startswith("mcbnc") else value


@dataclass
class Here:
    """An executor in this process. It keeps the chunks."""

    chunks: Any = ()

    def map(self, function, chunks):
        self.chunks = list(chunks)
        return map(function, self.chunks)


@dataclass
class Bad:
    """An executor that changes the list of results."""

    change: Callable[[list], list]

    def map(self, function, chunks):
        return self.change([function(chunk) for chunk in chunks])


class Kept(ThreadPoolExecutor):
    """A thread pool that keeps its futures."""

    def __init__(self, workers):
        super().__init__(workers)
        self.futures: list[Future] = []

    def submit(self, *work, **more):
        self.futures.append(super().submit(*work, **more))
        return self.futures[-1]
