"""DOT as pyAgrum and causal-learn write it: nodes are numbers with labels, edges have marks at both ends."""

from __future__ import annotations

import pyagrum
from causallearn.graph.Edge import Edge
from causallearn.graph.Endpoint import Endpoint
from causallearn.graph.GeneralGraph import GeneralGraph
from causallearn.graph.GraphNode import GraphNode
from causallearn.utils.GraphUtils import GraphUtils

import mcbnc

COLLIDER = {("age", "bp"), ("sex", "bp")}


def general(names, *undirected):
    """The collider, over nodes in this order, and undirected edges."""
    nodes = {name: GraphNode(name) for name in names}
    graph = GeneralGraph([*nodes.values()])
    for u, v in COLLIDER:
        graph.add_directed_edge(nodes[u], nodes[v])
    for u, v in undirected:
        graph.add_edge(Edge(nodes[u], nodes[v], Endpoint.TAIL, Endpoint.TAIL))
    return graph


def test_pyagrum(tmp_path):
    paths = [tmp_path / "north.dot", tmp_path / "south.dot"]
    for path, text in zip(paths, ["age->bp<-sex;x->y", "x->y;sex->bp<-age"], strict=True):
        network = pyagrum.fastBN(text)  # which the graph of its class does not keep
        path.write_text(pyagrum.EssentialGraph(network).toDot())
    result = mcbnc.consensus(paths, 0.5)
    assert result.extended == ["north.dot", "south.dot"]
    assert {*result.edges} >= COLLIDER
    assert len(result.edges) == 3


def test_causallearn(tmp_path):
    paths = [tmp_path / "north.dot", tmp_path / "south.dot"]
    for path, names in zip(paths, [("age", "bp", "sex"), ("sex", "age", "bp")], strict=True):
        path.write_text(GraphUtils.to_pydot(general(names)).to_string())
    assert {*mcbnc.consensus(paths, 0.5).edges} == COLLIDER
    graph = general(("age", "bp", "sex", "x"), ("age", "x"))
    paths[0].write_text(GraphUtils.to_pydot(graph).to_string())
    text = tmp_path / "graph.txt"
    text.write_text(str(graph))
    assert mcbnc.metrics.shd(paths[0], text) == 0
    assert mcbnc.consensus([paths[0], text], 0).extended == ["north.dot", "graph.txt"]
