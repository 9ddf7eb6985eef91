"""The command line's messages are in the words of the shell: files, and options as users type them."""

from __future__ import annotations

import pytest

import mcbnc
from mcbnc import cli


@pytest.fixture
def said(capsys, tmp_path, monkeypatch):
    """Run a command that fails, in a folder with these files. The result is its line on stderr."""
    monkeypatch.chdir(tmp_path)

    def said(*arguments, code=cli.Exit.BAD_INPUT, **files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text)
        assert cli.main(list(arguments)) == code
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        return err.removeprefix("mcbnc: ").removeprefix("error: ").rstrip("\n")

    return said


def test_a_node_that_is_named_as_a_place(said):
    cycle = 'digraph{"dags[7]"->b; b->c; c->"dags[7]"}'
    assert said("consensus", "a.dot", a_dot=cycle) == "a.dot: it has a cycle: b -> c -> dags[7] -> b"


def test_a_node_that_is_named_as_the_place_of_another_file(said):
    cycle = 'digraph{"dags[1]"->b; b->c; c->"dags[1]"}'
    same = 'digraph{"dags[1]"->b; b->c}'
    err = said("consensus", "a.dot", "b.dot", a_dot=cycle, b_dot=same)
    assert err == "a.dot: it has a cycle: b -> c -> dags[1] -> b"
    err = said("consensus", "b.dot", "c.dot", c_dot="digraph{'x dags[1]'->b; c}".replace("'", '"'))
    assert err.startswith(
        "c.dot must have the same nodes as b.dot, but it lacks 'dags[1]' and has 'x dags[1]'"
    )


def test_a_node_that_is_named_as_an_argument(said):
    odd, other = 'digraph{"gold: x"; y}', "digraph{x; y}"
    err = said("compare", "a.dot", "b.dot", "--gold", "c.dot", a_dot=odd, b_dot=odd, c_dot=other)
    assert err.startswith("c.dot must have the same nodes as a.dot, but it lacks 'gold: x'")


BDEU = ("--score", "bdeu")


def test_a_column_that_is_named_as_a_place(said):
    err = said("learn", "d.csv", *BDEU, d_csv="datasets[5],b\n1.5,1\n2.5,0\n")
    assert err.startswith("d.csv: column 'datasets[5]', line 2: '1.5' is no whole number")
    assert said("learn", "d.csv", d_csv="a\ndatasets[0] (d.csv)\n \n").startswith("d.csv: ")


def test_options_are_spelled_as_users_type_them(said):
    decimals = "an age,b\n1.5,1\n2.5,0\n"
    err = said("learn", "d.csv", *BDEU, d_csv=decimals)
    assert "from both kinds of columns (--score bic-cg or dg), or pass --accept 'an age' if" in err
    err = said("bootstrap", "d.csv", d_csv="a,b\n,1\nx,0\n")
    assert err.endswith("--missing drop leaves such rows out, --missing state makes a state of it")
    err = said("learn", "d.csv", "--missing", "drop", d_csv="a,b\n,1\n,0\n")
    assert err.endswith("--missing drop leaves no row at all: leave the column out, or pass --missing state")
    err = said("learn", "d.csv", "e.csv", d_csv="a,b\n0,1\n", e_csv="a,c\n0,1\n")
    assert err.endswith(
        "e.csv lacks 'b' and has 'c' besides. --columns common takes the 1 that all have, and --columns "
        "union takes all"
    )


def test_options_of_a_gaussian_score_are_spelled_as_users_type_them(said):
    gaussian = ("--score", "bge")
    err = said("learn", "d.csv", *gaussian, d_csv="a,b\n,1\n2,0\n")
    assert err.endswith("--missing drop leaves such rows out")
    err = said("learn", "d.csv", *gaussian, "--missing", "drop", d_csv="a,b\n,1\n,0\n")
    assert err.endswith("--missing drop leaves no row at all: leave the column out")
    err = said("learn", "d.csv", *gaussian, "--missing", "state", d_csv="a,b\n1,1\n2,0\n")
    assert err.startswith("--missing: a Gaussian score takes numbers")


