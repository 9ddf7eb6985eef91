"""Executors: progress by chunks, and what an early end leaves."""

from __future__ import annotations

import signal
import threading
import time
from contextlib import contextmanager

import numpy as np
import pytest
from executors import CALLS, CLIENTS, PIECES, Here, Kept, held

import mcbnc
from mcbnc._engine import chunks


def test_progress_by_chunks():
    for name, call in CALLS.items():
        seen = []
        call(executor=Here(), chunks=3, progress=lambda *now, seen=seen: seen.append(now))
        total = PIECES[name]
        assert seen == [(total - total * k // 3, total, 0.0) for k in (1, 2, 3)]


@pytest.mark.parametrize("name", ["stability", "bootstrap"])
def test_stopped_between_two_chunks(name):
    """The result is that of the chunks so far, as a run of fewer resamples has it."""
    stopped = CALLS[name](executor=Here(), chunks=4, progress=lambda left, total, _: left > total / 2)
    assert stopped.status == "cancelled"
    whole = CALLS[name]()
    done = len(stopped._arrays["packed"])
    assert 0 < done < len(whole._arrays["packed"])
    np.testing.assert_array_equal(stopped._arrays["packed"], whole._arrays["packed"][:done])
    if name == "bootstrap":
        fewer = mcbnc.bootstrap(CLIENTS[0], done, seed=8)
        assert held(fewer._arrays) == held(stopped._arrays)
    else:
        np.testing.assert_array_equal(stopped.counts, whole.counts[:done])
        assert stopped.joined.max() == 1


@pytest.mark.parametrize("name", ["learn_many", "batch"])
def test_no_part_of_a_list(name):
    with pytest.raises(mcbnc.McbncError, match="progress stopped"):
        CALLS[name](executor=Here(), chunks=3, progress=lambda *_: False)


def test_progress_that_stops_after_the_last_chunk_stops_nothing():
    for call in CALLS.values():
        stopped = call(executor=Here(), chunks=3, progress=lambda left, *_: left > 0)
        assert held(stopped) == held(call())


@pytest.mark.parametrize("end", [KeyboardInterrupt, ZeroDivisionError, "stop"])
def test_an_early_end_cancels_what_has_not_begun(end):
    """One thread, which the second chunk holds up until the call has ended."""
    go = threading.Event()

    def progress(*_):
        if end == "stop":
            return False
        raise end

    with held_up(go, chunk=1) as pool:
        if end == "stop":
            assert CALLS["bootstrap"](executor=pool, progress=progress).resamples == 1
        else:
            with pytest.raises(end):
                CALLS["bootstrap"](executor=pool, progress=progress)
        go.set()
    assert len(pool.futures) == 4
    assert all(future.cancelled() for future in pool.futures[2:])
    assert not any(future.cancelled() for future in pool.futures[:1])


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signal to one thread here")
def test_ctrl_c_cancels_what_has_not_begun():
    """One thread, which the first chunk holds up until the call has ended."""
    go = threading.Event()

    def press():
        while len(pool.futures) < 4:
            time.sleep(0.01)
        time.sleep(0.5)  # now the call waits for the first result
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    # Where a shell started the tests in the background, they ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with held_up(go, chunk=0) as pool:
            finger = threading.Thread(target=press)
            finger.start()
            with pytest.raises(KeyboardInterrupt):
                CALLS["bootstrap"](executor=pool)
            go.set()
            finger.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert [future.cancelled() for future in pool.futures] == [False, True, True, True]


@contextmanager
def held_up(go, chunk):
    """A pool of one thread, in which a chunk waits for an event."""

    def hold(work):
        go.wait(60)
        return chunks.run_chunk(work)

    with Kept(1) as pool:
        submit = pool.submit
        pool.submit = lambda run, work: submit(hold if work.index == chunk else run, work)
        try:
            yield pool
        finally:
            go.set()
