"""Faults that tests and docs/reliability.md share: children that must end, and load meanwhile."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import signal
import threading
import time
from pathlib import Path

import pytest
from helpers import noisy_copies, random_dags

import mcbnc

METHODS = multiprocessing.get_all_start_methods()
needs_fork = pytest.mark.skipif("fork" not in METHODS, reason="no fork here")
HANG = 60.0  # seconds after which a child counts as hung; the machine may be busy


def answer(seed: int) -> tuple[float, list]:
    result = mcbnc.consensus(noisy_copies(seed, 5, 8), "auto")
    return result.theta, result.edges


def end_of(child: int, patience: float = HANG) -> int:
    """The exit status of a child, or 99 if it hangs."""
    give_up = time.monotonic() + patience
    while time.monotonic() < give_up:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return 99


def started(work) -> int:
    """Fork a child that runs `work`. Its exit status is 0 if work returns."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return child


def forked(work) -> int:
    """Run `work` in a forked child. Returns its exit status: 0 if work returned."""
    return end_of(started(work))


@contextlib.contextmanager
def load(seed: int, threads: int = 3):
    """Threads that run, learn and cancel meanwhile."""
    stop = threading.Event()
    rows = [[k % 2, k % 3, (k * k) % 2] for k in range(40)]

    def busy(k: int) -> None:
        rng = random.Random(seed * 31 + k)
        while not stop.is_set():
            choice = rng.randrange(3)
            if choice == 0:
                mcbnc.consensus(noisy_copies(rng.randrange(100), 4, 8), 0.4)
            elif choice == 1:
                mcbnc.learn(rows)
            else:
                mcbnc.stability(random_dags(1, 3, 6), resamples=20, time_limit=0.01, seed=1)

    workers = [threading.Thread(target=busy, args=(k,)) for k in range(threads)]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        stop.set()
        for worker in workers:
            worker.join()


def forks_under_load(count: int, seed: int, together: int = 10) -> tuple[int, int]:
    """Fork at random moments while threads are at work. Returns the tries and the failures.

    So many children at once are at work: most of a child's time is waiting for a core or the disk.
    """
    rng = random.Random(seed)
    expected = answer(seed)

    def child() -> None:
        assert answer(seed) == expected

    with load(seed):
        failures = 0
        for done in range(0, count, together):
            children = []
            for _ in range(min(together, count - done)):
                time.sleep(rng.random() * 0.01)
                children.append(started(child))
            failures += sum(end_of(each) != 0 for each in children)
    return count, failures


def timed(function, *arguments) -> float:
    began = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - began


class Stopped(Exception):
    """What the handler of a signal raises."""


def interrupts(count: int, seed: int, kind: int = signal.SIGALRM) -> tuple[int, int]:
    """A signal at a random moment of a call, whose handler raises. The next answer must be right.

    The caller's own thread is the main one. SIGALRM stands for Ctrl-C, and no other process sends it.
    Returns how many signals came during a call, and the failures.
    """
    rng = random.Random(seed)
    sizes = [random_dags(seed, 12, n, 0.2) for n in (8, 15, 20, 25)]
    times = [min(timed(mcbnc.trajectory, dags) for _ in range(3)) for dags in sizes]
    expected = answer(seed)
    came = failures = 0

    def handler(*_):
        raise Stopped

    before = signal.signal(kind, handler)
    try:
        for _ in range(count):
            dags, took = rng.choice(list(zip(sizes, times, strict=True)))
            try:
                signal.setitimer(signal.ITIMER_REAL, max(1e-6, rng.random() * took))
                mcbnc.trajectory(dags)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except Stopped:
                came += 1
            failures += answer(seed) != expected
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(kind, before)
    return came, failures


def resident_kib() -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError
