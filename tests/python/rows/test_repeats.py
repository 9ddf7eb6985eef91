"""Repeated rows: they get a warning and are left out; rows that are equal by chance, or unlike sites, are
not."""

from __future__ import annotations

import json
import math
import warnings
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from helpers import ROOT, modules_of
from hypothesis import given, settings
from hypothesis import strategies as st

import mcbnc
from mcbnc._rows.joint_counts import SMALL, joint_counts
from mcbnc._rows.repeats import Marked, _odds, _odds_of_counts, _repeats, repeated, run_lengths
from mcbnc._rows.rows import read_datasets
from mcbnc.cli import main


@pytest.fixture(scope="module")
def networks():
    with modules_of(ROOT / "studies" / "together", "networks") as found:
        yield found["networks"]


def draw(networks, name, seed, rows):
    rng = np.random.default_rng(seed)
    return networks.draw(np.asarray(networks.structure(name)), rng).sample(rows, rng), rng


def again(rows, rng, share):
    """The rows. A share of them is there two to four times."""
    return np.repeat(rows, np.where(rng.random(len(rows)) < share, rng.integers(2, 5, len(rows)), 1), axis=0)


def sign(rows):
    return _repeats(np.ascontiguousarray(rows.T))


def unlike(rows, rng):
    """Rows of sites that are unlike others in many ways, but not by repeated rows."""
    count, n = rows.shape
    usual = np.array([np.bincount(column).argmax() for column in rows.T], np.uint8)
    others = rng.integers(0, rows.max(axis=0) + 1, rows.shape).astype(np.uint8)
    some = rng.random((count, 1))
    copied = rows.copy()
    half = rng.permutation(n)[: n // 2]
    copied[:, half] = rows[:, rng.permutation(n)[: n // 2]]
    merged = rows.copy()
    for v in half:
        w = rng.integers(n)
        merged[:, v] = rng.integers(0, 3, int(rows[:, w].max()) + 1)[rows[:, w]]
    nearly = np.where(rng.random(rows.shape) < 0.03, others, usual)
    yield rows
    yield np.where(some < 0.3, others, rows)
    yield np.where(some < 0.3, usual, rows)
    yield np.where(some < 0.8, usual, rows)
    yield np.where(some < 0.6, nearly, rows)
    yield copied
    yield merged
    yield rows[rows[:, 0] == usual[0]]


@pytest.mark.parametrize("name", ["asia", "child", "insurance", "alarm", "random 15", "random 40"])
def test_no_sign_without_repeats(networks, name):
    for seed in range(4):
        rows, rng = draw(networks, name, seed, (200, 1000, 5000)[seed % 3])
        n = rows.shape[1]
        for count in (5, 10, n):
            part = rows[:, np.sort(rng.choice(n, min(count, n), replace=False))]
            assert [sign(one) for one in unlike(part, rng)] == [0] * 8


@pytest.mark.parametrize("name", ["insurance", "alarm", "random 40"])
def test_repeats_are_seen(networks, name):
    for seed in range(3):
        rows, rng = draw(networks, name, seed, 500)
        for repeats in (again(rows, rng, 0.2), again(rows, rng, 0.5), np.repeat(rows, 2, axis=0)):
            assert sign(repeats) == len(repeats) - len(np.unique(repeats, axis=0)) > 0
            shuffled = repeats[rng.permutation(len(repeats))]
            assert sign(shuffled) == sign(repeats)


def frames(networks, numbers=False):
    """Two sites. The second one's rows repeat."""
    rows, rng = draw(networks, "alarm", 1, 600)
    tables = [rows[:300], again(rows[300:], rng, 0.5)]
    if numbers:
        noise = rng.normal(size=(600, 8))
        values = [noise[:300], again(noise[300:], rng, 0.5)]
        return [pd.DataFrame(own, columns=[*"abcdefgh"]) for own in values]
    return [pd.DataFrame(own, columns=[f"v{v}" for v in range(37)]) for own in tables]


@pytest.mark.parametrize("numbers", [False, True])
def test_what_is_told(networks, numbers):
    north, south = frames(networks, numbers)
    score = "bic-g" if numbers else "bds"
    count = int(south.duplicated().sum())
    with pytest.warns(mcbnc.errors.DataWarning) as told:
        kept = mcbnc.learn_many({"north": north, "south": south}, score=score)
    text, *others = (str(one.message) for one in told)
    assert all("neighbouring rows are alike" in other for other in others)  # copies in place are that, too
    assert text.startswith(
        f"datasets['south']: {count} of {len(south)} rows repeat another row, more than such columns let"
    )
    assert "repeats='distinct'" in text
    assert [one.rows_left_out for one in kept] == [0, 0]
    report = mcbnc.check({"north": north, "south": south}, score=score)
    (problem,) = (one for one in report.warnings if "repeat" in one.problem)
    assert (problem.site, problem.severity) == ("south", "warning")
    assert f"{count} of {len(south)} rows repeat" in problem.problem

    rows = mcbnc.Rows({"north": north, "south": south}, repeats="distinct")
    with pytest.warns(mcbnc.errors.DataWarning, match=rf"south'\]: {count} of {len(south)} rows left out"):
        distinct = mcbnc.learn_many(rows, score=score)
    assert [one.rows_left_out for one in distinct] == [0, count]
    alone = mcbnc.learn_many({"north": north, "south": south.drop_duplicates()}, score=score)
    assert [one.score for one in distinct] == [one.score for one in alone]
    assert not any("repeat" in one.problem for one in rows.report(score).warnings)


def test_mixed_tables_and_options_together(networks):
    rows, rng = draw(networks, "child", 2, 300)
    table = pd.DataFrame(rows.astype(str), columns=[f"v{v}" for v in range(20)])
    table["x"] = rng.normal(size=300)
    table.loc[:9, "v0"] = None
    table = pd.concat([table, table.iloc[100:150]], ignore_index=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.errors.DataWarning)
        found = mcbnc.learn(mcbnc.Rows(table, missing="drop", repeats="distinct"))
        gaps = mcbnc.learn(mcbnc.Rows(table.drop(columns="x"), missing="fill", repeats="distinct"))
    assert (found.criterion, found.rows, found.rows_left_out) == ("bic-cg", 290, 60)
    assert gaps.rows == 300 - int(table.drop(columns="x").iloc[:300].duplicated().sum())
    assert gaps.filled == {"v0": int(table["v0"].iloc[:300].isna().sum())}


def test_sites_with_other_columns(networks):
    north, south = frames(networks)
    south = south.drop(columns="v3")
    rows = mcbnc.Rows([north, south], columns="union")
    with pytest.warns(mcbnc.errors.DataWarning, match="repeat another row"):
        data = read_datasets(rows, "bds", union=True)
    assert repeated(data) == {1: int(south.duplicated().sum())}


def test_the_option_is_checked(networks):
    with pytest.raises(mcbnc.InvalidInputError, match="repeats must be 'keep' or 'distinct', not 'drop'"):
        mcbnc.Rows({"a": [1, 2]}, repeats="drop")


def test_one_row():
    table = {name: ["x"] for name in "abc"}
    for repeats in ("keep", "distinct"):
        states = {name: ["x", "y"] for name in "abc"}
        assert mcbnc.learn(mcbnc.Rows(table, repeats=repeats, states=states)).rows == 1


def test_the_shell(networks, tmp_path, capsys):
    _, south = frames(networks)
    path = tmp_path / "south.csv"
    south.to_csv(path, index=False)
    assert main(["learn", str(path), "--repeats", "distinct", "--out", str(tmp_path / "net.json")]) == 0
    told = capsys.readouterr().err
    assert (
        f"{int(south.duplicated().sum())} of {len(south)} rows left out, because they repeat others" in told
    )
    assert main(["check", str(path)]) == 0
    assert "--repeats distinct keeps one of each" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["dict", "frame", "array", "list"])
def test_bins_are_made_of_distinct_rows(kind):
    """Rows that are equal before they are cut go, and rows that are equal in bins alone stay."""
    rows = [[1.5, 2], [1.5, 2], [3.5, 1], [2.5, 2], [1.5, 2], [9.5, 7]]
    table = {
        "dict": {"age": [age for age, _ in rows], "dose": [dose for _, dose in rows]},
        "frame": pd.DataFrame(rows, columns=["age", "dose"], index=list("abcdef")),
        "array": np.array(rows),
        "list": rows,
    }[kind]
    with pytest.warns(mcbnc.DataWarning, match="2 of 6 rows left out, because they repeat others"):
        found = mcbnc.discretize(
            mcbnc.Rows(table, repeats="distinct"), bins={0 if kind in ("array", "list") else "age": 2}
        )
    age = {
        "dict": lambda: found["age"],
        "frame": lambda: found["age"].tolist(),
        "array": lambda: found[:, 0].tolist(),
        "list": lambda: [row[0] for row in found],
    }[kind]()
    assert age == ["at_most_3", "over_3", "at_most_3", "over_3"]
    if kind == "frame":
        assert found.index.tolist() == ["a", "c", "d", "f"]


def test_bins_of_distinct_rows_of_several_sites():
    north, south = {"x": [0.5, 0.5, 1.5, None]}, {"x": [2.5, None, None, 3.5], "y": list("abab")}
    rows = mcbnc.Rows({"north": north, "south": south}, repeats="distinct", missing="fill")
    with pytest.warns(mcbnc.DataWarning, match="'north'.: 1 of 4 rows left out"):
        found = mcbnc.discretize(rows, bins=2)
    assert {site: len(table["x"]) for site, table in found.items()} == {"north": 3, "south": 4}


def test_bins_of_distinct_rows_in_the_shell(tmp_path, capsys):
    """Rows that are equal in bins by chance are learned from."""
    path, kept = tmp_path / "rows.csv", tmp_path / "kept.csv"
    rng = np.random.default_rng(1)
    rows = [f"{x:.3f},{y}" for x, y in zip(rng.random(80), rng.integers(0, 2, 80), strict=True)]
    path.write_text("\n".join(["x,y", *rows, *rows[:30]]) + "\n")
    kept.write_text("\n".join(["x,y", *rows]) + "\n")
    records = []
    for file, more in ((path, ["--repeats", "distinct"]), (kept, [])):
        assert main(["learn", str(file), "--bins", "3", "--json", *more]) == 0
        records.append(json.loads(capsys.readouterr().out))
    (one,), (other,) = (record["learned"] for record in records)
    assert one["rows"] == other["rows"] == 80
    assert one["qnml"] == other["qnml"]


@pytest.mark.parametrize("rows", [0, 1, 900, 1001, 20_000])
@pytest.mark.parametrize("kinds", [1, 3, 500, 15_000, 10**9])
@pytest.mark.parametrize("key", [1, 0x9E3779B97F4A7C15, 1 << 40, 1 << 63])
def test_the_rows_of_each_kind_are_counted(rows, kinds, key):
    """However the marks lie: near one another, all over the range, or with the same first or last bits."""
    rng = np.random.default_rng(rows + kinds)
    with np.errstate(over="ignore"):
        marks = rng.integers(0, kinds, rows, dtype=np.uint64) * np.uint64(key)
    assert sorted(run_lengths(marks)) == sorted(np.unique(marks, return_counts=True)[1])


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_joint_counts_are_those_of_random_sums(data):
    """Rows of few codes are counted without sorting their sums, and so are pairs of columns."""
    sizes = data.draw(st.lists(st.integers(1, 5), min_size=1, max_size=5))
    rows = data.draw(st.integers(1, 60))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    block = np.array([rng.integers(0, size, rows) for size in sizes], np.uint8)
    joint, random = joint_counts(block), Marked([block])
    if joint is None:
        assert math.prod(block.max(axis=1).astype(int) + 1) > SMALL * rows
        return
    counts = [sorted(joint.counts[joint.counts > 0]), sorted(run_lengths(random.sums()))]
    assert counts[0] == counts[1] == sorted(Counter(map(tuple, block.T.tolist())).values())
    assert [*_odds_of_counts(joint, 12)] == [*_odds(random, random.sums(), 12, None)]
