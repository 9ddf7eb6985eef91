"""pyAgrum's networks and graphs."""

from __future__ import annotations

import pyagrum
import pytest
from conftest import CLASS, NODES

import mcbnc
from mcbnc import metrics

ARCS = [("a", "b"), ("b", "d"), ("c", "d"), ("d", "e")]


@pytest.fixture
def network():
    return pyagrum.fastBN("c->d;a->b->d->e")  # in another order of the names


def names_of(network):
    return [network.variable(i).name() for i in range(network.size())]


def test_networks(network):
    result = mcbnc.consensus([network, ARCS])
    assert set(result.nodes) == set(NODES)
    assert metrics.shd(result, CLASS) == metrics.shd(network, CLASS) == 0


def test_arcs_are_pairs_of_numbers(network):
    result = mcbnc.consensus([network.arcs()], nodes=names_of(network))
    assert metrics.shd(result, network) == 0
    with pytest.raises(mcbnc.InvalidInputError, match="to give one DAG, write"):
        mcbnc.consensus(network.arcs())


def test_graphs(network):
    essential = pyagrum.EssentialGraph(network)
    for graph in (network.dag(), essential.pdag(), network.adjacencyMatrix()):
        result = mcbnc.consensus([graph], nodes=names_of(network))
        assert metrics.shd(result, network) == 0
    result = mcbnc.consensus([essential])  # knows the names
    assert result.extended == [0]
    assert set(result.nodes) == set(NODES)
    assert metrics.shd(essential, network) == 0


def test_a_node_was_erased():
    dag = pyagrum.DAG()
    dag.addNodes(4)
    dag.addArc(3, 1)
    dag.eraseNode(0)
    assert mcbnc.consensus([dag]).nodes == [1, 2, 3]


@pytest.mark.parametrize("learn", ["learnBN", "learnDAG", "learnEssentialGraph", "learnPDAG"])
def test_what_the_learner_returns(states, learn):
    learner = pyagrum.BNLearner(states.astype(str))
    if learn == "learnPDAG":
        learner.useMIIC()
    graph = getattr(learner, learn)()
    result = mcbnc.consensus([graph, graph])
    assert set(result.nodes) == set(NODES)
    assert metrics.shd(result, CLASS) == 0


def test_graphs_without_directions():
    with pytest.raises(mcbnc.InvalidInputError, match="a UndiGraph of pyAgrum has no arcs"):
        mcbnc.consensus([pyagrum.UndiGraph()])
