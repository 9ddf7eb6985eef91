"""Rows of every kind get the same messages: the same columns are refused and warned of."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pandas as pd
import pytest
from tables import (
    KINDS,
    ROWS,
    SEX,
    WITH_NAMES,
    as_categories,
    as_csv,
    as_dict,
    as_frame,
    cells,
    learn,
    many,
    texts,
    write,
)

import mcbnc
from mcbnc import datasets

# --- what is refused, and what is warned of -----------------------------------------------------------------

# name: (the column x, pattern of the message). A number has quotes in it where it is a text.
REFUSED = {
    "decimals": (list(np.linspace(50, 60, ROWS)), r"column 'x', (row 1|line 3): '?50\.169.* is no whole"),
    "a few decimals": (cells(0.5, 1, 2), r"column 'x', (row 0|line 2): '?0\.5'? is no whole .* its 3 values"),
    "identifiers": (list(range(1000, 1000 + ROWS)), r"column 'x': 60 states in 60 rows, such as '?1000'?, "),
    "words that all differ": ([f"p{i:02}" for i in range(ROWS)], "60 states in 60 rows, such as 'p00', "),
    "dates": ([f"2026-{i // 28 + 1:02}-{i % 28 + 1:02}" for i in range(ROWS)], r"dates\? Leave the"),
    "numbers that repeat": ([i // 2 * 3 for i in range(50)] + list(range(200, 210)), "35 states in 60 rows"),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", REFUSED)
def test_columns_that_are_refused(kind, name, tmp_path):
    column, pattern = REFUSED[name]
    columns = {"sex": SEX, "x": column}
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        learn(kind, columns, tmp_path, score="bdeu")
    assert caught.value.nodes == ["x"]
    told = "Leave the column out" if name in ("dates", "words that all differ") else "mcbnc.discretize"
    assert told in str(caught.value)
    assert "accept=['x']" in str(caught.value)
    for accept in (["x"], {"x"}, True):
        learned, told = learn(kind, columns, tmp_path, accept=accept)
        assert told == []
        assert len(learned.states["x"]) == len(set(column))


# name: (the column x, pattern of the message)
WARNED = {
    "ages": (None, r"many different whole numbers in 'x' \(\d\d states\)"),
    "case": (cells("HIGH", "high", "low"), r"differ only in case.* in 'x' \('HIGH', 'high'\): make them one"),
    "blanks": (cells("a b", "a  b", "c"), r"'x' \('a  b', 'a b'\)"),
    "blanks at the end": (cells("yes", "yes ", "no"), r"'x' \('yes', 'yes '\)"),
    "a question mark": (
        cells("?", "a", "b"),
        r"no value, in 'x' \('\?'\): Rows.*missing_values=\['\?'\]",
    ),
    "NULL": (cells("a", "NULL"), r"missing_values=\['NULL'\]"),
    "null": (cells("a", "null"), r"missing_values=\['null'\]"),
    "N/A": (cells("a", "N/A", "n/a"), r"differ only in case"),
    "None": (cells("a", "None"), r"missing_values=\['None'\]"),
    "NAN": (cells("a", "NAN"), r"missing_values=\['NAN'\]"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", WARNED)
def test_columns_that_are_warned_of(kind, name, tmp_path):
    column, pattern = WARNED[name]
    rows = ROWS
    if column is None:
        rows = 600
        column = [18 + 7 * i % 50 for i in range(rows)]
    columns = {"sex": (SEX * 10)[:rows], "x": column}
    learned, told = learn(kind, columns, tmp_path)
    if (name, kind) == ("None", as_categories):  # a category of it is meant
        assert told == []
        return
    assert any(re.search(pattern, message) for message in told)
    assert all("accept=['x']" in message for message in told)
    assert texts(learned.states["x"]) == texts(column)
    again, told = learn(kind, columns, tmp_path, accept=["x"])
    assert told == []
    assert again.edges == learned.edges
    assert again.score == learned.score


def test_one_number_written_in_two_ways(tmp_path):
    columns = {"x": cells("1", "1.0", "01"), "y": cells("1", "2", "2.0")}
    for kind in (as_dict, as_csv):
        learned, told = learn(kind, columns, tmp_path)
        assert len(learned.states["x"]) == 3
        assert len(told) == 1
        assert "in 'x' ('01', '1', '1.0'), 'y' ('2', '2.0')" in told[0]


def test_long_numbers_are_told_apart():
    columns = {"x": cells("12345678901234567890", "12345678901234567891"), "y": cells("1" * 5000, "2" * 5000)}
    assert learn(as_dict, columns, None)[1] == []


def test_decimals_with_a_comma_as_R_writes_them_in_Germany(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("x;y\n" + "51,3;a\n48,0;b\n" * 5)
    with pytest.raises(mcbnc.InvalidInputError, match=r"column 'x', line 2: '51,3' is no whole number"):
        mcbnc.learn(path, score="bdeu")


@pytest.mark.parametrize("kind", KINDS)
def test_all_columns_are_told_at_once(kind, tmp_path):
    columns = {"a": cells(0.5, 1.5), "b": SEX, "c": cells(0.25, 3)}
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"the same goes for 'c' \(such as '?0\.25'?\)"
    ) as caught:
        learn(kind, columns, tmp_path, score="bdeu")
    assert caught.value.nodes == ["a", "c"]


@pytest.mark.parametrize("kind", KINDS)
def test_columns_that_nobody_would_refuse(kind, tmp_path):
    columns = {
        "whole floats": cells(1.0, 2.0, 3.0),
        "month": cells(*range(1, 13)),
        "truth": cells(True, False),
        "few rows a state": cells(*range(20)),
        "words": cells("Aa", "Bb", "none", "not asked", "-", "+", "<5", "5-10", "1e", "inf"),
        "one": cells("x"),
        "codes": cells("01", "02", "10"),
    }
    learned, told = learn(kind, columns, tmp_path)
    assert told == []
    assert [len(states) for states in learned.states.values()] == [len(set(c)) for c in columns.values()]


@pytest.mark.parametrize("kind", KINDS)
def test_days_of_the_month_in_a_year_of_rows(kind, tmp_path):
    assert learn(kind, {"day": [i % 31 + 1 for i in range(365)]}, tmp_path)[1] == []


def test_the_bundled_rows_are_fine():
    for name in datasets.row_names():
        clients = datasets.load_rows(name)
        frames = clients.frames()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for data in (frames, [frame.astype(str) for frame in frames], clients.data):
                mcbnc.learn_many(mcbnc.Rows(data, names=clients.nodes), max_parents=1)
            mcbnc.learn(frames[0][: max(50, 2 * len(clients.nodes))], chance=0)


def test_few_rows_are_fine():
    assert learn(as_frame, {"x": range(20), "y": list("abcdefghijklmnopqrst")}, None)[1] == []


def test_given_states_accept_a_column():
    columns = {"dose": cells(0.5, 1, 2), "level": cells("HIGH", "high", "?", "NA")}
    states = {"dose": [0.5, 1, 2], "level": ["HIGH", "high", "?", "NA"]}
    learned, told = learn(as_frame, columns, None, states=states)
    assert told == []
    assert learned.states == {"dose": [0.5, 1, 2], "level": ["?", "HIGH", "NA", "high"]}


@pytest.mark.parametrize(
    ("accept", "pattern"),
    [
        (["y"], "accept: no column is named 'y'; the columns are 'x'"),
        ("x", "accept must be a sequence of names, not one string"),
        (3, "accept must be a sequence of names"),
        (False, "accept must be a sequence of names"),
    ],
)
def test_bad_accept(accept, pattern):
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        mcbnc.learn(mcbnc.Rows({"x": [0, 1]}, accept=accept))
    assert caught.value.argument == "accept"


# --- many data sets -----------------------------------------------------------------------------------------


def test_spellings_of_different_sites(tmp_path):
    paths = [
        write(tmp_path, f"h{k}.csv", {"bp": cells(*words)}) for k, words in enumerate([["HIGH"], ["high"]])
    ]
    told = many(paths)[1]
    assert len(told) == 1
    assert f"'HIGH' in datasets[0] ({paths[0]}), 'high' in datasets[1] ({paths[1]})" in told[0]


def test_clients_that_number_their_cases_alike():
    with pytest.raises(mcbnc.InvalidInputError, match="datasets: column 'id': 60 states in 180 rows"):
        mcbnc.learn_many([{"id": range(ROWS)}] * 3)


def test_a_small_client_with_the_states_of_a_large_one():
    regions = [f"region {i}" for i in range(30)]
    assert many([{"region": regions * 20}, {"region": regions[:25]}])[1] == []
    with pytest.raises(mcbnc.InvalidInputError, match="25 states in 25 rows"):
        mcbnc.learn({"region": regions[:25]})


def test_the_order_of_clients_does_not_count():
    tables = [{"x": cells("HIGH", "?")}, {"x": cells("high", "null")}]
    first, last = many(tables)[0], many(tables[::-1])[0]
    assert [graph.score for graph in first] == [graph.score for graph in last[::-1]]
    assert first[0].states == last[0].states


SITES = [
    {"a": SEX, "b": SEX, "c": SEX},
    {"patient_id": list(range(ROWS)), "a": SEX, "b": SEX, "c": SEX},
    {"c": SEX, "a": SEX},
]


@pytest.mark.parametrize("kind", WITH_NAMES)
def test_columns_that_not_all_have(kind, tmp_path):
    tables = []
    for k, columns in enumerate(SITES):
        (tmp_path / str(k)).mkdir()
        tables.append(kind(columns, tmp_path / str(k)))
    places = [f" ({table})" if isinstance(table, str) else "" for table in tables]
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        mcbnc.learn_many(tables)
    assert (
        f"datasets[1]{places[1]} has 'patient_id' besides; datasets[2]{places[2]} lacks 'b'. "
        "Rows(..., columns='common') takes the 2 that all have" in str(caught.value)
    )
    assert (caught.value.dag, caught.value.nodes) == (1, ["patient_id", "b"])
    learned, told = many(tables, columns="common")
    assert "have the same" in "".join(told)
    assert [graph.nodes for graph in learned] == [["a", "c"]] * 3
    assert [graph.columns_left_out for graph in learned] == [["b"], ["patient_id", "b"], []]
    alone = mcbnc.learn_many([{"a": SEX, "c": SEX}] * 3)
    assert [graph.edges for graph in learned] == [graph.edges for graph in alone]


def test_common_columns_with_names_and_states():
    states = {"a": ["f", "m", "x"], "b": 7}
    learned, _ = many(SITES, columns="common", states=states, names=["c", "b", "a", "patient_id"])
    assert learned[0].states == {"a": ["f", "m", "x"], "c": ["f", "m"]}
    with pytest.raises(mcbnc.InvalidInputError, match="states: no node is named 'z'"):
        many(SITES, columns="common", states={"z": 2})


def test_no_common_columns():
    told = r"lacks 'a' and has 'b' besides\. Rows\(\.\.\., columns='union'\) takes all$"
    with pytest.raises(mcbnc.InvalidInputError, match=told):
        mcbnc.learn_many([{"a": [0]}, {"b": [0]}])
    with pytest.raises(mcbnc.InvalidInputError, match="no column in common"):
        mcbnc.learn_many(mcbnc.Rows([{"a": [0]}, {"b": [0]}], columns="common"))
    with pytest.raises(mcbnc.InvalidInputError, match="columns must be 'same' or 'common'"):
        mcbnc.learn_many(mcbnc.Rows([{"a": [0]}], columns="any"))


def test_tables_without_names_have_no_common_columns():
    arrays = [np.zeros((3, 2), int), np.zeros((3, 3), int)]
    for columns in ("same", "common"):
        with pytest.raises(mcbnc.InvalidInputError, match=r"datasets\[1\] has 3 columns, but datasets\[0\]"):
            mcbnc.learn_many(mcbnc.Rows(arrays, columns=columns))


def test_all_spellings_of_all_sites_are_named():
    sites = [cells(*words) for words in (("Male", "Female"), ("male", "female"), ("MALE", "F", "female "))]
    _, told = many([{"sex": site, "y": SEX} for site in sites])
    assert len(told) == 1
    assert (
        "'sex' ('Female' in datasets[0], 'female' in datasets[1], 'female ' in datasets[2]; "
        "'Male' in datasets[0], 'male' in datasets[1], 'MALE' in datasets[2])"
    ) in told[0]
    words = [spelled for k in range(7) for spelled in (f"w{k}", f"W{k}")]
    _, told = many([{"x": words * 5}])
    assert "'w4', 'W4' and 2 more)" in told[0] or "'W4', 'w4' and 2 more)" in told[0]


def test_none_is_a_category_where_it_is_declared():
    declared = pd.Categorical(cells("a", "None"))
    assert many([{"x": declared}, {"x": cells("a")}])[1] == []
    assert "missing_values=['None']" in many([{"x": declared}, {"x": cells("a", "None")}])[1][0]
    assert "missing_values=['?']" in many([{"x": pd.Categorical(cells("a", "?"))}])[1][0]
