"""`mcbnc.Rows`: tables with how to read them, read once and used by many calls."""

from __future__ import annotations

import inspect
import itertools
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc import metrics
from mcbnc._rows import opened as opened_module
from mcbnc._rows import rows as module

CELLS = list(itertools.product(["no", "yes"], repeat=2)) * 15
FRAME = pd.DataFrame(CELLS, columns=["a", "b"])
GAPS = pd.concat([FRAME, pd.DataFrame({"a": ["?"], "b": ["no"]})])
OPTIONS = {"missing": "drop", "missing_values": "?"}
SITES = {"north": GAPS, "south": FRAME}
EDGES = [("a", "b")]

ONE = {
    "learn": mcbnc.learn,
    "bootstrap": lambda rows: mcbnc.bootstrap(rows, 3, seed=1),
    "score": lambda rows: metrics.score(EDGES, rows),
    "log_likelihood": lambda rows: metrics.log_likelihood(EDGES, rows, rows),
    "discretize": mcbnc.discretize,
    "check": mcbnc.check,
}
MANY = {
    "learn_many": mcbnc.learn_many,
    "learn_jointly": mcbnc.learn_jointly,
    "simulate_learning": mcbnc.federated.simulate_learning,
    "discretize": mcbnc.discretize,
    "check": mcbnc.check,
}
OF_ROWS = {"names", "states", "missing", "missing_values", "accept", "decimal", "columns"}


@pytest.fixture
def opened(monkeypatch):
    """The tables that were opened, each time one more."""
    seen = []
    real = module.open_table
    monkeypatch.setattr(module, "open_table", lambda *given: seen.append(given[0]) or real(*given))
    return seen


def quietly(function, *given):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        return function(*given)


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one_table_take_it(name):
    quietly(ONE[name], mcbnc.Rows(GAPS, **OPTIONS))


@pytest.mark.parametrize("name", MANY)
def test_functions_of_several_tables_take_it(name):
    quietly(MANY[name], mcbnc.Rows(SITES, **OPTIONS))


@pytest.mark.parametrize("name", sorted({*ONE, *MANY} - {"check", "discretize"}))
def test_no_other_signature_has_its_options(name):
    home = metrics if hasattr(metrics, name) else mcbnc
    function = getattr(mcbnc.federated if name == "simulate_learning" else home, name)
    # Other columns call for another search.
    own = {"columns"} if name in ("learn_jointly", "simulate_learning") else set()
    assert OF_ROWS & inspect.signature(function).parameters.keys() == own


def test_rows_are_read_once_for_all_scores_of_a_kind(opened):
    rows = mcbnc.Rows(GAPS, **OPTIONS)
    with pytest.warns(mcbnc.DataWarning, match="1 of 61 rows left out"):
        found = mcbnc.learn(rows)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert metrics.score(found, rows, "qnml") == found.score
        again = mcbnc.learn(rows, score="bic")
        mcbnc.bootstrap(rows, 2, seed=1)
        assert len(rows) == 61
    assert len(opened) == 1
    assert (found.rows_left_out, again.rows_left_out) == (1, 1)


def test_numbers_and_states_are_read_apart(opened):
    table = {"x": np.arange(40) % 3, "y": np.arange(40) % 5}
    rows = mcbnc.Rows(table)
    for score in ("bge", "bdeu", "bic-g", "bic"):
        expected = mcbnc.learn(table, score=score)
        opened.clear()
        assert mcbnc.learn(rows, score=score).score == expected.score
        assert len(opened) == (score in ("bge", "bdeu")), score


def test_answers_are_those_of_the_tables():
    rows = mcbnc.Rows({"north": FRAME, "south": FRAME[:31]})
    tables = {"north": FRAME, "south": FRAME[:31]}
    for left, right in zip(mcbnc.learn_many(rows), mcbnc.learn_many(tables), strict=True):
        assert (left.site, left.edges, left.score) == (right.site, right.edges, right.score)
    assert mcbnc.learn_jointly(rows).score == mcbnc.learn_jointly(tables).score
    assert mcbnc.learn_jointly(rows).sites[1].site == "south"


def test_an_error_names_the_site():
    rows = mcbnc.Rows({"north": FRAME, "south": GAPS.replace("?", None)})
    with pytest.raises(mcbnc.InvalidInputError, match=r"datasets\['south'\]: column 'a'") as caught:
        mcbnc.learn_many(rows)
    assert caught.value.site == "south"
    assert r"Rows(..., missing='drop')" in str(caught.value)


