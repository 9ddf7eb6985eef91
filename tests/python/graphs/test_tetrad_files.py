"""Graphs as Tetrad, causal-cmd and causal-learn save them as text."""

from __future__ import annotations

import warnings

import pytest

import mcbnc

GRAPH = """Graph Nodes:
X1;X2;X3;alone

Graph Edges:
1. X1 --> X2
2. X2 <-- X3 dd nl
"""


def written(tmp_path, text):
    path = tmp_path / "graph.txt"
    path.write_text(text)
    return path


@pytest.mark.parametrize(
    "text",
    [
        GRAPH,
        GRAPH.replace(";", ","),
        GRAPH.replace("\n", "\r\n"),
        GRAPH.replace("Graph Nodes:\n", "Graph Nodes: "),
        f"Runtime Parameters:\nnumber of threads = 8\n\n{GRAPH}",
        f"{GRAPH}\nGraph Attributes:\nBIC: -12.5\n\nGraph Node Attributes:\nBIC: [X1: -1]\n",
        GRAPH.replace("dd nl", "[X3 --> X2]:0.9;[no edge]:0.1;"),
    ],
)
def test_a_graph(tmp_path, text):
    graph = mcbnc.read(written(tmp_path, text))
    assert graph.nodes == ["X1", "X2", "X3", "alone"]
    assert {*graph.edges} == {("X1", "X2"), ("X3", "X2")}


def test_a_class(tmp_path):
    path = written(tmp_path, GRAPH + "3. X3 --- alone\n")
    result = mcbnc.consensus([path], theta=0)
    assert result.extended == ["graph.txt"]
    assert {("X1", "X2"), ("X3", "X2")} <= {*result.edges}


def test_latent_nodes_are_told(tmp_path):
    path = written(tmp_path, GRAPH.replace("X3;", "(X3);"))
    with pytest.warns(mcbnc.DataWarning, match="'X3' is latent there"):
        assert mcbnc.read(path).nodes == ["X1", "X2", "X3", "alone"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mcbnc.read(written(tmp_path, GRAPH))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("X1 -->", "X1 o->", "5: the edge X1 o-> X2 .* but a PAG"),
        ("X1 -->", "X1 <->", "5: the edge X1 <-> X2 .* latent common cause"),
        ("X1 -->", "X1 o-o", "5: the edge X1 o-o X2 .* but a PAG"),
        ("X1 -->", "X1 =>", "5: '1. X1 => X2' is no edge of Tetrad"),
        ("1. X1", "1. X9", "5: 'X9' is not one of the nodes"),
        ("X2 <-- X3", "X2 --- X1", "6: the edge of 'X2' and 'X1' is a loop, or comes twice"),
        ("X2 <-- X3", "X2 <-- X2", "6: the edge of 'X2' and 'X2' is a loop"),
        ("Graph Edges:", "", "1: no graph of Tetrad: it has nodes, but no line 'Graph Edges:'"),
        ("alone\n", f"alone\n{GRAPH}", "3: the second graph of 2 begins here"),
    ],
)
def test_what_is_no_graph_of_a_class(tmp_path, old, new, says):
    with pytest.raises(mcbnc.InvalidInputError, match=rf"graph\.txt:{says}"):
        mcbnc.read(written(tmp_path, GRAPH.replace(old, new)))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (
            "Ambiguous triples (i.e. list of triples for which ...): \n<X1, X2, X3>\n",
            "may be a collider or not",
        ),
        ("Dotted underlined triples: \n<X1, X2, X3>\n", "of a graph with cycles"),
    ],
)
@pytest.mark.parametrize(
    "before", ["", "Graph Attributes:\nBIC: -12.5\n", "Underlined triples: \n<X1, X2, X3>\n"]
)
def test_triples_that_edges_do_not_tell(tmp_path, more, says, before):
    with pytest.raises(mcbnc.InvalidInputError, match=says):
        mcbnc.read(written(tmp_path, f"{GRAPH}\n{before}\n{more}"))


def test_underlined_triples_are_no_colliders_anyhow(tmp_path):
    graph = mcbnc.read(written(tmp_path, f"{GRAPH}\nUnderlined triples: \n<X1, X2, X3>\n"))
    assert {*graph.edges} == {("X1", "X2"), ("X3", "X2")}
