"""Graphs as lists of arcs."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc._inputs.convert import read_dags

CHAIN = [("b", "a"), ("a", "c")]


@pytest.mark.parametrize(
    "arcs",
    [
        CHAIN,
        tuple(CHAIN),
        [list(arc) for arc in CHAIN],
        np.array(CHAIN),
        np.array(CHAIN, dtype=object),
        [(np.str_(u), np.str_(v)) for u, v in CHAIN],
        [*CHAIN, CHAIN[0]],
    ],
    ids=["tuples", "tuple of tuples", "lists of strings", "array", "array of objects", "NumPy's", "twice"],
)
def test_kinds_of_lists(arcs):
    inputs = read_dags([arcs])
    assert inputs.nodes == ["b", "a", "c"]
    assert inputs.named
    assert inputs.graphs.tolist() == [[[0, 1, 0], [0, 0, 1], [0, 0, 0]]]


@pytest.mark.parametrize(
    "arcs", [set(CHAIN), frozenset(CHAIN), nx.DiGraph(CHAIN).edges], ids=lambda arcs: type(arcs).__name__
)
def test_a_set_has_its_nodes_in_sorted_order(arcs):
    inputs = read_dags([arcs])
    assert inputs.nodes == ["a", "b", "c"]
    assert np.argwhere(inputs.graphs[0]).tolist() == [[0, 2], [1, 0]]


def test_numbers_are_names_in_sorted_order():
    for arcs in ([(2, 1), (1, 0)], {(2, 1), (1, 0)}, [(np.int64(2), np.int64(1)), (1, 0)]):
        assert read_dags([arcs]).nodes == [0, 1, 2]
    assert read_dags([[(5, 3)]]).nodes == [3, 5]
    assert mcbnc.consensus([[(0, 1), (1, 2)], np.eye(3, k=1, dtype=int)]).nodes == [0, 1, 2]


def test_nodes_are_all_nodes_and_indices_count_in_them():
    for arcs in (CHAIN, [(1, 0), (0, 2)], {("b", 0), (0, "c")}):
        inputs = read_dags([arcs], nodes=["a", "b", "c", "alone"])
        assert inputs.nodes == ["a", "b", "c", "alone"]
        assert np.argwhere(inputs.graphs[0]).tolist() == [[0, 2], [1, 0]]
    assert read_dags([[(1, 2)]], nodes=[2, 1, 0]).graphs[0][1, 0] == 1  # numbers that are names are names
    assert not read_dags([[], CHAIN], nodes=["a", "b", "c"]).graphs[0].any()


def test_arcs_beside_other_kinds():
    frame = pd.DataFrame(0, list("abc"), list("abc"))
    frame.loc["b", "a"] = frame.loc["a", "c"] = 1
    result = mcbnc.consensus([frame, CHAIN, nx.DiGraph(CHAIN)])
    assert metrics_equal(result, frame)


def metrics_equal(a, b):
    return mcbnc.metrics.shd(a, b) == 0


def test_arcs_both_ways_are_an_undirected_edge():
    result = mcbnc.consensus([[("a", "b"), ("b", "a"), ("b", "c")]])
    assert result.extended == [0]
    assert metrics_equal(result, [("a", "b"), ("b", "c")])


def test_two_rows_of_zeros_and_ones_are_a_matrix():
    for rows in (
        [(0, 1), (0, 0)],
        ((0, 1), (0, 0)),
        [(0.0, 1.0), (0.0, 0.0)],
        [(False, True), (False, False)],
    ):
        assert read_dags([rows]).graphs.tolist() == [[[0, 1], [0, 0]]]
    assert read_dags([[(0, 1)]]).graphs.tolist() == [[[0, 1], [0, 0]]]


BAD = {
    "one list": (CHAIN, {}, None, "not one list of arcs; to give one DAG, write"),
    "one list of lists": ([["a", "b"], ["b", "c"]], {}, None, "not one list of arcs"),
    "one set": ({("a", "b")}, {}, None, "not a single set; to give one DAG, write"),
    "other nodes": (
        [CHAIN, [("a", "b")]],
        {},
        1,
        "it lacks 'c'; a list of arcs has the nodes of its arcs alone",
    ),
    "no arcs": ([[]], {}, 0, "give the names of all nodes by nodes="),
    "an unknown node": (
        [[("a", "x")]],
        {"nodes": ["a", "b"]},
        0,
        "no node is named 'x'; the nodes are 'a', 'b'",
    ),
    "an index too many": ([[("a", 2)]], {"nodes": ["a", "b"]}, 0, "no node is named 2"),
    "no hash": ([[("a", ["b"])]], {}, 0, "not hashable"),
    "no hash among nodes": ([[("a", ["b"])]], {"nodes": ["a", "b"]}, 0, "no node is named"),
    "a missing name": ([[("a", None)]], {}, 0, "has no name"),
    "an arc to itself": ([[("a", "a"), ("a", "b")]], {}, 0, "an arc to itself"),
    "three ends": ([[("a", "b", "c")]], {}, 0, "a list of arcs is of tuples of two"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_list_of_arcs(name):
    dags, others, dag, says = BAD[name]
    with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
        mcbnc.consensus(dags, **others)
    assert (caught.value.argument, caught.value.dag) == ("dags", dag)
