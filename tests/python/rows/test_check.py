"""mcbnc.check: every problem of every table at once, and no other verdict than that of learning."""

from __future__ import annotations

import json
import pickle
import re
import warnings
from dataclasses import fields

import numpy as np
import pandas as pd
import pytest
from row_calls import with_rows
from tables import KINDS, UNNAMED, cells

import mcbnc
from mcbnc import InvalidInputError, check
from mcbnc._rows.align import align_table
from mcbnc._rows.table import Table


def found(report, severity="error"):
    """The site, column and first words of each problem."""
    wanted = report.errors if severity == "error" else report.warnings
    return [(one.site, one.column, one.problem) for one in wanted]


GOOD = pd.DataFrame({"a": cells("x", "y"), "b": cells(0, 1, 1), "c": cells(True, False)})


# --- what it finds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_good_tables(kind, tmp_path):
    table = kind({name: GOOD[name].tolist() for name in GOOD}, tmp_path)
    report = check(table)
    assert report.ok
    assert report.problems == []
    assert list(report.sites.values()) == [60]
    assert [one.column for one in report.columns] == ([0, 1, 2] if kind in UNNAMED else ["a", "b", "c"])
    assert {(one.kind, one.states, one.missing, *one.lacking) for one in report.columns} == {("states", 2, 0)}
    named = check(mcbnc.Rows(table, names=list("abc"))) if kind in UNNAMED else report
    assert [one.column for one in named.columns] == ["a", "b", "c"]


def test_all_problems_of_all_tables_at_once(tmp_path):
    rng = np.random.default_rng(0)
    rows = 80
    north = pd.DataFrame(
        {
            "id": range(rows),
            "dose": rng.normal(0, 1, rows).round(2),
            "sex": rng.choice(["Male", "Female"], rows),
            "site": "north",
            "gap": [None, "y", "n", "y"] * 20,
        }
    )
    south = north.rename(columns={"dose": "Dose"}).assign(sex=rng.choice(["M", "F"], rows), region=1)
    (tmp_path / "bad.csv").write_bytes(b"id,dose\n1,\xff\n")
    (tmp_path / "short.csv").write_text("id,dose\n1\n")
    sites = {
        "north": north,
        "south": south,
        "bad": tmp_path / "bad.csv",
        "short": str(tmp_path / "short.csv"),
        "none": "no such.csv",
    }
    report = check(sites, score="bdeu")
    assert not report.ok
    errors = found(report)
    for site, column, part in (
        ("bad", None, "not text in UTF-8"),
        ("short", None, "has 1 cell for 2 columns"),
        ("none", None, "cannot be read"),
        (None, "id", "80 states in 160 rows"),
        ("north", "dose", "is no whole number"),
        ("south", "dose", "the column is missing"),
        ("south", "Dose", "is no whole number"),
        ("north", "gap", "there is no value, nor in 19 more"),
        ("south", "gap", "there is no value, nor in 19 more"),
        ("south", "region", "of 2 tables have no such column"),
        (None, "dose", "the names 'dose' in north, 'Dose' in south differ only in case"),
        (None, "sex", "'Female', 'Male' in north, and 'F', 'M' in south, have no state in common"),
    ):
        assert any(one[:2] == (site, column) and part in one[2] for one in errors), (site, column, part)
    advice = {(one.site, one.column): one.advice for one in report.errors}
    assert "'Dose' here may be the same" in advice["south", "dose"]
    assert "mcbnc.discretize" in advice["north", "dose"]
    assert "missing='drop'" in advice["north", "gap"]
    gap = next(one for one in report.errors if one[:2] == ("north", "gap"))
    assert gap.at == "row 0"
    told = found(report, "warning")
    assert (None, "site", "every value is 'north'") in told
    kinds = {one.column: one.kind for one in report.columns}
    assert kinds == {
        "id": "identifiers",
        "dose": "numbers",
        "Dose": "numbers",
        "sex": "states",
        "site": "constant",
        "gap": "states",
        "region": "constant",
    }
    summary = {one.column: one for one in report.columns}
    assert summary["gap"].missing == 40
    assert summary["region"].lacking == ["north"]
    assert report.sites == {"north": 80, "south": 80, "bad": None, "short": None, "none": None}


