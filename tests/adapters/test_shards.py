"""The example of shards over actors of Dask. tests/flower has those of Ray."""

from __future__ import annotations

import importlib
from pathlib import Path

import mcbnc

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_dask(monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES)  # also of the workers, which are spawned
    example = importlib.import_module("sharded_consensus")
    parts = example.split(1500, 2)
    with example.on_dask(parts) as send:
        coordinator = example.consensus([count for _, count in parts], send)
    alone = mcbnc.consensus(example.make_dags(0, 1500), nodes=coordinator.result.nodes)
    assert example.same(coordinator.result, alone)
