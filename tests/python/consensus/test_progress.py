"""The progress that a caller sees during a run."""

from __future__ import annotations

import io
import os
import sys

import numpy as np
import pytest
from helpers import is_dag, noisy_copies, random_dags
from terminal import at_a_terminal

import mcbnc
from mcbnc._base import extras
from mcbnc._engine.ffi import Progress
from mcbnc._engine.progress import make_watch

LONG = random_dags(9, 10, 40, 0.2)


def test_a_function_sees_the_deletions():
    seen = []
    whole = mcbnc.trajectory(LONG, progress=lambda *now: seen.append(now))
    edges = int(whole.fusion.sum())
    assert seen[-1][:2] == (0, edges)
    assert seen[-1][2] == whole[-1].psi
    left = [now[0] for now in seen]
    assert left == sorted(left, reverse=True)
    assert len(set(seen)) == len(seen)
    assert all(type(value) in (int, float) for now in seen for value in now)


def test_a_function_sees_the_end_of_a_short_run():
    seen = []
    result = mcbnc.consensus(noisy_copies(1, 4, 6), progress=lambda *now: seen.append(now))
    assert seen[-1][:2] == (result.adjacency.sum(), result.fusion.sum())


def test_returning_false_stops_the_run():
    result = mcbnc.consensus(LONG, 100.0, progress=lambda left, start, psi: left > start - 5)
    assert result.status == "cancelled"
    assert is_dag(result.adjacency)
    assert len(result.trajectory) == result.fusion.sum() - result.adjacency.sum()
    assert result.trajectory.status == "cancelled"


@pytest.mark.parametrize("answer", [False, np.False_])
def test_false_of_any_kind_stops_the_run(answer):
    assert mcbnc.consensus(LONG, 100.0, progress=lambda *_: answer).status == "cancelled"


@pytest.mark.parametrize("answer", [None, True, np.True_, 0, 0.0, ""])
def test_no_other_value_stops_the_run(answer):
    assert mcbnc.consensus(LONG[:3], progress=lambda *_: answer).status == "complete"


def test_an_exception_in_the_function_comes_through():
    class Mine(Exception):
        pass

    def angry(*_):
        raise Mine

    with pytest.raises(Mine):
        mcbnc.consensus(LONG, 100.0, progress=angry)
    assert mcbnc.consensus(LONG[:2, :5, :5]).status == "complete"


def at(seconds, left=60, phase=3):
    return Progress(phase, 100, left, 0.25, seconds)


def test_a_bar_when_asked_for(monkeypatch):
    terminal = at_a_terminal(monkeypatch)
    mcbnc.consensus(LONG, 0.4, progress=True)
    assert "mcbnc" in terminal.getvalue()


def test_a_bar_in_a_terminal_after_a_second(monkeypatch):
    terminal = at_a_terminal(monkeypatch)
    watch = make_watch(None)
    watch.show(at(0.5))
    assert terminal.getvalue() == ""
    watch.show(at(1.5))
    watch.close()
    shown = terminal.getvalue()
    assert "mcbnc deleting  54%|" in shown  # 1 - 0.6 ** 1.5
    assert "| 00:02, 40 of 100 edges, psi=0.25" in shown


def lines(terminal):
    """What the bar showed, one state after the other."""
    return [line.strip() for line in terminal.getvalue().split("\r") if line.strip()]


@pytest.mark.parametrize(
    ("phase", "word", "share"),
    [(0, "starting", 0), (1, "ordering", 0), (2, "fusing", 0), (3, "deleting", 54), (4, "finishing", 100)],
)
def test_a_bar_tells_the_phase_and_the_share_of_the_time(monkeypatch, phase, word, share):
    terminal = at_a_terminal(monkeypatch)
    watch = make_watch(True)
    watch.show(at(4000.0, phase=phase))
    watch.close()
    assert f"mcbnc {word} {share:3}%|" in lines(terminal)[-1]
    assert "1:06:40" in lines(terminal)[-1]


