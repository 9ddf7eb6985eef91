"""The attacks on the promises: each has what the page needs, finds nothing in a moment, and can fail."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys

import pytest
from helpers import ROOT, modules_of

FOLDER = ROOT / "studies" / "reliability"
NAMES = sorted(path.stem for path in (FOLDER / "attacks").glob("*.py"))
QUICK = ["changed_files", "checkpoints", "deterministic", "exact", "graph_files", "requests"]


@pytest.fixture
def on_path(monkeypatch):
    for folder in (ROOT / "scripts", ROOT / "tests" / "capi"):
        monkeypatch.syspath_prepend(folder)
    with modules_of(FOLDER):
        yield


@pytest.mark.parametrize("name", NAMES)
def test_what_the_page_needs(on_path, name):
    attack = importlib.import_module(f"attacks.{name}")
    assert attack.PROMISE
    assert attack.ATTACK
    assert callable(attack.run)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_an_attack_for_a_moment(name):
    command = [sys.executable, FOLDER / "run.py", "--one", name, "--time", "1s", "--seed", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    outcome = json.loads(done.stdout.splitlines()[-1])
    assert outcome["tries"] > 0
    assert outcome["failures"] == 0, outcome["notes"]


def test_a_death_is_a_failure(on_path, monkeypatch):
    run = importlib.import_module("run")
    monkeypatch.setattr(
        run.subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], -11, "", "died")
    )
    row = run.attacked("exact", 1, 1)
    assert (row["failures"], row["notes"]) == (1, "the process ended with -11: died")


def test_the_oracle_is_not_always_content(on_path):
    """In the naive program weights and conditions count."""
    naive = importlib.import_module("naive")
    dags = [naive.Dag({(0, 1), (0, 2), (1, 2)}), naive.Dag({(0, 1)})]

    def scores(weights):
        return [step[-1] for step in naive.run(3, dags, weights, None, None)[2]]

    assert scores([1, 1]) == [1, 1, 2]
    assert scores([3, 1]) != [1, 1, 2]
    assert [len(naive.cut(dags[0], 0, 2, given)) for given in ((), (1,))] == [2, 1]


def test_the_page(on_path):
    page = importlib.import_module("page")
    row = {
        "name": "x",
        "promise": "a | b",
        "attack": "c",
        "tries": 12,
        "failures": 1,
        "notes": "d",
        "seconds": 3,
    }
    record = {
        "cores": 2,
        "at_once": 2,
        "load": 9,
        "system": "s",
        "machine": "m",
        "python": "3",
        "rows": [row],
    }
    text = page.page(record)
    assert "| a \\| b | c | 12 | 1 | d |" in text
    assert "Fewer than 10,000 tries, for want of time: x (250 ms a try)." in text
    assert "for want of time" not in page.page({**record, "rows": [{**row, "tries": 10_000}]})


def test_the_latencies_of_the_page(on_path, tmp_path):
    """Slow operations have a line. Quick ones are named. One that ended before each Ctrl-C has no seconds."""
    latency_page = importlib.import_module("latency_page")
    quick = {"name": "quick", "tries": 2, "raised": 0.01, "idle": 0.094, "over": None}
    slow = {"name": "slow", "tries": 1, "raised": 0.02, "idle": 0.03, "over": 2.5}
    limited = {"name": "limited", "tries": 0, "raised": 0.0, "idle": 0.0, "over": 0.3}
    ended = {"name": "ended", "tries": 0, "raised": 0.0, "idle": 0.0, "over": None}
    path = tmp_path / "latency.json"
    assert latency_page.latencies(path) == ""
    about = {"cores": 2, "python": "3", "load": 1}
    path.write_text(json.dumps({**about, "rows": [quick, slow, limited, ended]}))
    text = latency_page.latencies(path)
    assert "| slow | 1 | 0.02 | 0.03 | 2.50 |\n| limited | 0 |  |  | 0.30 |\n\nBelow 0.1 s: quick.\n" in text
    assert "ended" not in text


def test_shares_of_time(on_path, monkeypatch):
    """What an attack leaves goes to those that have not begun. No share outlasts the time of all."""
    run, now = importlib.import_module("run"), [0.0]
    monkeypatch.setattr(run, "AT_ONCE", 2)
    monkeypatch.setattr(run.time, "monotonic", lambda: now[0])
    shares = run.Shares(100, attacks=4)
    assert [shares.take(), shares.take()] == [50, 50]
    now[0] = 10
    shares.give_back(40)
    assert shares.take() == 70
    now[0] = 50
    assert shares.take() == 50


def test_an_attack_with_its_goal_ends_early(on_path, monkeypatch):
    attacking, now = importlib.import_module("attacking"), [0.0]
    monkeypatch.setattr(attacking.time, "monotonic", lambda: now[0])

    def drawn(each):
        now[0], out, values = 0.0, attacking.Outcome(), []
        for draw in attacking.tries(20, 3, out):
            values.append(draw.random())
            out.tries += each
            now[0] += 1
        return values

    assert (len(drawn(each=100)), len(drawn(each=20_000))) == (20, 6)
    assert drawn(each=100)[:6] == drawn(each=20_000)