@pytest.mark.parametrize(
    ("arguments", "start"),
    [
        (["--weights", "1,2"], "--weights must be 1 numbers"),
        (["--theta", "-1"], "--theta must be"),
        (["--time-limit", "0"], "--time-limit must be"),
        (["--k-max", "-1"], "--k-max must be"),
        (["--required", "x->nobody"], "--required: no node is named 'nobody'"),
        (["--order", "x"], "--order must have"),
    ],
)
def test_an_option_at_fault_is_spelled_as_users_type_it(said, arguments, start):
    assert said("consensus", "a.bn", *arguments, a_bn="[x][y|x]").startswith(start)


def test_outliers_without_a_weight_left(said):
    good, bad = "[a][b|a][c|b][d|c][e|d]", "[e][c|e][a|e][d|a][b|e]"
    files = {f"h{k}_bn": good for k in range(5)}
    names = [f"h{k}.bn" for k in range(6)]
    options = ("--outliers", "drop", "--weights", "0,0,0,0,0,1")
    err = said("consensus", *names, *options, **files, h5_bn=bad)
    assert (
        err
        == "--outliers drop leaves no DAG with a weight above zero: weights has them for outliers only, h5.bn"
    )


def test_warnings_are_in_the_words_of_the_shell(said):
    spellings = "x y,b\nup,0\nUP,1\n"
    options = ("--quiet", "--out", "net.bn")
    err = said("learn", "d.csv", *options, code=0, d_csv=spellings)
    assert err.startswith("warning: d.csv: states that differ only in case")
    assert err.endswith("or pass --accept 'x y' if they are meant")
    err = said("learn", "d.csv", *options, code=0, d_csv="x,b\n?,0\nUP,1\n")
    assert "--missing-values '?' means that they do, --accept x that they do not" in err


def test_a_value_that_begins_with_a_hyphen_can_be_typed(said, capsys):
    decimals = "-age,b\n1.5,1\n2.5,0\n"
    err = said("learn", "d.csv", *BDEU, d_csv=decimals)
    option = err.partition("or pass ")[2].partition(" if each")[0]
    assert option == "--accept=-age"
    assert cli.main(["learn", "d.csv", option]) == 0


def test_python_keeps_its_own_words_after_the_command_line(said):
    said("learn", "d.csv", *BDEU, d_csv="a,b\n1.5,1\n2.5,0\n")
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"^data \(d\.csv\): column 'a', line 2: .*accept=\['a'\]"
    ):
        mcbnc.learn("d.csv", score="bdeu")
    chain, cycle = [[0, 1, 0], [0, 0, 1], [0, 0, 0]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    with pytest.raises(mcbnc.CycleError, match=r"^dags\[1\]: it has a cycle: "):
        mcbnc.consensus([chain, cycle])


ROWS = "age,sex\nhigh,f\nlow,m\nlow,f\n"


def test_rows_in_place_of_a_graph(said, tmp_path):
    hint = "rows of data? mcbnc learn makes a DAG of them"
    assert said("consensus", "rows.csv", rows_csv=ROWS).endswith(hint)
    with pytest.raises(mcbnc.InvalidInputError, match=r"rows of data\? mcbnc.learn makes a DAG of them"):
        mcbnc.consensus([tmp_path / "rows.csv"])
    with pytest.raises(mcbnc.InvalidInputError, match=r"rows of data\? mcbnc.learn makes a DAG of them"):
        mcbnc.read(tmp_path / "rows.csv")


def test_edges_of_several_structures_in_one_table(said):
    table = "data,from,to,reversible\na.csv,a,b,yes\nb.csv,a,b,no\n"
    assert said("consensus", "nets.csv", nets_csv=table).endswith("mcbnc learn --json writes these for mcbnc")
