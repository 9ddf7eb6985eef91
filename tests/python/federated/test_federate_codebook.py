"""``mcbnc federate names --states``: the states of a code book, against which rows are checked."""

from __future__ import annotations

import time

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

import mcbnc
from mcbnc._https.names import read_codebook, read_names_file

LEARNING = ("federate", "names", "--task", "learning")
CONSENSUS = ("federate", "names", "--task", "consensus")


BOOK = 'node;state;label\nx;no;"No; never"\nx;yes;\ny;low;\ny;2;\ny;0;\n'
BOOK_STATES = {"x": ["no", "yes"], "y": ["low", "2", "0"]}


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "book.csv"
    path.write_text(BOOK)
    return path


def test_a_code_book_makes_the_names_alone(run, tmp_path, book):
    """What the coordinator gets does not depend on any rows."""
    out, again = tmp_path / "names.json", tmp_path / "again.json"
    assert run(*LEARNING, "--states", book, "--out", out)[0] == 0
    assert read_names_file(str(out)) == (["x", "y"], BOOK_STATES, None)
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
        ("y,x\n2,no\n1,no\n", "a.csv: column 'y', line 3: '1' is not one of its states, ['0', '2', 'low']"),
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


def test_numbers_that_a_code_book_does_not_allow(run, tmp_path):
    """With the reason by which the site would not start."""
    (tmp_path / "a.csv").write_text("age,smoker\n30.5,no\n120.5,no\n")
    (tmp_path / "book.csv").write_text("node,state\nage,0..120\nsmoker,no\nsmoker,yes\n")
    given = (
        *LEARNING,
        tmp_path / "a.csv",
        "--states",
        tmp_path / "book.csv",
        "--out",
        tmp_path / "names.json",
    )
    code, said = run(*given)
    assert code == 1
    assert "a.csv: 'age' has the value 120.5, and its range is from 0 to 120" in said
    assert not (tmp_path / "names.json").exists()
    (tmp_path / "a.csv").write_text("age,smoker\n30.5,no\n119.5,no\n")
    assert run(*given)[0] == 0


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
        ("book.csv", "node,state\n", "this one has no rows"),
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


NUMBERS = "node,state\nage,20..110\nmarker,numbers\nsex,f\nsex,m\n"
ROWS = "sex,age,marker\n" + "".join(f"{'fm'[k % 2]},{20 + k * 1.5},{k * k / 7}\n" for k in range(40))


def test_columns_of_numbers(run, tmp_path):
    """A code book has the range of numbers. Names made of rows show that there are numbers, and no range."""
    book, rows, out = tmp_path / "book.csv", tmp_path / "rows.csv", tmp_path / "names.json"
    book.write_text(NUMBERS)
    rows.write_text(ROWS)
    assert run(*LEARNING, "--states", book, rows, "--out", out)[0] == 0
    listed = {"age": {"numbers": [20.0, 110.0]}, "marker": {"numbers": None}, "sex": ["f", "m"]}
    assert read_names_file(str(out)).states == listed
    assert run(*LEARNING, "--numbers", rows, "--out", tmp_path / "own.json")[0] == 0
    without = {name: {"numbers": None} if isinstance(own, dict) else own for name, own in listed.items()}
    assert read_names_file(str(tmp_path / "own.json")).states == without
    # Names of several sites: the widest range.
    (tmp_path / "wide.json").write_text(out.read_text().replace("[20.0, 110.0]", "[0, 100]"))
    merged = ("--out", tmp_path / "merged.json")
    assert run(*LEARNING, tmp_path / "own.json", out, tmp_path / "wide.json", *merged)[0] == 0
    assert read_names_file(str(tmp_path / "merged.json")).states == {
        **listed,
        "age": {"numbers": [0.0, 110.0]},
    }
    # Without --numbers, decimals are no states.
    code, said = run(*LEARNING, rows, "--out", tmp_path / "none.json")
    assert code != 0
    assert "column 'age'" in said


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "age,110..20",
            "'age' has the range '110..20': states: the range of numbers from 110.0 to 20.0 is empty",
        ),
        ("age,20..old", "'age' has the range '20..old': could not convert"),
        ("age,0..inf", "'age' has the range '0..inf': states must be the ends of a range"),
    ],
)
def test_ranges_of_a_code_book_that_are_none(run, tmp_path, text, problem):
    (tmp_path / "book.csv").write_text(f"node,state\n{text}\n")
    code, said = run(*LEARNING, "--states", tmp_path / "book.csv", "--out", tmp_path / "names.json")
    assert code != 0
    assert problem in said


def test_states_where_there_are_numbers(run, tmp_path):
    (tmp_path / "book.csv").write_text("node,state\nage,old\nage,young\nmarker,numbers\nsex,f\nsex,m\n")
    (tmp_path / "rows.csv").write_text(ROWS)
    given = (*LEARNING, "--states", tmp_path / "book.csv", tmp_path / "rows.csv")
    code, said = run(*given, "--out", tmp_path / "names.json")
    assert code != 0
    assert "column 'age'" in said


def test_a_code_book_of_many_states_is_read_in_one_pass(tmp_path):
    """In a list, each of them would be compared with all before: two hundred thousand take a minute."""
    book = tmp_path / "book.csv"
    many = [f"s{k}" for k in range(200_000)]
    book.write_text("node,state\n" + "".join(f"a,{state}\n" for state in many))
    before = time.process_time()
    assert read_codebook(str(book)).states == {"a": many}
    assert time.process_time() - before < 20
    book.write_text("node,state\na,x\na,y\nb,x\na,x\n")
    with pytest.raises(mcbnc.InvalidInputError, match="line 5: 'a' has the state 'x' already"):
        read_codebook(str(book))
