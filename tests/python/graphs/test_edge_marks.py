"""The marks of edges and of latent nodes in DOT, and in networkx's graphs that came from DOT."""

from __future__ import annotations

import warnings

import networkx as nx
import pytest

import mcbnc


def read(tmp_path, statements):
    """The directed and the undirected edges of a digraph, and the warnings."""
    path = tmp_path / "g.dot"
    path.write_text(f"digraph {{ {statements} }}")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        matrix = mcbnc.consensus([path, path], theta=0).cpdag
        nodes = mcbnc.consensus([path]).nodes
    edges = {(nodes[i], nodes[j]) for i, j in zip(*matrix.nonzero(), strict=True)}
    both = {frozenset(edge) for edge in edges if edge[::-1] in edges}
    return {edge for edge in edges if frozenset(edge) not in both}, both, [str(one.message) for one in told]


COLLIDER = "a -> c; d -> c;"
"""Its arrows are those of its class, so each arrow that is read is seen."""


@pytest.mark.parametrize(
    "edge",
    [
        "a -> b [dir=none]",
        'a -> b [dir="none", arrowhead=normal]',
        "a -> b [arrowhead=none]",
        "a -> b [arrowtail=none, arrowhead=none]",
        "a -> b [dir=both arrowtail=none arrowhead=none]",
        "edge [arrowhead=none]; a -> b; edge [arrowhead=normal]",
        "subgraph { edge [dir=none]; a -> b }",
        "{ edge [dir=none] { a -> b } }",
        "a -> b; b -> a",
    ],
)
def test_an_edge_without_arrowheads_is_undirected(tmp_path, edge):
    directed, undirected, told = read(tmp_path, f"{edge}; {COLLIDER}")
    assert (directed, undirected, told) == ({("a", "c"), ("d", "c")}, {frozenset("ab")}, [])


@pytest.mark.parametrize(
    "arrows",
    [
        "a -> c [arrowhead=normal arrowtail=none]; d -> c [dir=forward, arrowtail=odot]",
        "c -> a [dir=back]; c -> d [dir=back, arrowtail=vee, arrowhead=odot]",
        "a -> c [dir=both arrowtail=none arrowhead=open]; d -> c [style=dashed]",
        "{ edge [arrowhead=none dir=both] } a -> c; d -> c",
        "edge [arrowhead=none]; edge [arrowhead=empty]; a -> c; d -> c [color=red]",
        'a -> c -> b [style=invis]; a -> c; d -> c; b -> d [style="dashed,invis"]',
        "a -> d [color=transparent]; subgraph x { edge [style=invis] a -> d } a -> c; d -> c",
    ],
)
def test_arrows_are_those_that_graphviz_draws(tmp_path, arrows):
    assert read(tmp_path, f"a; d; c; b; {arrows}") == ({("a", "c"), ("d", "c")}, set(), [])


@pytest.mark.parametrize(
    ("edge", "says"),
    [
        ("a -> b [arrowhead=odot]", "the edge a --o b .* but a PAG"),
        ("a -> b [dir=both, arrowtail=odot, arrowhead=normal]", "the edge a o-> b .* but a PAG"),
        ("a -> b [dir=both]", "the edge a <-> b .* a latent common cause"),
        ("a -> b [dir=back arrowtail=dot]", "the edge a o-- b .* but a PAG"),
        ("edge [arrowhead=odot dir=both arrowtail=odot]; a -> b", "the edge a o-o b .* but a PAG"),
        ("a -> b [arrowtail=normal]", "arrowtail=normal, which Graphviz draws with dir=both or dir=back"),
        ("a -> b [arrowhead=tee]", "arrowhead=tee, which is neither normal"),
        ("a -> b [dir=up]", "dir=up, which is not one of forward, back, both, none"),
        ("a -> b; b -> a [dir=none]", "the edge of a and b comes twice: as an arrow and as undirected"),
        ("a [style=invis]; a -> b", "the node 'a' is invisible"),
        ("node [style=invis]; a", "the node 'a' is invisible"),
    ],
)
def test_marks_of_no_dag_are_refused(tmp_path, edge, says):
    path = tmp_path / "g.dot"
    path.write_text(f"digraph {{\n{edge} }}")
    with pytest.raises(mcbnc.InvalidInputError, match=rf"g\.dot.*{says}"):
        mcbnc.consensus([path])


def test_no_nodes_at_an_end_are_no_edge(tmp_path):
    path = tmp_path / "g.dot"
    path.write_text("digraph { {} -> a [dir=both]; a -> {} [arrowhead=box2 dir=none]; a -> {}; c -> b }")
    assert mcbnc.read(path).edges == [("c", "b")]


def test_read_wants_a_dag(tmp_path):
    path = tmp_path / "g.dot"
    path.write_text("digraph { a -> b [arrowhead=none] }")
    with pytest.raises(mcbnc.InvalidInputError, match="a - b is undirected, so this is no DAG"):
        mcbnc.read(path)


def test_a_node_that_dowhy_calls_not_observed(tmp_path):
    path = tmp_path / "g.dot"
    path.write_text('digraph { U [observed="no"]; V [observed=yes]; U -> V }')
    with pytest.warns(mcbnc.DataWarning, match="'U' is latent there"):
        assert mcbnc.read(path).edges == [("U", "V")]
    graph = nx.DiGraph([("U", "V")])
    graph.nodes["U"]["observed"] = "no"
    with pytest.warns(mcbnc.DataWarning, match="'U' is latent there"):
        mcbnc.consensus([graph])


def test_marks_in_graphs_of_networkx(tmp_path):
    """networkx keeps the attributes of a file in DOT, and calls every edge an arc."""
    graph = nx.DiGraph([("a", "c"), ("d", "c")])
    graph.add_edge("a", "b", dir='"none"', style="dashed")
    graph.add_edge("c", "b", style="invis")
    result = mcbnc.consensus([graph], theta=0)
    assert result.extended == [0]
    assert {*result.edges} in ({("a", "c"), ("d", "c"), ("a", "b")}, {("a", "c"), ("d", "c"), ("b", "a")})
    graph.edges["a", "c"]["arrowhead"] = "odot"
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[0\]: the edge a --o c .* but a PAG") as caught:
        mcbnc.consensus([graph])
    assert caught.value.nodes == ["a", "c"]
    graph.edges["a", "c"]["arrowhead"] = "box"
    with pytest.raises(mcbnc.InvalidInputError, match="a -> c has arrowhead=box"):
        mcbnc.consensus([graph])
