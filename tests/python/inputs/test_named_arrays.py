"""The arrays of graphs that results have know the nodes' names, so they go together with named graphs."""

import copy
import pickle

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc import baselines, metrics

NODES = ["b", "a", "c"]
ONE = nx.DiGraph([("b", "a"), ("a", "c")])
TWO = nx.DiGraph([("b", "a"), ("a", "c"), ("b", "c")])
ROWS = pd.DataFrame({"b": [0, 1, 0, 1] * 9, "a": [0, 1, 1, 1] * 9, "c": [0, 1, 0, 0] * 9})
BOOT = mcbnc.bootstrap(ROWS, 5, seed=1)
RUN = mcbnc.trajectory([ONE, TWO])
RESULTS = {
    "consensus": mcbnc.consensus([ONE, TWO]),
    "at": RUN.at(0.5),
    "of a trajectory": mcbnc.consensus([ONE, TWO]).trajectory.at(0),
    "batch": mcbnc.batch([ONE, TWO], counts=[[1, 2]])[0],
    "learned": mcbnc.learn(ROWS),
    "jointly": mcbnc.learn_jointly([ROWS, ROWS]),
    "a site": mcbnc.learn_jointly([ROWS, ROWS]).sites[0],
    "averaged bootstrap": BOOT.averaged(),
    "consensus of a bootstrap": BOOT.consensus(),
    "vote": baselines.vote([ONE, TWO]),
    "climb": baselines.climb([ONE, TWO]),
    "bounded": baselines.bounded([ONE, TWO], 1),
    "stability": mcbnc.stability([ONE, TWO], 3).consensus(),
    "federated": mcbnc.federated.simulate([ONE, TWO], 0.5).result,
}
MATRICES = {
    "fusion": RESULTS["consensus"].fusion,
    "fusion of a trajectory": RUN.fusion,
    "a fusion's adjacency": mcbnc.fusion([ONE, TWO]).adjacency,
    "an imap": mcbnc.fusion([ONE, TWO]).imaps[1],
    "a resample": BOOT.dags[0],
    "a run": mcbnc.batch([ONE, TWO], counts=[[1, 2]]).adjacency[0],
    "a run's class": mcbnc.batch([ONE, TWO], counts=[[1, 2]]).cpdag[0],
    "metrics.cpdag": metrics.cpdag(ONE),
    "metrics.moral": metrics.moral(ONE),
    "a triangulation's": metrics.triangulation(ONE).adjacency,
    "a read graph's": mcbnc.from_bnlearn("[b][a|b][c|a]").adjacency,
    "a PDAG's": mcbnc.PDAG(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]], np.uint8), NODES, True).adjacency,
}
OTHER = nx.DiGraph([("c", "b"), ("a", "b")])


@pytest.mark.parametrize("result", RESULTS.values(), ids=RESULTS)
def test_arrays_of_every_result_go_together_with_named_graphs(result):
    for array in (result.adjacency, result.cpdag):
        assert (array.dtype, array.shape, array.flags.writeable) == (np.uint8, (3, 3), False)
        assert array.nodes == result.nodes
        assert metrics.shd(array, OTHER) == metrics.shd(result, OTHER)
        assert metrics.shd(result, array) == 0
    assert type(np.asarray(result)) is np.ndarray
    assert (np.asarray(result) == result.adjacency).all()


@pytest.mark.parametrize("array", MATRICES.values(), ids=MATRICES)
def test_a_matrix_of_a_result_is_a_graph_with_names(array):
    frame = pd.DataFrame(np.asarray(array), array.nodes, array.nodes)
    turned = frame.loc[["c", "a", "b"], ["c", "a", "b"]]
    assert metrics.shd(array, turned) == 0
    assert metrics.smhd(array, OTHER) == metrics.smhd(frame, OTHER)
    result = RESULTS["consensus"]
    compared = mcbnc.compare([ONE, TWO], gold=array, methods={"mine": result})
    assert compared.table[0]["shd_to_gold"] == metrics.shd(result, frame)
    assert mcbnc.consensus([array, turned]).nodes == array.nodes


def test_pictures_take_them():
    pytest.importorskip("matplotlib")
    result = RESULTS["consensus"]
    texts = [text.get_text() for text in result.plot(compare=result.cpdag).get_legend().get_texts()]
    assert "only here (0)" in texts
    assert "only there (0)" in texts


def test_several_graphs_keep_the_names():
    for stack in (mcbnc.fusion([ONE, TWO]).imaps, BOOT.dags, BOOT.dags[1:4], BOOT.dags[[2, 0]]):
        assert mcbnc.consensus(stack).nodes == NODES
        assert metrics.mean_smhd(ONE, stack) == np.mean([metrics.smhd(ONE, graph) for graph in stack])
    assert BOOT.dags[BOOT.dags.any(axis=(1, 2))].nodes == NODES
    assert (BOOT.dags.dtype, BOOT.dags.shape) == (np.uint8, (5, 3, 3))


