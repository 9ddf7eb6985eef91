"""Missing values: an error, rows left out, or a state, for every kind of table."""

from __future__ import annotations

import functools

import numpy as np
import pandas as pd
import pytest
from row_calls import with_rows
from tables import (
    DROPPED,
    KINDS,
    ROWS,
    WITH_GAPS,
    as_arrays,
    as_categories,
    as_csv,
    as_dict,
    as_frame,
    as_rows,
    cells,
    learn,
    many,
    texts,
)

import mcbnc


@pytest.mark.parametrize("kind", KINDS)
def test_missing_is_an_error(kind, tmp_path):
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"column 'x', (row 1|line 3): there is no value, nor in 9 more"
    ) as caught:
        learn(kind, WITH_GAPS, tmp_path)
    assert "missing='drop'" in str(caught.value)
    assert caught.value.nodes == ["x"]


@pytest.mark.parametrize("kind", KINDS)
def test_missing_rows_are_dropped(kind, tmp_path):
    learned, told = learn(kind, WITH_GAPS, tmp_path, missing="drop")
    expected = mcbnc.learn(DROPPED)
    assert len(told) == 1
    assert "20 of 60 rows left out, because they have no value in " in told[0]
    assert (learned.rows, learned.rows_left_out) == (len(DROPPED), ROWS - len(DROPPED)) == (40, 20)
    assert (learned.edges, learned.score) == (expected.edges, expected.score)
    assert "from 40 of 60 rows" in repr(learned)
    assert expected.rows_left_out == 0
    assert "from 40 rows" in repr(expected)


@pytest.mark.parametrize("kind", KINDS)
def test_missing_values_become_a_state(kind, tmp_path):
    learned, told = learn(kind, WITH_GAPS, tmp_path, missing="state")
    expected = mcbnc.learn({name: [str(cell) if cell is not None else "value_missing" for cell in column]
                            for name, column in WITH_GAPS.items()})  # fmt: skip
    assert told == []
    assert learned.rows_left_out == 0
    assert (learned.edges, learned.score) == (expected.edges, expected.score)
    assert texts(learned.states["x"]) == {"a", "b", "value_missing"}
    assert "value_missing" in learned.states["y"]
    assert "value_missing" not in learned.states["z"]


# Every kind of cell without a value, and texts that mean it.
GAPS = [None, np.nan, pd.NA, pd.NaT, "", "  ", "NA", "NaN", "nan", "<NA>", " NA "]


@pytest.mark.parametrize("gap", GAPS, ids=repr)
@pytest.mark.parametrize("kind", [as_frame, as_dict, as_arrays, as_rows, as_csv, as_categories])
def test_cells_without_a_value(gap, kind, tmp_path):
    columns = {"x": ["u", gap, "v", "u"], "y": [0, 1, 0, 1]}
    with pytest.raises(mcbnc.InvalidInputError, match=r"column 'x', (row 1|line 3): there is no value: "):
        learn(kind, columns, tmp_path)
    assert learn(kind, columns, tmp_path, missing="drop")[0].rows_left_out == 1


