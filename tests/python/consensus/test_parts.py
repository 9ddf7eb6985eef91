"""fusion(), criticality() and the metrics, against their definitions written out in networkx."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import (
    cpdag_of,
    digraph,
    equivalent,
    is_dag,
    minimum_cut,
    moral_graph,
    names,
    noisy_copies,
    random_dag,
    random_dags,
    separation_graph,
)

import mcbnc
from mcbnc import metrics


def d_separated(dag, u, v, given) -> bool:
    return not nx.has_path(separation_graph(dag, u, v, given), u, v)


@pytest.mark.parametrize("seed", range(8))
def test_fusion_is_the_union_of_minimal_imaps(seed):
    n = 6
    dags = random_dags(seed, 3, n)
    fused = mcbnc.fusion(dags)
    order = fused.order
    union = np.zeros((n, n), np.uint8)
    for dag, imap in zip(dags, fused.imaps, strict=True):
        graph, expected = digraph(dag), np.zeros((n, n), np.uint8)
        for i, v in enumerate(order):
            for p in order[:i]:
                expected[p, v] = not d_separated(graph, p, v, set(order[:i]) - {p})
        np.testing.assert_array_equal(imap, expected)
        union |= expected
    np.testing.assert_array_equal(fused.adjacency, union)
    assert is_dag(fused.adjacency)


def test_fusion_fields():
    dags, nodes = random_dags(1, 4, 7), names(7)
    fused = mcbnc.fusion(dags, nodes=nodes)
    assert isinstance(fused, mcbnc.Fusion)
    assert fused.nodes == nodes
    assert sorted(fused.order) == sorted(nodes)
    assert fused.adjacency.shape == (7, 7)
    assert fused.imaps.shape == (4, 7, 7)
    assert fused.imaps.dtype == fused.adjacency.dtype == np.uint8
    assert (np.asarray(fused) == fused.adjacency).all()
    np.testing.assert_array_equal(mcbnc.consensus(dags, nodes=nodes).fusion, fused.adjacency)
    np.testing.assert_array_equal(mcbnc.fusion(dags, nodes=nodes, workers=1).adjacency, fused.adjacency)
    given = mcbnc.fusion(dags, nodes=nodes, order=nodes[::-1])
    assert given.order == nodes[::-1]
    assert not np.triu(given.adjacency).any()
    np.testing.assert_array_equal(mcbnc.fusion(dags, nodes=nodes, order=fused.order).imaps, fused.imaps)


@pytest.mark.parametrize("seed", range(30))
def test_criticality_is_the_minimum_cut(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 10))
    nodes = names(n)
    weights = rng.integers(0, 5, 3) + np.array([1, 0, 0])
    dags = [random_dag(rng, n, rng.uniform(0.1, 0.7)) for _ in range(3)]
    chosen = list(rng.permutation(nodes)[: int(rng.integers(2, n + 1))])
    u, v, given = chosen[0], chosen[1], chosen[2:]
    found = mcbnc.criticality(dags, u, v, given, nodes=nodes, weights=weights)
    graphs = [digraph(dag, nodes) for dag in dags]
    expected = [minimum_cut(graph, u, v, given) for graph in graphs]
    assert found.per_dag.tolist() == [len(cut) for cut in expected]
    assert found.score == int(np.dot(weights, found.per_dag))
    assert found.psi == found.score / weights.sum()
    for cut, want in zip(found.cuts, expected, strict=True):
        assert cut == sorted(tuple(sorted(edge)) for edge in want)


def test_criticality_fields():
    dags = random_dags(2, 4, 6)
    found = mcbnc.criticality(dags, 0, 1, [2])
    assert isinstance(found, mcbnc.Criticality)
    assert isinstance(found.score, int)
    assert isinstance(found.psi, float)
    assert found.per_dag.shape == (4,)
    assert len(found.cuts) == 4
    assert mcbnc.criticality(dags, 0, 1, 2).score == found.score  # R's vector of one
    assert mcbnc.criticality(dags, 0.0, 1.0, [2.0, 2]).score == found.score
    assert mcbnc.criticality(dags, 0, 1, np.array([2])).score == found.score
    assert mcbnc.criticality(dags, 0, 1, {2}).score == found.score


def test_a_step_is_its_criticality():
    dags = random_dags(12, 4, 7, 0.4)
    first = mcbnc.trajectory(dags)[0]
    along = mcbnc.fusion(dags)
    found = mcbnc.criticality(along.imaps, first.u, first.v, first.S)
    alone = mcbnc.criticality(dags, first.u, first.v, first.S)
    assert first.score in (found.score, alone.score)
    assert first.score == alone.score


def smhd_by_definition(a, b) -> int:
    edges = [{frozenset(edge) for edge in moral_graph(digraph(x)).edges} for x in (a, b)]
    return len(edges[0] ^ edges[1])


def shd_by_definition(a, b) -> int:
    one, two = cpdag_of(a), cpdag_of(b)
    return sum((one[i, j], one[j, i]) != (two[i, j], two[j, i]) for i, j in combinations(range(len(a)), 2))


@pytest.mark.parametrize("seed", range(12))
def test_metrics_by_definition(seed):
    a, b = random_dags(seed, 2, 5, 0.4)
    assert metrics.smhd(a, b) == smhd_by_definition(a, b)
    assert metrics.shd(a, b) == shd_by_definition(a, b)
    np.testing.assert_array_equal(metrics.cpdag(a), cpdag_of(a))
    np.testing.assert_array_equal(metrics.moral(a), nx.to_numpy_array(moral_graph(digraph(a)), range(5)))
    assert metrics.cpdag(a).dtype == metrics.moral(a).dtype == np.uint8
    weights = [1, 2.5]
    expected = (smhd_by_definition(a, a) * 1 + smhd_by_definition(a, b) * 2.5) / 3.5
    assert metrics.mean_smhd(a, [a, b], weights) == pytest.approx(expected, rel=1e-15)
    assert metrics.mean_smhd(b, [a, b]) == smhd_by_definition(a, b) / 2
    assert metrics.mean_smhd(b, [metrics.cpdag(a), b]) == smhd_by_definition(a, b) / 2
    for found in (metrics.smhd(a, b), metrics.shd(a, b), metrics.treewidth(a)):
        assert type(found) is int


@pytest.mark.parametrize("seed", range(12))
def test_metrics_see_the_class_only(seed):
    a, b = random_dags(seed, 2, 6, 0.4)
    class_of_a = metrics.cpdag(a)
    assert metrics.smhd(class_of_a, b) == metrics.smhd(a, b)
    assert metrics.shd(class_of_a, b) == metrics.shd(a, b)
    assert metrics.treewidth(class_of_a) == metrics.treewidth(a)
    np.testing.assert_array_equal(metrics.moral(class_of_a), metrics.moral(a))
    np.testing.assert_array_equal(metrics.cpdag(class_of_a), class_of_a)
    assert metrics.shd(a, class_of_a) == metrics.smhd(a, class_of_a) == 0


@pytest.mark.parametrize("seed", range(10))
def test_treewidth(seed):
    dag = random_dags(seed, 1, 9, 0.3)[0]
    moral = moral_graph(digraph(dag))
    width = metrics.treewidth(dag)
    largest_clique = max(len(clique) for clique in nx.find_cliques(moral))
    assert largest_clique - 1 <= width < 9
    if nx.is_chordal(moral):
        assert width == largest_clique - 1
    near, _ = nx.approximation.treewidth_min_fill_in(moral)
    assert abs(width - near) <= 1  # ties are broken otherwise


def test_known_treewidths():
    assert metrics.treewidth(np.zeros((3, 3))) == 0
    assert metrics.treewidth(np.eye(4, k=1)) == 1
    assert metrics.treewidth(np.triu(np.ones((5, 5)), 1)) == 4


def test_metrics_take_every_kind():
    dags, nodes = noisy_copies(3, 5, 7), names(7)
    result = mcbnc.consensus(dags, nodes=nodes)
    gold = dags[0]
    expected = smhd_by_definition(result.adjacency, gold)
    turn = [3, 0, 1, 2, 6, 5, 4]
    turned = [nodes[i] for i in turn]
    frame = pd.DataFrame(gold, index=nodes, columns=nodes).loc[turned, turned]
    graph = digraph(gold[np.ix_(turn, turn)], turned)
    fused = mcbnc.fusion([graph])

    def as_frame(matrix):
        return pd.DataFrame(matrix, index=nodes, columns=nodes)

    for other in (frame, graph, as_frame(gold), as_frame(metrics.cpdag(gold)), fused):
        assert metrics.smhd(result, other) == expected
        assert metrics.smhd(other, result) == expected
        assert metrics.mean_smhd(other, [result, result]) == expected
    assert metrics.shd(result, result.to_networkx()) == 0
    for other in (gold.tolist(), gold.astype(bool), metrics.cpdag(gold)):
        assert metrics.smhd(np.asarray(result), other) == metrics.smhd(other, np.asarray(result)) == expected
        assert (
            metrics.smhd(result, other, nodes=nodes) == metrics.smhd(other, result, nodes=nodes) == expected
        )
    distances = [smhd_by_definition(result.adjacency, dag) for dag in dags]
    assert metrics.mean_smhd(result, list(map(as_frame, dags))) == np.mean(distances)
    both_ways = digraph(metrics.cpdag(gold), nodes)
    assert metrics.shd(both_ways, frame) == 0
    np.testing.assert_array_equal(metrics.cpdag(frame), metrics.cpdag(gold)[np.ix_(turn, turn)])
    assert equivalent(np.asarray(fused), gold[np.ix_(turn, turn)])


def test_unnamed_graphs_keep_their_numbers_beside_a_digraph_of_numbers():
    graph = nx.DiGraph()
    graph.add_nodes_from([2, 0, 1])
    graph.add_edge(0, 1)
    array = np.zeros((3, 3))
    array[0, 1] = 1
    assert metrics.smhd(graph, array) == metrics.smhd(array, graph) == 0


@pytest.mark.filterwarnings("ignore:Creating an ndarray from ragged")
@pytest.mark.parametrize(
    ("call", "argument", "words"),
    [
        (lambda: metrics.smhd(np.eye(3), np.zeros((3, 3))), "a", "itself"),
        (lambda: metrics.smhd(np.zeros((3, 3)), np.zeros((2, 2))), "b", "b has 2 nodes"),
        (lambda: metrics.shd(np.zeros((3, 3)), "x"), "b", "neither a model string of bnlearn"),
        (lambda: metrics.shd([[0, 2], [0, 0]], np.zeros((2, 2))), "a", "0 or 1"),
        (lambda: metrics.shd(np.zeros((3, 3)), np.roll(np.eye(3), 1, 1)), "b", "b"),
        (lambda: metrics.moral(None), "a", "does not know as a graph"),
        (lambda: metrics.cpdag(nx.Graph([(0, 1)])), "a", "DiGraph"),
        (lambda: metrics.treewidth([[0, 1], [1]]), "a", "matrix"),
        (lambda: metrics.mean_smhd(np.zeros((2, 2)), []), "dags", "at least one"),
        (lambda: metrics.mean_smhd(np.zeros((2, 2)), [np.zeros((3, 3))]), "dags", r"dags\[0\]"),
        (lambda: metrics.mean_smhd(np.zeros((2, 2)), [np.eye(2)]), "dags", r"dags\[0\]"),
        (lambda: metrics.mean_smhd(np.zeros((2, 2)), [np.zeros((2, 2))], [1, 2]), "weights", "weights"),
        (lambda: metrics.smhd(digraph(np.eye(2, k=1), "ab"), digraph(np.eye(2, k=1), "ac")), "b", "'c'"),
    ],
)
def test_bad_metric_input(call, argument, words):
    with pytest.raises(mcbnc.InvalidInputError, match=words) as caught:
        call()
    assert caught.value.argument == argument
