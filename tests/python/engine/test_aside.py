"""Large inputs: Ctrl-C while a job starts or rows are read, and time limits that count both."""

from __future__ import annotations

import _thread
import gc
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import mcbnc
from mcbnc._base.limit import SOON, TimeLimit
from mcbnc._engine import ffi
from mcbnc._engine.aside import call_aside
from mcbnc._engine.load import library

ROWS = 400_000


def _jobs_end():
    """Wait until the engine has no job. A test before this one may have left one to the collector."""
    gc.collect()
    end = time.monotonic() + 300
    while library().runtime_info()["jobs"]:
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def ctrl_c():
    """Ctrl-C raises KeyboardInterrupt, also where a shell started the tests in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield _thread.interrupt_main
    signal.signal(signal.SIGINT, before)


def test_the_caller_does_not_wait_for_a_call_that_it_left(ctrl_c):
    release, forgotten = threading.Event(), threading.Event()

    def slow():
        ctrl_c()
        release.wait(300)
        return "made"

    with pytest.raises(KeyboardInterrupt):
        call_aside(slow, lambda value: forgotten.set() if value == "made" else None)
    assert not forgotten.is_set()
    release.set()
    assert forgotten.wait(300)


def test_a_call_gives_what_it_returns_or_raises():
    assert call_aside(lambda: 7, lambda _: None) == 7
    with pytest.raises(KeyError, match="seven"):
        call_aside(lambda: {}["seven"], lambda _: None)


def test_a_job_whose_start_was_left_is_freed(monkeypatch, ctrl_c):
    """The start goes on in its thread, and the job is freed as soon as there is one."""
    _jobs_end()
    rows = np.random.default_rng(1).integers(0, 3, (ROWS, 60), np.uint8)
    left, handles = threading.Event(), []
    start = ffi.Job._start

    def interrupted(self, inputs):
        ctrl_c()
        assert left.wait(300)
        begun = start(self, inputs)
        handles.append(self._handle.value)
        return begun

    monkeypatch.setattr(ffi.Job, "_start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        mcbnc.learn(rows)
    left.set()
    end = time.monotonic() + 300
    while not handles:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert handles[0]
    _jobs_end()


def test_a_time_limit_counts_from_where_it_was_read():
    limit = TimeLimit(0.05)
    assert limit == 0.05
    assert 0 < limit.left() <= 0.05
    assert not limit.passed
    time.sleep(0.06)
    assert limit.passed
    assert limit.left() == SOON
    assert TimeLimit(-1).left() == -1
    assert TimeLimit(0).left() == 0


def test_a_limit_that_passed_while_rows_were_read_is_kept(monkeypatch):
    rows = np.random.default_rng(2).integers(0, 3, (200, 5))
    learned = mcbnc.learn(rows, time_limit=1e-7)
    assert learned.status == "time_limit"
    assert not learned.edges


@pytest.mark.parametrize("score", ["bge", "bic-g"])
def test_real_values_past_their_limit_have_the_required_edges_and_no_score(score):
    values = np.random.default_rng(2).normal(size=(200, 5))
    learned = mcbnc.learn(values, score=score, time_limit=1e-9, knowledge={"required": [(0, 1)]})
    assert learned.status == "time_limit"
    assert np.isnan(learned.score)
    assert learned.edges == [(0, 1)]
    sites = [values, values + values**2]
    jointly = mcbnc.learn_jointly(sites, score=score, time_limit=1e-9, outliers="keep")
    assert jointly.status == "time_limit"
    assert not jointly.edges


SCRIPT = """
import signal, sys, time
import numpy as np
import mcbnc
from mcbnc._engine.load import library
signal.signal(signal.SIGINT, signal.default_int_handler)
for name in mcbnc.__all__:
    getattr(mcbnc, name)
mcbnc.consensus([[[0, 1], [0, 0]]])
rows = np.random.default_rng(5).integers(0, 3, (2_000_000, 100), np.uint8)
print("running", flush=True)
try:
    mcbnc.learn(rows)
except KeyboardInterrupt:
    print(time.time(), flush=True)
began = time.time()
while library().runtime_info()["jobs"]:
    assert time.time() < began + 60
    time.sleep(0.01)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("after", [0.1, 0.5, 1.5])
def test_ctrl_c_in_reading_and_in_the_start(after):
    with subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "running\n"
        time.sleep(after)
        sent = time.time()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert float(out) - sent < 1  # copying and checking took 3 s, during which nothing arrived