def test_a_bar_in_a_terminal_that_does_not_tell_its_size(monkeypatch):
    reading, writing = os.openpty()  # it has 0 rows and 0 columns
    os.set_blocking(reading, False)
    with open(reading, "rb", buffering=0) as screen, open(writing, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        watch = make_watch(None)
        watch.show(at(1.5))
        shown = (screen.read(1000) or b"").decode()
        watch.close()
    assert "mcbnc deleting  54%|" in shown
    assert "| 00:02, 40 of 100 edges" in shown


def test_a_bar_does_not_open_at_the_end(monkeypatch):
    terminal = at_a_terminal(monkeypatch)
    watch = make_watch(None)
    for seconds, phase in ((0.2, 3), (0.9, 4), (1.2, 5)):
        watch.show(at(seconds, phase=phase))
    watch.close()
    assert terminal.getvalue() == ""


def test_no_time_is_promised_on_the_first_deletions(monkeypatch):
    """The first of 44,411 deletions took 10.87 seconds, and tqdm promised 134 hours."""
    terminal = at_a_terminal(monkeypatch)
    watch = make_watch(None)
    for deleted, seconds in ((0, 5.0), (1, 10.87), (1, 20.0), (2, 30.0), (400, 60.0), (900, 90.0)):
        watch.show(Progress(3, 44411, 44411 - deleted, 0.01, seconds))
    watch.close()
    assert len(lines(terminal)) > 5
    assert "00:11, 1 of 44,411 edges" in terminal.getvalue()
    assert "left" not in terminal.getvalue()
    assert "/edge" not in terminal.getvalue()


def test_time_is_promised_once_the_estimate_has_proved_itself(monkeypatch):
    terminal = at_a_terminal(monkeypatch)
    watch = make_watch(None)
    for tick in range(1, 100):  # as the model has it: 100 seconds in all
        watch.show(Progress(3, 100_000, round(100_000 * (1 - tick / 100) ** (1 / 1.5)), 0.1, float(tick)))
    watch.close()
    states = lines(terminal)
    promised = [line for line in states if "left" in line]
    assert "mcbnc deleting  50%|" in states[50]
    assert "00:50, about 00:50 left, 37,004 of 100,000 edges" in states[50]
    assert len(promised) == 95  # not before 5 % of the time
    assert "00:99" not in terminal.getvalue()


def test_no_time_is_promised_while_the_pace_changes(monkeypatch):
    terminal = at_a_terminal(monkeypatch)
    watch = make_watch(None)
    for tick in range(1, 60):  # the rate falls tenfold after a third
        deleted = 100 * min(tick, 20) + 10 * max(tick - 20, 0)
        watch.show(Progress(3, 6000, 6000 - deleted, 0.1, float(tick)))
    watch.close()
    promised = [bool("left" in line) for line in lines(terminal)]
    assert promised[15]
    assert not any(promised[32:])


@pytest.mark.parametrize(("unit", "phase", "word"), [("run", 3, "running"), ("data set", 6, "learning")])
def test_runs_and_data_sets_take_equal_times(monkeypatch, unit, phase, word):
    terminal = at_a_terminal(monkeypatch)
    watch = make_watch(None, unit)
    for tick in range(1, 11):
        watch.show(Progress(phase, 40, 40 - tick, 0.0, float(tick)))
    watch.close()
    assert f"mcbnc {word}  25%|" in lines(terminal)[-1]
    assert f"00:10, about 00:30 left, 10 of 40 {unit}s" in lines(terminal)[-1]
    assert "psi" not in terminal.getvalue()


def test_no_bar_without_a_terminal(monkeypatch):
    at_a_terminal(monkeypatch)
    assert make_watch(False) is None
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert make_watch(None) is None
    monkeypatch.setattr(sys, "stderr", None)
    assert make_watch(None) is None


def test_without_tqdm(monkeypatch):
    terminal = at_a_terminal(monkeypatch)
    monkeypatch.setitem(sys.modules, "tqdm.std", None)
    watch = make_watch(None)  # the caller did not ask for a bar, so there is no error
    assert watch.show(at(2.0))
    watch.close()
    assert terminal.getvalue() == ""
    with pytest.raises(mcbnc.MissingExtraError, match=r"pip install tqdm "):
        mcbnc.consensus(LONG, progress=True)


@pytest.mark.parametrize("library", ["networkx", "pgmpy.models", "pandas"])
def test_missing_extras_say_what_to_install(monkeypatch, library):
    package = library.partition(".")[0]
    monkeypatch.setitem(sys.modules, library, None)
    result = mcbnc.consensus(noisy_copies(1, 4, 6))
    with pytest.raises(ImportError, match=f"pip install {package} "):
        getattr(result, f"to_{package}")()
    with pytest.raises(mcbnc.McbncError):
        extras.import_extra(library)


def test_progress_does_not_change_the_answer():
    plain = mcbnc.consensus(LONG, 0.5)
    watched = mcbnc.consensus(LONG, 0.5, progress=lambda *_: None)
    np.testing.assert_array_equal(plain.adjacency, watched.adjacency)
