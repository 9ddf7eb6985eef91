"""Cells without a value that are filled: which warnings they get, what is refused, and what stays as it
was."""

from __future__ import annotations

import json
import pickle
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import mcbnc
from mcbnc._learning import search


def noisy(seed=0, rows=400, share=0.15, columns="abcde"):
    """A chain of columns. Each mostly copies the one before, with None in a share of the cells."""
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, 2, (rows, len(columns)))
    for v in range(1, len(columns)):
        cells[:, v] = np.where(rng.random(rows) < 0.2, cells[:, v], cells[:, v - 1])
    gone = rng.random(cells.shape) < share
    return {
        name: [None if gone[r, v] else f"s{cells[r, v]}" for r in range(rows)]
        for v, name in enumerate(columns)
    }


def gaps(table):
    return {name: count for name, column in table.items() if (count := sum(cell is None for cell in column))}


CHAIN = {frozenset(pair) for pair in ("ab", "bc", "cd", "de")}
quiet = pytest.mark.filterwarnings("ignore:.*without a value", "ignore:.*no value at all")


def skeleton(graph):
    return {frozenset(edge) for edge in graph.edges}


def test_a_table_with_gaps():
    table = noisy()
    empty = sum(all(cell is None for cell in row) for row in zip(*table.values(), strict=True))
    with pytest.warns(mcbnc.errors.DataWarning) as told:
        found = mcbnc.learn(mcbnc.Rows(table, missing="fill"))
    texts = [str(one.message) for one in told]
    count = sum(gaps(table).values()) - 5 * empty
    assert any(text.startswith(f"data: {count} cells without a value to be filled, in ") for text in texts)
    assert (found.rows, found.rows_left_out) == (400 - empty, empty)
    assert found.filled == {name: count - empty for name, count in gaps(table).items()}
    assert skeleton(found) == CHAIN
    assert f"with {count} cells filled" in repr(found)
    assert list(found.to_frame()["stability"]) == [1.0] * 4
    assert found.steps == ()
    again = pickle.loads(pickle.dumps(found))
    assert (again.filled, again.edges) == (found.filled, found.edges)


def test_rows_without_any_value_are_left_out():
    table = noisy(rows=200, share=0)
    with_empty = {name: [None, *column, None] for name, column in table.items()}
    with pytest.warns(
        mcbnc.errors.DataWarning, match="2 of 202 rows left out, because they have no value at all"
    ):
        found = mcbnc.learn(mcbnc.Rows(with_empty, missing="fill"))
    plain = mcbnc.learn(table)
    assert (found.edges, found.score, found.filled, found.steps) == (
        plain.edges,
        plain.score,
        {},
        plain.steps,
    )
    assert found.rows_left_out == 2


def test_without_gaps_it_is_no_option():
    table = noisy(share=0)
    plain, filled = mcbnc.learn(table), mcbnc.learn(mcbnc.Rows(table, missing="fill"))
    assert (plain.edges, plain.score, plain.steps) == (filled.edges, filled.score, filled.steps)
    assert plain.filled == filled.filled == {}
    assert "stability" not in plain.to_frame()


@quiet
def test_the_order_of_rows_and_columns_does_not_count():
    table = noisy(seed=4, share=0.3)
    order = np.random.default_rng(1).permutation(400)
    other = {name: [table[name][k] for k in order] for name in "dbeca"}
    kinds = [table, other]
    found = [
        mcbnc.learn(mcbnc.Rows(one, missing="fill"), seed=3, workers=1 + k) for k, one in enumerate(kinds)
    ]
    assert sorted(found[0].edges) == sorted(found[1].edges)
    assert found[0].score == found[1].score