def test_after_an_error_they_are_read_again(tmp_path):
    path = tmp_path / "rows.csv"
    rows = mcbnc.Rows(path)
    with pytest.raises(mcbnc.InvalidInputError, match="cannot be read"):
        mcbnc.learn(rows)
    FRAME.to_csv(path, index=False)
    assert mcbnc.learn(rows).rows == 60


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: mcbnc.learn(mcbnc.Rows(SITES)), "data must be one table, but these Rows have 2 sites"),
        (lambda: mcbnc.learn_many(mcbnc.Rows(FRAME)), "datasets must be several tables"),
        (lambda: mcbnc.Rows(mcbnc.Rows(FRAME)), "data are Rows already"),
        (lambda: mcbnc.Rows(FRAME, missing="ignore"), "missing must be"),
        (lambda: mcbnc.discretize(mcbnc.Rows(FRAME, states={"a": 2})), "states of these Rows has no effect"),
        (lambda: mcbnc.discretize(mcbnc.Rows(FRAME, columns="common")), "columns of these Rows has no"),
        (
            lambda: metrics.log_likelihood(
                EDGES, mcbnc.Rows(FRAME, missing="drop"), mcbnc.Rows(FRAME, missing="state")
            ),
            "must be read in the same way, but their Rows have other missing",
        ),
    ],
)
def test_what_is_wrong_is_named(call, words):
    with pytest.raises(mcbnc.InvalidInputError, match=words):
        call()


def test_the_options_of_one_table_hold_for_the_other():
    graph = mcbnc.learn(FRAME)
    expected = metrics.log_likelihood(graph, FRAME, FRAME)
    for held_out, train in ((mcbnc.Rows(GAPS, **OPTIONS), FRAME), (GAPS, mcbnc.Rows(FRAME, **OPTIONS))):
        assert quietly(metrics.log_likelihood, graph, held_out, train) == expected


def test_it_says_what_it_has(tmp_path):
    assert repr(mcbnc.Rows(FRAME)) == "<Rows: 60 rows x 2 columns>"
    assert repr(mcbnc.Rows(SITES)) == "<Rows: 121 rows x 2 columns, 2 sites>"
    assert repr(mcbnc.Rows([FRAME, FRAME[["a"]]])) == "<Rows: 120 rows x 1 to 2 columns, 2 sites>"
    assert repr(mcbnc.Rows({})) == "<Rows: 1 table that cannot be read>"
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, index=False)
    rows = mcbnc.Rows(path)
    assert repr(rows) == "<Rows: 1 table, not read yet>"
    assert len(rows) == 60
    assert repr(rows) == "<Rows: 60 rows x 2 columns>"


def test_the_report_is_that_of_check():
    rows = mcbnc.Rows(SITES, missing_values="?")
    report = rows.report()
    assert str(report) == str(mcbnc.check(rows))
    assert [problem.site for problem in report.errors] == ["north"]
    assert report.columns[0].missing == 1
    assert not rows.report("bge").ok


def test_a_pickle_reads_the_same():
    rows = mcbnc.Rows(SITES, **OPTIONS)
    before = quietly(mcbnc.learn_jointly, rows)
    again = pickle.loads(pickle.dumps(rows))
    assert mcbnc.learn_jointly(again).score == before.score


def test_an_iterator_is_taken_once():
    rows = mcbnc.Rows(iter([FRAME, FRAME]))
    assert [len(mcbnc.learn_many(rows)) for _ in range(2)] == [2, 2]


@pytest.fixture
def reads(monkeypatch):
    """The CSV files that were read, each time one more."""
    seen = []
    real = opened_module.read_csv
    monkeypatch.setattr(opened_module, "read_csv", lambda *given: seen.append(given[0]) or real(*given))
    return seen


def test_whatever_is_asked_of_rows_reads_their_files_once(tmp_path, reads):
    path = tmp_path / "rows.csv"
    FRAME.to_csv(path, index=False)
    rows = mcbnc.Rows(path)
    assert len(rows) == 60
    assert repr(rows) == "<Rows: 60 rows x 2 columns>"
    assert rows.report().ok
    assert mcbnc.check(rows).ok
    found = mcbnc.learn(rows)
    mcbnc.discretize(rows)
    assert metrics.log_likelihood(found, rows, rows) < 0
    assert reads == [path]


@pytest.mark.parametrize(
    ("reader", "score", "table"),
    [
        ("read_column", None, FRAME),
        ("read_column", "dg", FRAME.assign(c=np.arange(60) / 7)),
        ("read_numbers", "bge", pd.DataFrame({"a": np.arange(60) % 7 / 7, "b": np.arange(60) % 11})),
    ],
)
def test_whatever_is_asked_of_rows_reads_each_column_once(monkeypatch, reader, score, table):
    names = []
    real = getattr(opened_module, reader)

    def read(values, location, *options):
        names.append(location.name)
        return real(values, location, *options)

    monkeypatch.setattr(opened_module, reader, read)
    rows = mcbnc.Rows(table)
    assert (len(rows), repr(rows)) == (60, f"<Rows: 60 rows x {len(table.columns)} columns>")
    assert rows.report(score).ok
    found = mcbnc.learn(rows, score=score)
    mcbnc.bootstrap(rows, 2, score=score, seed=1)
    metrics.score(found, rows, found.criterion)
    assert names == list(table.columns)
    assert not any(one.read for one in rows._opened.values())  # the cells are kept once
    assert found.score == mcbnc.learn(table, score=score).score


def test_texts_of_numbers_are_read_again_as_the_cells_that_they_were():
    table = {"a": [*"123456789", "0"] * 3, "b": ["0,5", "1,5", "2.5"] * 10}
    rows = mcbnc.Rows(table)
    first = [str(rows.report("bge")) for _ in range(2)]
    with pytest.raises(mcbnc.InvalidInputError, match="decimal sign"):
        mcbnc.learn(rows, score="bge")
    assert {*first, str(rows.report("bge"))} == {str(mcbnc.check(table, score="bge"))}