def test_sites_are_called_by_name_in_every_text(tmp_path):
    report = check({"Ulm": GOOD.assign(a=cells("Yes", "no")), "Bonn": GOOD.assign(a=cells("yes", "No"))})
    assert report.ok
    (warning,) = report.warnings
    assert "'Yes' in Ulm, 'yes' in Bonn" in warning.problem
    for name in ("a.csv", "b.csv"):
        GOOD.assign(d=0.5).to_csv(tmp_path / name, index=False)
    files = [str(tmp_path / name) for name in ("a.csv", "b.csv")]
    assert [one.site for one in check(files).errors] == files
    assert check(files[0]).errors[0].site is None
    assert [one.site for one in check([GOOD, GOOD.assign(d=0.5)]).errors] == [1, 1]
    assert list(check([files[0]] * 2).sites) == [0, 1]


@pytest.mark.parametrize(
    ("first", "second", "part"),
    [
        (["M", "F"], ["Male", "Female"], "'F', 'M' in 0, and 'Female', 'Male' in 1, have no state in common"),
        ([0, 1], ["no", "yes"], "0, 1 in 0, and 'no', 'yes' in 1, have no state in common"),
        (["HIGH", "low"], ["high", "low"], "states that differ only in case"),
        (
            [1, 2, 3],
            [3, 4],
            "states that may mean the same, in 'a' (1, 2 ",
        ),
    ],
)
def test_values_that_differ_between_sites(first, second, part):
    sites = {"0": GOOD.assign(a=cells(*first)), "1": GOOD.assign(a=cells(*second))}
    (found,) = check(sites).problems
    assert found.column == "a"
    assert found.problem.startswith(part)
    assert check(mcbnc.Rows(sites, accept=["a"])).problems == []


@pytest.mark.parametrize(
    ("first", "second"), [(["A", "B", "AB"], ["A", "AB"]), (["no", "yes"], ["no"]), (["north"], ["south"])]
)
def test_values_that_may_well_differ(first, second):
    problems = check([GOOD.assign(a=cells(*first)), GOOD.assign(a=cells(*second))]).problems
    assert not [one for one in problems if "mean the same" in one.problem or "in common" in one.problem]


def test_rows_that_are_left_out():
    gaps = GOOD.assign(a=cells("x", None, "y"), b=cells(0, 1, 2, None))
    report = check(mcbnc.Rows({"north": gaps, "south": GOOD}, missing="drop"))
    assert report.ok
    (warning,) = report.warnings
    assert (warning.site, warning.column) == ("north", None)
    assert warning.problem.startswith("30 of 60 rows ")
    assert "'a' (20), 'b' (15)" in f"{warning.problem} {warning.advice}"
    empty = check(mcbnc.Rows(gaps.assign(c=None), missing="drop"))
    assert [one.column for one in empty.errors] == ["c"]
    assert check(mcbnc.Rows(gaps, missing="state")).ok


def test_columns_that_are_left_out():
    sites = [GOOD, GOOD.assign(d=0.5)]
    assert found(check(sites))[0][:2] == (1, "d")
    report = check(mcbnc.Rows(sites, columns="common"))
    assert report.ok
    equal, lacking = found(report, "warning")
    assert equal == (None, None, "datasets[0], datasets[1] have the same 60 rows")
    assert lacking == (1, "d", "1 of 2 tables have no such column")
    assert report.warnings[1].advice == "it is left out"


def test_states_of_the_caller():
    report = check(mcbnc.Rows([GOOD, GOOD.assign(a=cells("x", "z"))], states={"a": ["x", "y"]}))
    assert [(one.site, one.column, one.at) for one in report.errors] == [(1, "a", "row 1")]
    assert check(mcbnc.Rows(GOOD, accept=["z"])).errors[0].problem.startswith("accept")
    assert not check(mcbnc.Rows(GOOD, states={"z": ["x"]})).ok
    with pytest.raises(InvalidInputError, match="missing must be"):
        check(mcbnc.Rows(GOOD, missing="keep"))


