"""Each bad input has its own message, which names the argument, the DAG and the nodes."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import case_name
from libraries import sparse

import mcbnc

# NumPy before 1.24 warns about ragged arrays. Later versions raise.
pytestmark = pytest.mark.filterwarnings("ignore:Creating an ndarray from ragged")

GOOD = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], np.uint8)
ABC = ["a", "b", "c"]


def changed(index, value, dtype=float):
    array = GOOD.astype(dtype)
    array[index] = value
    return array


def frame(names, columns=None):
    return pd.DataFrame(GOOD, index=names, columns=names if columns is None else columns)


def with_na():
    nullable = frame(ABC).astype("Int64")
    nullable.iloc[0, 1] = pd.NA
    return nullable


# name: (dags, other arguments, argument of the error, its dag, its nodes, pattern of the message)
BAD = {
    "no DAGs": ([], {}, "dags", None, [], "at least one"),
    "no DAGs, array": (np.zeros((0, 3, 3)), {}, "dags", None, [], "at least one"),
    "no DAGs, generator": (iter(()), {}, "dags", None, [], "at least one"),
    "None": (None, {}, "dags", None, [], "NoneType"),
    "a number": (3, {}, "dags", None, [], "int"),
    "a string": ("abc", {}, "dags", None, [], "str"),
    "a dict": ({}, {}, "dags", None, [], "empty"),
    "a set": ({1, 2}, {}, "dags", None, [], "set"),
    "a bare matrix": (GOOD, {}, "dags", None, [], r"write \[dag\]"),
    "a bare nested list": (GOOD.tolist(), {}, "dags", 0, [], r"write \[dag\]"),
    "a bare frame": (frame(ABC), {}, "dags", None, [], r"write \[dag\]"),
    "a bare DiGraph": (nx.DiGraph([(0, 1)]), {}, "dags", None, [], r"write \[dag\]"),
    "four dimensions": (np.zeros((1, 1, 3, 3)), {}, "dags", None, [], "shape"),
    "one dimension": (np.zeros(3), {}, "dags", None, [], "shape"),
    "not square": ([GOOD, GOOD[:2]], {}, "dags", 1, [], "square"),
    "not square, array": (np.zeros((2, 3, 4)), {}, "dags", 0, [], "square"),
    "ragged": ([[[0, 1], [0]]], {}, "dags", 0, [], "matrix"),
    "not a matrix": ([GOOD, 5], {}, "dags", 1, [], "does not know as a graph"),
    "None among them": ([GOOD, None], {}, "dags", 1, [], "does not know as a graph"),
    "different sizes": ([GOOD, np.zeros((2, 2))], {}, "dags", 1, [], "2 nodes"),
    "no nodes": ([np.zeros((0, 0))], {}, "dags", 0, [], "no nodes"),
    "no nodes, array": (np.zeros((2, 0, 0)), {}, "dags", 0, [], "no nodes"),
    "no nodes, DiGraph": ([nx.DiGraph()], {}, "dags", 0, [], "no nodes"),
    "two": ([GOOD, changed((0, 1), 2)], {}, "dags", 1, [0, 1], "0 or 1"),
    "two, uint8": ([GOOD, changed((0, 1), 2, np.uint8)], {}, "dags", 1, [0, 1], "0 or 1"),
    "two, one array": (np.stack([GOOD, changed((1, 2), 2, np.uint8)]), {}, "dags", 1, [1, 2], "0 or 1"),
    "named place": ([changed((0, 2), 7)], {"nodes": ABC}, "dags", 0, ["a", "c"], "'a', 'c'"),
    "negative": ([changed((2, 0), -1)], {}, "dags", 0, [2, 0], "-1"),
    "NaN": ([GOOD, changed((2, 2), np.nan)], {}, "dags", 1, [2, 2], "nan"),
    "infinity": ([changed((2, 2), np.inf)], {}, "dags", 0, [2, 2], "inf"),
    "a fraction": ([changed((0, 2), 0.5)], {}, "dags", 0, [0, 2], "0.5"),
    "an object": ([changed((0, 2), "1", object)], {}, "dags", 0, [0, 2], "0 or 1"),
    "a None": ([changed((0, 2), None, object)], {}, "dags", 0, [0, 2], "None"),
    "missing value": ([with_na()], {}, "dags", 0, ["a", "b"], "NA"),
    "masked": ([np.ma.masked_array(GOOD, mask=GOOD == 1)], {}, "dags", 0, [], "masked"),
    "strings": ([GOOD.astype(str)], {}, "dags", 0, [], "0 or 1"),
    "complex": ([GOOD.astype(complex)], {}, "dags", 0, [], "complex"),
    "dates": ([GOOD.astype("datetime64[s]")], {}, "dags", 0, [], "datetime"),
    "self-loop": ([GOOD, changed((1, 1), 1)], {}, "dags", 1, [1], "itself"),
    "undirected Graph": ([nx.Graph([(0, 1)])], {}, "dags", 0, [], "DiGraph"),
    "MultiDiGraph": ([nx.MultiDiGraph([(0, 1)])], {}, "dags", 0, [], "MultiDiGraph"),
    "different names": ([frame(ABC), frame(["a", "b", "d"])], {}, "dags", 1, ["c", "d"], "lacks 'c'"),
    "frame without index": ([frame([0, 1, 2], ABC)], {}, "dags", 0, None, "index and columns"),
    "named and not": ([frame(ABC), GOOD], {}, "dags", 1, [], "nodes="),
    "not named and named": ([GOOD, frame(ABC)], {}, "dags", 0, [], "nodes="),
    "nodes of others": ([frame(ABC)], {"nodes": ["a", "b", "x"]}, "nodes", None, ["c", "x"], "'x'"),
    "duplicate names": ([frame(["a", "b", "a"])], {}, "dags", 0, ["a"], "more than once"),
    "duplicate nodes": ([GOOD], {"nodes": ["a", "b", "a"]}, "nodes", None, ["a"], "more than once"),
    "too few nodes": ([GOOD], {"nodes": ["a", "b"]}, "nodes", None, [], "2 names"),
    "too many nodes": (GOOD[None], {"nodes": ["a", "b", "c", "d"]}, "nodes", None, [], "4 names"),
    "nodes a string": ([GOOD], {"nodes": "abc"}, "nodes", None, [], "one string"),
    "nodes a number": ([GOOD], {"nodes": 3}, "nodes", None, [], "int"),
    "nodes not hashable": ([GOOD], {"nodes": [["a"], ["b"], ["c"]]}, "nodes", None, [], "hashable"),
    "a node without name": ([GOOD], {"nodes": ["a", None, "c"]}, "nodes", None, [1], "no name"),
    "a NaN name": ([frame(["a", np.nan, "c"])], {}, "dags", 0, [1], "no name"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_graphs(name):
    dags, others, argument, dag, nodes, pattern = BAD[name]
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        mcbnc.consensus(dags, **others)
    error = caught.value
    assert isinstance(error, ValueError)
    assert isinstance(error, mcbnc.McbncError)
    assert error.argument == argument
    assert argument in str(error)
    assert error.dag == dag
    if dag is not None:
        assert f"dags[{dag}]" in str(error)
    if nodes is not None:
        assert list(dict.fromkeys(error.nodes)) == nodes or error.nodes == nodes


@pytest.mark.slow
def test_a_bare_sparse_matrix():
    with pytest.raises(mcbnc.InvalidInputError, match=r"write \[dag\]") as caught:
        mcbnc.consensus(sparse("csr_matrix")(GOOD))
    assert (caught.value.argument, caught.value.dag, caught.value.nodes) == ("dags", None, [])


@pytest.mark.parametrize("call", [mcbnc.consensus, mcbnc.trajectory, mcbnc.fusion], ids=lambda f: f.__name__)
def test_cycle(call):
    cyclic = changed((2, 0), 1)
    with pytest.raises(mcbnc.CycleError, match=r"dags\[1\].* -> .* -> ") as caught:
        call([GOOD, cyclic], nodes=ABC)
    assert caught.value.dag == 1
    assert caught.value.argument == "dags"
    cycle = caught.value.cycle
    assert sorted(cycle) == ABC
    for a, b in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        assert cyclic[ABC.index(a), ABC.index(b)]


def test_no_extension_in_another_order_of_names():
    square = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
    frames = [pd.DataFrame(0, list(order), list(order)) for order in ("abcd", "cdab")]
    for u, v in square:
        frames[1].loc[u, v] = frames[1].loc[v, u] = 1
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"dags\[1\]: it has no extension: however a - b, "
    ) as caught:
        mcbnc.consensus(frames)
    assert (caught.value.dag, sorted(caught.value.nodes)) == (1, list("abcd"))


def test_self_loop_is_a_cycle_of_one():
    with pytest.raises(mcbnc.CycleError) as caught:
        mcbnc.consensus([changed((1, 1), 1)], nodes=ABC)
    assert caught.value.cycle == ["b"]


BAD_OPTIONS = {
    "theta": [np.nan, -0.1, -1, "median", "0.5", None, True, [0.5], np.array([0.5]), 1j, np.inf, object()],
    "weights": [
        [1, 2, 3],
        [1],
        [],
        [1, -1],
        [1, np.nan],
        [1, np.inf],
        [0, 0],
        "ab",
        ["a", "b"],
        [[1, 2]],
        3,
        [1, None],
        {0: 1},
        [1, 2j],
        [[1], [2, 3]],
    ],
    "k_max": [-1, 2.5, "10", True, np.nan, np.inf, [3], -1.0],
    "start": ["dags", None, 1, "CPDAG"],
    "output": ["dag", None, 0],
    "canonical": [1, "yes", None, np.array([True])],
    "seed": [-1, 1.5, "a", True, 2**63],
    "workers": [0, -1, 1.5, "all", False],
    "progress": ["yes", 1, 0],
    "time_limit": [0, -1, np.nan, "1", True, [1]],
}


@pytest.mark.parametrize(
    ("argument", "value"), [(a, v) for a, vs in BAD_OPTIONS.items() for v in vs], ids=case_name
)
def test_bad_options(argument, value):
    with pytest.raises(mcbnc.InvalidInputError, match=argument) as caught:
        mcbnc.consensus([GOOD, GOOD], **{argument: value})
    assert caught.value.argument == argument


@pytest.mark.parametrize(
    "good",
    [
        {"theta": 0},
        {"theta": 7},
        {"theta": np.float32(0.5)},
        {"theta": np.array(0.5)},
        {"k_max": None},
        {"k_max": 0},
        {"k_max": np.int64(2)},
        {"k_max": 10.0},
        {"seed": 0},
        {"seed": 2**63 - 1},
        {"seed": np.uint8(3)},
        {"workers": 1},
        {"workers": 2.0},
        {"canonical": np.True_},
        {"time_limit": np.inf},
        {"time_limit": 60},
        {"progress": False},
        {"weights": [0, 1]},
        {"weights": [True, False]},
        {"weights": [1e-300, 1e300]},
    ],
    ids=repr,
)
def test_unusual_but_good_options(good):
    assert mcbnc.consensus([GOOD, GOOD], **good).status == "complete"


def test_an_unknown_value_is_answered_with_the_known_values():
    with pytest.raises(mcbnc.InvalidInputError, match=r"'cpdag' or 'dag', not 'x'"):
        mcbnc.consensus([GOOD], start="x")


@pytest.mark.parametrize(
    ("arguments", "argument", "pattern"),
    [
        (("x", "b"), "u", "'x'"),
        (("a", "x"), "v", "'x'"),
        (("a", ["b"]), "v", "b"),
        (("a", "a"), "v", "differ"),
        (("a", "b", ["x"]), "S", "'x'"),
        (("a", "b", ["a"]), "S", "'a'"),
        (("a", "b", ["c", "b"]), "S", "'b'"),
        (("a", "b", None), "S", "NoneType"),
        (("a", "b", [["c"]]), "S", "c"),
    ],
    ids=repr,
)
def test_bad_pairs(arguments, argument, pattern):
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        mcbnc.criticality([GOOD], *arguments, nodes=ABC)
    assert caught.value.argument == argument


@pytest.mark.parametrize(
    "order", [["a", "b"], ["a", "b", "b"], ["a", "b", "x"], "abc", 3, ["a", "b", "c", "d"]], ids=repr
)
def test_bad_order(order):
    with pytest.raises(mcbnc.InvalidInputError, match="order") as caught:
        mcbnc.fusion([GOOD], nodes=ABC, order=order)
    assert caught.value.argument == "order"


def test_errors_can_be_pickled():
    with pytest.raises(mcbnc.CycleError) as caught:
        mcbnc.consensus([changed((2, 0), 1)], nodes=ABC)
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is mcbnc.CycleError
    assert str(again) == str(caught.value)
    assert (again.argument, again.dag, again.nodes) == ("dags", 0, caught.value.nodes)
    engine = pickle.loads(pickle.dumps(mcbnc.EngineError("message", code=8)))
    assert (str(engine), engine.code) == ("message", 8)


# Extreme but valid inputs.


def test_one_node():
    result = mcbnc.consensus([[[0]]], nodes=["only"])
    assert result.nodes == result.order == ["only"]
    assert result.edges == []
    assert len(result.trajectory) == 0


def test_one_dag():
    result = mcbnc.consensus([GOOD], nodes=ABC)
    assert result.edges in ([("a", "b"), ("b", "c")], [("b", "a"), ("b", "c")], [("b", "a"), ("c", "b")])
    np.testing.assert_array_equal(result.cpdag, GOOD | GOOD.T)


def test_all_empty():
    whole = mcbnc.trajectory(np.zeros((3, 4, 4)))
    assert len(whole) == len(whole.thetas) == 0
    assert whole.select() == 0.0
    assert whole.at(0.3).edges == []
    assert mcbnc.consensus(np.zeros((3, 4, 4)), theta="auto").edges == []


@pytest.mark.parametrize("pattern", ["hospital-*.bn", "net?.csv", "net[12].bn"])
def test_patterns_of_files_are_not_expanded(pattern):
    hint = re.escape(f"patterns are not expanded: give glob.glob('{pattern}')")
    for dags in (pattern, Path(pattern), [pattern]):
        with pytest.raises(mcbnc.InvalidInputError, match=hint):
            mcbnc.consensus(dags)
    with pytest.raises(mcbnc.InvalidInputError, match=hint):
        mcbnc.learn_many(pattern)
    with pytest.raises(mcbnc.InvalidInputError, match=r"write \[dag\]$"):
        mcbnc.consensus("net.bn")
