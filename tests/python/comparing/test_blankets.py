"""Markov blankets and edges, checked against their definitions."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from helpers import digraph, moral_graph, names, random_dags

import mcbnc
from mcbnc import metrics


def blanket_by_definition(graph: nx.DiGraph, node) -> set:
    children = set(graph.successors(node))
    spouses = {parent for child in children for parent in graph.predecessors(child)}
    return (set(graph.predecessors(node)) | children | spouses) - {node}


@pytest.mark.parametrize("seed", range(10))
def test_blankets_and_edges(seed):
    nodes = names(9)
    a, b = (digraph(dag, nodes) for dag in random_dags(seed, 2, 9, 0.1 + 0.05 * seed))
    hits = claimed = true = 0  # pairs (node, member of its blanket): in both, in a, in b
    for node in nodes:
        ours, gold = blanket_by_definition(a, node), blanket_by_definition(b, node)
        blanket = metrics.markov_blanket(a, node)
        assert set(blanket) == ours
        assert blanket == sorted(blanket, key=nodes.index)
        hits, claimed, true = hits + len(ours & gold), claimed + len(ours), true + len(gold)
    precision, recall = metrics.blanket_precision_recall(a, b)
    assert (type(precision), type(recall)) == (float, float)
    assert precision == (hits / claimed if claimed else 1)
    assert recall == (hits / true if true else 1)
    assert metrics.blanket_precision_recall(b, a) == (recall, precision)
    k, m = moral_graph(a).number_of_edges(), moral_graph(b).number_of_edges()
    assert metrics.smhd(a, b) == pytest.approx(k * (1 - precision) + m * (1 - recall))
    for graph in (a, digraph(metrics.cpdag(a), nodes)):
        assert metrics.edge_count(graph) == a.number_of_edges()
        assert metrics.blanket_precision_recall(graph, a) == (1.0, 1.0)


def test_precision_and_recall_of_empty_graphs():
    empty, arc = np.zeros((2, 2)), np.eye(2, k=1)
    assert metrics.blanket_precision_recall(empty, empty) == (1.0, 1.0)
    assert metrics.blanket_precision_recall(empty, arc) == (1.0, 0.0)
    assert metrics.blanket_precision_recall(arc, empty) == (0.0, 1.0)
    assert metrics.edge_count(empty) == 0
    assert metrics.markov_blanket(empty, 1) == []


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: metrics.markov_blanket(np.eye(2, k=1), "x"), "node"),
        (lambda: metrics.markov_blanket(np.eye(2, k=1), [0]), "node"),
        (lambda: metrics.markov_blanket(np.eye(2), 0), "a"),
        (lambda: metrics.edge_count(np.roll(np.eye(3), 1, 1)), "a"),
        (lambda: metrics.blanket_precision_recall(np.eye(2, k=1), np.eye(2)), "gold"),
        (lambda: metrics.blanket_precision_recall(np.eye(2, k=1), np.zeros((3, 3))), "gold"),
    ],
)
def test_bad_input(call, argument):
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        call()
    assert caught.value.argument == argument
