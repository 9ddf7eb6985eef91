"""Tables of arcs are graphs: a result's own, its CSV, other libraries' tables. Those of strengths are not."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

import mcbnc

DAGS = [[("b", "a"), ("c", "a"), ("a", "d")], [("b", "a"), ("c", "a"), ("d", "a")]]
STRENGTHS = pd.DataFrame(
    {
        "from": ["a", "b", "a", "c"],
        "to": ["b", "a", "c", "a"],
        "strength": [1.0, 1, 0, 0],
        "direction": [1.0, 0, 0, 0],
    }
)


@pytest.fixture(scope="module")
def result():
    return mcbnc.consensus(DAGS)


def test_the_table_of_a_result_is_the_result(result, tmp_path):
    frame = result.to_frame()
    assert {"reversible", "support", "psi"} < set(frame.columns)
    again = mcbnc.consensus([frame, frame[["from", "to"]], frame[["from", "to", "reversible"]]], theta=0)
    assert set(again.edges) == set(result.edges)
    for index in (True, False):
        path = tmp_path / "edges.csv"
        frame.to_csv(path, index=index)
        for graph in (mcbnc.read(path), mcbnc.consensus([pd.read_csv(path)], theta=0)):
            assert set(graph.edges) == set(result.edges)


def test_the_table_of_what_was_learned_is_the_graph(tmp_path):
    rng = np.random.default_rng(2)
    rows = pd.DataFrame({"a": rng.integers(0, 2, 300)})
    for name, of in (("b", "a"), ("c", "b"), ("d", "c")):
        rows[name] = np.where(rng.random(300) < 0.8, rows[of], 1 - rows[of])
    gaps = rows.astype(object).mask(rng.random(rows.shape) < 0.02)
    apart = [rows[["a", "b", "c"]][:150], rows[["b", "c", "d"]][150:]]
    made = {
        "chance_true": mcbnc.learn(rows, resamples=5),
        "stability": mcbnc.learn(mcbnc.Rows(gaps, missing="fill")),
        "through": mcbnc.learn_jointly(apart, columns="union"),
        "dags": mcbnc.baselines.vote([[("a", "b")], [("b", "c"), ("a", "b")]], nodes="union"),
        "unsure": mcbnc.baselines.vote(
            [[("a", "b")], [("b", "c"), ("a", "b")]], nodes="union", kind="skeleton"
        ),
    }
    for column, learned in made.items():
        frame = learned.to_frame()
        assert column in frame
        frame.to_csv(tmp_path / "edges.csv", index=False)
        for graph in (mcbnc.consensus([frame], theta=0), mcbnc.read(tmp_path / "edges.csv")):
            assert set(graph.edges) == set(learned.edges)
    for column in ("sites", "rows", "through", "dags", "share", "unsure"):
        other = pd.DataFrame({"from": ["a"], "to": ["b"], column: [0]})
        with pytest.raises(mcbnc.InvalidInputError, match=f"also has the column '{column}'"):
            mcbnc.consensus([other])


def test_a_row_without_a_second_end_is_a_node():
    for empty in (None, math.nan, ""):
        frame = pd.DataFrame({"from": ["a", "c"], "to": ["b", empty]})
        assert mcbnc.consensus([frame]).nodes == ["a", "b", "c"]


def test_nodes_without_arcs_by_the_argument_nodes(result):
    read = mcbnc.consensus([result.to_frame()], nodes=["z", *result.nodes])
    assert read.nodes == ["z", *result.nodes]
    with pytest.raises(mcbnc.InvalidInputError, match="give all by nodes="):
        mcbnc.consensus([[("a", "z")], pd.DataFrame({"from": ["a"], "to": ["b"]})])


def test_numbers_as_names_and_nodes_that_are_called_from_and_to():
    numbers = pd.DataFrame({"source": np.array([3, 1]), "target": np.array([1, 2])})
    assert mcbnc.consensus([numbers]).nodes == [1, 2, 3]
    square = pd.DataFrame([[0, 1], [0, 0]], index=["from", "to"], columns=["from", "to"])
    assert mcbnc.consensus([square]).edges == [("from", "to")]


def test_required_as_a_table_of_arcs(result):
    frame = pd.DataFrame({"from": ["d"], "to": ["b"]})
    learned = mcbnc.learn(
        mcbnc.Rows(np.random.default_rng(1).integers(0, 2, (50, 4)), names=list("abcd")),
        knowledge={"required": frame},
    )
    assert ("d", "b") in learned.edges
    with pytest.raises(mcbnc.InvalidInputError, match="required: this is a table of strengths"):
        mcbnc.consensus(DAGS, knowledge={"required": STRENGTHS})


def test_a_table_of_strengths_needs_a_threshold(tmp_path):
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"dags\[1\]: this is a table of strengths.*threshold="
    ) as caught:
        mcbnc.consensus([DAGS[0], STRENGTHS])
    assert (caught.value.argument, caught.value.dag) == ("dags", 1)
    frame = mcbnc.bootstrap(np.random.default_rng(1).integers(0, 2, (50, 3)), 4, seed=1).to_frame()
    with pytest.raises(mcbnc.InvalidInputError, match="table of strengths"):
        mcbnc.consensus([frame])
    path = tmp_path / "strength.csv"
    STRENGTHS.to_csv(path, index=False)
    with pytest.raises(mcbnc.InvalidInputError, match=r"strength\.csv: this is a table of strengths"):
        mcbnc.read(path)
    advised = STRENGTHS.query("strength > 0.5 and direction >= 0.5")[["from", "to"]]
    assert mcbnc.consensus([advised]).edges == [("a", "b")]


def test_a_column_that_says_something_unknown_of_arcs():
    frame = pd.DataFrame({"from": ["a"], "to": ["b"], "type": ["undirected"]})
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[0\]: .*also has the column 'type'"):
        mcbnc.consensus([frame])


@pytest.mark.parametrize("suffix", [".bif", ".net", ".xdsl"])
def test_save_of_a_consensus_says_what_writes_a_network(suffix, tmp_path):
    result = mcbnc.consensus([[("a", "b")]] * 2)
    with pytest.raises(mcbnc.InvalidInputError, match=r"must end in \.json.*; mcbnc\.write writes the"):
        result.save(tmp_path / f"x{suffix}")
