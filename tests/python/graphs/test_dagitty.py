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
        ("DAG { a -> b }", "ab", ["ab"]),
        ('Strict Dag "g 1" { a -> b }', "ab", ["ab"]),
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


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ('dag { "a b" -> "c->d" }', ("a b", "c->d")),
        (r'dag { "the \"big\" one" -> b }', ('the "big" one', "b")),
        (r'dag { "a\b" -> c }', (r"a\b", "c")),
        ("dag { -b1 -> c }", ("-b1", "c")),
        ("dag { -b1->-2 }", ("-b1", "-2")),
    ],
)
def test_names(text, edge):
    assert mcbnc.consensus([text]).edges == [edge]


def test_undirected_edges_are_a_class():
    assert mcbnc.consensus(["pdag { a -- b }"]).extended == [0]


@pytest.mark.parametrize("mark", ["latent", "l", "unobserved", "u", 'unobserved,pos="0,0"'])
def test_latent_nodes_are_told(mark):
    with pytest.warns(mcbnc.DataWarning, match="'U' is latent there"):
        assert mcbnc.consensus([f"dag {{ U [{mark}] U -> a }}"]).nodes == ["U", "a"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dag { a <-> b }", "the edge a <-> b is neither .*: two arrowheads"),
        ("mag { a -> b }", "must be a dag or a pdag of dagitty, not 'mag'"),
        ("dag { a -> a }", "'a' has an arc to itself"),
        ("dag { a -> b", "it ends too early"),
        ("dag { a -> b } c", "'c' behind the graph"),
        ("dag { a @-> b }", "the edge a o-> b is neither .* but a PAG"),
        ("dag { a <-@ b }", "the edge a <-o b .* but a PAG"),
        ("pdag { a @-@ b }", "the edge a o-o b .* but a PAG"),
        ("pdag { a @-- b }", "the edge a o-- b .* but a PAG"),
        ("pdag { a --@ b }", "the edge a --o b .* but a PAG"),
        ("dag { a -> b b -> a }", "a -> b and b -> a are a cycle; an undirected edge is written a -- b"),
        ("pdag { a -> b a -- b }", "the edge of a and b comes twice: as an arrow and as undirected"),
        ("dag { a-b }", "'-' needs quotes"),
        ("dag { a -> b } dag { b -> a }", "'dag' behind the graph; a file has one"),
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
