"""What a networkx graph of a result has of its edges."""

import math

import networkx as nx
import pytest
from helpers import names, noisy_copies, random_dags

import mcbnc
from mcbnc import baselines

NODES = names(7)
DAGS = noisy_copies(3, 5, 7)
WEIGHTS = [1, 2, 0.5, 3, 1]


def edges_of(result):
    return result.to_networkx().edges(data=True)


@pytest.mark.parametrize("theta", [0, 0.4])
def test_edges_of_a_consensus_have_support_and_psi(theta):
    result = mcbnc.consensus(DAGS, theta, nodes=NODES, weights=WEIGHTS)
    graph = result.to_networkx()
    assert list(graph) == NODES
    assert list(graph.edges) == sorted(result.edges, key=lambda edge: list(map(NODES.index, edge)))
    for u, v, told in graph.edges(data=True):
        i, j = NODES.index(u), NODES.index(v)
        joined = sum(w for w, dag in zip(WEIGHTS, DAGS, strict=True) if dag[i, j] or dag[j, i])
        assert set(told) == {"support", "psi"}
        assert type(told["support"]) is type(told["psi"]) is float
        assert told["support"] == pytest.approx(joined / sum(WEIGHTS))
        assert told["psi"] == pytest.approx(result.explain(u, v).psi)
    assert mcbnc.metrics.shd(graph, result) == 0


def test_they_are_those_of_the_frame():
    result = mcbnc.consensus(random_dags(2, 4, 6, 0.4), 0.3, output="refusion")
    frame = result.to_frame()
    for (u, v, told), row in zip(edges_of(result), frame.to_dict("records"), strict=True):
        assert (u, v, told["support"]) == (row["from"], row["to"], row["support"])
        assert told["psi"] == row["psi"] or (math.isnan(told["psi"]) and math.isnan(row["psi"]))


def test_a_baseline_knows_its_support_and_a_learned_graph_nothing():
    vote = baselines.vote(DAGS, nodes=NODES)
    assert len(vote) > 0
    assert [told for *_, told in edges_of(vote)] == [{"support": s} for s in vote.to_frame()["support"]]
    rows = {"a": [0, 1] * 50, "b": [0, 1] * 50}
    assert [told for *_, told in edges_of(mcbnc.learn(rows))] == [{}]
    assert [told for *_, told in edges_of(mcbnc.fusion(DAGS))] == [{}] * len(mcbnc.fusion(DAGS))


def test_a_drawing_may_have_widths(tmp_path):
    graph = mcbnc.consensus(DAGS, nodes=NODES).to_networkx()
    assert nx.to_numpy_array(graph, weight="support").max() <= 1
    nx.write_graphml(graph, tmp_path / "consensus.graphml")
    again = nx.read_graphml(tmp_path / "consensus.graphml")
    assert nx.get_edge_attributes(again, "psi") == nx.get_edge_attributes(graph, "psi")
