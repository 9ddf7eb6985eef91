"""Triangulations and treewidths. networkx and brute force check their certificates."""

from __future__ import annotations

import pickle
import warnings
from functools import cache

import networkx as nx
import numpy as np
import pytest
from helpers import digraph, moral_graph, names, random_dags

import mcbnc
from mcbnc import metrics

METHODS = ("min-fill", "min-degree")


def check_triangulation(result: metrics.Triangulation, moral: nx.Graph) -> None:
    """The graph is chordal and has all moral edges, and its cliques form a tree decomposition."""
    nodes = result.nodes
    chordal = nx.from_numpy_array(result.adjacency)
    chordal = nx.relabel_nodes(chordal, dict(enumerate(nodes)))
    assert set(nodes) == set(moral)
    assert nx.is_chordal(chordal)
    assert nx.number_of_selfloops(chordal) == 0
    extra = {frozenset(e) for e in chordal.edges} - {frozenset(e) for e in moral.edges}
    assert all(chordal.has_edge(u, v) for u, v in moral.edges)
    assert {frozenset(e) for e in result.fill} == extra
    assert len(result.fill) == len(extra)
    cliques = [frozenset(clique) for clique in result.cliques]
    assert set(cliques) == {frozenset(c) for c in nx.find_cliques(chordal)}
    assert len(set(cliques)) == len(cliques)
    assert result.width == max(map(len, cliques)) - 1
    tree = nx.Graph()
    tree.add_nodes_from(range(len(cliques)))
    tree.add_edges_from(result.tree)
    assert nx.is_tree(tree)
    for node in nodes:
        assert nx.is_connected(tree.subgraph([k for k, clique in enumerate(cliques) if node in clique]))
    assert elimination_width(moral, result.order) == result.width


def elimination_width(graph: nx.Graph, order: list) -> int:
    work, width = graph.copy(), 0
    assert sorted(map(str, order)) == sorted(map(str, graph))
    for node in order:
        around = list(work[node])
        width = max(width, len(around))
        work.remove_node(node)
        work.add_edges_from((a, b) for i, a in enumerate(around) for b in around[:i])
    return width


def check_minor(result: metrics.Treewidth, moral: nx.Graph) -> None:
    """If each set is contracted to one node, the minimum degree is at least the claimed one."""
    used = [node for branch in result.minor for node in branch]
    assert len(used) == len(set(used))
    assert all(nx.is_connected(moral.subgraph(branch)) for branch in result.minor)
    if not result.minor:
        assert result.minor_degree == 0
        return
    small = nx.quotient_graph(moral.subgraph(used), [set(branch) for branch in result.minor])
    assert min(degree for _, degree in small.degree) >= result.minor_degree


def check_certificates(result: metrics.Treewidth, moral: nx.Graph) -> None:
    check_triangulation(result.triangulation, moral)
    check_minor(result, moral)
    assert result.value == result.triangulation.width
    assert result.minor_degree <= result.lower <= result.value
    assert result.proved == (result.lower == result.value)
    assert result.evidence == ("minor" if result.minor_degree == result.lower else "search")


def brute_force(graph: nx.Graph) -> int:
    """The least width of any elimination order, by dynamic programming over sets of eliminated nodes."""
    every = frozenset(graph)

    @cache
    def least(gone: frozenset) -> int:
        if gone == every:
            return 0
        return min(max(degree(gone, node), least(gone | {node})) for node in every - gone)

    def degree(gone: frozenset, node) -> int:
        reached = nx.node_connected_component(graph.subgraph(gone | {node}), node)
        return len(set().union(*(graph[x] for x in reached)) - reached)

    return least(frozenset())


@pytest.mark.parametrize("seed", range(25))
def test_small_graphs_against_brute_force(seed):
    n, density = 2 + seed % 8, 0.15 + 0.1 * (seed % 6)
    dag = random_dags(seed, 1, n, density)[0]
    moral = moral_graph(digraph(dag))
    exact = metrics.exact_treewidth(dag)
    assert exact.value == brute_force(moral)
    assert exact.proved
    assert exact.status == "complete"
    check_certificates(exact, moral)
    for method in METHODS:
        result = metrics.triangulation(dag, method)
        check_triangulation(result, moral)
        assert metrics.treewidth(dag, method) == result.width >= exact.value


@pytest.mark.parametrize("seed", range(6))
def test_certificates_of_larger_graphs(seed):
    n = 20 + 15 * seed
    nodes = names(n)
    graph = digraph(random_dags(seed, 1, n, 2.2 / n)[0], nodes)
    moral = moral_graph(graph)
    exact = metrics.exact_treewidth(graph, time_limit=None)
    assert exact.proved
    check_certificates(exact, moral)
    for method in METHODS:
        check_triangulation(metrics.triangulation(graph, method), moral)


