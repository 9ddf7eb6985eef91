"""What goes out of mcbnc and comes back has forgotten nothing."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import mcbnc


@pytest.fixture(scope="module")
def rows():
    """Two columns that depend on each other, and two that are alone: the first and the last one."""
    rng = np.random.default_rng(0)
    b = rng.integers(0, 2, 300)
    c = np.where(rng.random(300) < 0.9, b, 1 - b)
    texts = np.array(["no", "yes"])
    return pd.DataFrame({"a": rng.integers(0, 3, 300), "b": texts[b], "c": c, "z": rng.integers(0, 2, 300)})


@pytest.fixture(scope="module")
def learned(rows):
    return mcbnc.learn(rows)


def results(learned):
    """A graph of each kind of result."""
    dags = [learned, learned.to_pandas()]
    yield learned
    yield mcbnc.consensus(dags)
    yield mcbnc.baselines.vote(dags)
    yield mcbnc.trajectory(dags).at(0.5)


@pytest.mark.parametrize("way", ["to_frame", "to_pandas", "to_networkx", "to_bnlearn"])
def test_nodes_without_edges_come_back(learned, way):
    for result in results(learned):
        there = getattr(result, way)()
        again = mcbnc.consensus([there, there])
        assert sorted(again.nodes) == list("abcz")
        assert {frozenset(edge) for edge in again.edges} == {frozenset("bc")}
        assert mcbnc.metrics.shd(there, learned) == 0


def test_a_table_of_edges_knows_its_nodes_whatever_rows_are_taken(learned):
    frame = mcbnc.consensus([learned] * 2).to_frame()
    assert mcbnc.consensus([frame[frame["support"] > 2]] * 2).nodes == list("abcz")
    assert mcbnc.consensus([frame] * 2, nodes=list("zcba")).nodes == list("zcba")
    renamed = frame.replace({"b": "B"})  # the nodes are others than the table tells
    assert sorted(mcbnc.consensus([renamed] * 2).nodes) == ["B", "c"]


@pytest.mark.parametrize("suffix", ["csv", "tsv", "dot", "gv", "json", "txt", "bn", "dagitty", "json.gz"])
def test_files_of_structures_keep_nodes_and_edges(learned, suffix, tmp_path):
    path = tmp_path / f"net.{suffix}"
    learned.save(path)
    again = mcbnc.read(path)
    assert (sorted(again.nodes), again.edges) == (learned.nodes, learned.edges)


def test_a_learned_structure_is_loaded_as_it_was(rows, tmp_path):
    path = tmp_path / "learned.json"
    for options in ({}, {"score": "bic"}, {"search": "ges"}):
        learned = mcbnc.learn(rows, **options)
        learned.save(path)
        again = mcbnc.load(path)
        assert type(again) is mcbnc.Learned
        assert repr(again) == repr(learned)
        for name in (
            "nodes",
            "named",
            "edges",
            "score",
            "criterion",
            "rows",
            "rows_left_out",
            "states",
            "steps",
        ):
            assert getattr(again, name) == getattr(learned, name), name
        for name in ("status", "seconds", "filled", "columns_left_out", "reversible", "site"):
            assert getattr(again, name) == getattr(learned, name), name
        assert np.array_equal(again.cpdag, learned.cpdag)
        again.save(tmp_path / "again.json")
        assert (tmp_path / "again.json").read_bytes() == path.read_bytes()


def test_what_is_special_of_a_learned_structure_comes_back(rows, tmp_path):
    path = tmp_path / "learned.json"
    gaps = rows.astype(object)
    gaps.iloc[:40, 1] = None
    with pytest.warns(mcbnc.DataWarning):
        filled = mcbnc.learn(mcbnc.Rows(gaps, missing="fill"))
    site = mcbnc.learn_many({("north", 1): rows, ("south", 2): rows[:200]})[1]
    numbers = mcbnc.learn(np.random.default_rng(1).normal(size=(60, 3)), score="bge")
    for learned in (filled, site, numbers):
        learned.save(path)
        again = mcbnc.load(path)
        assert (again.filled, again.site, again.named) == (learned.filled, learned.site, learned.named)
        assert again.to_frame().equals(learned.to_frame())
        assert type(again.to_networkx()) is type(learned.to_networkx())
    assert again._gaussian is True
    joint = mcbnc.learn_jointly([rows, rows[:200]])
    joint.save(path)
    assert mcbnc.load(path).score == joint.score


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told.update(cpdag=[[0, 1]]),
        lambda told: told.update(cpdag=[[0, 9]]),
        lambda told: told.update(rows=-1),
        lambda told: told.update(rows="many"),
        lambda told: told.update(criterion="best"),
        lambda told: told["steps"].update(step_kind=[9]),
        lambda told: told.pop("score"),
        lambda told: told.update(states=[1]),
    ],
)
def test_a_damaged_record_is_refused(learned, tmp_path, change):
    path = tmp_path / "learned.json"
    learned.save(path)
    record = json.loads(path.read_text())
    change(record["learned"])
    path.write_text(json.dumps(record))
    with pytest.raises(mcbnc.InvalidInputError, match='"learned"'):
        mcbnc.load(path)
    assert mcbnc.read(path).edges == learned.edges  # the structure is whole


def test_several_structures_are_a_list(tmp_path):
    (tmp_path / "two.json").write_text(
        '{"nodes": ["a", "b"], "clients": [[["a", "b"]], []], "learned": [{}, {}]}'
    )
    assert [graph.edges for graph in mcbnc.load(tmp_path / "two.json")] == [[("a", "b")], []]


@pytest.mark.slow
def test_a_linear_network_of_pgmpy_stays_one():
    pytest.importorskip("pgmpy")
    numbers = mcbnc.learn(np.random.default_rng(1).normal(size=(60, 3)), score="bge")
    there = numbers.to_pgmpy()
    for again in (mcbnc.consensus([there, there]), mcbnc.baselines.vote([there, numbers])):
        assert type(again.to_pgmpy()).__name__ == "LinearGaussianBayesianNetwork"
    assert (
        type(mcbnc.consensus([there, numbers.to_pandas()]).to_pgmpy()).__name__ == "DiscreteBayesianNetwork"
    )
