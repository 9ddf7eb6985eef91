"""Forks, spawned processes, threads, and memory."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from faults import METHODS, forked, needs_fork, resident_kib
from helpers import importable, noisy_copies, random_dags

import mcbnc
from mcbnc._engine import ffi, load

# Python 3.12 and later warn of forks beside threads, which is what is tested here.
pytestmark = [pytest.mark.filterwarnings("ignore:.*multi-threaded"), pytest.mark.slow]

DAGS = noisy_copies(3, 6, 10)


def answer(seed: int) -> tuple[float, list]:
    result = mcbnc.consensus(noisy_copies(seed, 6, 10), "auto")
    return result.theta, result.edges


def later(trajectory) -> list:
    return trajectory.at(0.4).edges


@pytest.mark.parametrize("method", METHODS)
def test_processes_after_the_parent_used_the_library(method):
    expected = [answer(seed) for seed in range(8)]
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
        assert list(pool.map(answer, range(8))) == expected
        whole = mcbnc.trajectory(DAGS)
        assert pool.submit(later, whole).result() == whole.at(0.4).edges
    assert [answer(seed) for seed in range(8)] == expected


@needs_fork
def test_children_of_children():
    expected = answer(1)

    def child():
        assert answer(1) == expected
        assert forked(grandchild) == 0
        assert answer(1) == expected

    def grandchild():
        assert answer(1) == expected

    assert forked(child) == 0


@needs_fork
def test_a_child_can_use_what_the_parent_made():
    whole = mcbnc.trajectory(DAGS)
    expected = whole.at(0.3, "refusion").edges, whole.select()
    about = mcbnc.build_info()

    def child():
        assert (whole.at(0.3, "refusion").edges, whole.select()) == expected
        assert mcbnc.build_info() == about  # its path too: not that of the child's own copy

    assert forked(child) == 0


@needs_fork
def test_a_child_without_memory_files_takes_the_temporary_folder(monkeypatch, tmp_path):
    expected = answer(2)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def refuse(*_):
        raise OSError("no memory files here")

    def child():
        os.memfd_create = refuse
        assert answer(2) == expected

    assert forked(child) == 0
    assert not list(tmp_path.iterdir())


@needs_fork
def test_a_child_that_cannot_copy_says_so(monkeypatch, tmp_path):
    answer(0)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))

    def refuse(*_):
        raise OSError("no memory files here")

    def child():
        os.memfd_create = refuse
        with pytest.raises(mcbnc.LibraryError, match="spawn"):
            answer(0)

    assert forked(child) == 0


@needs_fork
def test_a_job_from_before_the_fork_raises():
    request = {"op": "run", "n": 10, "r": 6}
    with ffi.Job(load.library(), request, {"dags": DAGS}) as job:

        def child():
            for call in (lambda: job.wait(0), job.progress, job.result, job.cancel):
                with pytest.raises(mcbnc.LibraryError, match="fork"):
                    call()
            job.free()

        assert forked(child) == 0
        assert job.wait(-1)
        assert job.result()["status"] == "complete"


@needs_fork
def test_a_child_with_the_process_id_of_its_parent(monkeypatch):
    """As Python sees it: a process id comes again."""
    expected = answer(1)
    parent = os.getpid()
    with ffi.Job(load.library(), {"op": "run", "n": 10, "r": 6}, {"dags": DAGS}) as job:

        def child():
            monkeypatch.setattr(os, "getpid", lambda: parent)
            assert answer(1) == expected
            with pytest.raises(mcbnc.LibraryError, match="fork"):
                job.wait(0)

        assert forked(child) == 0


CLONE_NEWUSER, CLONE_NEWPID = 0x10000000, 0x20000000
NO_NAMESPACE = 77


@needs_fork
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="PID namespaces are Linux's")
def test_the_first_process_of_a_namespace_in_another():
    """As the system has it: the child and the parent that loaded the library both have the process id 1."""
    expected = answer(1)
    unshare = ctypes.CDLL(None).unshare

    def outside():
        if unshare(CLONE_NEWPID) and unshare(CLONE_NEWUSER | CLONE_NEWPID):
            os._exit(NO_NAMESPACE)
        os._exit(forked(parent))

    def parent():
        assert os.getpid() == 1
        assert answer(1) == expected
        with ffi.Job(load.library(), {"op": "run", "n": 10, "r": 6}, {"dags": DAGS}) as job:

            def child():
                assert os.getpid() == 1
                assert answer(1) == expected
                with pytest.raises(mcbnc.LibraryError, match="fork"):
                    job.wait(0)

            if unshare(CLONE_NEWPID):
                os._exit(NO_NAMESPACE)
            assert forked(child) == 0

    ended = forked(outside)
    if ended == NO_NAMESPACE:
        pytest.skip("no PID namespace may be made here")
    assert ended == 0


@needs_fork
def test_forks_while_threads_are_at_work():
    expected = answer(4)
    stop = threading.Event()

    def busy():
        while not stop.is_set():
            answer(5)

    def child():
        assert answer(4) == expected

    threads = [threading.Thread(target=busy) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        assert [forked(child) for _ in range(10)] == [0] * 10
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_many_threads_at_once():
    seeds = list(range(6)) * 20
    expected = {seed: answer(seed) for seed in range(6)}
    with ThreadPoolExecutor(24) as pool:
        assert list(pool.map(answer, seeds)) == [expected[seed] for seed in seeds]


@needs_fork
def test_threads_race_for_the_first_load():
    expected = answer(3)

    def child():  # in which nothing is loaded yet
        with ThreadPoolExecutor(16) as pool:
            assert list(pool.map(answer, [3] * 32)) == [expected] * 32
        assert len({id(p.library) for p in load._processes.values() if p.library}) == 2

    assert forked(child) == 0


def interrupted_first_load(milliseconds: float) -> None:
    """A signal's handler and what it interrupts both ask this process' engine for the first time."""
    answers = []
    signal.signal(signal.SIGALRM, lambda *_: answers.append(answer(3)))
    signal.setitimer(signal.ITIMER_REAL, milliseconds / 1000)
    answers.append(answer(3))
    deadline = time.monotonic() + 300
    while len(answers) < 2 and time.monotonic() < deadline:
        time.sleep(0.001)
    assert answers == [answers[0]] * 2
    assert engine()["jobs"] == 0


MOMENTS = range(1, 40, 3)  # a load takes some 20 ms
FIRST_LOADS = f"import test_processes as t; exit(any(map(t.hangs_or_fails, {MOMENTS})))"


def hangs_or_fails(milliseconds: float) -> bool:
    return forked(lambda: interrupted_first_load(milliseconds)) != 0


@needs_fork
def test_a_signal_handler_that_calls_in_the_first_load():
    done = subprocess.run([sys.executable, "-c", FIRST_LOADS], env=importable(__file__), timeout=600)
    assert done.returncode == 0


@needs_fork
def test_a_signal_handler_that_calls_while_a_child_loads_its_copy():
    answer(3)
    assert not any(map(hangs_or_fails, MOMENTS))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_ten_thousand_runs_leave_nothing():
    small = random_dags(1, 3, 6)
    cyclic = np.roll(np.eye(3, dtype=np.uint8), 1, axis=1)[None]

    def some(runs):
        for k in range(runs):
            mcbnc.consensus(small, 0.3, workers=2)
            if k % 10 == 0:
                mcbnc.trajectory(small).at(0.5)
                with contextlib.suppress(mcbnc.CycleError):
                    mcbnc.consensus(cyclic)
        gc.collect()

    some(2000)
    resident, threads, goroutines = resident_kib(), threads_now(), engine()["goroutines"]
    some(8000)
    assert resident_kib() - resident < 8 * 1024
    assert threads_now() <= threads + 4
    assert engine()["jobs"] == 0
    assert engine()["goroutines"] <= goroutines + 2


def engine() -> dict[str, int]:
    return load.library().runtime_info()


def threads_now() -> int:
    return len(list(Path("/proc/self/task").iterdir()))
