"""Many threads in the same package, engine and objects at once, with the GIL and without it."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from executors import held
from helpers import importable, names, noisy_copies

import mcbnc
from mcbnc._engine import ffi, load, status

pytestmark = pytest.mark.slow

THREADS = 16
DAGS = noisy_copies(5, 6, 9)
NAMES = names(9)
ROWS = np.random.default_rng(3).integers(0, 3, (60, 5))


def refused(call: Callable[[], Any]) -> str:
    try:
        call()
    except mcbnc.McbncError as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("there was no error")


def calls() -> dict[str, Callable[[], Any]]:
    """Calls by all ways into the engine. Names that are imported at the first use are among them."""
    cycle = np.roll(np.eye(9, dtype=np.uint8), 1, axis=1)
    return {
        "consensus": lambda: mcbnc.consensus(DAGS, "auto", nodes=NAMES).edges,
        "trajectory": lambda: mcbnc.trajectory(DAGS).at(0.4, "refusion").edges,
        "fusion": lambda: mcbnc.fusion(DAGS, nodes=NAMES).edges,
        "explain": lambda: repr(mcbnc.consensus(DAGS, 0.3, nodes=NAMES).explain(NAMES[0], NAMES[1])),
        "learn": lambda: held(mcbnc.learn(ROWS)),
        "learn, real values": lambda: held(mcbnc.learn(ROWS + 0.25 * ROWS[:, ::-1] ** 2, score="bic-g")),
        "learn_many": lambda: held(mcbnc.learn_many([ROWS, ROWS[:40]])),
        "learn, of texts": lambda: held(mcbnc.learn([[f"s{x}" for x in row] for row in ROWS.tolist()])),
        "bootstrap": lambda: held(mcbnc.bootstrap(ROWS, 4, seed=1)),
        "stability": lambda: held(mcbnc.stability(DAGS, resamples=5, seed=1)),
        "agreement": lambda: repr(mcbnc.agreement(DAGS)),
        "vote": lambda: mcbnc.baselines.vote(DAGS, 0.5).edges,
        "treewidth": lambda: mcbnc.metrics.exact_treewidth(DAGS[0]).value,
        "cycle": lambda: refused(lambda: mcbnc.consensus([cycle], nodes=NAMES)),
        "text": lambda: refused(lambda: mcbnc.consensus(["[a|b][b|a]"])),
    }


def at_once(work: Callable[[int], None]) -> None:
    """Run `work` in all threads, which begin at the same moment. Raises the first exception of a thread."""
    begin, raised = threading.Barrier(THREADS), []

    def run(k: int) -> None:
        try:
            begin.wait()
            work(k)
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


def all_kinds_of_calls() -> None:
    """The threads load the library, import what is left and answer. One thread has the same answers."""
    answers: list[dict[str, Any]] = [{} for _ in range(THREADS)]

    def work(k: int) -> None:
        mine = list(calls().items())
        random.Random(k).shuffle(mine)
        for name, call in mine:
            answers[k][name] = call()

    at_once(work)
    expected = {name: call() for name, call in calls().items()}
    for answer in answers:
        for name, value in expected.items():
            assert answer[name] == value, name
    nothing_is_left()


def one_object() -> None:
    """All threads ask one run, whose answers are partly kept when they are first asked for."""
    whole, alone = (mcbnc.trajectory(DAGS, nodes=NAMES) for _ in range(2))
    learned, learned_alone = mcbnc.learn(ROWS), mcbnc.learn(ROWS)

    def asked(run: Any, table: Any) -> list[Any]:
        states = [run.at(theta).edges for theta in (0.1, 0.3, 0.5, 0.7, 0.9)]
        return [run.select(), run.thetas.tolist(), run.breakpoints, states, table.steps]

    answers: list[Any] = [None] * THREADS

    def work(k: int) -> None:
        answers[k] = asked(whole, learned)

    at_once(work)
    assert answers == [asked(alone, learned_alone)] * THREADS
    nothing_is_left()


def ended(job: ffi.Job) -> None:
    assert job.result()["status"] in ("complete", "cancelled")


def jobs_of_all(rounds: int = 60) -> None:
    """Threads start, watch, cancel and free jobs, their own and each other's. A freed job reports it."""
    shelf: list[ffi.Job] = []

    def work(k: int) -> None:
        draw = random.Random(k)
        for _ in range(rounds):
            job = ffi.Job(load.library(), {"op": "run", "n": 9, "r": 6}, {"dags": DAGS}).__enter__()
            shelf.append(job)
            other = shelf[draw.randrange(len(shelf))]
            acts = draw.choices((job.cancel, other.cancel, other.progress, other.free), k=3)
            for act in (*acts, partial(job.wait, -1), partial(ended, job)):
                try:
                    act()
                except mcbnc.EngineError as error:
                    if error.code != status.BAD_HANDLE:
                        raise

    at_once(work)
    at_once(lambda k: [job.free() for job in shelf])
    nothing_is_left()


def nothing_is_left() -> None:
    assert load.library().runtime_info()["jobs"] == 0
    assert len({id(process.library) for process in load._processes.values()}) == 1


@pytest.mark.parametrize("of_what", [all_kinds_of_calls, one_object, jobs_of_all])
@pytest.mark.parametrize("switch", [1e-6, 0.005])
def test_many_threads(of_what, switch):
    """In a process of its own, where nothing is loaded yet. A GIL changes hands every `switch` seconds."""
    script = f"import sys, test_threads; sys.setswitchinterval({switch}); test_threads.{of_what.__name__}()"
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore", "-c", script],
        env=importable(__file__),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr


def test_no_import_brings_the_gil_back():
    if getattr(sys, "_is_gil_enabled", lambda: True)():
        pytest.skip("this Python has a GIL")
    script = "import sys, mcbnc; mcbnc.build_info(); exit(sys._is_gil_enabled())"
    done = subprocess.run([sys.executable, "-W", "error", "-c", script])
    assert done.returncode == 0