@quiet
def test_many_sites():
    tables = {"north": noisy(1), "south": noisy(2), "west": noisy(3, share=0)}
    rows = mcbnc.Rows(tables, missing="fill")
    many = mcbnc.learn_many(rows)
    for (name, table), one in zip(tables.items(), many, strict=True):
        states = {column: ["s0", "s1"] for column in table}
        alone = mcbnc.learn(mcbnc.Rows(table, missing="fill", states=states), resamples=0)
        assert (one.site, one.edges, one.score, one.filled) == (name, alone.edges, alone.score, alone.filled)
        assert one.steps == alone.steps
        assert list(one.to_frame()) == list(alone.to_frame())
    assert many[2].steps
    together = mcbnc.learn_jointly(rows)
    assert [one.edges for one in together.sites] == [one.edges for one in many]
    assert skeleton(together) == CHAIN
    assert together.filled == {column: sum(one.filled.get(column, 0) for one in many) for column in "abcde"}
    assert together.seen["a", "b"] == (3, _both(tables.values(), "a", "b"))
    assert together.to_bif().count("probability") == 5
    with pytest.raises(mcbnc.InvalidInputError, match="executor") as caught, ThreadPoolExecutor(1) as pool:
        mcbnc.learn_many(rows, executor=pool)
    assert caught.value.argument == "missing"


def _both(tables, a, b):
    rows = (pair for table in tables for pair in zip(table[a], table[b], strict=True))
    return sum(None not in pair for pair in rows)


@quiet
def test_different_columns_with_gaps():
    tables = [noisy(1), noisy(2)]
    del tables[0]["e"], tables[1]["a"]
    rows = mcbnc.Rows(tables, missing="fill", columns="union")
    together = mcbnc.learn_jointly(rows)
    assert together.status("a", "e") == "not seen together"
    assert skeleton(together) == CHAIN
    assert together.seen["b", "c"] == (2, _both(tables, "b", "c"))
    assert together.seen["a", "b"] == (1, _both(tables[:1], "a", "b"))
    assert [set(one.filled) for one in together.sites] == [set("abcd"), set("bcde")]


@pytest.mark.filterwarnings("ignore:no row has")
@quiet
def test_columns_that_no_row_has_together():
    table = noisy(rows=300, share=0)
    table["a"] = [*table["a"][:150], *[None] * 150]
    table["b"] = [*[None] * 150, *table["b"][150:]]
    with pytest.warns(mcbnc.errors.DataWarning, match=r"no row has a value of both 'a' and 'b': whether"):
        found = mcbnc.learn(mcbnc.Rows(table, missing="fill"))
    assert frozenset("ab") not in skeleton(found)
    together = mcbnc.learn_jointly(mcbnc.Rows([table], missing="fill"))
    assert together.status("a", "b") == "not seen together"
    assert together.seen["a", "b"] == (0, 0)


@quiet
def test_refusals():
    table = noisy()
    rows = mcbnc.Rows(table, missing="fill")
    calls = [
        lambda: mcbnc.bootstrap(rows, 3),
        lambda: mcbnc.metrics.score(np.zeros((5, 5), int), rows),
        lambda: mcbnc.metrics.log_likelihood(np.zeros((5, 5), int), rows, rows),
    ]
    for call in calls:
        with pytest.raises(mcbnc.InvalidInputError, match=r"missing='fill' is for mcbnc\.learn") as caught:
            call()
        assert caught.value.argument == "missing"
    hollow = {**table, "f": [None] * 400}
    with pytest.raises(mcbnc.InvalidInputError, match="column 'f': no row has a value here"):
        mcbnc.learn(mcbnc.Rows(hollow, missing="fill"))
    mixed = {"x": [0.5, None, 2.5] * 9, "y": ["a", "b", "b"] * 9}
    with pytest.raises(mcbnc.InvalidInputError, match="'bic-cg' needs a value in every cell, and score='dg'"):
        mcbnc.learn(mcbnc.Rows(mixed, missing="fill"), score="bic-cg")


@quiet
def test_a_limit_of_time():
    found = mcbnc.learn(mcbnc.Rows(noisy(), missing="fill"), time_limit=1e-9)
    assert found.status == "time_limit"


