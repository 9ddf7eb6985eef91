"""Stabilities, bootstraps and searches that are stopped and go on end with the undisturbed answer."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checkpointing import DAGS, Died, call_until_done, die_after, do, told
from helpers import LONGER, names

import mcbnc
from mcbnc._engine import checkpoint

ROWS = np.random.default_rng(4).integers(0, 2, (7, 60, 5))
ROWS[:, :, 1] = ROWS[:, :, 0] ^ (ROWS[:, :, 1] & ROWS[:, :, 2])

PARTS = [
    {f"c{i}": ROWS[k, :, i].astype(str).tolist() for i in range(5) if (i + k) % 3} for k in range(len(ROWS))
]
WEIGHTS = [1, 2, 3, 4, 5, 6, 7, 0.5]
CALLS: dict[str, tuple[str, tuple[Any, ...], dict[str, Any]]] = {
    "stability": ("stability", (DAGS, "auto"), {"resamples": 23, "seed": 5, "nodes": names(12)}),
    "weighted": (
        "stability",
        (DAGS, 0.4),
        {"resamples": 9, "seed": 5, "weights": [1, 2, 3, 4, 5, 6, 7, 0.5]},
    ),
    "leave-one-out": ("stability", (DAGS,), {"scheme": "leave-one-out"}),
    "bootstrap": ("bootstrap", (ROWS[0],), {"resamples": 23, "seed": 5, "score": "bdeu"}),
    "values": ("bootstrap", (ROWS[0] + 0.5,), {"resamples": 7, "seed": 5, "score": "bge"}),
    "learn_many": ("learn_many", (ROWS,), {"score": "bdeu"}),
    "jointly": ("learn_jointly", (ROWS,), {}),
    "numbers jointly": ("learn_jointly", (mcbnc.Rows(ROWS + 0.5, names=names(5)),), {"score": "bge"}),
    "union": ("learn_jointly", (PARTS,), {"columns": "union", "seed": 3}),
    "learn_numbers": ("learn_many", (mcbnc.Rows(ROWS + 0.5, names=names(5)),), {"score": "bge"}),
}
every_call = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
SPREAD = {name: call for name, call in CALLS.items() if call[0] != "learn_jointly"}
every_spread_call = pytest.mark.parametrize("call", SPREAD.values(), ids=SPREAD)


@pytest.fixture(autouse=True)
def every_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep each piece by itself."""
    monkeypatch.setattr(checkpoint, "INTERVAL", 1e-9)
    monkeypatch.setattr(os, "cpu_count", lambda: 1)


@every_call
def test_parts_are_together_the_whole(call: Any, tmp_path: Path) -> None:
    path, want = tmp_path / "work", told(do(call))
    assert told(do(call, checkpoint=path)) == want
    files = ["work", "work.chains"] if "columns" in call[2] else ["work"]
    assert sorted(os.listdir(tmp_path)) == files
    kept = [(tmp_path / file).read_bytes() for file in files]
    assert told(do(call, checkpoint=path)) == want
    assert [(tmp_path / file).read_bytes() for file in files] == kept, "nothing was left to do"


