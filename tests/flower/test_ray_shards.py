"""The example of shards over actors of Ray, which Flower brings. tests/adapters has those of Dask."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import mcbnc

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_ray(monkeypatch):
    ray = pytest.importorskip("ray", reason="ray is not installed: make test-flower installs it")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # or it warns that this will be so
    monkeypatch.syspath_prepend(EXAMPLES)
    example = importlib.import_module("sharded_consensus")
    ray.cloudpickle.register_pickle_by_value(example)  # the actors' processes do not find the file
    parts = example.split(1500, 2)
    with example.on_ray(parts) as send:
        coordinator = example.consensus([count for _, count in parts], send)
    alone = mcbnc.consensus(example.make_dags(0, 1500), nodes=coordinator.result.nodes)
    assert example.same(coordinator.result, alone)