@pytest.mark.parametrize("kind", KINDS)
def test_an_accepted_NA_is_a_state(kind, tmp_path):
    columns = {"country": cells("NA", "DE", "FR")}
    if kind is as_csv:  # an empty cell stays a missing value
        path = tmp_path / "x.csv"
        path.write_text("country\nNA\n \n")
        with pytest.raises(mcbnc.InvalidInputError, match=r"(row 1|line 3): there is no value"):
            mcbnc.learn(mcbnc.Rows(path, accept=True))
    assert learn(kind, columns, tmp_path, accept=["country"])[0].states["country"] == [
        "DE",
        "FR",
        "NA",
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("values", [["?", -9], ("?", "-9"), np.array(["?", "-9"]), {"?", -9.0}])
def test_missing_values_that_the_caller_names(kind, values, tmp_path):
    columns = {"x": cells("a", "?", "b"), "y": cells(0, 1, -9, 1)}
    learned, told = learn(kind, columns, tmp_path, missing="drop", missing_values=values)
    assert len(told) == 1
    assert "30 of 60 rows left out" in told[0]
    assert learned.rows == sum(x != "?" and y != -9 for x, y in zip(*columns.values(), strict=True))
    assert texts(learned.states["x"]) == {"a", "b"}
    with pytest.raises(mcbnc.InvalidInputError, match=r"column 'x', (row 1|line 3): there is no value"):
        learn(kind, columns, tmp_path, missing_values=values)


def test_missing_values_count_in_accepted_columns_but_not_among_given_states():
    columns = {"x": cells("A", "a", "?")}
    assert learn(as_dict, columns, None, accept=["x"], missing="drop", missing_values="?")[0].rows == 40
    states = {"x": ["A", "a", "?"]}
    assert learn(as_dict, columns, None, states=states, missing="drop", missing_values="?")[0].rows == ROWS


def test_the_missing_state_joins_given_states():
    columns = {"x": ["lo", None, "hi"], "y": [1, 0, None]}
    learned, _ = learn(
        as_frame, columns, None, missing="state", states={"x": ["lo", "mid", "hi"], "y": ["p", "q"]}
    )
    assert learned.states == {"x": ["hi", "lo", "mid", "value_missing"], "y": ["p", "q", "value_missing"]}
    with pytest.raises(mcbnc.InvalidInputError, match="row 1: 2 is not one of its states"):
        learn(as_frame, {"y": [1, 2, None]}, None, missing="state", states={"y": ["p", "q"]})


def test_rows_in_messages_are_the_callers():
    table = {"x": ["a", None, "c"]}
    with pytest.raises(mcbnc.InvalidInputError, match="column 'x', row 2: 'c' is not one of its states"):
        mcbnc.learn(mcbnc.Rows(table, missing="drop", states={"x": ["a", "b"]}))


def test_clients_drop_their_own_rows():
    learned, _ = many([WITH_GAPS, DROPPED, {"x": ["a"], "y": [1], "z": [0]}], missing="drop")
    assert [graph.rows for graph in learned] == [40, 40, 1]
    assert [graph.rows_left_out for graph in learned] == [20, 0, 0]
    alone = mcbnc.learn(DROPPED)
    assert learned[0].score == learned[1].score == alone.score


def test_no_row_is_left():
    table = {"x": [None, "a", None], "y": ["b", None, None], "z": [1, 2, 3]}
    with pytest.raises(
        mcbnc.InvalidInputError,
        match=r"column 'x': 2 of 3 rows have no value here, and Rows.*missing='drop'",
    ):
        mcbnc.learn(mcbnc.Rows(table, missing="drop"))
    assert mcbnc.learn(mcbnc.Rows(table, missing="state")).rows == 3
    gone = {"x": [None, None], "y": [0, 1]}
    assert mcbnc.learn(mcbnc.Rows(gone, missing="state")).states["x"] == ["value_missing"]
    assert mcbnc.learn(mcbnc.Rows(gone, missing="state")).rows == 2


def test_a_missing_value_in_a_column_that_is_left_out():
    tables = [WITH_GAPS, {"z": cells(0, 1), "other": cells(0.5)}]
    learned, _ = many(tables, columns="common")
    assert [graph.rows for graph in learned] == [ROWS, ROWS]


def test_wide_data_with_gaps():
    columns = {"x": [*range(300)] * 2 + [None], "y": [0, 1] * 300 + [1]}
    learned, _ = learn(as_frame, columns, None, missing="state", accept=True)
    assert len(learned.states["x"]) == 301
    assert learned.states["x"][-1] == "value_missing"


@pytest.mark.parametrize(
    ("options", "argument"),
    [
        ({"missing": "ignore"}, "missing"),
        ({"missing": None}, "missing"),
        ({"missing_values": 3 + 1j}, "missing_values"),
    ],
)
def test_bad_options(options, argument):
    with pytest.raises(mcbnc.InvalidInputError, match=argument) as caught:
        with_rows(mcbnc.learn, {"x": [0, 1]}, **options)
    assert caught.value.argument == argument


def test_metrics_read_rows_alike():
    graph = mcbnc.learn(DROPPED)
    frame = pd.DataFrame(WITH_GAPS)
    for name in ("bdeu", "bic", "aic"):
        score = functools.partial(mcbnc.metrics.score, score=name)
        with pytest.raises(mcbnc.InvalidInputError, match=r"column 'x', (row 1|line 3): there is no value"):
            score(graph, frame)
        assert score(graph, mcbnc.Rows(frame, missing="drop")) == score(graph, DROPPED)
        marked = frame.astype(object).fillna("?")
        assert score(graph, mcbnc.Rows(marked, missing="drop", missing_values="?")) == score(graph, DROPPED)
        with pytest.raises(mcbnc.InvalidInputError, match=r"0\.5 is no whole number"):
            score(graph, DROPPED.assign(y=0.5))
        assert np.isfinite(score(graph, mcbnc.Rows(DROPPED.assign(y=0.5), accept=["y"])))
    likelihood = mcbnc.metrics.log_likelihood
    expected = likelihood(graph, DROPPED[:9], DROPPED)
    assert likelihood(graph, mcbnc.Rows(frame[: DROPPED.index[9]], missing="drop"), frame) == expected


def test_a_bootstrap_reads_rows_alike():
    frame = pd.DataFrame(WITH_GAPS)
    with pytest.raises(mcbnc.InvalidInputError, match=r"column 'x', (row 1|line 3): there is no value"):
        mcbnc.bootstrap(frame, 5, seed=1)
    boot = mcbnc.bootstrap(mcbnc.Rows(frame, missing="drop"), 5, seed=1)
    expected = mcbnc.bootstrap(DROPPED, 5, seed=1)
    assert (boot.rows, boot.rows_left_out) == (40, 20)
    np.testing.assert_array_equal(boot.strength, expected.strength)
    with pytest.raises(mcbnc.InvalidInputError, match=r"0\.5 is no whole number"):
        mcbnc.bootstrap(DROPPED.assign(y=0.5), 5, score="bdeu")