@pytest.mark.parametrize("thing", [5, None, [], {}, [5, GOOD], "x.bif", pd.DataFrame(), [[]], object()])
def test_things_that_are_no_tables_are_errors_of_the_report(thing):
    report = check(thing)
    assert not report.ok
    str(report)


def test_any_iterator():
    assert not check(iter(())).ok
    assert list(check(table for table in (GOOD, GOOD)).sites) == [0, 1]


# --- the report ---------------------------------------------------------------------------------------------


def test_ways_to_show_a_report():
    report = check({"north": GOOD.assign(**{"<b>": 0.5}), "south": GOOD}, score="bdeu")
    assert repr(report) == "<Report: 2 tables, 4 columns: 2 errors, 0 warnings>"
    text = str(report)
    assert "error: north, column '<b>', row 0: 0.5 is no whole number\n    discretise the column" in text
    heads = ["column", "kind", "states", "missing", "lacking at", "values", "read with"]
    assert [head.strip() for head in text.splitlines()[2].split("  ") if head.strip()] == heads
    heads = "column site states missing least median greatest most frequent share"
    assert re.search(heads.replace(" ", " +"), text)
    table = report.table()
    assert table.columns.tolist() == ["column", "site", *mcbnc.AtSite._fields]
    assert [*zip(table.column, table.site, strict=True)][-2:] == [("c", "south"), ("<b>", "north")]
    html = report._repr_html_()
    assert "&lt;b&gt;" in html
    assert "most frequent" in html
    assert "<b>'" not in html
    frame = report.to_frame()
    assert list(frame) == ["site", "column", "at", "severity", "problem", "advice"]
    assert len(frame) == 2
    record = json.loads(json.dumps(report.record()))
    assert record["ok"] is False
    assert record["sites"][0] == {"site": "north", "rows": 60}
    assert [one["column"] for one in record["columns"]] == ["a", "b", "c", "<b>"]
    assert len(record["problems"]) == 2
    with pytest.raises(TypeError, match=r"ask|report\.ok"):
        bool(report)
    assert pickle.loads(pickle.dumps(report)).problems == report.problems


# --- the verdict is that of learning ------------------------------------------------------------------------

WORDS = ["a", "b", "B", "", "NA", "?", "1", "1.0", "1.5", "<3", "2024-01-02", "1,5", "12 mg", " a"]


def messy_column(rng, rows):
    kind = rng.integers(12)
    if kind == 0:
        return rng.choice(WORDS, rows).tolist()
    if kind == 1:
        return rng.choice(["x", None], rows, p=[0.9, 0.1]).tolist()
    if kind == 2:
        return rng.normal(0, 1, rows).round(1).tolist()
    if kind == 3:
        return list(range(rows))
    if kind == 4:
        return rng.choice(["u", "v", 1, "1"], rows).astype(object).tolist()
    if kind == 5:
        return [None] * rows
    if kind == 6:
        return list(pd.date_range("2020-01-01", periods=rows))
    if kind == 7:
        return rng.integers(0, 60, rows).tolist()
    if kind == 8:
        return [[1]] * rows
    if kind == 9:
        return pd.Categorical(rng.choice(["x", "y"], rows), categories=["x", "y", "1.5"])
    return rng.integers(0, 3, rows).tolist()


def messy_tables(seed):
    rng = np.random.default_rng(seed)
    names = list("abcd")[: rng.integers(1, 5)]
    tables = []
    for _ in range(rng.integers(1, 4)):
        rows = int(rng.integers(1, 70))
        calm = rng.random() < 0.5
        table = {
            name: cells_of
            if (cells_of := messy_column(rng, rows)) is not None and not calm
            else [0, 1] * rows
            for name in names
        }
        if rng.random() < 0.1:
            table["e"] = [0] * len(next(iter(table.values())))
        if rng.random() < 0.1:
            table[names[0]] = list(table[names[0]])[:-1]
        if rng.random() < 0.1:
            del table[names[-1]]
        tables.append(table)
    options = {
        "missing": str(rng.choice(["error", "drop", "state"])),
        "columns": str(rng.choice(["same", "common"])),
        "accept": [None, True][rng.random() < 0.2],
        "missing_values": [(), ["?"]][rng.random() < 0.3],
    }
    return tables, options


