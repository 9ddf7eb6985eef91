"""``mcbnc federate names --states``: the states of a code book, against which rows are checked."""

from __future__ import annotations

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from mcbnc import cli
from mcbnc._https.names import read_names_file

LEARNING = ("federate", "names", "--task", "learning")
CONSENSUS = ("federate", "names", "--task", "consensus")


@pytest.fixture
def run(capsys):
    """Run the command line in this process. The result is the exit code and stderr."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        return code, capsys.readouterr().err

    return run


BOOK = 'node;state;label\nx;no;"No; never"\nx;yes;\ny;low;\ny;2;\ny;0;\n'
BOOK_STATES = {"x": ["no", "yes"], "y": ["low", "2", "0"]}


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "book.csv"
    path.write_text(BOOK)
    return path


def test_a_code_book_makes_the_names_alone(run, tmp_path, book):
    """What the coordinator gets tells nothing of anybody's rows."""
    out, again = tmp_path / "names.json", tmp_path / "again.json"
    assert run(*LEARNING, "--states", book, "--out", out)[0] == 0
    assert read_names_file(str(out)) == (["x", "y"], BOOK_STATES)
    (tmp_path / "a.csv").write_text("y,x\n2,no\nlow,no\n")
    run(*LEARNING, tmp_path / "a.csv", "--out", tmp_path / "a.json")
    for own in (tmp_path / "a.csv", tmp_path / "a.json"):
        for codebook in (book, out):
            again.unlink(missing_ok=True)
            assert run(*LEARNING, own, "--states", codebook, "--out", again)[0] == 0
            assert again.read_bytes() == out.read_bytes()


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("y,x\n2,no\n1,no\n", "a.csv: column 'y', line 3: '1' is none of its states, ['0', '2', 'low']"),
        ("y,z\n2,no\n", "book.csv, but it lacks 'x' and has 'z' besides"),
        ("y,x,z\n2,no,1\n0,no,0\n", "book.csv, but it has 'z' besides"),
    ],
)
def test_rows_that_a_code_book_does_not_allow(run, tmp_path, book, rows, problem):
    (tmp_path / "a.csv").write_text(rows)
    code, said = run(*LEARNING, tmp_path / "a.csv", "--states", book, "--out", tmp_path / "names.json")
    assert code == 1
    assert problem in said
    assert not (tmp_path / "names.json").exists()


def test_a_list_of_states_that_a_code_book_does_not_allow(run, tmp_path, book):
    (tmp_path / "a.csv").write_text("y,x\n2,no\n1,no\n")
    run(*LEARNING, tmp_path / "a.csv", "--out", tmp_path / "a.json")
    code, said = run(*LEARNING, tmp_path / "a.json", "--states", book, "--out", tmp_path / "names.json")
    assert code == 1
    assert "a.json: 'y' has the state '1', which " in said


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("book.csv", "", "one column 'node' and one column 'state'"),
        ("book.csv", "x,y\n0,1\n", "one column 'node' and one column 'state'"),
        ("book.csv", "node,state,state\nx,1,2\n", "one column 'node' and one column 'state'"),
        ("book.csv", "node,state\n", "there is none"),
        ("book.csv", "node,state\nx,1\nx,2\nx,1\n", "line 4: 'x' has the state '1' already"),
        ("book.csv", "node,state\n,1\n", "line 2: there is no node"),
        ("book.csv", "node,state\nx,1,2\n", "line 2 has 3 cells in place of 2"),
        ("book.csv", 'node,state\nx,"1\n', "line 2: "),
        ("book.json", '{"nodes": ["x"]}', 'a code book has "states"'),
        (
            "book.json",
            '{"nodes": ["x", "y"], "states": {"x": ["1"], "y": 2}}',
            "the states of 'y' must be a list",
        ),
    ],
)
def test_a_code_book_that_is_none(run, tmp_path, name, text, problem):
    (tmp_path / name).write_text(text)
    code, said = run(*LEARNING, "--states", tmp_path / name, "--out", tmp_path / "names.json")
    assert code == 1
    assert f"{tmp_path / name}: " in said
    assert problem in said


def test_names_need_files_or_for_learning_a_code_book(run, tmp_path, book):
    code, said = run(*LEARNING, "--out", tmp_path / "names.json")
    assert (code, said) == (
        1,
        "mcbnc: error: files: give at least one, or for learning a code book by --states\n",
    )
    code, said = run(*CONSENSUS, "--states", book, "--out", tmp_path / "names.json")
    assert (code, said) == (1, "mcbnc: error: --states: only learning has states\n")