@quiet
def test_a_limit_of_time_is_for_all_sites(monkeypatch):
    limits = []

    def learn_union(data, dags, options, *more):
        limits.append(options["time_limit"].left())
        return learned(data, dags, options, *more)

    learned = search.learn_union
    monkeypatch.setattr(search, "learn_union", learn_union)
    mcbnc.learn_many(mcbnc.Rows([noisy(k) for k in range(3)], missing="fill"), time_limit=60)
    assert 60 > limits[0] > limits[1] > limits[2] > 0


@quiet
def test_progress_counts_all_searches():
    seen = []
    rows = mcbnc.Rows([noisy(1), noisy(2)], missing="fill")
    mcbnc.learn_many(rows, progress=lambda left, of, _: seen.append((left, of)))
    assert {of for _, of in seen} == {38}
    assert seen[-1][0] == 0
    lefts = [left for left, _ in seen]
    assert lefts == sorted(lefts, reverse=True)


@quiet
def test_the_shell(tmp_path, capsys):
    import csv

    from mcbnc.cli import main

    table = noisy()
    path = tmp_path / "rows.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table)
        writer.writerows(zip(*table.values(), strict=True))
    assert (
        main(["learn", str(path), "--missing", "fill", "--seed", "2", "--out", str(tmp_path / "net.json")])
        == 0
    )
    found = mcbnc.learn(mcbnc.Rows(str(path), missing="fill"), seed=2)
    record = json.loads((tmp_path / "net.json").read_text())["learned"][0]
    assert record["filled"] == found.filled


def test_the_demo_of_unlike_hospitals(tmp_path, capsys):
    from mcbnc.cli import main

    files = [tmp_path / "net.csv", tmp_path / "net.png", tmp_path / "tables"]
    outs = ["--out", str(files[0]), "--out", str(files[1]), "--export", str(files[2])]
    assert main(["demo", "--story", "unlike", "--json", *outs]) == 0
    record = json.loads(capsys.readouterr().out)
    near = record["distances"]
    assert near["jointly, from what each hospital has"]["shd"] < near["a vote of the hospitals' DAGs"]["shd"]
    assert record["not_seen_together"] > 0
    assert len(mcbnc.read(files[0]).edges) == len(record["edges"])
    tables = sorted(files[2].glob("hospital-*.csv"))
    assert [len(path.read_text().splitlines()) for path in tables] == [601, 601, 601, 766]
    rows = mcbnc.datasets.load_rows("alarm")
    again = mcbnc.Rows(
        {path.stem: str(path) for path in tables},
        states=rows.states, missing="fill", repeats="distinct", columns="union",
    )  # fmt: skip
    found = mcbnc.learn_jointly(again, seed=1)
    assert sorted(map(list, found.edges)) == sorted(record["edges"])
    assert found.filled == record["filled"]
    assert main(["demo", "--story", "unlike"]) == 0
    told = capsys.readouterr().out
    assert "hospital-04 has 765 rows" in told
    assert "pairs of columns are in no row together" in told


def test_what_one_site_lacks_is_not_told_of_all():
    """One site has no value of a column. All rows together have both."""
    r = np.random.default_rng(0)
    sites = [
        {"a": r.choice(["f", "m"], 60).tolist(), "b": r.choice(["u", "v"], 60).tolist()} for _ in range(3)
    ]
    sites[1]["b"] = [None] * 60
    rows = mcbnc.Rows(dict(zip(["north", "south", "west"], sites, strict=True)), missing="fill")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        joint = mcbnc.learn_jointly(rows, seed=1)
    assert not [one for one in caught if "no row has a value of both" in str(one.message)]
    assert joint.status("a", "b") != "not seen together"
    with pytest.warns(
        mcbnc.errors.DataWarning, match=r"^datasets\['south'\]: no row has a value of both 'a' and 'b'"
    ):
        mcbnc.learn_many(rows)
    apart = [{"a": [None] * 30 + sites[0]["a"][:30], "b": [*sites[0]["b"][:30], *[None] * 30]}] * 2
    with pytest.warns(
        mcbnc.errors.DataWarning, match=r"^the rows of all data sets together: no row has a value"
    ):
        mcbnc.learn_jointly(mcbnc.Rows(apart, missing="fill"), seed=1)
