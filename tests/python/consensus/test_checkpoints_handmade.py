"""Files that someone made by hand, with a right SHA-256: what cannot be of the call is damaged."""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checkpointing import DAGS

import mcbnc
from mcbnc._base.snapshot import pack_snapshot, read_snapshot
from mcbnc._engine import checkpoint

ROWS = np.random.default_rng(4).integers(0, 2, (5, 60, 5))
ROWS[:, :, 1] = ROWS[:, :, 0] ^ (ROWS[:, :, 1] & ROWS[:, :, 2])
CALLS: dict[str, Callable[..., Any]] = {
    "consensus": lambda **more: mcbnc.consensus(DAGS, "auto", **more),
    "trajectory": lambda **more: mcbnc.trajectory(DAGS, **more),
    "stability": lambda **more: mcbnc.stability(DAGS, resamples=12, seed=3, **more),
    "bootstrap": lambda **more: mcbnc.bootstrap(ROWS[0], 12, seed=3, **more),
    "learn_many": lambda **more: mcbnc.learn_many(ROWS, **more),
}
MUTANTS = 100
DTYPES = ("|u1", "<i4", "<i8", "<f8")
ODD: list[Any] = [None, True, -1, 0, 1, 7, 10**30, 0.5, "", "complete", "x", [], [1], {}, {"status": 1}]

Content = tuple[Any, list[dict[str, Any]]]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all values in a value of JSON."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [place for key, one in inner for place in places(one, (*path, key))]


def mutate_values(values: Any, rng: random.Random) -> str:
    """Change one value of what is done."""
    place = rng.choice(places(values["done"], ("done",)))
    at = values
    for key in place[:-1]:
        at = at[key]
    change = rng.choice(["drop", "odd", "twice"])
    if change == "drop":
        del at[place[-1]]
    elif change == "twice" and isinstance(at, list):
        at.append(copy.deepcopy(at[place[-1]]))
    else:
        at[place[-1]] = rng.choice(ODD)
    return f"{change} {place}"


def mutate_arrays(groups: list[dict[str, Any]], rng: random.Random) -> str:
    """Change one array."""
    group = rng.choice(groups)
    name = rng.choice(list(group))
    array = group[name]
    change = rng.choice(["drop", "rename", "dtype", "longer", "shorter", "flat", "values", "group"])
    if change == "drop":
        del group[name]
    elif change == "rename":
        group[name + "x"] = group.pop(name)
    elif change == "dtype":
        with np.errstate(invalid="ignore"):
            group[name] = array.astype(rng.choice(DTYPES))
    elif change == "longer":
        group[name] = np.concatenate([array, array[:1]])
    elif change == "shorter":
        group[name] = array[:-1]
    elif change == "flat":
        group[name] = array.reshape(-1)
    elif change == "group":
        groups.append(copy.copy(group))
    elif array.size:
        flat = array.reshape(-1)
        flat[rng.randrange(flat.size)] = rng.choice([0, 1, 2, 3, 77, 255])
    return f"{change} {name}"


def look(answer: Any) -> None:
    """Look at an answer as users do. Values that may be of the call are taken, so this raises nothing."""
    for one in answer if isinstance(answer, list) else [answer]:
        repr(one), one.status, one.seconds
        if isinstance(one, mcbnc.Learned):
            list(one.steps), one.edges


@pytest.mark.parametrize("function", CALLS)
def test_mutants_are_damaged(function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    call, path = CALLS[function], tmp_path / "work"
    monkeypatch.setattr(checkpoint, "INTERVAL", 1e-9)
    call(checkpoint=path, progress=lambda left, count, _: left > count / 2)
    part = read_snapshot(path.read_bytes())
    call(checkpoint=path)
    whole = read_snapshot(path.read_bytes())
    rng, refused = random.Random(function), 0
    for k in range(MUTANTS):
        values, groups = copy.deepcopy(rng.choice([part, whole]))
        told = mutate_arrays(groups, rng) if rng.random() < 0.6 else mutate_values(values, rng)
        content = pack_snapshot(values, groups)
        path.write_bytes(content)
        problem = None
        try:
            look(call(checkpoint=path))
        except Exception as error:
            problem = error
        if problem is not None:
            refused += 1
            assert isinstance(problem, mcbnc.InvalidInputError), (k, told, problem)
            assert str(problem).startswith(f"{path}: the checkpoint is damaged"), (k, told, problem)
            assert problem.argument == "checkpoint"
            assert path.read_bytes() == content, "a file that may be anything is not written over"
    assert refused > MUTANTS / 2


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ([[0, 2], [3, 5]], "its parts are no finished ones"),
        ([[1, 3]], "its parts are no finished ones"),
        ([[0, 2], [1, 3]], "its parts are no finished ones"),
        ([[0, 9]], "its parts are no finished ones"),
        ([[0, 0]], "its parts are no finished ones"),
        ([[0, True]], "its parts are no finished ones"),
        ([[0, 2], [2, 5]], "has another shape"),
    ],
)
def test_parts_that_do_not_follow_one_another(
    parts: list[list[int]], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "work"
    monkeypatch.setattr(os, "cpu_count", lambda: 2)  # so that the first part has two pieces
    mcbnc.learn_many(ROWS, checkpoint=path)
    values, groups = read_snapshot(path.read_bytes())
    info = values["done"]["parts"][0][2]
    values["done"]["parts"] = [[*part, info] for part in parts]
    path.write_bytes(pack_snapshot(values, groups[:1] * len(parts)))
    with pytest.raises(mcbnc.InvalidInputError, match=f"the checkpoint is damaged: .*{says}"):
        mcbnc.learn_many(ROWS, checkpoint=path)


def test_an_unfinished_part_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "work"
    CALLS["bootstrap"](checkpoint=path)
    values, groups = read_snapshot(path.read_bytes())
    values["done"]["parts"][0][2]["status"] = "time_limit"
    path.write_bytes(pack_snapshot(values, groups))
    with pytest.raises(mcbnc.InvalidInputError, match="its parts are no finished ones"):
        CALLS["bootstrap"](checkpoint=path)


def test_what_is_wrong_with_the_call_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    path = tmp_path / "work"
    CALLS["trajectory"](checkpoint=path, progress=lambda left, count, _: left > count / 2)
    with pytest.raises(mcbnc.InvalidInputError, match=r"^time_limit") as caught:
        CALLS["trajectory"](checkpoint=path, time_limit=-1)
    assert caught.value.argument == "time_limit"
    with mcbnc.limits(memory=1000), pytest.raises(mcbnc.MemoryLimitError):
        CALLS["trajectory"](checkpoint=path)