# The treewidths that the engine proved. The test checks the certificates.
NETWORKS = {
    "asia": 2, "child": 3, "alarm": 4, "insurance": 6, "hepar2": 6, "hailfinder": 4, "water": 9,
    "win95pts": 8, "arth150": 7, "ecoli70": 5, "magic-irri": 12, "magic-niab": 10,
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", NETWORKS)
def test_benchmark_networks(name):
    utils = pytest.importorskip("pgmpy.utils")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        network = utils.get_example_model(name)
    graph = nx.DiGraph()
    graph.add_nodes_from(network.nodes)
    graph.add_edges_from(network.edges)
    result = metrics.exact_treewidth(graph)
    assert (result.value, result.proved) == (NETWORKS[name], True)
    check_certificates(result, moral_graph(graph))


def test_known_graphs():
    empty = metrics.exact_treewidth(np.zeros((3, 3)))
    assert ([*empty], empty.lower) == ([0, True], 0)
    assert empty.triangulation.cliques == [[0], [1], [2]]
    assert empty.minor == []
    assert metrics.exact_treewidth([[0]]).triangulation.tree == []
    assert metrics.exact_treewidth(np.eye(4, k=1)).value == 1
    full = metrics.exact_treewidth(np.triu(np.ones((5, 5)), 1))
    assert full.value == full.minor_degree == 4
    assert full.evidence == "minor"
    assert full.triangulation.cliques == [[0, 1, 2, 3, 4]]


@pytest.mark.parametrize("seed", range(8))
def test_neither_the_class_nor_the_order_of_columns_matters(seed):
    n = 12
    nodes = names(n)
    dag = random_dags(seed, 1, n, 0.25)[0]
    graph = digraph(dag, nodes)
    order = np.random.default_rng(seed).permutation(n)
    reordered = digraph(dag[np.ix_(order, order)], [nodes[i] for i in order])
    cpdag = digraph(metrics.cpdag(graph), nodes)
    first = metrics.exact_treewidth(graph)
    for other in (reordered, cpdag):
        again = metrics.exact_treewidth(other)
        assert [*again, again.lower] == [*first, first.lower]
        assert [set(branch) for branch in again.minor] == [set(branch) for branch in first.minor]
        assert again.triangulation.order == first.triangulation.order
        assert again.triangulation.fill == first.triangulation.fill
        for method in METHODS:
            a, b = metrics.triangulation(graph, method), metrics.triangulation(other, method)
            assert (a.order, a.fill, a.tree) == (b.order, b.fill, b.tree)
            assert list(map(set, a.cliques)) == list(map(set, b.cliques))


def test_the_time_limit_is_not_an_error():
    dag = random_dags(1, 1, 150, 0.05)[0]
    result = metrics.exact_treewidth(dag, time_limit=0.2)
    assert result.status == "time_limit"
    assert not result.proved
    assert result.lower < result.value <= metrics.treewidth(dag)
    assert result.seconds >= 0.2
    check_certificates(result, moral_graph(digraph(dag)))
    assert repr(result).startswith(f"<Treewidth: {result.lower} to {result.value}, time_limit in ")


def test_results_unpack_pickle_and_are_read_only():
    square = [[0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    result = metrics.exact_treewidth(square)
    value, proved = result
    assert (type(value), type(proved), type(result.lower)) == (int, bool, int)
    for again in (pickle.loads(pickle.dumps(result)), result):
        assert repr(again).startswith("<Treewidth: 2, proved by a minor in ")
        triangulation = again.triangulation
        assert repr(triangulation) == "<Triangulation: width 2, 2 cliques over 4 nodes, 0 edges filled in>"
        np.testing.assert_array_equal(np.asarray(triangulation), triangulation.adjacency)
        with pytest.raises(ValueError, match="read-only"):
            triangulation.adjacency[0, 1] = 0


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: metrics.treewidth(np.eye(2, k=1), "min"), "method"),
        (lambda: metrics.triangulation(np.eye(2, k=1), None), "method"),
        (lambda: metrics.exact_treewidth(np.eye(2, k=1), time_limit=0), "time_limit"),
        (lambda: metrics.exact_treewidth(np.eye(2)), "a"),
        (lambda: metrics.triangulation(np.roll(np.eye(3), 1, 1)), "a"),
    ],
)
def test_bad_input(call, argument):
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        call()
    assert caught.value.argument == argument
