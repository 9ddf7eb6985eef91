"""The command line with odd files, names and streams: never a traceback, never a wrong exit code."""

from __future__ import annotations

import csv
import json
import os
import socket
import subprocess
import sys
import threading

import pytest

import mcbnc
from mcbnc import cli
from mcbnc.cli import Exit, _consensus

ROWS = "x,y\n0,1\n1,0\n0,0\n1,1\n0,0\n1,1\n"


posix = pytest.mark.skipif(os.name != "posix", reason="files and streams of POSIX")


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command in an empty folder, in this process. The result is the exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        code = cli.main([os.fspath(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def fails(outcome) -> str:
    """Check that bad input exits with one line on stderr, and return the message."""
    code, out, err = outcome
    assert (code, out, err.count("\n")) == (Exit.BAD_INPUT, "", 1)
    return err.removeprefix("mcbnc: error: ").rstrip("\n")


def process(*arguments, **options):
    """Run a command in a process of its own. The output is in bytes."""
    command = [sys.executable, "-m", "mcbnc", *arguments]
    return subprocess.run(command, capture_output=True, timeout=300, **options)


# --- names of nodes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["\ud800", "a\udc00", ["a", "\ud800"]])
def test_a_name_that_no_file_can_hold_is_refused(run, tmp_path, name):
    record = {"nodes": ["a", name], "edges": [["a", name]]}
    (tmp_path / "lone.json").write_text(json.dumps(record))  # JSON can spell it in ASCII
    err = fails(run("consensus", "lone.json", "--json"))
    assert err.startswith('lone.json: "nodes": ')
    assert "cannot be a node's name: names in a file are str in valid Unicode" in err


@pytest.mark.parametrize("name", ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)"])
def test_names_like_formulas_come_back_with_a_warning(run, tmp_path, name):
    (tmp_path / "a.json").write_text(json.dumps({"nodes": [name, "b"], "edges": [[name, "b"]]}))
    warned = f"mcbnc: warning: a spreadsheet may take these for formulas: {name!r}\n"
    code, out, err = run("consensus", "a.json", "--quiet")
    assert (code, err) == (0, warned)
    assert next(iter(csv.reader(out.splitlines()[1:]))) == [name, "b", "yes"]
    code, out, err = run("consensus", "a.json", "--quiet", "--out", "b.csv")
    assert (code, out, err) == (0, "", warned)
    assert mcbnc.read("b.csv").nodes == [name, "b"]


def test_numbers_are_no_formulas(run, tmp_path):
    (tmp_path / "a.json").write_text(json.dumps({"nodes": ["-1", "+2.5"], "edges": [["-1", "+2.5"]]}))
    assert run("consensus", "a.json", "--quiet")[2] == ""


def test_a_surrogate_pair_in_json_is_a_character(run, tmp_path):
    pair = '"\\ud83d\\ude00"'
    (tmp_path / "pair.json").write_text(f'{{"nodes": [{pair}, "b"], "edges": [[{pair}, "b"]]}}')
    assert run("consensus", "pair.json")[1].splitlines()[1] == "\U0001f600,b,yes"


@posix
def test_names_do_not_control_the_terminal(run, tmp_path):
    (tmp_path / "cycle.dot").write_text('digraph{"a\x1b[2J"->b; b->c; c->"a\x1b[2J"}')
    (tmp_path / "e\x1b[2J\n.bn").write_text("")
    for path in ("cycle.dot", "e\x1b[2J\n.bn"):
        err = fails(run("consensus", path))
        assert "\x1b" not in err
    assert err.startswith(r"e\x1b[2J")


@pytest.mark.parametrize(
    "nodes",
    [
        ["a\rb", "c\r\nd", "e"],
        ["a;b", "c;d", "e;f;g"],
        ["a\tb", "c\td", "e\t\tf"],
        ["a b", "b", 'c"'],
        ["from", "to"],
        ["to", "from", "reversible"],
        ["\ufeffa", "NA", "#"],
    ],
)
def test_any_name_comes_back_from_a_matrix(run, tmp_path, nodes):
    (tmp_path / "odd.json").write_text(json.dumps({"nodes": nodes, "edges": [nodes[:2]]}))
    assert run("consensus", "odd.json", "--out", "odd.csv", "--quiet")[0] == Exit.FINE
    back = mcbnc.read("odd.csv")
    assert (back.nodes, back.edges) == (nodes, [tuple(nodes[:2])])


def test_any_name_comes_back_from_a_list_of_edges(run, tmp_path):
    nodes = ["a\rb", "c;;d", "e\t\t\tf"]
    (tmp_path / "odd.json").write_text(json.dumps({"nodes": nodes, "edges": [nodes[:2], nodes[1:]]}))
    (tmp_path / "edges.csv").write_bytes(run("consensus", "odd.json", "--quiet")[1].encode())
    assert mcbnc.read("edges.csv").edges == [("a\rb", "c;;d"), ("c;;d", "e\t\t\tf")]


@pytest.mark.parametrize("nodes", [["", "b"], [" a", "b"], [1, "1"]])
def test_names_that_a_matrix_cannot_hold(run, tmp_path, nodes):
    (tmp_path / "odd.json").write_text(json.dumps({"nodes": nodes, "edges": []}))
    told = fails(run("consensus", "odd.json", "--out", "odd.csv"))
    assert "cannot be in a table" in told or "as CSV, nodes: names must differ" in told
    assert not (tmp_path / "odd.csv").exists()


# --- columns ------------------------------------------------------------------------------------------------


def test_too_many_columns_are_refused_by_the_header(run, tmp_path):
    header = ",".join(f"c{k}" for k in range(2**16 + 1))
    (tmp_path / "wide.csv").write_text(f"{header}\nthis row has one cell\n")
    assert (
        fails(run("learn", "wide.csv")) == "wide.csv: there are 65537 columns, and mcbnc takes at most 65536"
    )


def test_too_many_columns_of_a_table_in_memory():
    wide = {f"c{k}": [0, 1] for k in range(2**16 + 1)}
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"^data: there are 65537 columns, and mcbnc takes at most"
    ):
        mcbnc.learn(wide)


def test_the_error_about_a_header_names_the_file(run, tmp_path):
    (tmp_path / "twice.csv").write_text("a,a\n0,1\n")
    assert fails(run("learn", "twice.csv")).startswith("twice.csv: names must differ")
    with pytest.raises(mcbnc.InvalidInputError, match=r"^datasets\[0\] \(twice\.csv\): names must") as caught:
        mcbnc.learn_many(["twice.csv"])
    assert (caught.value.argument, caught.value.dag) == ("datasets", 0)


def test_a_first_line_that_never_ends(run, tmp_path, monkeypatch):
    monkeypatch.setattr("mcbnc._rows.csv._LONGEST", 100)
    (tmp_path / "long.csv").write_text("a" * 101)
    (tmp_path / "short.csv").write_text("a" * 98 + "\n0\n1\n")
    assert fails(run("learn", "long.csv")) == (
        "long.csv: its first line is no header: it has 100 characters or more"
    )
    assert run("learn", "short.csv", "--quiet")[0] == Exit.FINE


def test_an_empty_first_line(run, tmp_path):
    (tmp_path / "late.csv").write_text("\nx,y\n0,1\n")
    assert fails(run("learn", "late.csv")) == "late.csv: its first line, which is the header, is empty"


@pytest.mark.parametrize("score", ["bdeu", "bge"])
def test_a_header_without_rows(run, tmp_path, score):
    (tmp_path / "head.csv").write_text("x,y\n")
    assert fails(run("bootstrap", "head.csv", "--score", score)) == "head.csv: it has a header, and no rows"


# --- standard input -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["bootstrap", "--resamples", "3", "--seed", "1"], ["learn"]])
def test_rows_from_standard_input(run, tmp_path, command):
    (tmp_path / "rows.csv").write_text(ROWS)
    from_file = run(*command, "rows.csv", "--quiet")
    from_stdin = process(*command, "-", "--quiet", input=ROWS.encode())
    assert from_stdin.returncode == Exit.FINE, from_stdin.stderr
    assert from_stdin.stdout.decode() == from_file[1]


@pytest.mark.parametrize(
    "arguments",
    [["learn", "-", "-"], ["consensus", "-", "a.bn", "-"], ["compare", "-", "a.bn", "--gold", "-"]],
)
def test_standard_input_is_read_once(capsys, arguments):
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == Exit.USAGE
    assert "- is given twice" in capsys.readouterr().err


@posix
def test_standard_input_that_is_a_socket(tmp_path):
    """Node.js gives its children sockets, and /dev/stdin cannot be opened again then."""
    near, far = socket.socketpair()
    with near, far:
        near.sendall(b"[a][b|a]")
        near.shutdown(socket.SHUT_WR)
        done = process("consensus", "-", "--format", "bn", "--quiet", stdin=far)
    assert (done.returncode, done.stdout) == (Exit.FINE, b"from,to,reversible\na,b,yes\n"), done.stderr


@posix
def test_what_is_left_of_standard_input(tmp_path):
    (tmp_path / "rows.csv").write_text("a comment\n" + ROWS)
    with open(tmp_path / "rows.csv", "rb", buffering=0) as file:
        file.read(len("a comment\n"))
        done = process("learn", "-", "--json", "--quiet", stdin=file)
    assert json.loads(done.stdout)["nodes"] == ["x", "y"], done.stderr


@posix
def test_standard_input_is_closed(tmp_path):
    for command in ("learn", "consensus", "bootstrap"):
        done = process(command, "-", preexec_fn=lambda: os.close(0))
        assert done.returncode == Exit.BAD_INPUT
        assert done.stderr.startswith(b"mcbnc: error: /dev/stdin: ")
        assert done.stderr.endswith(b"stdin is closed\n")


# --- files --------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems refuse names that are no UTF-8")
@posix
def test_files_whose_names_are_no_text(run, tmp_path):
    rows, net = os.fsdecode(b"h\xe9.csv"), os.fsdecode(b"h\xe9.bn")
    (tmp_path / rows).write_text(ROWS)
    (tmp_path / "other.csv").write_text(ROWS)
    (tmp_path / net).write_text("[a][b|a]")
    listed = process("learn", rows, "other.csv", "--json", cwd=tmp_path)
    assert listed.returncode == Exit.FINE, listed.stderr
    assert json.loads(listed.stdout)["learned"][0]["data"] == rows
    assert run("learn", rows, "other.csv", "--out", "all.json", "--quiet")[0] == Exit.FINE
    assert json.loads((tmp_path / "all.json").read_bytes())["learned"][0]["data"] == rows
    table = process("compare", net, net, cwd=tmp_path)
    assert table.returncode == Exit.FINE, table.stderr
    assert rb"h\udce9.bn" in table.stdout


def test_an_empty_name_is_no_file(capsys):
    for arguments in (["learn", ""], ["consensus", "a.bn", ""], ["demo", "--export", ""]):
        with pytest.raises(SystemExit) as caught:
            cli.main(arguments)
        assert caught.value.code == Exit.USAGE
        assert "name must not be empty" in capsys.readouterr().err


@posix
def test_a_folder_is_no_file(run, tmp_path, monkeypatch):
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "a.bn").write_text("[a][b|a]")
    assert fails(run("consensus", "folder.json")) == "folder.json: Is a directory"
    monkeypatch.setattr(_consensus, "consensus", lambda *_, **__: pytest.fail("it ran"))
    assert fails(run("consensus", "a.bn", "--out", "folder.json")) == "folder.json: it is a folder"


@posix
def test_errors_of_the_system_are_plain(run):
    assert fails(run("consensus", "nowhere.bn")) == "nowhere.bn: No such file or directory"


def test_a_file_without_a_known_suffix(run, tmp_path):
    (tmp_path / "model").write_text("[a][b|a]")
    assert run("consensus", "model", "--quiet")[0] == Exit.FINE
    assert run("consensus", "model", "--format", "bn", "--quiet")[0] == Exit.FINE
    assert fails(run("consensus", "model", "--format", "dot")).startswith("model:1: no DOT: ")
    (tmp_path / "model").write_text("a b")
    assert fails(run("consensus", "model")).startswith("model: it begins with 'a b', as no graph does")


@posix
def test_a_pipe_that_its_reader_left_is_no_closed_stdout(run, tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    nodes = [f"{k:0100}" for k in range(1500)]  # more than a pipe holds, so the writer waits for the reader
    (tmp_path / "many.json").write_text(json.dumps({"nodes": nodes, "edges": []}))

    def leave():
        with open(tmp_path / "pipe.json", "rb") as pipe:
            pipe.read(1)

    reader = threading.Thread(target=leave)
    reader.start()
    outcome = run("consensus", "many.json", "--out", "pipe.json", "--quiet")
    reader.join()
    assert "Broken pipe" in fails(outcome)


# --- options ------------------------------------------------------------------------------------------------


def test_lists_may_be_given_twice(run, tmp_path):
    (tmp_path / "gaps.csv").write_text("x,y\n?,1\n0,-9\n0,1\n1,0\n")
    given = (
        "learn",
        "gaps.csv",
        "--missing",
        "drop",
        "--missing-values",
        "?",
        "--missing-values=-9",
        "--json",
    )
    assert json.loads(run(*given)[1])["learned"][0]["rows_left_out"] == 2
    (tmp_path / "decimals.csv").write_text("x,y\n0.5,1.5\n1.5,0.5\n")
    assert run("learn", "decimals.csv", "--accept", "x", "--accept", "y")[0] == Exit.FINE
    assert run("learn", "decimals.csv", "--accept", "x", "--accept", "all")[0] == Exit.FINE
    (tmp_path / "a.bn").write_text("[a][b|a]")
    table = run("compare", "a.bn", "--methods", "fusion", "--methods", "vote arcs,climb", "--json")[1]
    methods = [row["method"] for row in json.loads(table)["methods"]]
    assert methods[:3] == ["fusion", "vote arcs", "climb"]


@pytest.mark.parametrize(
    "option",
    [
        ["--weights", "1,2"],
        ["--outliers", "drop"],
        ["--max-treewidth", "3"],
        ["--time-limit", "1"],
        ["--out", "table.csv"],
    ],
)
def test_options_that_two_graphs_have_no_use_for(run, tmp_path, option):
    (tmp_path / "a.bn").write_text("[a][b|a]")
    assert fails(run("compare", "a.bn", "a.bn", *option)).startswith(
        f"{option[0]} is for the table of methods"
    )


# --- memory -------------------------------------------------------------------------------------------------


def test_too_little_memory_is_no_traceback(run, tmp_path, monkeypatch):
    def allocate(*_, **__):
        raise MemoryError("Unable to allocate 3.35 GiB")

    (tmp_path / "a.bn").write_text("[a][b|a]")
    monkeypatch.setattr(_consensus, "consensus", allocate)
    assert fails(run("consensus", "a.bn")) == "out of memory: Unable to allocate 3.35 GiB"


@pytest.mark.parametrize(
    "text",
    [
        "from,to,reversible\na,b,yes\n",
        "from\tto\na\tb\n",
        ",a,b\na,0,1\nb,0,0\n",
        "\ufeff [a][b|a]\n",
        "digraph { a -> b }",
        'strict digraph "x" {\n a -> b }',
        '\n{"nodes": ["a", "b"], "edges": [["a", "b"]]}',
    ],
)
def test_standard_input_is_what_it_looks_like(text):
    done = process("consensus", "-", "--theta", "0", "--quiet", input=text.encode())
    assert (done.returncode, done.stdout) == (Exit.FINE, b"from,to,reversible\na,b,yes\n"), done.stderr


def test_learn_pipes_into_consensus():
    rows = "x,y\n" + "0,0\n1,1\n" * 20
    learned = process("learn", "-", "--quiet", input=rows.encode()).stdout
    done = process("consensus", "-", "--quiet", input=learned)
    assert done.returncode == Exit.FINE, done.stderr
    assert done.stdout == learned
    assert learned.count(b"\n") == 2
