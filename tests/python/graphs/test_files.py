"""How files become text: compression, encodings, standard input; and JSON, which Python and the command
line share."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc.cli import Exit, main

ROWS = [[int(i % 3 == 0), int(i % 2), int((i // 5) % 2)] for i in range(120)]


@pytest.fixture
def table(tmp_path):
    """A file of rows."""
    path = tmp_path / "rows.csv"
    path.write_text("a,b,c\n" + "".join(f"{x},{y},{z}\n" for x, y, z in ROWS))
    return path


@pytest.fixture
def learned(tmp_path, table):
    """What ``mcbnc learn`` writes of three sites."""
    for k in range(3):
        (tmp_path / f"site{k}.csv").write_bytes(table.read_bytes())
    path = tmp_path / "learned.json"
    assert (
        main(["learn", *(str(tmp_path / f"site{k}.csv") for k in range(3)), "--out", str(path), "--quiet"])
        == 0
    )
    return path


def mcbnc_says(*arguments, stdin: bytes = b"", code: int = 0) -> str:
    """The output of the command line in a process of its own, with this standard input."""
    command = [sys.executable, "-m", "mcbnc", *map(str, arguments)]
    done = subprocess.run(command, input=stdin, capture_output=True)
    assert done.returncode == code, done.stderr.decode()
    return (done.stdout if code == 0 else done.stderr).decode()


# Compression and encodings


@pytest.mark.parametrize("name", ["rows.csv.gz", "rows.tsv.gz", "rows.CSV.GZ", "rows.csv"])
def test_compressed_rows(tmp_path, table, name):
    expected = mcbnc.learn(str(table))
    path = tmp_path / "zipped" / name
    path.parent.mkdir()
    text = table.read_text().replace(",", "\t" if ".tsv" in name else ",")
    path.write_bytes(gzip.compress(text.encode()))
    read = mcbnc.learn(path)
    assert read.edges == expected.edges
    assert read.states == expected.states


def test_rows_that_pandas_compresses(tmp_path, table):
    pd.read_csv(table).to_csv(tmp_path / "pandas.csv.gz", index=False)
    assert mcbnc.learn(tmp_path / "pandas.csv.gz").edges == mcbnc.learn(table).edges


@pytest.mark.parametrize("suffix", [".csv", ".dot", ".bn", ".json"])
def test_compressed_graphs(tmp_path, suffix):
    result = mcbnc.consensus(["[a][b|a][c|b]"] * 2)
    plain, zipped = tmp_path / f"net{suffix}", tmp_path / f"net{suffix}.gz"
    if suffix == ".json":
        result.save(plain)
    else:
        writers = {
            ".csv": lambda: result.to_pandas().to_csv(),
            ".dot": result.to_dot,
            ".bn": result.to_bnlearn,
        }
        plain.write_text(writers[suffix]())
    zipped.write_bytes(gzip.compress(plain.read_bytes()))
    assert mcbnc.read(zipped).edges == mcbnc.read(plain).edges == result.edges
    assert mcbnc.consensus([zipped, plain]).nodes == mcbnc.consensus([plain, plain]).nodes
    if suffix == ".json":
        assert mcbnc.load(zipped).theta == result.theta


@pytest.mark.parametrize("cut", [slice(0, 30), slice(0, -4), slice(None)])
def test_a_damaged_compressed_file_is_named(tmp_path, table, cut):
    content = gzip.compress(table.read_bytes())[cut]
    if cut == slice(None):
        content = content[:40] + b"????" + content[44:]
    path = tmp_path / "bad.csv.gz"
    path.write_bytes(content)
    with pytest.raises(mcbnc.InvalidInputError, match=rf"^{path}: the compressed file is damaged"):
        mcbnc.read(path)
    with pytest.raises(mcbnc.InvalidInputError, match=rf"data \({path}\): the compressed file is damaged"):
        mcbnc.learn(path)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (
            "é,b\n0,1\n".encode("latin-1"),
            "it has the byte 0xe9. If it is text in another encoding, such as Latin-1",
        ),
        ("a,b\n0,1\n".encode("utf-16"), "it is in UTF-16: write it in UTF-8"),
        (b"PAR1\x15\x04\x15\xff", "it is a Parquet file: give pandas.read_parquet"),
        (b"PK\x03\x04\x14\x00\x08\xff", "give pandas.read_excel"),
        (b"BZh91AY&SY\xff", "compressed by bzip2"),
        (b"\xfd7zXZ\x00", "compressed by xz"),
        (b"\x28\xb5\x2f\xfd\x04", "compressed by zstd"),
        (b"\x89PNG\r\n\x1a\n\xff", "it is a picture"),
        (b"%PDF-1.7\n%\xff\xff", "it is a PDF"),
    ],
)
def test_what_is_no_text_is_named(tmp_path, content, says):
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    for read, place in (
        (mcbnc.read, f"{path}: not text in UTF-8: "),
        (mcbnc.learn, f"data ({path}): not text in UTF-8: "),
        (lambda path: mcbnc.learn_many([path]), f"datasets[0] ({path}): not text in UTF-8: "),
        (lambda path: mcbnc.consensus([path]), f"dags[0]: {path}: not text in UTF-8: "),
    ):
        with pytest.raises(mcbnc.InvalidInputError) as caught:
            read(path)
        assert str(caught.value).startswith(place)
        assert says in str(caught.value)


def test_the_command_line_names_a_file_once(capsys, tmp_path, table):
    (tmp_path / "bad.csv").write_bytes(b"\xe9,b\n0,1\n")
    assert main(["learn", str(table), str(tmp_path / "bad.csv")]) == Exit.BAD_INPUT
    message = capsys.readouterr().err
    assert message.count("bad.csv") == 1
    assert f"error: {tmp_path / 'bad.csv'}: not text in UTF-8" in message


def test_files_that_are_not_there_are_named(tmp_path):
    with pytest.raises(mcbnc.InvalidInputError, match=r"^data \(nope\.csv\): .*cannot be read: No such file"):
        mcbnc.learn("nope.csv")
    with pytest.raises(FileNotFoundError, match=r"nope\.bif"):
        mcbnc.read("nope.bif")
    for bad in ("a\0.bif", "a\0.json"):
        with pytest.raises(mcbnc.InvalidInputError, match=r"a\\?.*: embedded null"):
            mcbnc.consensus([bad])


# Standard input


def test_rows_from_standard_input(tmp_path, table):
    expected = mcbnc_says("learn", table, "--quiet")
    assert mcbnc_says("learn", "-", "--quiet", stdin=table.read_bytes()) == expected
    assert mcbnc_says("learn", "-", "--quiet", stdin=gzip.compress(table.read_bytes())) == expected
    assert "/dev/stdin: it is empty" in mcbnc_says("learn", "-", code=1)


def test_graphs_from_standard_input(tmp_path, learned):
    expected = mcbnc_says("consensus", learned, "--quiet")
    assert mcbnc_says("consensus", "-", "--quiet", stdin=learned.read_bytes()) == expected
    graph = mcbnc.from_bnlearn("[a][b|a]")
    for name, text in (("dot", graph.to_dot()), (".BN", graph.to_bnlearn()), ("csv", "from,to\na,b\n")):
        out = mcbnc_says("consensus", "-", "--format", name, "--quiet", "--json", stdin=text.encode())
        assert json.loads(out)["nodes"] == ["a", "b"]
    assert "/dev/stdin: there are no nodes" in mcbnc_says("consensus", "-", stdin=b"digraph {}", code=1)
    assert "/dev/stdin: it is no mcbnc file" in mcbnc_says("consensus", "-", stdin=b"{a", code=1)
    assert "'doc' is no format" in mcbnc_says("consensus", "-", "--format", "doc", code=2)


def test_a_format_for_files_without_a_suffix(tmp_path):
    (tmp_path / "net").write_text("from,to\na,b\n")
    given = ("consensus", tmp_path / "net", "--quiet", "--json")
    assert json.loads(mcbnc_says(*given, "--format", "csv"))["nodes"] == ["a", "b"]
    assert json.loads(mcbnc_says(*given))["nodes"] == ["a", "b"]
    (tmp_path / "net").write_text("neither names nor arcs\n")
    assert "as no graph does that mcbnc reads" in mcbnc_says("consensus", tmp_path / "net", code=1)


# JSON


def test_python_reads_what_learn_writes(tmp_path, learned):
    expected = mcbnc.learn_many([tmp_path / f"site{k}.csv" for k in range(3)])
    graphs = mcbnc.load(learned)
    assert [graph.edges for graph in graphs] == [graph.edges for graph in expected]
    wanted = mcbnc.consensus(expected, theta="auto")
    for dags in (learned, str(learned), [learned], [str(learned)], graphs):
        result = mcbnc.consensus(dags, theta="auto")
        assert (result.adjacency == wanted.adjacency).all()
    more = mcbnc.consensus([expected[0], learned, expected[1]], weights=[1, 2, 3, 4, 5])
    assert (
        more.edges == mcbnc.consensus([expected[k] for k in (0, 0, 1, 2, 1)], weights=[1, 2, 3, 4, 5]).edges
    )
    with pytest.raises(mcbnc.InvalidInputError, match=r"learned\.json: it has 3 graphs, not one"):
        mcbnc.read(learned)
    with pytest.raises(mcbnc.InvalidInputError, match=r"a: .*learned\.json: it has 3 graphs, not one"):
        mcbnc.metrics.shd(learned, learned)


def test_python_reads_what_the_command_line_prints(capsys, tmp_path, learned, table):
    assert main(["consensus", str(learned), "--json", "--quiet"]) == 0
    record = capsys.readouterr().out
    (tmp_path / "printed.json").write_text(record)
    read = mcbnc.read(tmp_path / "printed.json")
    assert [list(edge) for edge in read.edges] == sorted(json.loads(record)["edges"])
    assert [graph.edges for graph in mcbnc.load(tmp_path / "printed.json")] == [read.edges]
    assert main(["learn", str(table), "--json", "--quiet"]) == 0
    (tmp_path / "one.json").write_text(capsys.readouterr().out)
    assert mcbnc.read(tmp_path / "one.json").edges == mcbnc.learn(table).edges
    assert mcbnc.consensus(tmp_path / "one.json").nodes == ["a", "b", "c"]


def test_the_command_line_reads_what_python_saves(capsys, tmp_path):
    result = mcbnc.consensus(["[a][b|a][c|b]", "[a][b|a][c]"], theta=0.25)
    result.save(tmp_path / "result.json")
    assert main(["consensus", str(tmp_path / "result.json"), "--json", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == ["a", "b", "c"]
    result.trajectory.save(tmp_path / "run.json")
    assert main(["consensus", str(tmp_path / "run.json"), "--quiet"]) == Exit.BAD_INPUT
    assert "mcbnc.load(path).at(theta) is a graph of it" in capsys.readouterr().err


def test_what_has_no_graph_says_so(capsys, tmp_path, learned):
    for command, says in (
        ("trajectory", "the table of a trajectory"),
        ("compare", "a comparison has no graph"),
    ):
        assert main([command, str(learned), "--json"]) == 0
        path = tmp_path / f"{command}.json"
        path.write_text(capsys.readouterr().out)
        for read in (mcbnc.read, mcbnc.load):
            with pytest.raises(mcbnc.InvalidInputError, match=rf"^{path}: {says}"):
                read(path)


def test_the_bundled_shape(tmp_path):
    clients = mcbnc.datasets.load("asia")
    arcs = [mcbnc.Graph(dag, clients.nodes, True).edges for dag in clients.dags]
    (tmp_path / "asia.json").write_text(json.dumps({"nodes": clients.nodes, "clients": arcs}))
    graphs = mcbnc.load(tmp_path / "asia.json")
    assert (np.stack([graph.adjacency for graph in graphs]) == clients.dags).all()


def test_names_that_are_numbers_or_tuples(tmp_path):
    nodes = [1, "1", ["x", 2]]
    (tmp_path / "odd.json").write_text(json.dumps({"nodes": nodes, "edges": [[1, "1"], ["1", ["x", 2]]]}))
    assert mcbnc.read(tmp_path / "odd.json").edges == [(1, "1"), ("1", ("x", 2))]


def test_structures_that_are_no_dags(tmp_path):
    """One with arcs both ways is a PDAG, and a cycle is named with its place in the file."""
    path = tmp_path / "structures.json"
    path.write_text(json.dumps({"nodes": ["a", "b"], "clients": [[["a", "b"]], [["a", "b"], ["b", "a"]]]}))
    dag, pdag = mcbnc.load(path)
    assert type(dag) is mcbnc.Graph
    assert type(pdag) is mcbnc.PDAG
    assert pdag.undirected == [("a", "b")]
    cycle = [["a", "b"], ["b", "c"], ["c", "a"]]
    path.write_text(json.dumps({"nodes": ["a", "b", "c"], "clients": [[], cycle]}))
    with pytest.raises(mcbnc.CycleError, match=r"structures\.json\[1\]: it has a cycle"):
        mcbnc.load(path)


def test_formats_of_dags_have_no_undirected_edges(tmp_path):
    for read in (lambda: mcbnc.from_bnlearn("[a|b][b|a]"), lambda: mcbnc.consensus(["[a|b][b|a]"])):
        with pytest.raises(mcbnc.CycleError, match="it has a cycle: a -> b -> a"):
            read()


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ({"nodes": ["a"], "clients": []}, ": it has no structures"),
        ({"nodes": ["a"], "clients": {}}, ": it has no structures"),
        ({"nodes": [], "clients": [[]]}, ": it has no nodes"),
        ({"clients": [[]]}, ": it has no nodes"),
        ({"nodes": ["a", "a"], "clients": [[]]}, ': "nodes": names must differ'),
        ({"nodes": ["a", {}], "clients": [[]]}, ': "nodes": .*cannot be a node'),
        ({"nodes": ["a", "b"], "clients": [[], 7]}, r"\[1\]: a structure is a list of arcs, not 7"),
        ({"nodes": ["a", "b"], "clients": [[["a"]]]}, r"\[0\]: an arc is a list of two nodes, not \['a'\]"),
        ({"nodes": ["a", "b"], "clients": [[["a", "c"]]]}, r"\[0\]: no node is named 'c'"),
        ({"nodes": ["a", "b"], "edges": [["a", "a"]]}, ": 'a' has an arc to itself"),
        ({"nodes": ["a", "b"], "edges": 3}, ": a structure is a list of arcs, not 3"),
        ({"nodes": ["a", "b"]}, ": it holds no structure"),
    ],
)
def test_bad_structures(tmp_path, record, says):
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(record))
    for read in (mcbnc.load, mcbnc.read):
        with pytest.raises(mcbnc.InvalidInputError, match=f"^{path}{says}"):
            read(path)
