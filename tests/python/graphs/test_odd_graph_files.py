"""Valid but odd graph files are read as their formats mean them, and short ones take little memory."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import mcbnc
from mcbnc.cli._files import write as write_result

NBSP = "\u00a0"


def read(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8", newline="")
    return mcbnc.read(path)


@pytest.mark.parametrize(
    ("text", "nodes", "edges"),
    [
        ('digraph { "a\\\nb" -> c }', ["ab", "c"], [("ab", "c")]),
        ('digraph { "a\\\r\nb" -> c }', ["ab", "c"], [("ab", "c")]),
        ('digraph { "a\\\\\\"b\\n" -> c }', ['a\\"b\\n', "c"], [('a\\"b\\n', "c")]),
        (f"digraph {{ a{NBSP}b -> c }}", [f"a{NBSP}b", "c"], [(f"a{NBSP}b", "c")]),
        ("digraph { a [label=<<b>x &gt; y</b>>]; a -> b }", ["a", "b"], [("a", "b")]),
    ],
)
def test_names_in_dot_are_those_of_graphviz(tmp_path, text, nodes, edges):
    graph = read(tmp_path, "g.dot", text)
    assert (graph.nodes, graph.edges) == (nodes, edges)


def test_an_html_string_whose_brackets_do_not_match_is_refused_as_graphviz_does(tmp_path):
    with pytest.raises(mcbnc.InvalidInputError, match=r"g\.dot:1"):
        read(tmp_path, "g.dot", "digraph { a [label=<<b>x -> y</b>>]; a -> b }")


@pytest.mark.parametrize(
    ("text", "edges"),
    [
        ("from, to\na, b\n", [("a", "b")]),
        ("from, to\na, b\nb, c\n", [("a", "b"), ("b", "c")]),
        ("from,to\n a ,b\n", [("a", "b")]),
        ("from\tto\na b\t c\n", [("a b", "c")]),
        (", a, b\na, 0, 1\nb, 0, 0\n", [("a", "b")]),
        (" a, b\n0, 1\n0, 0\n", [("a", "b")]),
    ],
)
def test_blanks_around_names_in_a_table_are_none_of_them(tmp_path, text, edges):
    graph = read(tmp_path, "g.csv", text)
    assert graph.edges == edges
    assert set(graph.nodes) == {node for edge in edges for node in edge}


@pytest.mark.parametrize("name", [" a", "a\t", "\n", ""])
def test_a_name_that_no_table_can_hold_is_not_written(tmp_path, name):
    with pytest.raises(mcbnc.InvalidInputError, match="cannot be in a table"):
        write_result(mcbnc.consensus([[(name, "b")]]), str(tmp_path / "g.csv"))


@pytest.mark.parametrize(
    "text",
    [
        '{"nodes": ["a", "b"], "edges": [["a", "b"]], "edges": [["b", "a"]]}',
        '{"nodes": ["a", "b"], "nodes": ["b", "a"], "clients": [[["a", "b"]]]}',
    ],
)
def test_a_key_that_comes_twice_in_json(tmp_path, text):
    for function in (lambda: read(tmp_path, "g.json", text), lambda: mcbnc.load(tmp_path / "g.json")):
        with pytest.raises(mcbnc.InvalidInputError, match=r"g\.json: the key '\w+' comes more than once"):
            function()


def test_a_key_that_comes_twice_in_a_saved_run_without_its_digest(tmp_path):
    path = tmp_path / "run.json"
    mcbnc.trajectory([[("a", "b")]]).save(path)
    text = re.sub(r',\s*"sha256":\s*"[0-9a-f]*"', "", path.read_text())
    path.write_text(text)
    mcbnc.load(path)
    start = text.index('"nodes"')
    path.write_text(text[:start] + '"nodes": ["x", "y"], ' + text[start:])
    with pytest.raises(mcbnc.InvalidInputError, match="the key 'nodes' comes more than once"):
        mcbnc.load(path)


LINEAR = """
import resource, mcbnc
n = 60_000
dot = open("chain.dot", "w")
dot.write("digraph {" + "->".join(f"a{i}" for i in range(n)) + "}")
dot.close()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
graph = mcbnc.read("chain.dot")
assert len(graph.nodes) == n and len(graph) == n - 1
assert graph.edges[1] == ("a1", "a2") and ("a1", "a2") in graph.edges
assert repr(graph) == "<Graph: 59999 edges over 60000 nodes>"
assert graph.to_dot().count("->") == n - 1
try:
    mcbnc.from_bnlearn("".join(f"[v{i}|v{(i + 1) % n}]" for i in range(n)))
except mcbnc.CycleError as error:
    assert len(error.cycle) == n
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert after - before < 300_000, f"{(after - before) >> 10} MB"
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kilobytes there")
def test_a_short_file_of_many_nodes_takes_little_memory(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", LINEAR], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
