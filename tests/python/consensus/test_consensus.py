"""consensus(): the result's fields, and what the answer must not depend on."""

from __future__ import annotations

import doctest
import pickle
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import cpdag_of, equivalent, is_dag, names, noisy_copies, random_dags

import mcbnc

CASES = [random_dags(3, 3, 6), random_dags(4, 5, 8, 0.2), noisy_copies(5, 6, 9), noisy_copies(6, 10, 12)]


def test_fields_of_a_result():
    dags, nodes = CASES[3], names(12)
    result = mcbnc.consensus(dags, 0.5, nodes=nodes)
    assert isinstance(result, mcbnc.ConsensusResult)
    assert result.nodes == nodes
    assert sorted(result.order) == sorted(nodes)
    for matrix in (result.adjacency, result.cpdag, result.fusion):
        assert matrix.shape == (12, 12)
        assert matrix.dtype == np.uint8
        assert not matrix.flags.writeable
        assert set(np.unique(matrix)) <= {0, 1}
    assert is_dag(result.adjacency)
    assert is_dag(result.fusion)
    at = {node: i for i, node in enumerate(nodes)}
    assert {(at[u], at[v]) for u, v in result.edges} == set(map(tuple, np.argwhere(result.adjacency)))
    place = {node: i for i, node in enumerate(result.order)}
    assert all(place[nodes[i]] < place[nodes[j]] for i, j in np.argwhere(result.fusion))
    assert (result.theta, result.status) == (0.5, "complete")
    assert isinstance(result.theta, float)
    assert result.seconds >= 0
    steps = result.trajectory
    assert len(steps) == result.fusion.sum() - result.adjacency.sum()
    assert all(step.psi <= 0.5 for step in steps)


def test_the_result_is_an_array():
    result = mcbnc.consensus(CASES[0])
    assert np.asarray(result) is result.adjacency
    assert np.asarray(result, dtype=float).dtype == float
    copied = np.array(result)
    copied[0, 0] = 1
    assert result.adjacency[0, 0] == 0


def test_lists_given_out_are_the_callers():
    result = mcbnc.consensus(CASES[0])
    result.nodes.clear()
    result.order.clear()
    assert len(result.nodes) == len(result.order) == 6


@pytest.mark.parametrize("dags", CASES, ids=len)
def test_the_cpdag_is_that_of_the_dag(dags):
    result = mcbnc.consensus(dags, 0.5)
    np.testing.assert_array_equal(result.cpdag, mcbnc.metrics.cpdag(result.adjacency))
    if result.adjacency.sum() <= 12:
        np.testing.assert_array_equal(result.cpdag, cpdag_of(result.adjacency))


