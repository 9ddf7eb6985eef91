"""Jobs over time: waiting, cancelling, time limits, threads, forks, and what is left behind."""

from __future__ import annotations

import ctypes
import os
import random
import signal
import sys
import threading
import time

import abi
import pytest
from abi import BAD_HANDLE, NOT_READY, OK, RUNNING, WRONG_PROCESS, dag

QUICK = {"op": "run", "n": 3, "r": 1, "theta": 0.5}
CHAIN = dag(3, (0, 1), (1, 2))
N, R = 400, 120
LONG = {"op": "run", "n": N, "r": R, "k_max": 0}  # seconds, with steps from the first moment on

# Milliseconds to wait for a job that was stopped. It stops at once, but the machine may be busy. The status
# says that the job was stopped, and did not end by itself.
PATIENCE = 60_000


@pytest.fixture(scope="module")
def diverse_dags() -> bytes:
    """DAGs that have little in common. So their fusion is dense, and a run takes seconds."""
    rng = random.Random(1)
    nodes = rng.sample(range(N), N)
    truth = random_arcs(rng, N)
    dags = bytearray(R * N * N)
    for k in range(R):
        for i, j in truth + random_arcs(rng, 3 * N // 2):
            dags[(k * N + nodes[i]) * N + nodes[j]] = 1
    return bytes(dags)


def random_arcs(rng: random.Random, count: int) -> list[tuple[int, int]]:
    return [tuple(sorted(rng.sample(range(N), 2))) for _ in range(count)]


@pytest.fixture
def long_job(caller, diverse_dags):
    job = caller.started(LONG, {"dags": diverse_dags})
    yield job
    caller.lib.mcbnc_job_free(job)


def test_before_the_end(caller, lib, long_job):
    assert lib.mcbnc_job_wait(long_job, 0) == RUNNING
    began = time.monotonic()
    assert lib.mcbnc_job_wait(long_job, 100) == RUNNING
    assert time.monotonic() - began > 0.09
    status, result, error = caller.result(long_job)
    assert (status, result, error["code"]) == (NOT_READY, None, NOT_READY)
    assert caller.read(long_job, "order", 4 * N)[0] == NOT_READY


def progress_of(lib, job) -> abi.Progress:
    progress = abi.Progress()
    assert lib.mcbnc_job_progress(job, ctypes.byref(progress)) == OK
    return progress


def test_progress_then_cancel(caller, lib, long_job):
    give_up = time.monotonic() + 60
    progress = progress_of(lib, long_job)
    while progress.edges_left == progress.edges_at_start:
        assert lib.mcbnc_job_wait(long_job, 10) == RUNNING, "too short a job for this test"
        assert time.monotonic() < give_up, "no step was taken"
        progress = progress_of(lib, long_job)
    assert progress.phase == 3
    assert 0 < progress.edges_left < progress.edges_at_start
    assert progress.psi > 0
    assert progress.seconds > 0

    assert lib.mcbnc_job_cancel(long_job) == OK
    assert lib.mcbnc_job_wait(long_job, PATIENCE) == OK
    status, result, _ = caller.result(long_job)
    assert (status, result["status"]) == (OK, "cancelled")
    steps = result["arrays"]["step_edges"]["shape"][0]
    assert steps > 0, "the trajectory so far can be had"
    assert caller.read(long_job, "step_edges", 12 * steps)[0] == OK
    assert progress_of(lib, long_job).phase == 5
    assert lib.mcbnc_job_cancel(long_job) == OK


def test_cancel_at_once(caller, lib, long_job):
    assert lib.mcbnc_job_cancel(long_job) == OK
    assert lib.mcbnc_job_wait(long_job, PATIENCE) == OK
    status, result, _ = caller.result(long_job)
    assert (status, result["status"]) == (OK, "cancelled")


def test_a_time_limit_is_a_status(caller, diverse_dags):
    began = time.monotonic()
    status, result, _ = caller.outcome({**LONG, "time_limit": 0.2}, {"dags": diverse_dags})
    assert (status, result["status"]) == (OK, "time_limit")
    assert time.monotonic() - began > 0.19
    assert result["arrays"]["adjacency"]["shape"] == [N, N]


def test_freeing_a_running_job_ends_it(caller, lib, diverse_dags):
    before = caller.info("mcbnc_runtime_info")
    jobs = [caller.started(LONG, {"dags": diverse_dags}) for _ in range(3)]
    for job in jobs:
        assert lib.mcbnc_job_free(job) == OK
        assert lib.mcbnc_job_wait(job, -1) == BAD_HANDLE
    eventually(lambda: caller.info("mcbnc_runtime_info")["goroutines"] <= before["goroutines"])
    assert caller.info("mcbnc_runtime_info")["jobs"] == before["jobs"]


def eventually(holds, seconds: float = 60) -> None:
    give_up = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.01)


