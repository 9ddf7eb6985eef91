"""Data of one small network, which the tools learn from: a - b, b -> d <- c, d -> e."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

NODES = list("abcde")
CLASS = [("a", "b"), ("b", "a"), ("b", "d"), ("c", "d"), ("d", "e")]
"""The class of the network. Arcs both ways are its undirected edge."""


@pytest.fixture(scope="session")
def numbers() -> pd.DataFrame:
    """2000 rows of a linear model with noise that is not Gaussian, as LiNGAM requires it."""
    rng = np.random.default_rng(0)
    noise = rng.uniform(-1, 1, size=(5, 2000))
    a = noise[0]
    b = 0.9 * a + noise[1]
    c = noise[2]
    d = b + c + noise[3]
    e = 0.9 * d + noise[4]
    return pd.DataFrame(np.column_stack([a, b, c, d, e]), columns=NODES)


@pytest.fixture(scope="session")
def states() -> pd.DataFrame:
    """5000 rows of the same network with two states a node."""
    rng = np.random.default_rng(0)

    def noisy(values: np.ndarray) -> np.ndarray:
        return values ^ (rng.random(len(values)) < 0.15)

    a, c = rng.random(5000) < 0.5, rng.random(5000) < 0.4
    b = noisy(a)
    d = noisy(b & ~c)
    e = noisy(d)
    return pd.DataFrame({"a": a, "b": b, "c": c, "d": d, "e": e}).astype(int)
