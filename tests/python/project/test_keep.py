"""bench/rivals: keep.py keeps what programs found, and goes on where it stopped; slow ones are stopped."""

from __future__ import annotations

import json
import sys

import pytest
from helpers import ROOT, modules_of


@pytest.fixture
def keep(tmp_path, monkeypatch):
    with modules_of(ROOT / "bench" / "rivals", "keep") as modules:
        monkeypatch.setattr(modules["keep"], "KEPT", tmp_path / "kept.json")
        yield modules["keep"]


def printing(answer):
    return [sys.executable, "-c", f"print('noise'); print({json.dumps(answer)!r})"]


def test_what_a_program_prints_is_kept(keep):
    assert keep.searches.run(printing({"cpu": 1.5, "arcs": [[2, 1], [0, 1]]}), 60) == {
        "cpu": 1.5,
        "arcs": [[0, 1], [2, 1]],
    }
    assert keep.searches.run(printing({"cpu": 2, "edges": [[0, 1, 0]]}), 60)["arcs"] == [[0, 1]]
    assert keep.searches.run(printing({"cpu": 2, "edges": []}), 60)["arcs"] == []


def test_a_slow_program_is_stopped_and_a_broken_one_told(keep):
    assert keep.searches.run([sys.executable, "-c", "while True: pass"], 1) == {"stopped": 1}
    with pytest.raises(SystemExit, match="no such luck"):
        keep.searches.run([sys.executable, "-c", "raise ValueError('no such luck')"], 60)


def test_it_goes_on_where_it_stopped(keep, tmp_path, monkeypatch):
    rows = keep.rows
    for name, arity in (("small", [2, 2]), ("real", [0, 0])):
        rows.write(tmp_path / f"{name}.1.rows", ["a", "b"], arity, rows.np.zeros((2, 3)))
    ran = []

    def run(words, seconds):
        ran.append(words)
        return {"cpu": 1, "arcs": [[0, 1]]}

    monkeypatch.setattr(keep.searches, "run", run)
    options = ["--xges", sys.executable, "--jars", str(tmp_path / "none"), "--agrum", sys.executable]
    for _ in range(2):  # the second time there is nothing to do
        monkeypatch.setattr(sys, "argv", ["keep.py", str(tmp_path), *options])
        keep.main()
    kept = json.loads(keep.KEPT.read_text())["sets"]
    assert {name: sorted(found) for name, found in kept.items()} == {
        "small": ["tabu", "xges"],
        "real": ["xges"],
    }
    assert len(ran) == 3


def test_what_is_kept_is_of_known_programs():
    kept = json.loads((ROOT / "bench" / "rivals" / "kept.json").read_text())
    for found in kept["sets"].values():
        assert set(found) <= set(kept["programs"])
        assert all(("arcs" in run) != ("stopped" in run) for run in found.values())
