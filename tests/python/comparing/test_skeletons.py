"""Precision, recall and F1 of edges, checked against their definitions."""

import networkx as nx
import numpy as np
import pytest
from helpers import digraph, names, random_dags

import mcbnc
from mcbnc import metrics


@pytest.mark.parametrize("seed", range(10))
def test_precision_recall_and_f1_are_those_of_the_skeletons(seed):
    nodes = names(7)
    a, gold = (digraph(dag, nodes) for dag in random_dags(seed, 2, 7, 0.05 + 0.05 * seed))
    ours, true = ({frozenset(edge) for edge in graph.edges} for graph in (a, gold))
    hits = len(ours & true)
    expected = (hits / len(ours) if ours else 1, hits / len(true) if true else 1)
    assert metrics.skeleton_precision_recall(a, gold) == expected
    assert all(type(number) is float for number in metrics.skeleton_precision_recall(a, gold))
    assert metrics.skeleton_precision_recall(gold, a) == expected[::-1]
    f1 = metrics.skeleton_f1(a, gold)
    assert f1 == (2 * hits / (len(ours) + len(true)) if ours or true else 1)
    assert f1 == metrics.skeleton_f1(gold, a) == mcbnc.agreement([a, gold]).f1[0, 1]
    if hits:
        assert f1 == pytest.approx(2 / (1 / expected[0] + 1 / expected[1]))
    row = mcbnc.compare([a, gold], gold, {"mine": a}).table[0]
    assert (row["precision"], row["recall"], row["f1"]) == (*expected, f1)


def test_directions_do_not_count():
    graph = nx.DiGraph([("a", "b"), ("b", "c")])
    for other in (graph.reverse(), metrics.cpdag(graph), nx.DiGraph([("a", "b"), ("c", "b")])):
        assert metrics.skeleton_precision_recall(graph, other) == (1, 1)
        assert metrics.skeleton_f1(graph, other) == 1


def test_graphs_without_edges():
    none, chain = np.zeros((3, 3)), np.eye(3, k=1)
    assert metrics.skeleton_precision_recall(none, none) == (1, 1)
    assert metrics.skeleton_precision_recall(none, chain) == (1, 0)
    assert metrics.skeleton_precision_recall(chain, none) == (0, 1)
    assert [metrics.skeleton_f1(*pair) for pair in ((none, none), (none, chain), (chain, none))] == [1, 0, 0]


def test_nodes_are_the_names_of_matrices_without():
    named = nx.DiGraph([("b", "a"), ("a", "c")])
    bare = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    assert metrics.skeleton_f1(named, bare, nodes=["b", "a", "c"]) == 1
    assert metrics.skeleton_precision_recall(named, bare, nodes=["c", "b", "a"]) == (0.5, 0.5)
    with pytest.raises(mcbnc.InvalidInputError, match=r"has no names, but .* by nodes="):
        metrics.skeleton_f1(named, bare)
    with pytest.raises(mcbnc.CycleError):
        metrics.skeleton_f1(named, nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")]))
