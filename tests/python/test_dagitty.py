"""dagitty's language, from files and as text."""

from __future__ import annotations

import warnings

import pytest

import mcbnc

SITE = """dag g {
bb="0,0,1,1"
a [exposure,pos="-0.5,1"]
b [outcome]
a -> b [beta=-0.5]
}
"""


@pytest.mark.parametrize(
    ("text", "nodes", "edges"),
    [
        ("dag { a -> b }", "ab", ["ab"]),
        ("dag {a->b<-c d}", "abcd", ["ab", "cb"]),
        (
            'dag g {\nbb="0,0,1,1"\na [exposure,pos="-0.5,1"]\nb [outcome]\na -> b [beta=-0.5]\n}\n',
            "ab",
            ["ab"],
        ),
        ("dag { a -> {b c}; {b c} -> d }", "abcd", ["ab", "ac", "bd", "cd"]),
        ("dag { a -> b -> c // a <-> c\n # x -> y\n }", "abc", ["ab", "bc"]),
    ],
)
def test_dags(tmp_path, text, nodes, edges):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = mcbnc.consensus([text], theta=0)
        path = tmp_path / "g.dagitty"
        path.write_text(text)
        read = mcbnc.read(path)
    assert read.nodes == result.nodes == list(nodes)
    assert set(read.edges) == set(result.edges) == {tuple(edge) for edge in edges}


def test_quoted_names():
    assert mcbnc.consensus(['dag { "a b" -> "c->d" }']).edges == [("a b", "c->d")]


def test_undirected_edges_are_a_class():
    assert mcbnc.consensus(["pdag { a -- b }"]).extended == [0]


def test_latent_nodes_are_told():
    with pytest.warns(mcbnc.DataWarning, match="'u' latent there"):
        assert mcbnc.consensus(["dag { u [latent] u -> a }"]).nodes == ["u", "a"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dag { a <-> b }", "the edge a <-> b is in no DAG: two arrowheads"),
        ("mag { a -> b }", "must be a dag or a pdag of dagitty, not 'mag'"),
        ("dag { a -> a }", "'a' has an arc to itself"),
        ("dag { a -> b", "it ends too early"),
        ("dag { a -> b } c", "'c' behind the graph"),
        ("dag { a @-> b }", "'@' needs quotes"),
        ("dag { -> b }", "a name must be where '->' is"),
        ("dag { }", "there are no nodes"),
        ("dag " + "{" * 1000, "nested too deeply"),
    ],
)
def test_what_is_no_dag(text, says):
    with pytest.raises(mcbnc.InvalidInputError, match=r"^dags\[0\]: dagitty.*" + says):
        mcbnc.consensus([text])


def test_a_cycle():
    with pytest.raises(mcbnc.CycleError):
        mcbnc.consensus(["dag { a -> b -> c -> a }"])
