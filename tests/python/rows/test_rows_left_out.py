"""Rows that are left out are reported and counted, by site and column."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc import cli, metrics

RNG = np.random.default_rng(7)
ROWS = 300


def table(gap=5):
    """Columns a and b of decimals and c of words. Every gap-th b and every 10th c is missing."""
    frame = pd.DataFrame(RNG.normal(size=(ROWS, 2)).round(3), columns=["a", "b"])
    frame["c"] = np.where(np.arange(ROWS) % 10 == 1, None, "x")
    frame.loc[::gap, "b"] = np.nan
    return frame


def told(ask):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = ask()
    assert all(one.category is mcbnc.DataWarning for one in caught)
    return result, [str(one.message) for one in caught]


def test_discretize_tells_the_rows_that_it_leaves_out():
    binned, messages = told(lambda: mcbnc.discretize(mcbnc.Rows(table(), missing="drop")))
    assert len(binned) == 240
    assert messages == ["data: 60 of 300 rows left out, because they have no value in 'b' (60)"]


def test_discretize_drops_no_row_for_a_column_that_it_does_not_cut():
    frame = table()
    binned, messages = told(lambda: mcbnc.discretize(mcbnc.Rows(frame, missing="drop"), {"a": 3}))
    assert (len(binned), messages) == (ROWS, [])
    pd.testing.assert_frame_equal(binned[["b", "c"]], frame[["b", "c"]])
    assert len(mcbnc.discretize(frame, {"a": 3})) == ROWS  # nor is a gap elsewhere an error
    binned, messages = told(lambda: mcbnc.discretize(mcbnc.Rows(frame, missing="drop", accept=["b"])))
    assert (len(binned), messages) == (ROWS, [])


def test_discretize_tells_by_site():
    sites = [table(), table().dropna(), table(3)]
    binned, messages = told(lambda: mcbnc.discretize(mcbnc.Rows(sites, missing="drop")))
    assert list(map(len, binned)) == [240, len(sites[1]), 200]
    text = "; ".join(messages)
    assert "data[0]: 60 of 300 rows left out" in text
    assert "data[2]: 100 of 300 rows left out" in text
    assert "data[1]" not in text


@pytest.mark.parametrize("score", ["bdeu", "bge"])
def test_learning_tells_the_rows_by_site_and_column(score, tmp_path):
    frame, third, second = (table()[["a", "b"] if score == "bge" else ["c"]] for _ in range(3))
    column, gaps = ("b", 60) if score == "bge" else ("c", 30)
    path = tmp_path / "h.csv"
    third.to_csv(path, index=False)
    asked = [frame, second.dropna(), path]
    graphs, messages = told(lambda: mcbnc.learn_many(mcbnc.Rows(asked, missing="drop"), score=score))
    assert [graph.rows_left_out for graph in graphs] == [gaps, 0, gaps]
    part = f"{gaps} of 300 rows left out, because they have no value in '{column}' ({gaps})"
    assert messages == [f"datasets[0]: {part}; datasets[2] ({path}): {part}"]
    for ask in (
        lambda: mcbnc.learn(mcbnc.Rows(frame, missing="drop"), score=score),
        lambda: mcbnc.bootstrap(mcbnc.Rows(frame, missing="drop"), 2, score=score, seed=0),
    ):
        result, messages = told(ask)
        assert (messages, result.rows_left_out) == ([f"data: {part}"], gaps)
    if score == "bge":
        dag = mcbnc.from_bnlearn("[a][b|a]")
        assert told(lambda: metrics.score(dag, mcbnc.Rows(frame, missing="drop"), "bge"))[1] == [
            f"data: {part}"
        ]


def test_many_sites_are_told_in_one_warning():
    _, messages = told(lambda: mcbnc.learn_many(mcbnc.Rows([{"x": ["a", "b", None]}] * 12, missing="drop")))
    assert len(messages) == 1
    assert messages[0].endswith("; and 7 more tables")


def test_one_row_left_of_a_hundred_is_told(tmp_path, capsys):
    data = {"x": ["a"] + [None] * 99, "y": ["a", "b"] * 50}
    learned, messages = told(lambda: mcbnc.learn(mcbnc.Rows(data, missing="drop")))
    assert learned.rows == 1
    assert messages == ["data: 99 of 100 rows left out, because they have no value in 'x' (99); 1 row left"]
    path = tmp_path / "x.csv"
    pd.DataFrame(data).to_csv(path, index=False)
    assert cli.main(["learn", str(path), "--missing", "drop"]) == cli.Exit.FINE
    assert f"mcbnc: warning: {path}: 99 of 100 rows left out" in capsys.readouterr().err
    with pytest.raises(mcbnc.InvalidInputError, match="leaves no row at all"):
        mcbnc.learn(mcbnc.Rows({"x": [None] * 9, "y": ["a"] * 9}, missing="drop"))