@every_call
def test_a_work_goes_on_from_every_save(call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, want, stops = tmp_path / "work", told(do(call)), 0
    for saves in (1, 1, 2, 1, 3):
        with monkeypatch.context() as dying:
            die_after(dying, saves)
            with contextlib.suppress(Died):
                do(call, checkpoint=path)
                stops -= 1
            stops += 1
    assert told(do(call, checkpoint=path)) == want
    assert stops >= 3


@pytest.mark.slow
@every_call
def test_a_killed_work_goes_on(call: Any, tmp_path: Path) -> None:
    assert told(call_until_done(call, tmp_path / "work", kills=8 * LONGER)) == told(do(call))


@every_spread_call
def test_an_executor_goes_on_with_a_work_of_this_process(call: Any, tmp_path: Path) -> None:
    path, want = tmp_path / "work", told(do(call))
    seen: list[int] = []

    def stop_soon(left: int, count: int, _: float) -> bool:
        seen.append(left)
        return count - left < 3

    do(call, checkpoint=path, progress=stop_soon)
    assert min(seen) > 0
    with ThreadPoolExecutor(2) as pool:
        seen.clear()
        assert (
            told(
                do(call, checkpoint=path, executor=pool, chunks=2, progress=lambda *now: seen.append(now[0]))
            )
            == want
        )
        assert len(seen) == 2
        assert told(do(call, checkpoint=path, executor=pool)) == want
    assert told(do(call, checkpoint=path)) == want


@every_spread_call
def test_a_call_here_goes_on_with_the_work_of_an_executor(call: Any, tmp_path: Path) -> None:
    path, want = tmp_path / "work", told(do(call))
    with ThreadPoolExecutor(1) as pool, contextlib.suppress(mcbnc.McbncError):
        do(call, checkpoint=path, executor=pool, chunks=4, progress=lambda left, count, _: False)
    assert path.exists()
    seen: list[int] = []
    assert told(do(call, checkpoint=path, progress=lambda *now: seen.append(now[0]))) == want
    assert max(seen) < now_count(call)


def now_count(call: tuple[str, tuple[Any, ...], dict[str, Any]]) -> int:
    _, arguments, options = call
    return options.get("resamples", len(arguments[0]))


@every_call
def test_a_time_limit_keeps_what_is_done(call: Any, tmp_path: Path) -> None:
    path, want = tmp_path / "work", told(do(call))
    limited = do(call, checkpoint=path, time_limit=1e-9)
    if isinstance(limited, list):
        assert len(limited) == len(ROWS)
        assert {one.status for one in limited} <= {"complete", "time_limit"}
    else:
        assert limited.status == "time_limit"
    assert told(do(call, checkpoint=path)) == want


def test_the_time_of_all_calls_counts(tmp_path: Path) -> None:
    path = tmp_path / "work"
    first = do(CALLS["stability"], checkpoint=path).seconds
    assert do(CALLS["stability"], checkpoint=path).seconds > first / 2, (
        "and not the time to read the file alone"
    )


@pytest.mark.parametrize(
    ("call", "change", "says"),
    [
        ("stability", {"seed": 6}, "the draws, that is the seed or the weights"),
        ("stability", {"resamples": 24}, "resamples (23 there, 24 here)"),
        ("stability", {"k_max": 1}, "k_max (10 there, 1 here)"),
        ("bootstrap", {"seed": 6}, "seed (5 there, 6 here)"),
        ("bootstrap", {"score": mcbnc.BDeu(ess=2)}, "ess (1.0 there, 2.0 here)"),
        ("bootstrap", {"knowledge": {"forbidden": [{0, 1}]}}, "forbidden"),
        ("learn_many", {"score": "bic"}, "score ('bdeu' there, 'bic' here)"),
        ("learn_many", {"max_parents": 2}, "max_parents (None there, 2 here)"),
        ("learn_many", {"states": [2, 2, 2, 2, 3]}, "states"),
        ("learn_many", {"names": names(5)[::-1]}, "the names"),
    ],
)
def test_a_checkpoint_of_another_work_is_refused(
    call: str, change: dict[str, Any], says: str, tmp_path: Path
) -> None:
    path = tmp_path / "work"
    do(CALLS[call], checkpoint=path)
    function, arguments, options = CALLS[call]
    with pytest.raises(mcbnc.InvalidInputError, match="is of another call") as caught:
        do((function, arguments, {**options, **change}), checkpoint=path)
    assert says in str(caught.value)
    assert str(path) in str(caught.value)


def test_draws_need_a_seed(tmp_path: Path) -> None:
    for make in (mcbnc.stability, mcbnc.bootstrap):
        given: Callable[..., Any] = make
        with pytest.raises(mcbnc.InvalidInputError, match="checkpoint needs a seed"):
            given(DAGS if make is mcbnc.stability else ROWS[0], checkpoint=tmp_path / "work")
    assert os.listdir(tmp_path) == []


def test_another_table_is_refused(tmp_path: Path) -> None:
    path, other = tmp_path / "work", ROWS.copy()
    other[3, 2, 1] ^= 1
    mcbnc.learn_many(ROWS, checkpoint=path)
    with pytest.raises(mcbnc.InvalidInputError, match="it differs in data;"):
        mcbnc.learn_many(other, checkpoint=path)
    with pytest.raises(mcbnc.InvalidInputError, match=r"is of mcbnc\.learn_many, and not"):
        mcbnc.bootstrap(ROWS[0], seed=1, checkpoint=path)
