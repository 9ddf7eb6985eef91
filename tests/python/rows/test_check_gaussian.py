"""mcbnc.check for the Gaussian scores: what learning from numbers refuses, all at once."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pandas as pd
import pytest
from row_calls import with_rows

import mcbnc
from mcbnc import InvalidInputError, check, cli
from mcbnc.cli import Exit

SCORES = ["bic-g", "bge"]
RNG = np.random.default_rng(7)
ROWS = 40


def normal() -> list[float]:
    return RNG.normal(0, 1, ROWS).round(3).tolist()


GOOD = {"a": normal(), "b": normal(), "c": normal()}


def found(report, column=None):
    return [(one.site, one.at, one.problem) for one in report.errors if one.column == column]


@pytest.mark.parametrize("score", [*SCORES, "BIC-G"])
def test_good_tables(score):
    south = pd.DataFrame(GOOD) + 1
    report = check({"north": pd.DataFrame(GOOD), "south": south}, score=score)
    assert report.ok
    assert {one.problem for one in report.problems} == {f"{ROWS} rows are few for 3 columns"}
    assert report.sites == {"north": ROWS, "south": ROWS}
    assert {(one.kind, one.missing) for one in report.columns} == {("numbers", 0)}
    assert report.columns[0].states == len({*GOOD["a"], *south["a"]})
    assert not check(GOOD, score="bdeu").ok  # the discrete scores refuse what the Gaussian ones take


def test_all_problems_of_all_tables_at_once(tmp_path):
    north = {**GOOD, "words": ["x", "y"] * 20, "gap": [None, *normal()[1:]], "flat": [7.5] * ROWS}
    south = {
        **GOOD,
        "words": ["x", "y"] * 20,
        "gap": normal(),
        "flat": [7.5] * ROWS,
        "b": [*GOOD["b"][:-1], float("inf")],
        "c": [f"{x:.3f}".replace(".", ",") for x in GOOD["c"][:-1]] + ["0.5"],
        "extra": normal(),
    }
    path = tmp_path / "west.csv"
    pd.DataFrame({**GOOD, "words": normal(), "gap": normal(), "flat": normal()}).to_csv(path, index=False)
    text = path.read_text().splitlines()
    text[3] = "<30.0" + text[3][text[3].index(",") :]
    path.write_text("\n".join(text))
    report = check({"north": north, "south": south, "west": path}, score="bic-g")
    assert report.sites == {"north": ROWS, "south": ROWS, "west": ROWS}
    assert found(report, "a") == [("west", "line 4", "'<30.0' is no finite number")]
    assert found(report, "b") == [
        ("south", f"row {ROWS - 1}", "inf is no finite number; a Gaussian score takes numbers alone")
    ]
    assert [one[:2] for one in found(report, "c")] == [("south", f"row {ROWS - 1}")]
    assert [one.advice for one in report.errors if one.column == "c"] == [
        "its decimal sign is a point, that of the others is a comma: write all with the same one"
    ]
    assert [one[:2] for one in found(report, "words")] == [("north", "row 0"), ("south", "row 0")]
    assert found(report, "gap") == [("north", "row 0", "there is no value")]
    assert [one[0] for one in found(report, "flat")] == ["north", "south"]
    assert [one[2] for one in found(report, "flat")] == [
        "flat has the value 7.5 in all rows; leave out columns that do not vary"
    ] * 2
    assert found(report, "extra") == [("south", "", "2 of 3 tables have no such column")]
    kinds = {one.column: (one.kind, one.missing) for one in report.columns}
    assert kinds["words"] == ("numbers", 0)  # most of its values, those of west, are
    assert kinds["gap"] == ("numbers", 1)


@pytest.mark.parametrize("score", SCORES)
def test_columns_that_determine_each_other(score):
    table = {
        **GOOD,
        "twice": [2 * x for x in GOOD["a"]],
        "flat": [1] * ROWS,
        "sum": np.add(GOOD["b"], GOOD["c"]),
    }
    report = check(table, score=score)
    told = [(one.column, one.problem) for one in report.errors]
    flat = ("flat", "flat has the value 1 in all rows; leave out columns that do not vary")
    if score == "bge":  # its prior defines the score all the same
        assert told == [flat]
        return
    assert told[-1] == flat
    assert [problem.partition(";")[0] for _, problem in told[:-1]] == [
        "sum is a linear function of b, c",
        "twice is a linear function of a",
    ]


def test_too_few_rows():
    table = {name: values[:3] for name, values in GOOD.items()}
    (only,) = check(table, score="bic-g").errors
    assert only.problem.startswith("3 rows are too few for 3 columns")
    assert check(table, score="bge").ok


def test_rows_that_are_left_out():
    table = {**GOOD, "b": [None, *GOOD["b"][1:]], "c": [*GOOD["c"][:-2], "NA", "?"]}
    report = check(mcbnc.Rows(table, missing="drop", missing_values="?"), score="bge")
    assert report.ok
    assert [one.problem for one in report.warnings] == [
        f"3 of {ROWS} rows left out, because they have no value in 'c' (2), 'b' (1)",
        f"{ROWS - 3} rows are few for 3 columns",
    ]
    assert [one.missing for one in report.columns] == [0, 1, 2]
    assert not check(mcbnc.Rows(table, missing="drop"), score="bge").ok


def test_a_decimal_sign_in_doubt():
    table = {**GOOD, "c": [1, *["1,234", "2,345", "1,051", "7,125"] * 10][:ROWS]}
    (only,) = check(table, score="bge").errors
    assert only.column == "c"
    assert "Rows(..., decimal=',') or Rows(..., decimal='.')" in only.advice
    assert check(mcbnc.Rows(table, decimal=","), score="bge").ok


@pytest.mark.parametrize("option", [{"missing": "state"}, {"states": {"a": [1, 2]}}])
def test_options_of_states_are_refused(option):
    with pytest.raises(InvalidInputError, match="a Gaussian score takes numbers, which have no states"):
        with_rows(check, GOOD, score="bge", **option)


def test_a_score_that_is_none():
    with pytest.raises(InvalidInputError, match="score must be 'bdeu' or"):
        check(GOOD, score="gauss")


def test_columns_left_out_need_not_be_readable():
    dates = np.array(["2024-05-01"] * ROWS, "M8[D]")
    states = {"a": ["x", "y"] * 20, "b": ["x", "x", "y", "y"] * 10}
    for score, table in (("bge", GOOD), ("bdeu", states)):
        tables = [table, {**table, "day": dates, "short": [1]}]
        assert told_of(mcbnc.learn_many, mcbnc.Rows(tables, columns="common"), score=score) is None
        report = check(mcbnc.Rows(tables, columns="common"), score=score)
        assert report.ok, str(report)
        assert [one.kind for one in report.columns if one.column == "day"] == ["dates"]


# --- the same verdict as learning ---------------------------------------------------------------------------


def told_of(function, *arguments, **options):
    """The error of a call, or None."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        try:
            function(*arguments, **options)
        except InvalidInputError as error:
            return error
    return None


