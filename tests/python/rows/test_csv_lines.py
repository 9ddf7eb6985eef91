"""CSV files as spreadsheets write them: separators, lines that are no headers, and the lines of rows."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pandas as pd
import pytest
from row_calls import with_rows

import mcbnc
from mcbnc import cli

ROWS = [["x", "u"], ["y", "v"], ["x", "v"], ["y", "u"]] * 3


def write(path, header, rows, delimiter=",", before="", after=""):
    lines = [delimiter.join(row) for row in ([header] if header else []) + rows]
    path.write_text(before + "\n".join(lines) + "\n" + after, newline="")
    return path


def refused(path, **options):
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        with_rows(mcbnc.learn, path, **options)
    message = str(caught.value)
    assert message.startswith(f"data ({path}): ")
    return message.removeprefix(f"data ({path}): ")


def told(path, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        learned = with_rows(mcbnc.learn, path, **options)
    return learned, [str(one.message) for one in caught]


# --- separators ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("before", [False, True])
def test_every_separator_with_and_without_excels_first_line(delimiter, before, tmp_path):
    expected = mcbnc.learn(pd.DataFrame(ROWS, columns=["a", "b"]))
    first = f"sep={delimiter}\n" if before else ""
    learned = mcbnc.learn(write(tmp_path / "x.csv", ["a", "b"], ROWS, delimiter, first))
    assert (learned.nodes, learned.rows, learned.score) == (["a", "b"], 12, expected.score)


def test_what_excels_first_line_says_counts(tmp_path):
    for first in ("sep=:\r\n", '"sep=:"\n', "SEP=:;;\n"):
        learned = mcbnc.learn(write(tmp_path / "x.csv", ["a,1", "b,1"], ROWS, ":", first))
        assert learned.nodes == ["a,1", "b,1"]
    path = write(tmp_path / "x.csv", ["a", "b"], [*ROWS, ["x", ""]], ";", "sep=;\n")
    assert refused(path).startswith("column 'b', line 15: there is no value")
    path.write_text('sep=;\na;b\n1;"2\n')
    assert refused(path).startswith("line 3: a quote is opened")


# --- rows and lines -----------------------------------------------------------------------------------------


def test_cleared_rows_at_the_end_of_a_sheet_are_no_rows(tmp_path):
    path = write(tmp_path / "x.csv", ["a", "b"], ROWS, ";", after=";\n ; \n;\n")
    assert mcbnc.learn(path).rows == len(ROWS)
    path = write(tmp_path / "x.csv", ["a", "b"], ROWS, ";", after=";\nx;u\n")
    assert refused(path).startswith("column 'a', line 14: there is no value")  # a case without any value
    (tmp_path / "one.csv").write_text('a\nx\n""\n')  # as pandas writes a column whose last value is missing
    assert refused(tmp_path / "one.csv").startswith("column 'a', line 3: there is no value")


@pytest.mark.parametrize("score", ["bdeu", "bge"])
def test_lines_are_counted_as_editors_do(score, tmp_path):
    """Quoted line ends, empty lines, and rows that `missing="drop"` leaves out."""
    rng = np.random.default_rng(1)
    for _ in range(30):
        text, line, wanted = "\ufeffa,b\r\n" if rng.random() < 0.5 else "a,b\n", 2, 0
        for row in range(200):
            blank = int(rng.integers(0, 3)) if rng.random() < 0.1 else 0
            quoted = int(rng.integers(0, 3)) if rng.random() < 0.1 else 0
            text, line = text + "\n" * blank, line + blank
            wanted = line if row == 150 else wanted
            cell = "bad" if row == 150 else row % 3 if score == "bdeu" else row % 3 + 0.5
            number = '"' + "\n" * quoted + f'{row % 4}"'  # a number with line ends before it is one
            text, line = f"{text}{number},{cell}\n", line + quoted + 1
        path = tmp_path / "x.csv"
        path.write_text(text, newline="", encoding="utf-8")
        if score == "bdeu":
            message = refused(path, states={"b": ["0", "1", "2"]}, accept=True)
        else:
            message = refused(path, score="bge")
        assert message.startswith(f"column 'b', line {wanted}: 'bad' is no"), text


def test_the_line_of_a_short_row(tmp_path, capsys):
    path = tmp_path / "x.csv"
    path.write_text('a,b\n"1\n2",3\n\n4\n')
    assert refused(path) == "line 5 has 1 cell for 2 columns"
    assert cli.main(["learn", str(path)]) == cli.Exit.BAD_INPUT
    assert capsys.readouterr().err == f"mcbnc: error: {path}: line 5 has 1 cell for 2 columns\n"


def test_lines_of_a_file_and_rows_of_a_table(tmp_path):
    frame = pd.DataFrame({"a": ["x", None, "y"], "b": ["u", "v", "u"]})
    frame.to_csv(tmp_path / "x.csv", index=False)
    assert refused(tmp_path / "x.csv").startswith("column 'a', line 3: ")
    (tmp_path / "x.csv").write_text("n,m\n1.5,u\n,v\nbad,u\n2.5,u\n3.5,v\n")
    with pytest.raises(mcbnc.InvalidInputError, match=r"data\[1\] \(.*x\.csv\): column 'n', line 4: 'bad'"):
        mcbnc.discretize(mcbnc.Rows([{"n": [0.5, 2.5]}, tmp_path / "x.csv"], missing="drop"))
    with pytest.raises(mcbnc.InvalidInputError, match="column 'a', row 1: "):
        mcbnc.learn(frame)


# --- headers ------------------------------------------------------------------------------------------------


def test_a_header_alone_is_an_error(tmp_path):
    for text in ("a,b\n", "a,b", "sep=,\na,b\n", "a,b\n,\n\n"):
        (tmp_path / "x.csv").write_text(text)
        for ask in (mcbnc.learn, mcbnc.discretize, lambda path: mcbnc.learn(path, score="bge")):
            with pytest.raises(mcbnc.InvalidInputError, match="it has a header, and no rows"):
                ask(tmp_path / "x.csv")


HEADLESS = {
    "words": [["male", "yes"], ["female", "no"], ["male", "no"], ["female", "yes"]],
    "words and numbers": [["male", "17"], ["female", "17"], ["male", "3"]],
    "words and other numbers": [["male", "17"], ["female", "18"], ["male", "3"]],
}


@pytest.mark.parametrize("name", HEADLESS)
def test_a_first_row_of_values_is_no_header(name, tmp_path):
    rows = HEADLESS[name] * 4
    path = write(tmp_path / "x.csv", None, [rows[0], *rows] if name == "words" else rows[:3] + rows[1:3] * 3)
    first = re.escape(", ".join(map(repr, rows[0])))
    assert re.match(
        f"its first line, {first}, looks like a row of data.*put a line of names before.*If these are names",
        refused(path),
    )


def test_numbers_that_come_twice_are_no_names(tmp_path):
    path = write(tmp_path / "x.csv", None, [["1", "0", "1"], ["0", "0", "1"], ["1", "1", "0"]])
    assert "'1' comes more than once. If the first line is a row of data, put" in refused(path)


@pytest.mark.parametrize("score", ["bdeu", "bge"])
def test_names_that_are_numbers_bring_a_warning(score, tmp_path):
    rows = [["7", "3"], ["0", "1"], ["1", "1"], ["1", "0"], ["0", "0"], ["0", "1"]]
    learned, messages = told(write(tmp_path / "x.csv", None, rows), score=score)
    assert (learned.nodes, learned.rows) == (["7", "3"], 5)
    assert len(messages) == 1
    assert (
        "the first line, '7', '3', is taken for the names of the columns. If it is a row of data, "
        in messages[0]
    )


@pytest.mark.parametrize(
    "names", [["0", "1", "2"], ["1", "2", "3"], ["2019", "2020", "2021"], ["a", "b", "0"], ["x", "y", "u"]]
)
def test_names_that_nobody_would_doubt(names, tmp_path):
    rows = [["x", "x", "0"], ["y", "y", "1"], ["y", "x", "1"], ["x", "y", "0"]] * 3
    assert told(write(tmp_path / "x.csv", names, rows))[1] == []
