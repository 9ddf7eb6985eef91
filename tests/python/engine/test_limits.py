"""limits and set_limits: blocks nest, threads and tasks do not mix, and workers obey the caller."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from helpers import random_dags

import mcbnc
from mcbnc import MemoryLimitError
from mcbnc._base.memory import asked_limit, memory_limit
from mcbnc.cli import main

DAGS = random_dags(1, 5, 8, 0.3)
LITTLE = 1 << 20
ENOUGH = 1 << 33


@pytest.fixture(autouse=True)
def nothing_is_set():
    """Each test begins and ends without a limit."""
    assert asked_limit() is None
    yield
    mcbnc.set_limits(None)


def refused():
    """The limit that refuses a small call, or None if the call is made."""
    try:
        mcbnc.consensus(DAGS)
    except MemoryLimitError as error:
        return error.limit
    return None


def test_blocks_nest_and_restore():
    default = memory_limit()
    with mcbnc.limits(memory=LITTLE):
        assert refused() == LITTLE
        with mcbnc.limits(memory=ENOUGH):
            assert refused() is None
        assert refused() == LITTLE
        with mcbnc.limits(memory=None):
            assert memory_limit() == default
            assert refused() is None
        assert refused() == LITTLE
    assert (refused(), memory_limit()) == (None, default)


def test_an_error_in_a_block_restores_too():
    with pytest.raises(MemoryLimitError), mcbnc.limits(memory=LITTLE):
        mcbnc.consensus(DAGS)
    assert refused() is None


def test_a_limit_for_good():
    mcbnc.set_limits(memory=LITTLE)
    assert refused() == LITTLE
    with mcbnc.limits(memory=ENOUGH):
        assert refused() is None
    mcbnc.set_limits(memory=None)
    assert refused() is None


def test_a_limit_that_is_set_in_a_block_counts_after_it():
    with mcbnc.limits(memory=ENOUGH):
        mcbnc.set_limits(LITTLE)
        assert refused() is None
    assert refused() == LITTLE


def test_a_limit_for_good_is_that_of_all_threads_and_a_block_that_of_its_own():
    with ThreadPoolExecutor(1) as pool:
        with mcbnc.limits(memory=LITTLE):
            assert pool.submit(refused).result() is None
        mcbnc.set_limits(memory=LITTLE)
        assert pool.submit(refused).result() == LITTLE


def test_tasks_that_take_turns_have_limits_of_their_own():
    async def task(limit, turns):
        seen = []
        with mcbnc.limits(memory=limit):
            for _ in range(turns):
                await asyncio.sleep(0)
                seen.append(asked_limit())
                seen.append(await asyncio.to_thread(asked_limit))
        seen.append(asked_limit())
        return seen

    async def both():
        return await asyncio.gather(task(LITTLE, 3), task(ENOUGH, 4))

    assert asyncio.run(both()) == [[LITTLE] * 6 + [None], [ENOUGH] * 8 + [None]]


EXECUTED = {
    "stability": lambda pool: mcbnc.stability(DAGS, resamples=3, seed=1, executor=pool),
    "batch": lambda pool: mcbnc.batch(DAGS, counts=np.ones((2, 5), int), executor=pool),
    "learn_many": lambda pool: mcbnc.learn_many([np.eye(3, dtype=int)] * 2, executor=pool),
    "bootstrap": lambda pool: mcbnc.bootstrap(np.eye(3, dtype=int), 2, seed=1, executor=pool),
}


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield pool


class Apart:
    """An executor whose one worker is a thread that has been there before any limit."""

    def __init__(self):
        self._pool = ThreadPoolExecutor(1)
        self._pool.submit(int).result()

    def map(self, function, items):
        return self._pool.map(function, items)


class Seen:
    """An executor that lets its worker do the chunks, and counts those that the worker refused."""

    def __init__(self, pool):
        self._pool = pool
        self.refused = 0

    def map(self, function, items):
        for answer in self._pool.map(function, items):
            self.refused += isinstance(answer.error, MemoryLimitError)
            yield answer


@pytest.mark.parametrize("name", ["stability", "batch"])
@pytest.mark.parametrize("kind", ["processes", "threads"])
def test_workers_refuse_what_the_caller_may_not_take(processes, kind, name):
    pool = Seen(processes if kind == "processes" else Apart())
    with mcbnc.limits(memory=LITTLE), pytest.raises(MemoryLimitError) as caught:
        EXECUTED[name](pool)
    assert caught.value.limit == LITTLE
    assert pool.refused == 1
    with mcbnc.limits(memory=ENOUGH):
        EXECUTED[name](pool)
    mcbnc.set_limits(memory=LITTLE)
    with pytest.raises(MemoryLimitError):
        EXECUTED[name](pool)
    assert pool.refused == 2


@pytest.mark.parametrize("name", ["learn_many", "bootstrap"])
def test_work_on_rows_in_workers_obeys_too(processes, name):
    with mcbnc.limits(memory=LITTLE), pytest.raises(MemoryLimitError) as caught:
        EXECUTED[name](processes)
    assert caught.value.limit == LITTLE
    EXECUTED[name](processes)


def test_the_helper_thread_of_a_call_obeys(monkeypatch):
    monkeypatch.setattr("mcbnc._engine.ffi._LARGE", 0)  # so that even these arrays are copied in one
    with mcbnc.limits(memory=LITTLE):
        assert refused() == LITTLE
    assert refused() is None


def test_metrics_obey_the_limit():
    with mcbnc.limits(memory=LITTLE), pytest.raises(MemoryLimitError):
        mcbnc.metrics.treewidth(np.triu(np.ones((30, 30), int), 1))


@pytest.mark.parametrize("size", ["0", "-1", "infG", "1e400K", "0.1", "0K", "much", ""])
def test_sizes_of_the_shell_that_are_none(size, capsys):
    with pytest.raises(SystemExit):
        main(["consensus", "a.dot", f"--memory-limit={size}"])
    assert "--memory-limit" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["demo"], ["compare", "a.bn", "b.bn"], ["trajectory", "a.bn"]])
def test_every_command_that_works_has_the_limit_in_its_words(command, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        (tmp_path / f"{name}.bn").write_text("[x][y|x][z|y]")
    assert main([*command, "--memory-limit", "1M"]) == 1
    assert capsys.readouterr().err.endswith("; --memory-limit sets another\n")
    assert asked_limit() is None
