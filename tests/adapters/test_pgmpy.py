"""What pgmpy's searches return, as they return it."""

from __future__ import annotations

import pytest
from conftest import CLASS
from pgmpy.base import ADMG, DAG, MAG, PDAG
from pgmpy.causal_discovery import GES, PC, HillClimbSearch

import mcbnc
from mcbnc import metrics


@pytest.mark.parametrize("search", [HillClimbSearch, GES, PC])
def test_searches(search, states):
    options = {} if search is GES else {"show_progress": False}
    graph = search(**options).fit(states).causal_graph_
    assert isinstance(graph, PDAG)
    own = [*graph.directed_edges, *graph.undirected_edges, *((v, u) for u, v in graph.undirected_edges)]
    assert metrics.shd(graph, own) == 0
    result = mcbnc.consensus([graph, graph])
    assert result.extended == ([0, 1] if graph.undirected_edges else [])
    assert metrics.shd(result, own) == 0
    # Where hill climbing ends depends on the seed of Python's hashes.
    assert search is HillClimbSearch or metrics.shd(graph, CLASS) == 0


def test_a_search_for_a_dag(states):
    graph = HillClimbSearch(return_type="dag", show_progress=False).fit(states).causal_graph_
    assert isinstance(graph, DAG)
    result = mcbnc.consensus([graph])
    assert result.extended == []
    assert sorted(result.edges) == sorted(graph.edges)


def test_their_extension_is_of_our_class():
    graph = PDAG(directed_ebunch=[("b", "d"), ("c", "d"), ("d", "e")], undirected_ebunch=[("a", "b")])
    assert metrics.shd(mcbnc.consensus([graph]), mcbnc.consensus([graph.to_dag()])) == 0


def test_graphs_that_are_no_class_of_dags():
    mixed = ADMG()
    mixed.add_bidirected_edges([("a", "b")])
    for graph in (mixed, MAG()):
        graph.add_nodes_from("ab")
        with pytest.raises(mcbnc.InvalidInputError, match=r"bidirected|undirected"):
            mcbnc.consensus([graph])