def messy_column(rng, rows):
    kind = rng.integers(0, 16)
    cells = rng.normal(0, 1, rows).round(2).tolist()
    odd = int(rng.integers(0, rows))
    if kind == 0:
        cells[odd] = None
    elif kind == 1:
        cells = [str(x).replace(".", ",") for x in cells]
    elif kind == 2:
        cells[odd] = str(rng.choice(["x", "<30", "?", "1,5", "", "inf", "2024-05-31", "1,051"]))
    elif kind == 3:
        cells = [2.5] * rows
    elif kind == 4:
        cells = np.array(cells, np.float32)
    elif kind == 5:
        cells[odd] = float(rng.choice([np.inf, np.nan, -np.inf, 1e308]))
    elif kind == 6:
        cells = ["1,051", "734"] * rows
        cells = cells[:rows]
    return cells


def messy_tables(seed):
    rng = np.random.default_rng(seed)
    names = list("abcd")[: rng.integers(1, 5)]
    tables = []
    for _ in range(rng.integers(1, 4)):
        rows = int(rng.choice([1, 2, 4, 12, 30]))
        table = {name: messy_column(rng, rows) for name in names}
        if rng.random() < 0.1:
            table["twice"] = [0.5 * x if isinstance(x, float) else x for x in table[names[0]]]
        if rng.random() < 0.1:
            table[names[0]] = list(table[names[0]])[:-1]
        if rng.random() < 0.1:
            del table[names[-1]]
        tables.append(table)
    options = {
        "score": SCORES[seed % 2],
        "missing": ["error", "drop"][rng.integers(2)],
        "columns": ["same", "common"][rng.integers(2)],
        "missing_values": [(), ["?", "-0.5"]][rng.integers(2)],
        "decimal": [None, ","][rng.integers(2)],
    }
    return tables, options


@pytest.mark.parametrize("seed", range(400))
def test_the_verdict_is_that_of_learning(seed):
    tables, options = messy_tables(seed)
    report = with_rows(check, tables, **options)
    error = told_of(with_rows, mcbnc.learn_many, tables, max_parents=1, **options)
    assert report.ok == (error is None), (error, str(report))
    if error is not None and len(error.nodes) == 1:
        sites = [one.site for one in report.errors if one.column == error.nodes[0]]
        assert error.dag in sites or None in sites, (error, str(report))


@pytest.mark.parametrize("seed", range(400, 500))
def test_the_verdict_on_files(seed, tmp_path):
    tables, options = messy_tables(seed)
    files = []
    for k, table in enumerate(tables):
        if len({len(column) for column in table.values()}) == 1:
            files.append(tmp_path / f"{k}.csv")
            pd.DataFrame(table).to_csv(files[-1], index=False)
    if not files:
        return
    report = with_rows(check, files, **options)
    error = told_of(with_rows, mcbnc.learn_many, files, max_parents=1, **options)
    assert report.ok == (error is None), (error, str(report))


def test_in_the_shell(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    pd.DataFrame(GOOD).to_csv("good.csv", index=False)
    pd.DataFrame({**GOOD, "b": 1.5, "c": ["x", "y"] * 20}).to_csv("bad.csv", index=False)
    assert cli.main(["check", "good.csv", "--score", "BGe"]) == Exit.FINE
    assert capsys.readouterr().out.startswith("1 table, 3 columns: 0 errors, 1 warning\n")
    assert cli.main(["check", "good.csv", "--score", "bdeu"]) == Exit.BAD_INPUT
    capsys.readouterr()
    assert cli.main(["check", "good.csv", "bad.csv", "--score", "bge", "--json"]) == Exit.BAD_INPUT
    told = json.loads(capsys.readouterr().out)["problems"]
    assert [(one["site"], one["column"]) for one in told] == [("bad.csv", "b"), ("bad.csv", "c")]
    assert cli.main(["check", "bad.csv", "--score", "bge", "--json"]) == Exit.BAD_INPUT
    record = json.loads(capsys.readouterr().out)
    assert "mcbnc discretize" in record["problems"][1]["advice"]
    assert [one["kind"] for one in record["columns"]] == ["numbers", "constant", "states"]
    assert cli.main(["check", "good.csv", "--score", "bge", "--missing", "state"]) == Exit.BAD_INPUT
    assert "--missing: a Gaussian score takes numbers" in capsys.readouterr().err
