"""bench/federated.py: when a party dies, the others do not wait for it."""

from __future__ import annotations

import importlib
import subprocess
import sys
import time

import pytest
from helpers import ROOT

PATIENCE = 60.0


class Network:
    """Two sites without data."""

    name = "none"

    def export(self, folder, task):
        return [folder / "site-00.csv", folder / "site-01.csv"]


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(ROOT / "bench"), str(ROOT / "bench" / "rivals"), *sys.path])
    module = importlib.import_module("federated")
    yield module
    for name in ("federated", "rows"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("dead", ["coordinator", "site-01"])
def test_a_party_that_dies_at_its_start_ends_the_run(bench, monkeypatch, dead):
    started = []

    def start(role, name, folder, *arguments):
        if arguments[-2:] == ("--patience", "0"):
            return subprocess.Popen([sys.executable, "-c", ""])
        what = "raise SystemExit(3)" if name == dead else f"import time; time.sleep({PATIENCE})"
        started.append(subprocess.Popen([sys.executable, "-c", what]))
        return started[-1]

    monkeypatch.setattr(bench, "_mcbnc", lambda *_: None)
    monkeypatch.setattr(bench, "_start", start)
    begin = time.monotonic()
    with pytest.raises(RuntimeError, match=f"{dead} ended with 3"):
        bench.over_loopback(Network(), "consensus", "")
    assert time.monotonic() - begin < PATIENCE / 2
    assert len(started) == 3
    assert all(party.poll() is not None for party in started)


def test_the_run_ends_when_all_have_ended_well(bench, monkeypatch):
    monkeypatch.setattr(bench, "_mcbnc", lambda *_: None)
    monkeypatch.setattr(
        bench, "_start", lambda *_: subprocess.Popen([sys.executable, "-c", "import time; time.sleep(0.2)"])
    )
    times = bench.over_loopback(Network(), "consensus", "")
    assert times.starts >= 0.2
    assert times.start > 0