def test_messages_have_the_argument_of_their_call(tmp_path):
    path = tmp_path / "rows.csv"
    GAPS.replace("?", None).to_csv(path, index=False)
    one, several = mcbnc.Rows(path), mcbnc.Rows([path, path])
    assert (len(one), len(several)) == (61, 122)
    with pytest.raises(mcbnc.InvalidInputError, match=r"^data \(.*rows.csv\): column 'a'"):
        mcbnc.learn(one)
    with pytest.raises(mcbnc.InvalidInputError, match=r"^datasets\[0\] \(.*rows.csv\): column 'a'") as caught:
        mcbnc.learn_many(several)
    assert (caught.value.argument, caught.value.dag) == ("datasets", 0)
    with pytest.raises(mcbnc.InvalidInputError, match=r"^train \(.*rows.csv\): column 'a'"):
        metrics.log_likelihood(EDGES, FRAME, one)


def test_a_doubtful_header_is_told_by_learning_and_by_the_report(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("7,3\n" + "0,1\n1,0\n" * 30)
    rows = mcbnc.Rows(path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(rows) == 60
    report = rows.report()
    assert any("is taken for the names" in one.problem for one in report.warnings)
    with pytest.warns(mcbnc.DataWarning, match="is taken for the names"):
        mcbnc.learn(rows)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mcbnc.learn(rows)


def test_states_in_an_array_are_compared_too():
    array = np.array(list(itertools.product([0, 1], repeat=2)) * 15)
    rows = mcbnc.Rows(array, states=np.array([2, 2]))
    assert metrics.log_likelihood([(0, 1)], rows, array) == metrics.log_likelihood([(0, 1)], array, array)


@pytest.mark.parametrize(
    ("call", "place"),
    [
        (lambda rows: mcbnc.learn_many([rows, FRAME]), r"datasets\[0\]"),
        (lambda rows: mcbnc.learn_jointly([FRAME, rows]), r"datasets\[1\]"),
        (lambda rows: mcbnc.learn_many({"north": FRAME, "south": rows}), r"datasets\['south'\]"),
        (lambda rows: mcbnc.Rows([rows, rows]), r"data\[0\]"),
    ],
)
def test_a_list_of_rows_is_named(call, place):
    with pytest.raises(
        mcbnc.InvalidInputError, match=f"^{place} is one of Rows: give one Rows of all tables"
    ):
        call(mcbnc.Rows(FRAME))


def test_the_report_lists_states_and_readings(tmp_path):
    north = {"sex": ["m", "f", "m"] * 20, "dose": ["1,5", "2,25", "3"] * 20, "site": [3, 1, 1] * 20}
    south = {"sex": ["f", "x", "f"] * 20, "dose": ["1.5", "2.25", "3"] * 20, "site": [2, 1, 1] * 20}
    rows = mcbnc.Rows({"north": north, "south": south}, accept=["dose"])
    columns = {one.column: one for one in rows.report().columns}
    assert columns["sex"].values == ["f", "m", "x"]
    assert columns["site"].values == [1, 2, 3]
    assert columns["dose"].decimals == {"north": ",", "south": "."}
    assert columns["sex"].decimals == columns["site"].decimals == {}
    shown = str(rows.report())
    assert "f, m, x" in shown
    assert "decimal point at south; decimal comma at north" in shown
    numbers = {"dose": north["dose"], "site": north["site"]}
    (dose, site) = mcbnc.Rows(numbers).report("bge").columns
    assert (dose.values, dose.decimals) == ([], {0: ","})
    assert site.decimals == {}
    path = tmp_path / "rows.csv"
    pd.DataFrame({"x": [0.5, 1.25, 3.0] * 20, "y": [1, 2, 4] * 20}).to_csv(path, index=False)
    (x, y) = mcbnc.Rows(path).report("bge").columns
    assert ([*x.decimals.values()], y.decimals) == (["."], {})


def test_the_record_of_a_report_has_them_too():
    record = mcbnc.Rows({"a": ["1,5", "2,25"] * 20, "b": [True, False] * 20}, accept=True).report().record()
    assert record["columns"][0]["values"] == ["1,5", "2,25"]
    assert record["columns"][0]["decimals"] == [{"site": 0, "decimal": ","}]
    assert record["columns"][1]["values"] == [False, True]


def test_len_and_repr_do_not_read_a_file_again(tmp_path):
    path = tmp_path / "rows.csv"
    pd.DataFrame(np.random.default_rng(0).normal(size=(50, 3)), columns=list("abc")).to_csv(path, index=False)
    for score in ("bge", "bic-cg"):
        rows = mcbnc.Rows([str(path)])
        rows.report(score)
        path.rename(tmp_path / "moved.csv")
        assert (len(rows), repr(rows)) == (50, "<Rows: 50 rows x 3 columns, 1 site>")
        (tmp_path / "moved.csv").rename(path)