OPTIONS = [
    {},
    {"start": "dag"},
    {"output": "refusion"},
    {"canonical": True},
    {"k_max": None},
    {"k_max": 1},
    {"seed": 7},
    {"start": "dag", "output": "refusion", "canonical": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
def test_the_answer_does_not_depend_on_workers(options):
    one = mcbnc.trajectory(CASES[3], workers=1, **{k: v for k, v in options.items() if k != "output"})
    four = mcbnc.trajectory(CASES[3], workers=4, **{k: v for k, v in options.items() if k != "output"})
    assert without_times(one) == without_times(four)
    a = mcbnc.consensus(CASES[3], workers=1, **options)
    b = mcbnc.consensus(CASES[3], workers=4, **options)
    np.testing.assert_array_equal(a.adjacency, b.adjacency)


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
@pytest.mark.parametrize("weighted", [False, True])
def test_the_answer_does_not_depend_on_the_dags_order(options, weighted):
    dags = CASES[2]
    shuffle = np.random.default_rng(0).permutation(len(dags))
    weights = np.array([0.1, 0.2, 0.3, 1.7, 0.0, 1e-3]) if weighted else None
    a = mcbnc.consensus(dags, "auto", weights=weights, **options)
    b = mcbnc.consensus(
        dags[shuffle], "auto", weights=None if weights is None else weights[shuffle], **options
    )
    assert a.theta == b.theta
    assert a.order == b.order
    np.testing.assert_array_equal(a.adjacency, b.adjacency)
    assert without_times(a.trajectory) == without_times(b.trajectory)


@pytest.mark.parametrize("options", OPTIONS, ids=repr)
def test_with_names_the_answer_does_not_depend_on_the_columns_order(options):
    dags, nodes = CASES[2], names(9)
    frames = [pd.DataFrame(a, index=nodes, columns=nodes) for a in dags]
    rng = np.random.default_rng(1)
    turned = []
    for frame in frames:
        columns = rng.permutation(nodes)
        turned.append(frame.loc[columns, columns])
    a = mcbnc.consensus(frames, "auto", **options)
    b = mcbnc.consensus(turned, "auto", **options)
    assert a.nodes == nodes
    assert b.nodes == list(turned[0].columns)
    assert set(a.edges) == set(b.edges)
    assert a.order == b.order
    assert a.theta == b.theta
    assert without_times(a.trajectory) == without_times(b.trajectory)
    assert mcbnc.fusion(frames).order == mcbnc.fusion(turned).order


def without_times(trajectory):
    return [(s.u, s.v, set(s.H), set(s.S), s.score, s.psi, s.undirected) for s in trajectory]


def test_only_proportions_of_weights_matter():
    dags = CASES[2]
    weights = np.array([1, 2, 3, 4, 5, 6])
    expected = mcbnc.consensus(dags, "auto", weights=weights)
    for scaled in (weights / 8, weights * 1e6, weights * 0.1):
        got = mcbnc.consensus(dags, "auto", weights=scaled)
        np.testing.assert_array_equal(got.adjacency, expected.adjacency)
        assert got.theta == expected.theta
    copies = np.repeat(dags, weights, axis=0)
    got = mcbnc.consensus(copies, "auto")
    np.testing.assert_array_equal(got.cpdag, mcbnc.consensus(copies, "auto", weights=np.ones(21)).cpdag)


def test_weight_of_one_dag_alone():
    dags = CASES[2]
    result = mcbnc.consensus(dags, 0.5, weights=[0, 0, 0, 1, 0, 0])
    # The others still shape the fusion, yet nothing of the one is cut below a criticality of 1.
    assert mcbnc.metrics.smhd(result, dags[3]) <= mcbnc.metrics.smhd(result.fusion, dags[3])


def test_seeds_are_reproducible_and_differ():
    dags = random_dags(8, 4, 8, 0.4)
    runs = {seed: without_times(mcbnc.trajectory(dags, seed=seed)) for seed in range(6)}
    assert runs[3] == without_times(mcbnc.trajectory(dags, seed=3))
    assert len({repr(run) for run in runs.values()}) > 1


def test_canonical_answers_by_meaning_alone():
    chain = np.zeros((3, 3), np.uint8)
    chain[0, 1] = chain[1, 2] = 1
    other = np.zeros((3, 3), np.uint8)
    other[2, 1] = other[1, 0] = 1
    base = CASES[0][:2, :3, :3]
    a = mcbnc.consensus([*base, chain], canonical=True)
    b = mcbnc.consensus([*base, other], canonical=True)
    np.testing.assert_array_equal(a.adjacency, b.adjacency)


@pytest.mark.parametrize("seed", range(5))
def test_equal_inputs_come_back(seed):
    dag = random_dags(seed, 1, 8)[0]
    result = mcbnc.consensus([dag] * 4, 0.99)
    assert equivalent(result.fusion, dag)
    assert equivalent(result.adjacency, dag)
    assert len(result.trajectory) == 0


def test_synthetic_truth_is_found_again():
    result = mcbnc.consensus(noisy_copies(11, 12, 15, 0.15, 3), 0.5)
    truth = np.round(noisy_copies(11, 12, 15, 0.15, 3).mean(0)).astype(np.uint8)
    assert mcbnc.metrics.smhd(result, truth) == 0


def test_the_papers_example():
    """Appendix E: y -> z is deleted at 1/3, and theta 0.5 stops there."""
    nodes = ["w", "x", "y", "z"]
    graphs = []
    for arcs in ("wx xy yz", "wx wy xz", "wx yx xz"):
        graph = nx.DiGraph()
        graph.add_nodes_from(nodes)
        graph.add_edges_from(arcs.split())
        graphs.append(graph)
    # Ranks by names agree with the paper's order w, x, y, z.
    result = mcbnc.consensus(graphs, 0.5, start="dag")
    assert result.order == ["w", "y", "x", "z"]
    assert [(s.u, s.v, s.score) for s in result.trajectory] == [("y", "z", 1)]
    assert result.trajectory[0].psi == 1 / 3
    expected = np.zeros((4, 4), np.uint8)
    for a, b in ("wx", "wy", "xz", "yx"):
        expected[nodes.index(a), nodes.index(b)] = 1
    assert equivalent(result.adjacency, expected)


def test_to_networkx():
    result = mcbnc.consensus(CASES[2], nodes=names(9))
    graph = result.to_networkx()
    assert type(graph) is nx.DiGraph
    assert list(graph) == result.nodes
    assert set(graph.edges) == set(result.edges)


@pytest.mark.slow
def test_to_pgmpy():
    base = pytest.importorskip("pgmpy.base")
    result = mcbnc.consensus(CASES[2], nodes=names(9))
    network = result.to_pgmpy()
    assert isinstance(network, base.DAG)
    assert set(network.nodes) == set(result.nodes)
    assert set(network.edges) == set(result.edges)


def test_to_pandas():
    result = mcbnc.consensus(CASES[2], nodes=names(9))
    frame = result.to_pandas()
    assert list(frame.index) == list(frame.columns) == result.nodes
    np.testing.assert_array_equal(frame.to_numpy(), result.adjacency)
    frame.iloc[0, 0] = 1  # the caller's own
    assert result.adjacency[0, 0] == 0


def test_results_pickle():
    result = mcbnc.consensus(CASES[2], nodes=names(9), weights=range(6))
    again = pickle.loads(pickle.dumps(result))
    np.testing.assert_array_equal(again.adjacency, result.adjacency)
    assert again.edges == result.edges
    assert repr(again) == repr(result)
    assert not again.adjacency.flags.writeable
    assert again.trajectory.at(0.2).edges == result.trajectory.at(0.2).edges


def test_reprs_say_what_matters():
    result = mcbnc.consensus(CASES[3], 0.5)
    for part in (f"{len(result.edges)} edges", "12 nodes", "10 DAGs", "theta 0.5", "complete"):
        assert part in repr(result)
    whole = mcbnc.trajectory(CASES[3])
    assert f"{len(whole)} steps" in repr(whole)
    assert f"{result.fusion.sum()} edges" in repr(mcbnc.fusion(CASES[3]))
    assert "psi" in repr(mcbnc.criticality(CASES[3], 0, 1))


def test_time_limit_is_a_status():
    dags = random_dags(9, 10, 60, 0.2)
    result = mcbnc.consensus(dags, 10.0, time_limit=0.3)
    assert result.status == "time_limit"
    assert is_dag(result.adjacency)
    assert result.trajectory.status == "time_limit"
    assert len(result.trajectory) == result.fusion.sum() - result.adjacency.sum()


def test_the_docstrings_examples():
    failed, tried = doctest.testmod(sys.modules[mcbnc.consensus.__module__])
    assert (failed, tried) == (0, 6)


def test_version_and_build_info():
    info = mcbnc.build_info()
    assert info["version"] == mcbnc.__version__
    assert {"abi", "go", "os", "arch", "commit"} <= set(info)
    assert Path(info["path"]).is_absolute()
    assert Path(info["path"]).is_file()
