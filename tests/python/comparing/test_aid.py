"""metrics.aid counts the pairs with an effect that a graph has wrong."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest

import mcbnc
from mcbnc.metrics import aid

pytest.importorskip("gadjid")


def random_dag(rng, n, share):
    order = rng.permutation(n)
    upper = np.triu(rng.random((n, n)) < share, 1).astype(np.uint8)
    dag = np.zeros_like(upper)
    dag[np.ix_(order, order)] = upper
    return dag


def identifies(truth, x, y, given):
    """Whether adjusting for `given` identifies the effect of x on y in the DAG (Shpitser and others 2010)."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(truth)))
    graph.add_edges_from(np.argwhere(truth).tolist())
    on_path = {node for node in nx.descendants(graph, x) if node == y or y in nx.descendants(graph, node)}
    forbidden = {x} | on_path.union(*(nx.descendants(graph, node) for node in on_path))
    if on_path and given & forbidden:
        return False
    proper = graph.copy()  # without the first arcs of causal paths: what is left must be blocked
    proper.remove_edges_from([(x, node) for node in on_path if graph.has_edge(x, node)])
    return not on_path or nx.is_d_separator(proper, {x}, {y}, given)


def mistakes(guess, truth):
    """The parent AID of two DAGs by its definition."""
    wrong = 0
    for x, y in itertools.permutations(range(len(guess)), 2):
        parents = set(np.flatnonzero(guess[:, x]).tolist())
        graph = nx.from_numpy_array(truth, create_using=nx.DiGraph)
        if y in parents:  # in the guess there is no effect
            wrong += y in nx.descendants(graph, x)
        elif y in nx.descendants(graph, x):
            wrong += not identifies(truth, x, y, parents)
        else:  # no effect: the adjustment must find none, so it must block all paths
            wrong += not nx.is_d_separator(graph, {x}, {y}, parents)
    return wrong


def test_the_parents_by_definition():
    rng = np.random.default_rng(0)
    for n in (2, 3, 4, 5) * 15:
        guess, truth = (random_dag(rng, n, rng.random()) for _ in range(2))
        assert aid(guess, truth, "parent") == mistakes(guess, truth)


@pytest.mark.parametrize("kind", ["ancestor", "oset", "parent"])
def test_a_graph_is_right_about_itself(kind):
    rng = np.random.default_rng(1)
    for n in range(2, 9):
        dag = random_dag(rng, n, 0.4)
        assert aid(dag, dag, kind) == 0
        assert aid(mcbnc.metrics.cpdag(dag), mcbnc.metrics.cpdag(dag), kind) == 0


def test_names_and_classes():
    chain, turned = [("a", "b"), ("b", "c")], [("c", "b"), ("b", "a")]
    assert aid(chain, turned) == 6
    assert aid(mcbnc.metrics.cpdag(chain), chain) == 6  # the class identifies no effect
    assert aid([("b", "c"), ("a", "b")], chain) == 0
    with pytest.raises(mcbnc.InvalidInputError, match="kind must be 'ancestor' or 'oset' or 'parent'"):
        aid(chain, chain, "sid")