def test_copies_keep_the_names_and_what_is_computed_has_none():
    graph = RESULTS["consensus"].cpdag
    for same in (graph.copy(), copy.copy(graph), copy.deepcopy(graph), pickle.loads(pickle.dumps(graph))):
        assert (same.nodes, same.tolist(), same.dtype) == (NODES, graph.tolist(), np.uint8)
        assert metrics.shd(same, ONE) == metrics.shd(graph, ONE)
    own = graph.copy()
    own[0, 1] ^= 1
    assert own.tolist() != graph.tolist()
    order = np.array([2, 0, 1])
    computed = (graph[order][:, order], graph[::-1, ::-1], graph | graph.T, np.triu(graph), graph == graph)
    assert [type(array) for array in computed] == [np.ndarray] * len(computed)
    assert isinstance(graph.sum(), np.integer)
    assert isinstance((graph == graph).all(), np.bool_)
    assert isinstance(graph[0, 1], np.uint8)
    for array in (*computed[:4], graph.T, graph.astype(bool), graph.reshape(3, 3)):
        with pytest.raises(mcbnc.InvalidInputError, match="has no names, but"):
            metrics.shd(ONE, array)


@pytest.mark.parametrize("result", [RESULTS["consensus"], RUN, BOOT, RESULTS["jointly"]])
def test_pickled_results_keep_them(result):
    again = pickle.loads(pickle.dumps(result))
    name = "dags" if result is BOOT else "fusion" if result is RUN else "cpdag"
    ours, theirs = getattr(result, name), getattr(again, name)
    assert (theirs.nodes, theirs.tolist()) == (NODES, ours.tolist())


def test_saved_results_keep_them(tmp_path):
    result = RESULTS["consensus"]
    result.save(tmp_path / "run.json")
    again = mcbnc.load(tmp_path / "run.json")
    for name in ("adjacency", "cpdag", "fusion"):
        assert getattr(again, name).nodes == NODES
        assert (getattr(again, name) == getattr(result, name)).all()


def test_graphs_without_names_give_plain_arrays():
    bare = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
    result = mcbnc.consensus([bare, bare])
    arrays = (result.adjacency, result.cpdag, result.fusion, mcbnc.fusion([bare]).imaps, metrics.cpdag(bare))
    assert [type(array) for array in arrays] == [np.ndarray] * len(arrays)
    assert metrics.shd(result.cpdag, bare) == 0


TURNED = nx.DiGraph([("a", "c"), ("b", "a")])  # ONE, in the order a, c, b
BARE = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])  # ONE, in the order of NODES
WITH_NODES = {
    "smhd": lambda nodes: metrics.smhd(TURNED, BARE, nodes=nodes),
    "shd": lambda nodes: metrics.shd(BARE, TURNED, nodes=nodes),
    "mean_smhd": lambda nodes: metrics.mean_smhd(TURNED, [BARE, BARE], nodes=nodes),
    "mean_smhd, one": lambda nodes: metrics.mean_smhd(BARE, [TURNED], nodes=nodes),
    "blankets": lambda nodes: 1 - min(metrics.blanket_precision_recall(TURNED, BARE, nodes=nodes)),
}


@pytest.mark.parametrize("call", WITH_NODES.values(), ids=WITH_NODES)
def test_nodes_are_the_names_of_matrices_without(call):
    assert call(NODES) == 0
    with pytest.raises(mcbnc.InvalidInputError, match="give the nodes of those without by nodes="):
        call(None)
    with pytest.raises(mcbnc.InvalidInputError, match="nodes has 2 names, but"):
        call(NODES[:2])
    with pytest.raises(mcbnc.InvalidInputError, match="must have the same nodes as"):
        call([*NODES[:2], "d"])


def test_nodes_name_what_metrics_return():
    assert metrics.cpdag(BARE, nodes=NODES).nodes == metrics.moral(BARE, nodes=NODES).nodes == NODES
    assert metrics.markov_blanket(BARE, "a", nodes=NODES) == ["b", "c"]
    assert metrics.edge_count([("b", "a")], nodes=NODES) == 1
    assert metrics.triangulation(BARE, nodes=NODES).nodes == NODES
    assert metrics.exact_treewidth(BARE, nodes=NODES).triangulation.nodes == NODES
    assert metrics.treewidth(BARE, nodes=NODES) == 1
    assert metrics.shd([("b", "a")], [("a", "c")], nodes=NODES) == 2
