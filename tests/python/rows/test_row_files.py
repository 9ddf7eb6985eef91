"""Files of rows: what is no table is refused, and the command line's options for rows."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from row_calls import with_rows
from tables import DROPPED, ROWS, SEX, WITH_GAPS, cells, write

import mcbnc
from mcbnc import cli

# --- files that are no tables -------------------------------------------------------------------------------

NETWORK = "digraph {\n a -> b;\n}\n"
# file: (content, pattern of the message)
NO_TABLE = {
    "net.dot": (NETWORK, "it is a network, no table of rows; mcbnc.read reads networks"),
    "net.bif": ("network unknown {\n}\n", "it is a network"),
    "net.NET": ("net\n{\n}\n", "it is a network"),
    "net.dot.gz": ("", "it is a network"),
    "net.csv": (NETWORK, "'digraph {' is no header of a table"),
    "bif.txt": ("network unknown {\n}\n", "is no header of a table"),
    "model.txt": ("[a][b|a]\n", "is no header of a table"),
    "xml.txt": ('<?xml version="1.0"?>\n', "is no header of a table"),
    "json.txt": ('{"nodes": []}\n', "is no header of a table"),
    "zip.csv": ("PK\x03\x04\x14\x00\n", "it is no text"),
    "picture.png": ("PNG", "it is a picture"),
    "book.xlsx": ("PK", "read it by pandas.read_excel"),
    "rows.parquet": ("PAR1", "read it by pandas.read_parquet"),
    "rows.rds": ("X", "read it by R"),
}


@pytest.mark.parametrize("name", NO_TABLE)
def test_files_that_are_no_tables(name, tmp_path, capsys):
    text, pattern = NO_TABLE[name]
    (tmp_path / name).write_text(text)
    with pytest.raises(mcbnc.InvalidInputError, match=pattern):
        mcbnc.learn(tmp_path / name)
    assert cli.main(["learn", str(tmp_path / name)]) == cli.Exit.BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mcbnc: error: {tmp_path / name}: ")


ARCS = {
    "list": {"from": ["a", "b", "a"], "to": ["b", "c", "c"]},
    "the command line's": {"from": ["a", "b", "a"], "to": ["b", "c", "c"], "reversible": ["yes", "no", "no"]},
    "Cytoscape's": {" Source": ["a", "b", "a"], "TARGET ": ["b", "c", "c"]},
    "pandas reads R's": {"Unnamed: 0": [1, 2, 3], "from": ["a", "b", "a"], "to": ["b", "c", "c"]},
}


@pytest.mark.parametrize("kind", ["frame", "dict", "file"])
@pytest.mark.parametrize("arcs", ARCS.values(), ids=ARCS)
def test_a_list_of_arcs_is_no_table_of_rows(arcs, kind, tmp_path, capsys):
    path = tmp_path / "net.csv"
    pd.DataFrame(arcs).to_csv(path, index=False)
    data = {"frame": pd.DataFrame(arcs), "dict": arcs, "file": path}[kind]
    for learn in (
        mcbnc.learn,
        lambda data: mcbnc.bootstrap(data, 2),
        mcbnc.discretize,
    ):
        with pytest.raises(mcbnc.InvalidInputError, match=r"a list of arcs.*mcbnc.read.*accept=\["):
            learn(data)
        with pytest.raises(mcbnc.InvalidInputError, match="a list of arcs"):
            with_rows(learn, data, accept=list(arcs)[:1])
    with pytest.raises(mcbnc.InvalidInputError, match=r"a list of arcs.*mcbnc.read.*accept=\["):
        mcbnc.learn_many([data, data])
    with pytest.raises(mcbnc.InvalidInputError, match="a list of arcs"):
        mcbnc.learn_many(mcbnc.Rows([data, data], accept=list(arcs)[:1]))
    numbers = {name: range(len(column)) for name, column in arcs.items()}
    with pytest.raises(mcbnc.InvalidInputError, match="a list of arcs"):
        mcbnc.learn(numbers, score="bge")
    assert set(mcbnc.learn(mcbnc.Rows(data, accept=True)).nodes) == set(arcs)
    assert set(mcbnc.learn(mcbnc.Rows(data, accept=list(arcs))).nodes) == set(arcs)
    assert cli.main(["learn", str(path)]) == cli.Exit.BAD_INPUT
    assert "a list of arcs" in capsys.readouterr().err
    assert mcbnc.read(path).nodes == ["a", "b", "c"]


def test_a_list_of_arcs_with_rows_numbers_as_r_writes_it(tmp_path):
    (tmp_path / "arcs.csv").write_text('"","from","to"\n"1","a","b"\n')
    with pytest.raises(mcbnc.InvalidInputError, match="it is a list of arcs"):
        mcbnc.learn(tmp_path / "arcs.csv")


@pytest.mark.parametrize("names", [("from", "to", "weight"), ("to", "from"), ("from",), ("source", "to")])
def test_other_columns_are_rows(names):
    assert mcbnc.learn({name: ["a", "b"] for name in names}).nodes == list(names)


@pytest.mark.parametrize("header", ["network,age", "graph\tb", "net", "digraph", "[a],[b]", "a b"])
def test_headers_of_tables(header, tmp_path):
    (tmp_path / "x.txt").write_text(f"{header}\n" + re.sub("[^,\t]+", "0", header) + "\n")
    assert mcbnc.learn(tmp_path / "x.txt").rows == 1


# --- the command line ---------------------------------------------------------------------------------------


@pytest.fixture
def run(capsys):
    def run(*arguments, command="learn"):
        code = cli.main([command, *map(str, arguments)])
        return code, *capsys.readouterr()

    return run


def test_the_command_line_refuses_and_accepts(run, tmp_path):
    path = write(tmp_path, "h.csv", {"sex": SEX, "age": list(np.linspace(40, 80, ROWS))})
    code, out, err = run(path, "--score", "bdeu")
    assert (code, out) == (cli.Exit.BAD_INPUT, "")
    assert err.startswith(f"mcbnc: error: {path}: column 'age', line 3: '40.67")
    for accept in ("age", "all"):
        code, out, err = run(path, "--accept", accept, "--quiet")
        assert (code, err) == (cli.Exit.FINE, "")
        assert out.splitlines()[0] == "from,to,reversible"


def test_the_command_line_warns_in_lines_that_name_the_file(run, tmp_path):
    paths = [
        write(tmp_path, f"h{k}.csv", {"x": cells(word), "y": SEX}) for k, word in enumerate(("UP", "up"))
    ]
    code, _, err = run(*paths, "--quiet")
    assert code == cli.Exit.FINE
    assert err.startswith("mcbnc: warning: all files: states that differ only in case")
    assert f"'UP' in {paths[0]}, 'up' in {paths[1]}" in err
    assert len(err.splitlines()) == 1
    assert run(*paths, "--quiet", "--accept", "x")[2] == ""
    path = write(tmp_path, "one.csv", {"x": cells("?", "a"), "y": SEX})
    assert f"mcbnc: warning: {path}: states that often mean" in run(path)[2]


def test_the_command_line_drops_rows_and_columns(run, tmp_path):
    gaps = pd.DataFrame(WITH_GAPS).astype({"y": "Int64"}).fillna({"x": "?"})
    paths = [write(tmp_path, "a.csv", gaps), write(tmp_path, "b.csv", gaps.assign(region="north"))]
    code, out, err = run(*paths, "--missing", "drop", "--missing-values", "?,NULL", "--columns", "common")
    assert code == cli.Exit.FINE
    expected = mcbnc.learn(DROPPED.astype({"y": int}).astype(str))
    assert len(out.splitlines()) == 1 + 2 * len(expected.edges)
    told, same, first, second = err.splitlines()
    assert same.startswith(f"mcbnc: warning: {paths[0]}, {paths[1]} have the same 40 rows")
    assert told.startswith(
        f"mcbnc: warning: {paths[0]}: 20 of 60 rows left out, because they have no value in "
    )
    assert f"; {paths[1]}: 20 of 60 rows left out" in told
    assert "from 40 of 60 rows" in first
    assert "columns left out: region" in second
    assert "region" not in first
    code, out, _ = run(*paths, "--missing", "state", "--missing-values=?", "--columns", "common", "--json")
    assert '"rows_left_out": 0' in out.replace("\n", " ")
    assert "lacks 'region'" not in run(*paths)[2]
    assert f"{paths[1]} has 'region' besides" in run(*paths)[2]


def test_the_command_line_draws_the_rows_that_are_left(run, tmp_path):
    path = write(tmp_path, "a.csv", pd.DataFrame(WITH_GAPS).fillna({"x": "?"}).astype({"y": "Int64"}))
    code, _, err = run(path, "--resamples", 3, "--missing", "drop", command="bootstrap")
    assert code == cli.Exit.FINE
    assert f"mcbnc: warning: {path}: states that often mean that there is no value, in 'x' ('?')" in err
    assert "3 resamples of 50 of 60 rows" in err
    code, _, err = run(path, "--resamples", 3, command="bootstrap")
    assert code == cli.Exit.BAD_INPUT
    assert err.startswith(f"mcbnc: error: {path}: column 'y', line 5: there is no value")
    given = ["--missing", "drop", "--missing-values", "?", "--json", "--resamples", 3]
    assert '"rows_left_out": 20' in run(path, *given, command="bootstrap")[1]


def test_every_error_of_a_file_names_it(tmp_path):
    """Also the errors about one row or one cell, for states and for numbers."""
    good, bad, short = (tmp_path / f"{name}.csv" for name in ("good", "bad", "short"))
    good.write_text("a,b\n1.5,2\n2.5,1\n3.5,2\n")
    bad.write_text("a,b\n1.5,2\nx,1\n3.5,2\n")
    short.write_text("a,b\n1,2\n1\n")
    with pytest.raises(mcbnc.InvalidInputError, match=r"datasets\[1\] \(.*bad\.csv\): column 'a', line 3: "):
        mcbnc.learn_many([good, bad], score="bge")
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"data \(.*short\.csv\): line 3 has 1 cell for 2 columns"
    ):
        mcbnc.learn(short)
