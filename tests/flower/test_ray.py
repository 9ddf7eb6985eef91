"""Ray's pool as an executor. It stands here because Flower's simulation brings Ray, which is large."""

from __future__ import annotations

import numpy as np
import pytest

import mcbnc


@pytest.fixture(scope="module")
def pool():
    ray = pytest.importorskip("ray", reason="ray is not installed: make test-flower installs it")
    from ray.util.multiprocessing import Pool

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or it warns that this will be so
        with Pool(2) as pool:
            yield pool
        ray.shutdown()


def test_learning_many(pool):
    clients = mcbnc.datasets.load_rows("alarm")
    tables = [table[:200, :9] for table in clients.data]
    alone, many = mcbnc.learn_many(tables), mcbnc.learn_many(tables, executor=pool, chunks=3)
    assert [(one.edges, one.steps, one.score, one.states) for one in many] == [
        (one.edges, one.steps, one.score, one.states) for one in alone
    ]


def test_stability(pool):
    clients = mcbnc.datasets.load("alarm")
    about = {"resamples": 9, "seed": 1, "nodes": clients.nodes}
    alone = mcbnc.stability(clients.dags, 0.5, **about)
    spread = mcbnc.stability(clients.dags, 0.5, **about, executor=pool, chunks=4)
    assert spread.consensus().edges == alone.consensus().edges
    for name in ("counts", "thetas", "joined", "directed", "undirected"):
        assert np.array_equal(getattr(spread, name), getattr(alone, name))
