"""What a cell is, where it is no state and no number: a marker, a unit, a date, a slip."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from helpers import but_chance

import mcbnc
from mcbnc import cli
from mcbnc._rows.state_lists import facts_of

N = 120


def told(data, call=mcbnc.learn, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call(data, **options)
    return but_chance(str(one.message) for one in caught)


def table(**columns):
    """Columns of `a` and `b`, and others."""
    r = np.random.default_rng(0)
    return pd.DataFrame({"a": r.choice(["x1", "y1"], N), "b": r.choice(["p", "q"], N), **columns})


# --- markers ------------------------------------------------------------------------------------------------

MARKERS = [
    "*",
    "#NULL!",
    "#DIV/0!",
    "#VALUE!",
    "#REF!",
    "#NV",
    "#WERT!",
    "#BEZUG!",
    "\\N",
    "--",
    "-",
    "k.A.",
    "k. A.",
]
MARKERS += ["unbekannt", "Unknown", "?", ".", "NULL", "N/A", "n.a.", "None", "missing", "(null)"]


@pytest.mark.parametrize("marker", MARKERS)
@pytest.mark.parametrize("cells", [("low", "high"), ("0", "1")])
def test_a_marker_is_told(marker, cells):
    values = [marker if i % 17 == 3 else cells[i % 2] for i in range(N)]
    (message,) = told(table(c=values))
    assert "states that often mean that there is no value" in message
    assert repr(marker) in message
    assert mcbnc.learn(mcbnc.Rows(table(c=values), missing_values=marker, missing="drop")).rows_left_out == 7


@pytest.mark.parametrize(
    "states",
    [
        ["x", "y"],
        ["x", "a", "b"],
        ["x", "u"],
        ["+", "-"],
        ["-", "1+", "2+"],
        ["--", "-", "+"],
        ["*", "**", "***"],
        ["x", "ok"],
    ],
)
def test_states_that_only_look_like_markers(states):
    assert facts_of(states).markers == []
    assert told(table(c=[states[i % len(states)] for i in range(N)])) == []


def test_a_cross_beside_words_is_a_marker():
    assert facts_of(["yes", "no", "x"]).markers == ["x"]
    assert facts_of(["yes", "no", "X "]).markers == ["X "]


def test_all_markers_of_a_file_are_in_one_message(tmp_path):
    frame = table(
        **{
            f"c{k}": [mark if i % 9 == k else "pq"[i % 2] for i in range(N)]
            for k, mark in enumerate(MARKERS[:9])
        }
    )
    frame.to_csv(tmp_path / "x.csv", index=False)
    (message,) = told(tmp_path / "x.csv")
    for mark in MARKERS[:9]:
        assert repr(mark) in message
    assert told(mcbnc.Rows(tmp_path / "x.csv", missing_values=MARKERS[:9], missing="state")) == []


@pytest.mark.parametrize("score", ["bdeu", "bic-cg", "bge"])
def test_an_error_names_the_markers_of_the_other_columns(score):
    r = np.random.default_rng(0)
    values = {name: r.normal(size=N).round(2).astype(object) for name in "cde"}
    if score == "bdeu":
        values = {name: r.choice(["p", "q"], N).astype(object) for name in "cde"}
    values["c"][4], values["d"][7], values["e"][:2] = None if score == "bdeu" else "?", "-", "#NV"
    frame = pd.DataFrame(values)
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        mcbnc.learn(frame, score=score)
    message = str(caught.value)
    marks = ["-", "#NV"] if score == "bdeu" else ["?", "-", "#NV"]
    assert f"missing_values={marks}) means that they do" in message
    assert caught.value.nodes == ["c"]
    rows = mcbnc.Rows(frame, missing_values=marks, missing="drop")
    assert mcbnc.learn(rows, score=score).rows_left_out == 4


# --- lines that are no rows ---------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", ["(mg)", "mg", "continuous", "numeric"])
def test_a_second_line_of_the_header(unit, tmp_path):
    path = tmp_path / "x.csv"
    body = "".join(f"{'fm'[i % 2]},{i % 3 * 5}\n" for i in range(90))
    path.write_text(f"sex,dose\ndiscrete,{unit}\n{body}")
    (message,) = told(path)
    assert f"{unit!r} in 'dose', line 2" in message
    assert "a second line of names, units or types" in message
    assert told(mcbnc.Rows(path, accept=["dose"])) == []
    decimals = "".join(f"{'fm'[i % 2]},{i}.5\n" for i in range(90))
    path.write_text(f"sex,dose\ndiscrete,{unit}\n{decimals}")
    for score in ("bic-cg", "bdeu"):
        with pytest.raises(mcbnc.InvalidInputError, match=r"line 2: .*second line of names, units or types"):
            mcbnc.learn(path, score=score)
    frame = pd.read_csv(path)[["dose"]]
    with pytest.raises(mcbnc.InvalidInputError, match=r"row 0: .*second line of names, units or types"):
        mcbnc.learn(frame, score="bge")


def test_a_line_of_types_alone(tmp_path):
    path = tmp_path / "x.csv"
    body = "".join(f"{'fm'[i % 2]},{'ab'[i // 2 % 2]},{'pq'[i // 3 % 2]}\n" for i in range(90))
    path.write_text(f"sex,g,ill\ndiscrete,d,class\n{body}")
    (message,) = told(path)
    assert "'discrete' in 'sex', line 2" in message
    assert "a second line of names, units or types" in message


def test_a_slip_in_a_column_of_numbers():
    values = [str(i % 4) for i in range(N)]
    values[31] = "l"
    (message,) = told(table(c=values))
    assert "one cell of a column is no number, where all others are: 'l' in 'c', row 31" in message
    assert told(table(c=[("0", "1", "2", "3+")[i % 4] for i in range(N)])) == []
    assert told(table(c=[("0", "1", "few", "many")[i % 4] for i in range(N)])) == []


# --- dates --------------------------------------------------------------------------------------------------


def test_many_dates_are_told_as_dates():
    r = np.random.default_rng(0)
    days = r.integers(0, 40, N)
    for form in ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y"):
        texts = [(pd.Timestamp("2024-01-01") + pd.Timedelta(days=int(day))).strftime(form) for day in days]
        (message,) = told(table(c=texts))
        assert "dates in 'c'" in message
        assert "few classes, such as years" in message
        assert told(mcbnc.Rows(table(c=texts), accept=["c"])) == []
    years = [text[:4] for text in texts]
    assert told(table(c=years)) == []


def test_days_as_spreadsheets_count_them():
    r = np.random.default_rng(0)
    (message,) = told(table(c=r.integers(45292, 45340, N)))
    assert "'c' may be dates: spreadsheets count days from 1900 on, and 45292 is 2024-01-01" in message
    with pytest.raises(mcbnc.InvalidInputError, match=r"dates \(spreadsheets count days from 1900 on"):
        mcbnc.learn(table(c=r.integers(45292, 46500, N)))
    (message,) = told(table(c=r.integers(18, 70, N)))
    assert "dates" not in message
    frame = pd.DataFrame({"a": r.normal(size=N), "c": r.integers(45292, 46500, N)})
    for score in ("bic-g", "bic-cg"):
        (message,) = told(frame, score=score)
        assert message.startswith("data: 'c' may be dates: spreadsheets count days")
        assert [one.column for one in mcbnc.check(frame, score=score).warnings] == ["c"]
        assert told(frame.assign(c=frame.c - 45292), score=score) == []


# --- advice -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", ["130.7 mmHg", "36,9°C", "12 mg", "98 %"])
def test_no_measurement_is_called_missing(cell, tmp_path, capsys):
    r = np.random.default_rng(0)
    frame = table(c=r.normal(120, 9, N).round(1).astype(str))
    frame.loc[17, "c"] = cell
    frame.to_csv(tmp_path / "x.csv", index=False)
    for score in ("bic-cg", "bdeu"):
        with pytest.raises(
            mcbnc.InvalidInputError, match=r"line 19: .*write the numbers alone, without the unit"
        ) as caught:
            mcbnc.learn(tmp_path / "x.csv", score=score)
        assert "missing_values" not in str(caught.value)
    cli.main(["learn", str(tmp_path / "x.csv"), "--bins", "3"])
    message = capsys.readouterr().err
    assert "line 19" in message
    assert "--missing-values" not in message


def test_numbers_alone_are_learned_as_they_are():
    r = np.random.default_rng(0)
    frame = pd.DataFrame({"a": r.normal(size=N), "c": r.normal(size=N)})
    frame["b"] = frame.a + frame.c + r.normal(0, 0.5, N)
    (message,) = told(frame)
    assert (
        message == "data: columns of numbers, and no score: score='bic-cg' is taken. Numbers: 'a', 'c', 'b'"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        learned = mcbnc.learn(frame)
    expected = mcbnc.learn(frame, score="bic-cg")
    assert (learned.edges, learned.score, learned.criterion) == (expected.edges, expected.score, "bic-cg")
    assert set(learned.edges) == {("a", "b"), ("c", "b")}
    assert [one.problem for one in mcbnc.check(frame).problems] == [
        "columns of numbers, and no score: score='bic-cg' is taken"
    ]
    (message,) = told([frame[:60], frame[60:]], mcbnc.learn_jointly)
    assert "columns of numbers, and no score: score='bic-cg' is taken" in message


def test_lines_of_a_file_are_lines_under_bins(tmp_path, capsys):
    lines = ["a,x", *(f"{'pq'[i % 2]},{i}.5" for i in range(40))]
    lines[4] = ",3.5"
    path = tmp_path / "x.csv"
    path.write_text("\n".join(lines) + "\n")
    for options in ([], ["--bins", "3"]):
        cli.main(["learn", str(path), *options])
        assert f"{path}: column 'a', line 5: there is no value" in capsys.readouterr().err
    lines[2] = "p,"  # a row that is left out before
    path.write_text("\n".join(lines) + "\n")
    with pytest.warns(mcbnc.errors.DataWarning, match="left out"):
        binned = mcbnc.discretize(mcbnc.Rows(path, missing="drop"))
    with pytest.raises(mcbnc.InvalidInputError, match="column 'a', line 5: there is no value"):
        mcbnc.learn(binned)
    with pytest.raises(mcbnc.InvalidInputError, match="column 'a', row 2: there is no value"):
        mcbnc.learn(dict(binned))
