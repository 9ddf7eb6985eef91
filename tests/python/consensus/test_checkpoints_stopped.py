"""Every function with a checkpoint, stopped at random moments, ends with the undisturbed answer.

A chain is a call that is stopped, goes on, is stopped again, until it is done. A moment is a number of
seconds after the start of a call. Only moments that stopped a call count, and many of them must have left
work in the file, so that the next call went on from there.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
import os
import pickle
import pkgutil
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from checkpointing import told
from helpers import LONGER, random_dags

import mcbnc
from mcbnc._base.lock import Lock
from mcbnc._engine import checkpoint, request
from mcbnc._engine.checkpoint import Join, Kept
from mcbnc._engine.request import Reply
from mcbnc._results.edge_counts import join_counts

# A Ctrl-C between the opening of a file and the next line lets the file be closed by its object.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

MOMENTS = 8 * LONGER
GOES_ON = 4  # calls at least that went on from what a stopped one had kept
DEFAULT, SHORT = checkpoint.INTERVAL, 0.005
_CHAIN = 60  # calls at most, so that a chain that never ends fails

DAGS = random_dags(5, 8, 36, 0.2)
ROWS = np.random.default_rng(8).integers(0, 3, (2000, 12))
for column in range(1, 12):
    ROWS[::2, column] = ROWS[::2, column // 2]
SITES = [{f"c{i}": ROWS[k * 200 : (k + 1) * 200, i] for i in range(12) if i % 5 != k % 5} for k in range(8)]

CALLS: dict[str, Callable[..., Any]] = {
    "consensus": lambda **more: mcbnc.consensus(DAGS, "auto", **more),
    "trajectory": lambda **more: mcbnc.trajectory(DAGS, **more),
    "stability": lambda **more: mcbnc.stability(DAGS[:, :14, :14], resamples=60, seed=3, **more),
    "bootstrap": lambda **more: mcbnc.bootstrap(ROWS[:600, :9], 30, seed=3, **more),
    "learn_many": lambda **more: mcbnc.learn_many([ROWS[k : k + 1000] for k in range(12)], chance=0, **more),
    "learn_jointly": lambda **more: mcbnc.learn_jointly(SITES, columns="union", **more),
}
Stop = Callable[[Callable[..., Any], Path, float], Any]
"""Begins a call and stops it at a moment. The result is its answer, None if it has none."""


def by_limit(call: Callable[..., Any], path: Path, moment: float) -> Any:
    return call(checkpoint=path, time_limit=moment)


def by_progress(call: Callable[..., Any], path: Path, moment: float) -> Any:
    end = time.monotonic() + moment
    with suppress(mcbnc.McbncError):  # of learn_many there is no part
        return call(checkpoint=path, progress=lambda *_: time.monotonic() < end)


def by_interrupt(call: Callable[..., Any], path: Path, moment: float) -> Any:
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    own = signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background ignores it
    try:
        signal.setitimer(signal.ITIMER_REAL, moment)
        try:
            return call(checkpoint=path)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except KeyboardInterrupt:
        return None
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.signal(signal.SIGINT, own)


def by_kill(call: Callable[..., Any], path: Path, moment: float) -> Any:
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        with suppress(BaseException):
            os.close(source)
            mcbnc.consensus([[("a", "b")]])  # the engine's threads begin again in a child
            with open(sink, "wb") as out:
                out.write(b"\n")
                out.flush()
                pickle.dump(call(checkpoint=path), out)
            status = 0
        os._exit(status)
    os.close(sink)
    with open(source, "rb") as answer:
        answer.read(1)  # so that the moment counts from here, and not from the fork
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        content = answer.read()
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, "the call raised an error in the child"
    return pickle.loads(content) if os.WIFEXITED(status) else None


WAYS: dict[str, Stop] = {
    "time_limit": by_limit,
    "progress": by_progress,
    "ctrl-c": by_interrupt,
    "kill": by_kill,
}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and timers of signals")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("function", CALLS)
def test_stopped_calls_end_with_the_undisturbed_answer(
    function: str, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request, "_SLICE_MS", 2)  # so that progress and Ctrl-C come at any moment
    call, want = CALLS[function], told(CALLS[function]())
    began = time.monotonic()
    call(checkpoint=tmp_path / "timed")
    whole = time.monotonic() - began
    rng = random.Random(f"{function} {way}")
    stops = goes_on = chains = 0
    while stops < MOMENTS or goes_on < GOES_ON:
        path = tmp_path / str(chains)
        chain: list[float] = []
        chains += 1
        assert chains < 25 * MOMENTS, f"{stops} stops, and {goes_on} calls went on from what they left"
        answer = None
        while len(chain) < _CHAIN:
            if way == "kill":  # by the default, nothing of so short a call is kept before its end
                monkeypatch.setattr(checkpoint, "INTERVAL", rng.choice([DEFAULT, SHORT, SHORT]))
            chain.append(rng.uniform(0.001, 1.2 * whole))
            answer = WAYS[way](call, path, chain[-1])
            if answer is not None and is_complete(answer):
                break
            stops += 1
            goes_on += path.exists()
        else:
            answer = call(checkpoint=path)
        assert told(answer) == want, f"{function} stopped by {way} after {chain} s each, of {whole} s"
        assert told(call(checkpoint=path)) == want, f"the file, after {chain} s each, of {whole} s"


def is_complete(answer: Any) -> bool:
    return all(one.status == "complete" for one in (answer if isinstance(answer, list) else [answer]))


def public_functions() -> dict[str, Callable[..., Any]]:
    """All functions and methods without an underscore of the public modules, by their full names."""
    found: dict[str, Callable[..., Any]] = {}
    modules = [mcbnc] + [
        importlib.import_module(f"mcbnc.{one.name}")
        for one in pkgutil.iter_modules(mcbnc.__path__)
        if not one.name.startswith("_")
    ]
    for module in modules:
        for name in getattr(module, "__all__", []):
            value = getattr(module, name)
            inner = inspect.getmembers(value) if inspect.isclass(value) else [("", value)]
            for part, function in inner:
                if inspect.isfunction(function) and not part.startswith("_"):
                    found[f"{module.__name__}.{name}.{part}".rstrip(".")] = function
    return found


def test_chains_of_stopped_sites_are_not_kept(tmp_path: Path) -> None:
    path, stop = tmp_path / "work", iter([False])
    CALLS["learn_jointly"](checkpoint=path, progress=lambda *_: next(stop, True))
    assert not list(tmp_path.glob("*.chains"))
    assert told(CALLS["learn_jointly"](checkpoint=path)) == told(CALLS["learn_jointly"]())


@pytest.mark.slow  # StructureLearner is among the functions, and needs scikit-learn
def test_every_function_with_a_checkpoint_is_in_these_tests() -> None:
    functions = public_functions()
    assert {"mcbnc.consensus", "mcbnc.baselines.bounded", "mcbnc.Trajectory.select"} <= set(functions)
    with_one = {name for name, f in functions.items() if "checkpoint" in inspect.signature(f).parameters}
    assert with_one == {f"mcbnc.{name}" for name in CALLS}


@pytest.mark.parametrize("join", [None, join_counts], ids=["apart", "joined"])
def test_an_unfinished_reply_reaches_no_save(join: Join | None) -> None:
    saved: list[Any] = []
    keeper = SimpleNamespace(
        values=None, slice=10.0, save=lambda values, arrays: saved.append((values, arrays))
    )

    def reply(status: str, first: int) -> Reply:
        return Reply({"status": status}, {"packed": np.full((2, 3), first, np.uint8)})

    kept = Kept(6, keeper, join)  # type: ignore[arg-type]
    with kept.saving():
        kept.add(range(2), reply("complete", 0))
        rest = [(range(2, 4), reply("time_limit", 2)), (range(4, 6), reply("time_limit", 4))]
        done = kept.done("time_limit", *rest)
    assert [list(part) for part in done.parts] == [[0, 1], [2, 3], [4, 5]]
    assert [one.info["status"] for one in done.replies] == ["complete", "time_limit", "time_limit"]
    assert done.status == "time_limit"
    ((values, arrays),) = saved
    assert [part[:2] for part in values["parts"]] == [[0, 2]]
    assert [group["packed"].tolist() for group in arrays] == [[[0] * 3] * 2]
    with pytest.raises(AssertionError):
        kept.add(range(2, 4), reply("time_limit", 2))


@pytest.mark.parametrize("function", CALLS)
def test_files_of_the_version_that_kept_unfinished_work_are_refused(function: str, tmp_path: Path) -> None:
    path = tmp_path / "work"
    CALLS[function](checkpoint=path)
    content = path.read_bytes()[:-32].replace(b"mcbnc checkpoint 2\n", b"mcbnc checkpoint 1\n", 1)
    old = content + hashlib.sha256(content).digest()
    path.write_bytes(old)
    with pytest.raises(
        mcbnc.InvalidInputError,
        match="an older mcbnc wrote this checkpoint, which kept unfinished work as done",
    ) as caught:
        CALLS[function](checkpoint=path)
    assert str(path) in str(caught.value)
    assert caught.value.argument == "checkpoint"
    assert path.read_bytes() == old


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers of signals")
def test_an_interrupt_at_any_moment_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "work"

    def take(checkpoint: Path) -> None:
        end = time.monotonic() + 1  # Python ignores an interrupt that comes while it finalizes an object
        while time.monotonic() < end:
            with Lock(checkpoint, "checkpoint"):
                pass

    rng = random.Random(4)
    for _ in range(300):
        moment = rng.uniform(1e-4, 3e-3)
        assert by_interrupt(take, path, moment) is None
        Lock(path, "checkpoint").release()
    assert os.listdir(tmp_path) == []
