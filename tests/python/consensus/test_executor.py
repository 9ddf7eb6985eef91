"""Executors: the answer is the same, and what does not fit is refused."""

from __future__ import annotations

import multiprocessing
import pickle
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.pool import ThreadPool

import pytest
from executors import CALLS, CLIENTS, DAGS, PIECES, REAL, Bad, Here, held
from helpers import names

import mcbnc
from mcbnc._engine import chunks

# Python 3.12 and later warn of forks beside threads.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("number", [None, 1, 2, 3, 4, 100])
def test_any_number_of_chunks(call, number):
    executor = Here()
    assert held(CALLS[call](executor=executor, chunks=number)) == held(CALLS[call]())
    assert len(executor.chunks) == min(number or 32, PIECES[call])


@pytest.mark.parametrize("call", CALLS)
def test_what_a_result_does_later(call):
    """What a result computes later is the same too."""
    got, want = CALLS[call](executor=Here(), chunks=3), CALLS[call]()
    if isinstance(want, mcbnc.Batch):
        got, want = (
            [(run.theta, run.edges, run.trajectory.at(0.1).edges, run.to_frame().to_csv()) for run in runs]
            for runs in (got, want)
        )
    elif isinstance(want, list):
        got, want = ([(one.edges, one.steps, one.rows, one.states) for one in many] for many in (got, want))
    else:
        got, want = ((one.consensus().edges, one.to_frame().to_csv()) for one in (got, want))
    assert got == want


def test_threads():
    with ThreadPoolExecutor(2) as pool:
        for call in CALLS.values():
            assert held(call(executor=pool)) == held(call())


@pytest.mark.slow
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes(method):
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, context) as pool, context.Pool(2) as other:
        for call in CALLS.values():
            assert held(call(executor=pool, chunks=3)) == held(call())
            assert held(call(executor=other)) == held(call())


def test_each_chunk_has_one_thread_unless_told_otherwise():
    executor = Here()
    for call in CALLS.values():
        for more, threads in ({}, 1), ({"workers": 3}, 3):
            call(executor=executor, **more)
            assert {chunk.request["workers"] for chunk in executor.chunks} == {threads}


def test_four_chunks_for_each_worker():
    for pool in (ThreadPoolExecutor(3), ThreadPool(3)):
        with pool:
            assert chunks._default_chunks(pool) == 12


def test_a_chunk_is_small():
    """A chunk of clients has their rows alone. A chunk of resamples has no draws."""
    executor = Here()
    CALLS["learn_many"](executor=executor, chunks=5)
    assert [chunk.arrays["data"].size for chunk in executor.chunks] == [table.size for table in CLIENTS]
    sizes = []
    for resamples in (10, 1000):
        mcbnc.bootstrap(CLIENTS[0], resamples, seed=1, max_parents=0, executor=executor, chunks=1)
        sizes.append(len(pickle.dumps(executor.chunks)))
    assert sizes[1] <= sizes[0] + 10


def test_all_chunks_count_the_same_states():
    """The first client alone has not the state that only the last one has."""
    alone = mcbnc.learn(CLIENTS[0])
    first, *_, last = CALLS["learn_many"](executor=Here(), chunks=5)
    assert "rare" not in alone.states[names(7)[0]]
    assert first.states == last.states
    assert "rare" in first.states[names(7)[0]]
    assert first.score != alone.score


@pytest.mark.parametrize("number", [1, 2, 4])
def test_errors_are_those_of_one_process(number):
    bad = [*REAL[:3], REAL[3].iloc[:4]]  # fewer rows than columns
    for call in (
        lambda **more: mcbnc.learn_many(bad, score="bic-g", **more),
        lambda **more: mcbnc.bootstrap(REAL[3].iloc[:9], 4, seed=1, score="bic-g", **more),
        lambda **more: mcbnc.stability(DAGS, resamples=4, k_max=-1, **more),
        lambda **more: mcbnc.batch(DAGS, counts=[[1] * 5, [1] * 5, [0] * 5], **more),
    ):
        with pytest.raises(mcbnc.InvalidInputError) as want:
            call()
        with pytest.raises(mcbnc.InvalidInputError) as got:
            call(executor=Here(), chunks=number)
        assert str(got.value) == str(want.value)
        assert vars(got.value) == vars(want.value)


def test_a_worker_with_another_build_is_refused(monkeypatch):
    context = multiprocessing.get_context("spawn")  # the children do not have the parent's patch
    monkeypatch.setattr(chunks, "build", lambda: "mcbnc 0.0.1, commit abc")
    with (
        ProcessPoolExecutor(1, context) as pool,
        pytest.raises(
            mcbnc.LibraryError, match=r"caller has mcbnc 0\.0\.1, commit abc, but .* has mcbnc"
        ) as caught,
    ):
        CALLS["stability"](executor=pool)
    assert mcbnc.build_info()["commit"] in str(caught.value)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda results: results[::-1], "gave that of chunk 3 in place of that of chunk 0"),
        (lambda results: results[:-1], "gave 3 results for 4 chunks"),
        (lambda results: [], "gave 0 results for 4 chunks"),
        (lambda results: [*results, results[0]], "more results than the 4 chunks"),
        (lambda results: [None] * 4, "gave None$"),
        (lambda results: [Future() for _ in results], r"gave <Future.*client\.get_executor\(\)"),
    ],
)
@pytest.mark.parametrize("call", CALLS)
def test_a_map_that_does_not_fit_is_noticed(call, change, says):
    with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
        CALLS[call](executor=Bad(change), chunks=4)
    assert caught.value.argument == "executor"


@pytest.mark.parametrize("executor", [3, "threads", object(), ThreadPoolExecutor])
def test_no_executor(executor):
    for call in CALLS.values():
        with pytest.raises(mcbnc.InvalidInputError, match="executor must have a method map") as caught:
            call(executor=executor)
        assert caught.value.argument == "executor"


def test_bad_options():
    for call in CALLS.values():
        for more, argument in (
            ({"chunks": 2}, "chunks"),
            ({"executor": Here(), "chunks": 0}, "chunks"),
            ({"executor": Here(), "chunks": "all"}, "chunks"),
        ):
            with pytest.raises(mcbnc.InvalidInputError, match=argument) as caught:
                call(**more)
            assert caught.value.argument == argument
    for call in (mcbnc.learn_many, mcbnc.bootstrap, mcbnc.stability):
        given = [CLIENTS] if call is mcbnc.learn_many else [CLIENTS[0]] if call is mcbnc.bootstrap else [DAGS]
        with pytest.raises(mcbnc.InvalidInputError, match="cannot be combined with an executor") as caught:
            call(*given, executor=Here(), time_limit=10)
        assert caught.value.argument == "time_limit"
