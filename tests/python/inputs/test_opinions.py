"""What may be an opinion: graphs of all kinds, matrices of numbers, tables of strengths, bootstraps."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc._inputs.opinions import read_opinions

SURE = np.array([[0, 0.75, 0], [0.25, 0, 0.5], [0, 0, 0]])
NAMES = ["a", "b", "c"]
STRENGTHS = pd.DataFrame(
    {
        "from": ["a", "a", "b", "b", "c", "c"],
        "to": ["b", "c", "a", "c", "a", "b"],
        "strength": [1.0, 0.0, 1.0, 0.5, 0.0, 0.5],
        "direction": [0.75, 0.0, 0.25, 1.0, 0.0, 0.0],
    }
)


def one(opinion, **given):
    return read_opinions([opinion, opinion], **given)


@pytest.mark.parametrize(
    "opinion",
    [
        pd.DataFrame(SURE, NAMES, NAMES),
        pd.DataFrame(SURE, NAMES, NAMES).loc[["c", "a", "b"]],
        STRENGTHS,
        STRENGTHS.rename(
            columns={"from": "source", "to": "target", "strength": "Existence", "direction": "orientation"}
        ),
        STRENGTHS.iloc[[0, 1, 3]],
        STRENGTHS.assign(chance_true=0.5),
    ],
    ids=["frame", "frame in another order", "boot.strength", "existence", "each pair once", "to_frame"],
)
def test_numbers_with_names(opinion):
    read = one(opinion)
    assert read.nodes == NAMES
    assert read.named
    np.testing.assert_allclose(read.stack[0], SURE, atol=1e-15)
    assert read.seen.all()


def test_numbers_without_names():
    for opinion in (SURE, SURE.tolist(), SURE.astype(np.float32), SURE.astype(object)):
        read = one(opinion)
        assert read.nodes == [0, 1, 2]
        assert not read.named
        np.testing.assert_array_equal(read.stack[1], SURE)
        assert one(opinion, nodes=NAMES).nodes == NAMES
    np.testing.assert_array_equal(read_opinions(np.stack([SURE, SURE.T])).stack[1], SURE.T)


@pytest.mark.parametrize(
    "graph",
    [
        nx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")]),
        pd.DataFrame([[0, 1, 0], [0, 0, 1], [0, 1, 0]], NAMES, NAMES),
        pd.DataFrame({"from": ["a", "b", "c"], "to": ["b", "c", "b"]}),
        [("a", "b"), ("b", "c"), ("c", "b")],
    ],
    ids=["networkx", "frame", "table of arcs", "list of arcs"],
)
def test_graphs(graph):
    read = one(graph)
    assert read.nodes == NAMES
    np.testing.assert_array_equal(read.stack[0], [[0, 1, 0], [0, 0, 1], [0, 1, 0]])


def test_results_and_cycles():
    found = mcbnc.baselines.vote([[("a", "b"), ("b", "c")]])
    assert one(found).stack[0].tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    cycle = [("a", "b"), ("b", "c"), ("c", "a")]
    assert one(cycle).stack[0].tolist() == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    assert not mcbnc.metrics.shd(mcbnc.pool([cycle, cycle]), mcbnc.pool([cycle, cycle]))


def test_a_bootstrap():
    rng = np.random.default_rng(0)
    a = rng.integers(0, 2, 60)
    boot = mcbnc.bootstrap({"a": a, "b": a ^ (rng.random(60) < 0.1), "c": rng.integers(0, 2, 60)}, 20, seed=1)
    read = one(boot)
    np.testing.assert_array_equal(read.stack[0], boot.strength * boot.direction)
    table = boot.to_frame()
    np.testing.assert_allclose(one(table).stack[0], boot.strength * boot.direction, atol=1e-12)
    with pytest.raises(mcbnc.InvalidInputError, match="not a single Bootstrap"):
        read_opinions(boot)


def test_fewer_nodes_are_parts_and_lists_of_edges_are_about_all():
    part = pd.DataFrame([[0, 1], [0, 0]], ["b", "c"], ["b", "c"])
    read = read_opinions([pd.DataFrame(SURE, NAMES, NAMES), part])
    assert read.seen.tolist() == [[1, 1, 1], [0, 1, 1]]
    assert read.stack[1].tolist() == [[0, 0, 0], [0, 0, 1], [0, 0, 0]]
    for edges in ([("b", "c")], STRENGTHS.iloc[[3]].assign(to="d")):
        with pytest.warns(mcbnc.DataWarning, match=r"opinions\[1\] lists edges.*without an edge at"):
            read = read_opinions([pd.DataFrame(np.zeros((5, 5)), list("abcde"), list("abcde")), edges])
        assert read.seen.all()


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        (STRENGTHS.assign(strength=2.0), "the strength of 'a' -> 'b' must be a number from 0 to 1, not 2.0"),
        (STRENGTHS.assign(direction=None), "the direction of 'a' -> 'b' must be a number"),
        (STRENGTHS.assign(direction=0.75), "directions that add up to 1"),
        (STRENGTHS.assign(existence=1.0), "two columns mean the same, 'strength', 'existence'"),
        (STRENGTHS.drop(columns="direction"), "no column says the direction"),
        (pd.concat([STRENGTHS, STRENGTHS.iloc[:1]]), "'a' -> 'b' has two rows"),
        (STRENGTHS.assign(to=STRENGTHS["from"]), "'a' is joined to itself"),
    ],
)
def test_tables_that_are_refused(table, problem):
    with pytest.raises(mcbnc.InvalidInputError, match=problem) as error:
        read_opinions([table])
    assert error.value.argument == "opinions"
    assert error.value.dag == 0


def test_strengths_of_arrows_without_directions():
    arrows = pd.DataFrame({"from": ["a", "b", "b"], "to": ["b", "a", "c"], "strength": [0.75, 0.25, 0.5]})
    np.testing.assert_array_equal(one(arrows).stack[0][:2], SURE[:2])


def test_further_columns_are_told():
    with pytest.warns(mcbnc.DataWarning, match="the columns 'why' are ignored"):
        one(STRENGTHS.assign(why="said so"))


def test_the_table_of_a_pooled_network_is_a_graph():
    found = mcbnc.pool([pd.DataFrame(SURE, NAMES, NAMES)] * 3)
    assert mcbnc.baselines.vote([found.to_frame()]).edges == found.edges
    assert one(found.to_frame()).stack[0].tolist() == np.asarray(found).tolist()


def test_a_dict_of_columns_is_a_table_of_strengths():
    columns = STRENGTHS.to_dict("list")
    arrays = {name: np.array(column) for name, column in columns.items()}
    for opinion in (columns, arrays):
        np.testing.assert_array_equal(one(opinion).stack, one(STRENGTHS).stack)
    for wrong in (
        {**columns, "strength": [1.0]},
        {**columns, "strength": 1.0},
        {**columns, "from": "aabbcc"},
    ):
        with pytest.raises(
            mcbnc.InvalidInputError, match=r"opinions\[0\]: the columns must be lists"
        ) as error:
            one(wrong)
        assert error.value.argument == "opinions"


@pytest.mark.parametrize("thing", [{"a": ["b"], "b": []}, {}, None, 3, 1j, {1, 2}], ids=repr)
def test_what_is_no_opinion_is_named_by_its_type(thing):
    kind = type(thing).__name__
    with pytest.raises(mcbnc.InvalidInputError, match=rf"opinions\[1\] is of type {kind}, which"):
        read_opinions(["[a][b|a]", thing])