def told_of(call):
    """The error of a call, or None."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        try:
            call()
        except InvalidInputError as error:
            return error
    return None


@pytest.mark.parametrize("seed", range(300))
def test_the_verdict_is_that_of_learning(seed):
    tables, options = messy_tables(seed)
    report = with_rows(check, tables, **options)
    error = told_of(lambda: with_rows(mcbnc.learn_many, tables, max_parents=1, **options))
    assert report.ok == (error is None), (error, str(report))
    if error is not None and len(error.nodes) == 1:
        sites = [one.site for one in report.errors if one.column == error.nodes[0]]
        assert sites, (error, str(report))
        if error.dag is not None:
            assert error.dag in sites or None in sites, (error, str(report))


@pytest.mark.parametrize("seed", range(300, 400))
def test_the_verdict_is_that_of_learning_from_one_table(seed):
    (table, *_), options = messy_tables(seed)
    del options["columns"]
    error = told_of(lambda: with_rows(mcbnc.learn, table, max_parents=1, **options))
    assert with_rows(check, table, **options).ok == (error is None)


def test_a_table_that_was_checked_is_the_one_that_is_learned_from(monkeypatch):
    """Check aligns the columns that it has read, and learning reads them anew."""
    compared = []

    def both(tables, score, options, checked):
        """Align the tables with what was checked, and without."""
        own = align_table(tables, score, options, checked=checked)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", mcbnc.DataWarning)
            anew = align_table(tables, score, options)
        for field in fields(Table):
            mine, learned = (getattr(table, field.name) for table in (own, anew))
            if isinstance(mine, np.ndarray):
                assert np.array_equal(mine, learned, equal_nan=field.name == "cells"), field.name
            else:
                assert mine == learned, field.name
        compared.append((own.seen is not None, own.form, own.gaps, sum(own.rows_left_out) > 0))
        return own

    monkeypatch.setattr(mcbnc._rows.check, "align_table", both)
    for seed in range(400):
        tables, options = messy_tables(seed)
        numbers = np.random.default_rng(seed).normal(0, 1, (3, 200)).round(2)
        if seed % 2:
            options["columns"] = "union"
        if seed % 5 == 0:
            options["missing"] = "fill"
        if seed % 3 == 0:
            for table, own in zip(filter(None, tables), numbers, strict=False):
                table["number"] = own[: len(next(iter(table.values())))].tolist()
        with_rows(check, tables, **options)
    assert len(compared) > 80
    for which in zip(*compared, strict=True):
        assert len({*which}) > 1, compared


@pytest.mark.parametrize("seed", range(400, 460))
def test_the_verdict_on_files(seed, tmp_path):
    tables, options = messy_tables(seed)
    files = []
    for k, table in enumerate(tables):
        if len({len(column) for column in table.values()}) > 1:
            continue
        path = tmp_path / f"{k}.csv"
        pd.DataFrame(table).to_csv(path, index=seed % 20 == 0)
        if seed % 10 == 1:
            path.write_bytes(path.read_bytes()[:-7])
        files.append(path)
    if not files:
        return
    report = with_rows(check, files, **options)
    error = told_of(lambda: with_rows(mcbnc.learn_many, files, max_parents=1, **options))
    assert report.ok == (error is None), (error, str(report))


@pytest.mark.parametrize("names", [("", "b"), (1, "1"), (None, "b")])
def test_names_that_name_no_site_are_one_problem(names):
    report = mcbnc.check({name: {"x": ["a", "b"], "y": ["b", "a"]} for name in names})
    assert not report.ok
    assert len(report.problems) == 1
    assert str(report)