def test_many_threads(caller):
    wanted = caller.outcome(QUICK, {"dags": CHAIN})[1]["arrays"]
    wrong = []

    def work() -> None:
        for _ in range(50):
            status, result, error = caller.outcome(QUICK, {"dags": CHAIN})
            if status != OK or result["arrays"] != wanted:
                wrong.append((status, result, error))

    in_threads(16, work)
    assert not wrong


def test_many_threads_on_one_job_that_goes(caller, lib, diverse_dags):
    job = caller.started(LONG, {"dags": diverse_dags})
    seen = set()

    def work() -> None:
        for _ in range(200):
            seen.add(lib.mcbnc_job_wait(job, 1))
            seen.add(lib.mcbnc_job_progress(job, ctypes.byref(abi.Progress())))
            seen.add(caller.result(job)[0])
            seen.add(lib.mcbnc_job_free(job) if threading.current_thread().name == "5" else OK)

    in_threads(8, work)
    assert seen <= {OK, RUNNING, NOT_READY, BAD_HANDLE}
    assert BAD_HANDLE in seen


def in_threads(count: int, work) -> None:
    threads = [threading.Thread(target=work, name=str(i)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_every_function_knows_a_child(caller, lib):
    job = caller.started(QUICK, {"dags": CHAIN})
    assert lib.mcbnc_job_wait(job, -1) == OK
    text = ctypes.c_void_p()
    assert lib.mcbnc_job_result(job, ctypes.byref(text), None) == OK
    child = os.fork()
    if child == 0:
        signal.alarm(10)  # if a call hangs
        os._exit(0 if all_refuse(lib, job, text) else 1)
    _, status = os.waitpid(child, 0)
    assert os.WIFEXITED(status), "a call hung in the child"
    assert os.WEXITSTATUS(status) == 0
    assert caller.take(text)["status"] == "complete", "the parent is none the worse"
    assert lib.mcbnc_job_free(job) == OK


def all_refuse(lib, job, text) -> bool:
    out, handle = ctypes.c_void_p(), ctypes.c_uint64()
    answers = [
        lib.mcbnc_build_info(ctypes.byref(out)),
        lib.mcbnc_runtime_info(ctypes.byref(out)),
        lib.mcbnc_job_start(b"{}", None, 0, ctypes.byref(handle), ctypes.byref(out)),
        lib.mcbnc_job_run(b"{}", None, 0, 0, None, 0, (ctypes.c_int64 * 2)(), ctypes.byref(handle), None),
        lib.mcbnc_job_wait(job, -1),
        lib.mcbnc_job_progress(job, ctypes.byref(abi.Progress())),
        lib.mcbnc_job_cancel(job),
        lib.mcbnc_job_result(job, ctypes.byref(out), None),
        lib.mcbnc_job_read(job, b"order", None, 0),
        lib.mcbnc_job_free(job),
    ]
    version = lib.mcbnc_abi_version()
    lib.mcbnc_string_free(text)
    return version == 1 and answers == [WRONG_PROCESS] * len(answers)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_ten_thousand_jobs_leave_nothing(caller):
    def after(jobs: int) -> tuple[int, int]:
        for _ in range(jobs):
            status, _, _ = caller.outcome({**QUICK, "workers": 2}, {"dags": CHAIN})
            assert status == OK
            caller.start(b"{")
        with open("/proc/self/statm") as statm:
            pages = int(statm.read().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE"), caller.info("mcbnc_runtime_info")["goroutines"]

    memory, goroutines = after(2000)
    memory_later, goroutines_later = after(8000)
    assert memory_later < memory + 8_000_000
    assert goroutines_later <= goroutines + 1
    assert caller.info("mcbnc_runtime_info")["jobs"] == 0
