"""Inputs of every kind give the same answer."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import case_name, digraph, names, noisy_copies, random_dags
from libraries import slow_ones, sparse

import mcbnc
from mcbnc._inputs.convert import read_dags
from mcbnc._inputs.weights import read_weights

N, R = 7, 4
DAGS = noisy_copies(1, R, N)
NODES = names(N)

UNNAMED = {
    "uint8": lambda a: a,
    "bool": lambda a: a.astype(bool),
    "int8": lambda a: a.astype(np.int8),
    "int64": lambda a: a.astype(np.int64),
    "uint32": lambda a: a.astype(np.uint32),
    "big-endian": lambda a: a.astype(">i4"),
    "float64": lambda a: a.astype(float),
    "float16": lambda a: a.astype(np.float16),
    "negative zero": lambda a: np.where(a == 1, 1.0, -0.0),
    "object ints": lambda a: a.astype(int).astype(object),
    "object bools": lambda a: a.astype(bool).astype(object),
    "object mixed": lambda a: np.array([[True if x else 0.0 for x in row] for row in a], dtype=object),
    "nested lists": lambda a: a.tolist(),
    "nested tuples": lambda a: tuple(map(tuple, a.tolist())),
    "lists of rows": lambda a: list(a),
    "Fortran order": np.asfortranarray,
    "Fortran float": lambda a: np.asfortranarray(a.astype(float)),
    "strided": lambda a: np.repeat(np.repeat(a, 2, axis=0), 2, axis=1)[::2, ::2],
    "reversed view": lambda a: np.ascontiguousarray(a[::-1, ::-1])[::-1, ::-1],
    "transposed view": lambda a: np.ascontiguousarray(a.T).T,
    "csr": sparse("csr_matrix"),
    "coo": sparse("coo_matrix"),
    "csc float array": lambda a: sparse("csc_array")(a.astype(float)),
    "np.matrix": np.matrix,
    "masked, nothing masked": np.ma.masked_array,
}


def read_only(a):
    a = a.copy()
    a.setflags(write=False)
    return a


UNNAMED["read-only"] = read_only


@pytest.mark.filterwarnings("ignore:the matrix subclass")
@pytest.mark.parametrize("kind", slow_ones(UNNAMED, "csr", "coo", "csc float array"))
def test_unnamed_kinds(kind):
    inputs = read_dags([UNNAMED[kind](a) for a in DAGS])
    assert inputs.graphs.dtype == np.uint8
    assert inputs.graphs.flags.c_contiguous
    np.testing.assert_array_equal(inputs.graphs, DAGS)
    assert inputs.nodes == list(range(N))
    assert not inputs.named


@pytest.mark.parametrize(
    "stack",
    [
        DAGS,
        DAGS.astype(float),
        DAGS.astype(bool),
        DAGS.astype(object),
        np.asfortranarray(DAGS),
        DAGS.tolist(),
        tuple(DAGS),
        read_only(DAGS),
        np.repeat(DAGS, 2, axis=1)[:, ::2],
    ],
    ids=["uint8", "float", "bool", "object", "Fortran", "lists", "tuple", "read-only", "strided"],
)
def test_one_array_of_all(stack):
    np.testing.assert_array_equal(read_dags(stack).graphs, DAGS)


def test_other_sequences_of_dags():
    boxed = np.empty(R, dtype=object)
    boxed[:] = list(DAGS)
    for dags in (
        boxed,
        (a for a in DAGS),
        dict(enumerate(DAGS)).values(),
        pd.Series(list(DAGS)),
    ):
        np.testing.assert_array_equal(read_dags(dags).graphs, DAGS)


def test_one_contiguous_uint8_array_is_not_copied():
    assert np.shares_memory(read_dags(DAGS).graphs, DAGS)


def as_frame(a, order):
    return pd.DataFrame(a, index=NODES, columns=NODES).loc[
        [NODES[i] for i in order], [NODES[i] for i in order]
    ]


def as_frame_with_reversed_rows(a, order):
    frame = as_frame(a, order)
    return frame.loc[list(reversed(frame.index))]


def as_digraph(a, order):
    graph = nx.DiGraph()
    graph.add_nodes_from(NODES[i] for i in order)
    graph.add_edges_from((NODES[i], NODES[j], {"weight": 0.0}) for i, j in np.argwhere(a))
    return graph


def as_pgmpy_dag(a, order):
    graph = pytest.importorskip("pgmpy.base").DAG()
    graph.add_nodes_from(NODES[i] for i in order)
    graph.add_edges_from((NODES[i], NODES[j]) for i, j in np.argwhere(a))
    return graph


def as_pgmpy_network(a, order):
    graph = pytest.importorskip("pgmpy.models").DiscreteBayesianNetwork()
    graph.add_nodes_from(NODES[i] for i in order)
    graph.add_edges_from((NODES[i], NODES[j]) for i, j in np.argwhere(a))
    return graph


NAMED = {
    "frame": as_frame,
    "frame, rows reversed": as_frame_with_reversed_rows,
    "frame of bools": lambda a, order: as_frame(a.astype(bool), order),
    "nullable frame": lambda a, order: as_frame(a, order).astype("Int64"),
    "networkx": as_digraph,
    "pgmpy DAG": as_pgmpy_dag,
    "pgmpy network": as_pgmpy_network,
}


@pytest.mark.parametrize("kind", slow_ones(NAMED, "pgmpy DAG", "pgmpy network"))
def test_named_kinds_are_aligned_to_the_first(kind):
    rng = np.random.default_rng(5)
    orders = [rng.permutation(N) for _ in range(R)]
    inputs = read_dags([NAMED[kind](a, order) for a, order in zip(DAGS, orders, strict=True)])
    first = orders[0]
    assert inputs.nodes == [NODES[i] for i in first]
    assert inputs.named
    np.testing.assert_array_equal(inputs.graphs, DAGS[:, first][:, :, first])


def test_mixed_kinds_with_nodes():
    order = [3, 1, 0, 2, 6, 5, 4]
    mixed = [
        DAGS[0],
        as_frame(DAGS[1], order),
        as_digraph(DAGS[2], order),
        as_frame_with_reversed_rows(DAGS[3], order),
    ]
    inputs = read_dags(mixed, NODES)
    assert inputs.nodes == NODES
    np.testing.assert_array_equal(inputs.graphs, DAGS)
    # The first DAG determines the order, even if its names have another order than nodes=.
    reverse = read_dags(mixed[::-1], NODES)
    assert reverse.nodes == [NODES[i] for i in order]
    np.testing.assert_array_equal(reverse.graphs, DAGS[::-1][:, order][:, :, order])


def test_unnamed_dags_have_the_names_0_to_n_also_next_to_named_ones():
    graph = nx.DiGraph()
    graph.add_nodes_from([2, 0, 1])
    graph.add_edge(0, 1)
    array = np.zeros((3, 3), int)
    array[0, 1] = 1
    inputs = read_dags([graph, array])
    assert inputs.nodes == [2, 0, 1]
    np.testing.assert_array_equal(inputs.graphs[0], inputs.graphs[1])


@pytest.mark.parametrize(
    "nodes",
    [NODES, tuple(NODES), np.array(NODES), pd.Index(NODES), pd.Series(NODES), iter(NODES)],
    ids=case_name,
)
def test_nodes_of_any_kind(nodes):
    inputs = read_dags(DAGS, nodes)
    assert inputs.nodes == NODES
    assert all(type(node) is str for node in inputs.nodes)


def test_numpy_numbers_become_python_numbers():
    frame = pd.DataFrame(np.zeros((3, 3)), index=[10, 30, 20], columns=[10, 30, 20])
    assert [type(node) for node in read_dags([frame]).nodes] == [int] * 3


def test_every_hashable_can_be_a_name():
    odd = [("a", 1), "a", 3, 2.5, frozenset({1}), "", "é→", "\ud800"]
    dags = random_dags(2, 3, len(odd))
    result = mcbnc.consensus(dags, nodes=odd)
    assert result.nodes == odd
    assert result.trajectory.order == result.order
    assert set(result.order) == set(odd)


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        (["a", "b", "c"], None),
        (["b", "a", "c"], [1, 0, 2]),
        (["é", "z", "A"], [2, 1, 0]),  # by code point
        ([10, 9, 1], [2, 1, 0]),
        (["10", "9", "1"], [1, 2, 0]),
        (["x", 2, "a"], [2, 0, 1]),  # types first: int before str
    ],
)
def test_rank_is_the_position_in_sorted_order(nodes, expected):
    arrays = read_dags(np.zeros((1, 3, 3), np.uint8), nodes).rank()
    assert ("rank" in arrays) == (expected is not None)
    if expected is not None:
        assert arrays["rank"].tolist() == expected
        assert arrays["rank"].dtype == np.int32


def test_weights_of_any_kind():
    for weights in ([1, 2], (1.0, 2.0), np.array([1, 2]), pd.Series([1, 2]), np.array([1, 2], object)):
        assert read_weights(weights, 2)["weights"].tolist() == [1.0, 2.0]
    assert read_weights(3, 1)["weights"].tolist() == [3.0]  # R hands a vector of length one on as a scalar
    assert read_weights(None, 2) == {}


@pytest.mark.parametrize("kind", ["float64", "object bools", "nested lists", "Fortran order", "csr"])
def test_the_answer_is_the_same_for_every_kind(kind):
    expected = mcbnc.consensus(DAGS)
    got = mcbnc.consensus([UNNAMED[kind](a) for a in DAGS])
    np.testing.assert_array_equal(got.adjacency, expected.adjacency)
    np.testing.assert_array_equal(got.fusion, expected.fusion)


def test_inputs_are_never_changed():
    dags, weights = DAGS.copy(), np.arange(1.0, R + 1)
    mcbnc.trajectory(dags, weights=weights).at(0.5, output="refusion")
    np.testing.assert_array_equal(dags, DAGS)
    np.testing.assert_array_equal(weights, np.arange(1.0, R + 1))


def test_results_are_inputs():
    result = mcbnc.consensus(DAGS, nodes=NODES)
    again = read_dags([result, as_frame(DAGS[0], range(N)), mcbnc.fusion(DAGS, nodes=NODES)])
    assert again.nodes == NODES
    np.testing.assert_array_equal(again.graphs[0], result.adjacency)
    assert not read_dags([mcbnc.consensus(DAGS)]).named


def test_digraph_of_helpers_agrees():
    np.testing.assert_array_equal(read_dags([digraph(a) for a in DAGS]).graphs, DAGS)
