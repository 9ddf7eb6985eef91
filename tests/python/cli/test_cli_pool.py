"""The command line's pool: opinions in files, rows, and what to ask."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

import mcbnc
from mcbnc import cli
from mcbnc.cli import Exit

FILES = {
    "ann.csv": "from,to\na,b\nb,c\n",
    "bob.csv": "from,to,strength,direction\na,b,0.9,0.8\nb,c,0.5,1\na,c,0,0\n",
    "eve.csv": ",a,b,c,d\na,0,0.7,0,0\nb,0.1,0,1,0\nc,0,true,0,0\nd,0,0,0,0\n",
    "dan.bn": "[a][b|a][c|b]",
}


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run the command line in a folder with the files. The result is the exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    rng = np.random.default_rng(0)
    a = rng.integers(0, 2, 200)
    b = a ^ (rng.random(200) < 0.1)
    rows = zip(a, b, b ^ (rng.random(200) < 0.1), rng.integers(0, 2, 200), strict=True)
    cells = "".join(",".join(str(int(cell)) for cell in row) + "\n" for row in rows)
    (tmp_path / "rows.csv").write_text(f"a,b,c,d\n{cells}")

    def run(*arguments):
        code = cli.main(["pool", *arguments])
        return code, *capsys.readouterr()

    return run


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_files_are_what_they_say(run):
    read = mcbnc.pool([*FILES])._asked.opinions
    assert read.nodes == list("abcd")
    assert read.sources == [*FILES]
    np.testing.assert_allclose(read.stack[1][:3, :3], [[0, 0.72, 0], [0.18, 0, 0.5], [0, 0, 0]])
    np.testing.assert_allclose(read.stack[2], [[0, 0.7, 0, 0], [0.1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]])
    assert read.stack[0].tolist() == read.stack[3].tolist()
    assert read.seen.tolist() == [[1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 1, 1], [1, 1, 1, 0]]


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_the_edges_are_those_of_the_function(run):
    code, out, err = run(*FILES, "--rows", "rows.csv", "--resamples", "10", "--seed", "3")
    assert code == Exit.FINE
    found = mcbnc.pool([*FILES], "rows.csv", resamples=10, seed=3)
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["from"], row["to"]) for row in rows if row["to"]] == found.edges
    i, j = np.nonzero(np.asarray(found))
    assert [float(row["probability"]) for row in rows if row["to"]] == found.probability[i, j].tolist()
    assert "4 opinions and 200 rows" in err
    assert "ann.csv lists edges" in err
    assert "bob.csv: finds" in err


def test_what_to_ask_and_answers(run):
    code, out, _ = run(*FILES, "--rows", "rows.csv", "--ask", "2", "--quiet")
    assert code == Exit.FINE
    header, *rows = csv.reader(io.StringIO(out))
    assert header == ["a", "b", "probability", "direction", "entropy", *FILES, "rows"]
    assert len(rows) == 2
    code, out, _ = run(
        *FILES, "--rows", "rows.csv", "--required", "d->b", "--forbidden", "a--b", "--quiet", "--json"
    )
    record = json.loads(out)
    assert ["d", "b"] in record["edges"]
    assert not [edge for edge in record["edges"] if set(edge) == {"a", "b"}]
    assert list(record["sources"]) == [*FILES]
    assert record["contested"][0]["says"].keys() == FILES.keys()


def test_a_number_of_questions_below_zero_is_wrong_usage(run, capsys):
    with pytest.raises(SystemExit) as ended:
        run("ann.csv", "--ask", "-1")
    assert ended.value.code == Exit.USAGE
    assert "--ask: '-1' must be a whole number from 0" in capsys.readouterr().err


def test_groups_weights_and_files_of_results(run, tmp_path):
    code, out, _ = run(*FILES, "--groups", "ann.csv,bob.csv", "--weights", "1,1,2,0", "--json", "--quiet")
    assert code == Exit.FINE
    assert [worth["weight"] for worth in json.loads(out)["sources"].values()] == [0.5, 0.5, 2.0, 0.0]
    code, out, _ = run(*FILES, "--out", "net.json", "--out", "net.csv", "--quiet")
    assert (code, out) == (Exit.FINE, "")
    assert mcbnc.read("net.csv").edges == [("a", "b"), ("b", "c")]
    assert mcbnc.read("net.json").edges == [("a", "b"), ("b", "c")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "from,to,strength\na,b,7\n",
            "bad.csv: the strength of 'a' -> 'b' must be a number",
        ),
        (",a,b\na,0,x\nb,0,0\n", "bad.csv:2: entries are numbers from 0 to 1, but that of 'b' is 'x'"),
        (",a,b\na,0,0.9\nb,0.8,0\n", "bad.csv: a -> b is 0.9 and b -> a is 0.8"),
        ("a,b,c\n1,2,3\n", "bad.csv:1: neither an arc list"),
        ("", "bad.csv: it is empty"),
    ],
)
def test_faults_of_a_file_are_named(run, tmp_path, text, problem):
    (tmp_path / "bad.csv").write_text(text)
    code, _, err = run("eve.csv", "bad.csv")
    assert code == Exit.BAD_INPUT
    assert problem in err


@pytest.mark.parametrize("given", [("eve.csv", "bad.csv"), ("eve.csv", "--rows", "bad.csv")])
def test_a_file_that_is_no_text_is_named_once(run, tmp_path, given):
    (tmp_path / "bad.csv").write_bytes(b"a,b\n\xff,1\n")
    code, _, err = run(*given)
    assert code == Exit.BAD_INPUT
    assert err.startswith("mcbnc: error: bad.csv: not text in UTF-8: it has the byte 0xff")
    assert err.count("bad.csv") == 1


def test_unknown_files_and_columns(run, tmp_path):
    assert "No such file" in run("eve.csv", "absent.csv")[2]
    (tmp_path / "rows.csv").write_text("a,b,x\n" + "0,1,0\n1,0,1\n" * 20)
    code, _, err = run("eve.csv", "--rows", "rows.csv")
    assert code == Exit.BAD_INPUT
    assert "no opinion has the columns 'x'" in err


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_a_network_with_probabilities(run, tmp_path):
    code, *_ = run(*FILES, "--rows", "rows.csv", "--out", "net.bif")
    assert code == Exit.FINE
    found = mcbnc.pool([*FILES], "rows.csv")
    assert (tmp_path / "net.bif").read_text() == found.to_bif()
    code, _, told = run(*FILES, "--out", "alone.bif")
    assert code != Exit.FINE
    assert "alone.bif: .bif holds probabilities: there are no rows" in told
    assert not (tmp_path / "alone.bif").exists()
