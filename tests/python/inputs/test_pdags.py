"""Partially directed inputs stand for their class, and every result says which they were."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import digraph, names, noisy_copies, random_dags, write_clients

import mcbnc
from mcbnc import baselines, cli, metrics

N, R = 7, 4
DAGS = noisy_copies(6, R, N)
NODES = names(N)
CLASSES = np.stack([metrics.cpdag(dag) for dag in DAGS])
BOTH = [DAGS[0], CLASSES[1], DAGS[2], CLASSES[3]]
EXTENDED = [i for i in (1, 3) if (CLASSES[i] & CLASSES[i].T).any()]


def test_the_examples_have_undirected_edges():
    assert EXTENDED == [1, 3]


@pytest.mark.parametrize("seed", range(20))
def test_a_cpdag_counts_as_its_canonical_dag(seed):
    dags = random_dags(seed, 5, 6)
    nodes = names(6)
    classes = [metrics.cpdag(dag) for dag in dags]
    members = [mcbnc.PDAG(graph, nodes, True).to_dag() for graph in classes]
    ours, theirs = (mcbnc.trajectory(given, nodes=nodes) for given in (classes, members))
    assert list(ours) == [replace(step, seconds=own.seconds) for step, own in zip(theirs, ours, strict=True)]
    assert ours.fusion.tolist() == theirs.fusion.tolist()
    canonical = mcbnc.trajectory(dags, nodes=nodes, canonical=True)
    assert ours.thetas.tolist() == canonical.thetas.tolist()
    assert metrics.shd(ours.at(0.5), canonical.at(0.5)) == 0


def test_the_member_does_not_depend_on_the_order_of_the_columns():
    frame = pd.DataFrame(CLASSES[1], NODES, NODES)
    moved = frame.loc[sorted(NODES), sorted(NODES)]
    assert set(mcbnc.consensus([frame]).edges) == set(mcbnc.consensus([moved]).edges)
    assert mcbnc.PDAG(CLASSES[1], NODES, True).to_dag().edges == mcbnc.fusion([frame, frame]).edges


KINDS = {
    "matrix": lambda c: c,
    "nested lists": lambda c: c.tolist(),
    "DataFrame": lambda c: pd.DataFrame(c, NODES, NODES),
    "DiGraph": lambda c: digraph(c, NODES),
    "PDAG": lambda c: mcbnc.PDAG(c, NODES, True),
    "arcs": lambda c: [(NODES[i], NODES[j]) for i, j in np.argwhere(c).tolist()],
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_graph_may_be_partially_directed(kind):
    given = [mcbnc.Graph(DAGS[0], NODES, True), *(KINDS[kind](c) for c in CLASSES[1:])]
    expected = mcbnc.consensus([DAGS[0], *CLASSES[1:]], nodes=NODES)
    result = mcbnc.consensus(given, nodes=NODES)
    assert result.extended == expected.extended == [1, 2, 3]
    assert result.adjacency.tolist() == expected.adjacency.tolist()


def test_a_stack_of_classes():
    assert mcbnc.consensus(CLASSES).adjacency.tolist() == mcbnc.consensus(list(CLASSES)).adjacency.tolist()


def test_a_result_of_mcbnc_is_an_input_by_its_cpdag():
    result = mcbnc.consensus(DAGS, nodes=NODES)
    again = mcbnc.consensus([result.cpdag], nodes=NODES)
    assert again.extended == [0]
    assert metrics.shd(again, result) == 0


@pytest.mark.slow
def test_pgmpys_pdag():
    base = pytest.importorskip("pgmpy.base")
    if not hasattr(base, "PDAG"):
        pytest.skip("this pgmpy has no PDAG")
    graph = base.PDAG(directed_ebunch=[("a", "c"), ("b", "c")], undirected_ebunch=[("a", "d")])
    result = mcbnc.consensus([graph])
    assert result.extended == [0]
    assert metrics.shd(result, graph) == 0


def test_files_of_graphs_may_hold_classes(tmp_path):
    (tmp_path / "class.csv").write_text("from,to\na,b\nb,a\nb,c\nc,b\n")
    (tmp_path / "class.tsv").write_text("a\tb\tc\n0\t1\t0\n1\t0\t1\n0\t1\t0\n")
    result = mcbnc.consensus([tmp_path / "class.csv", tmp_path / "class.tsv"])
    assert result.extended == ["class.csv", "class.tsv"]
    with pytest.raises(mcbnc.CycleError, match="it has a cycle: a -> b -> a"):
        mcbnc.consensus(["[a|b][b|a]"])  # a format of DAGs
    with pytest.raises(mcbnc.InvalidInputError, match=r"class\.csv: a - b is undirected") as caught:
        mcbnc.read(tmp_path / "class.csv")
    assert not isinstance(caught.value, mcbnc.CycleError)


def test_every_result_says_which_inputs_were_extended():
    words = "4 DAGs (partially directed, extended: 1, 3)"
    for make in (
        mcbnc.consensus,
        mcbnc.trajectory,
        mcbnc.fusion,
        baselines.vote,
        lambda dags, nodes: mcbnc.stability(dags, resamples=3, seed=0, nodes=nodes),
        lambda dags, nodes: mcbnc.batch(dags, counts=[[1, 1, 1, 1]], nodes=nodes),
        lambda dags, nodes: mcbnc.compare(dags, nodes=nodes, methods={"v": baselines.vote}),
    ):
        result = make(BOTH, nodes=NODES)
        assert result.extended == EXTENDED
        assert words in repr(result)
        assert pickle.loads(pickle.dumps(result)).extended == EXTENDED
        assert make(DAGS, nodes=NODES).extended == []
        assert "extended" not in repr(make(DAGS, nodes=NODES))
    assert words in mcbnc.consensus(BOTH)._repr_html_()
    assert mcbnc.criticality(BOTH, 0, 1).extended == EXTENDED
    run = mcbnc.trajectory(BOTH)
    assert (run.at(0.5).extended, run.at(0.5).trajectory.extended) == (EXTENDED, EXTENDED)


def test_an_explanation_says_it():
    result = mcbnc.consensus(BOTH, nodes=NODES)
    words = "Partially directed, so that a member of its class stands for each: 1, 3."
    assert words in result.explain(*result.edges[0]).words
    assert "Partially" not in mcbnc.consensus(DAGS).explain(0, 1).words


def test_each_run_of_a_batch_says_it_of_its_copies():
    runs = mcbnc.batch(BOTH, counts=[[1, 2, 0, 0], [2, 0, 1, 1]])
    assert [run.extended for run in runs] == [[1, 2], [3]]


def test_both_extended_and_dropped():
    others = np.triu((CLASSES[1] | CLASSES[1].T) == 0, 1)  # joins what the others do not join
    result = mcbnc.consensus([CLASSES[1], *[DAGS[1]] * 4, others], outliers="drop")
    assert (result.extended, result.dropped) == ([0], [5])
    assert "6 DAGs (partially directed, extended: 0; dropped: 5)" in repr(result)


def test_a_saved_run_holds_the_members_and_says_so(tmp_path):
    result, run = mcbnc.consensus(BOTH, nodes=NODES), mcbnc.trajectory(BOTH, nodes=NODES)
    for thing in (result, run):
        thing.save(tmp_path / "it.json")
        loaded = mcbnc.load(tmp_path / "it.json")
        assert loaded.extended == EXTENDED
        assert repr(loaded) == repr(thing)
    record = json.loads((tmp_path / "it.json").read_text())
    assert record["extended"] == EXTENDED
    assert not any([v, u] in dag for dag in record["dags"] for u, v in dag)
    mcbnc.consensus(DAGS).save(tmp_path / "plain.json")
    assert "extended" not in json.loads((tmp_path / "plain.json").read_text())  # an older mcbnc reads it


def test_the_command_line_names_the_files(capsys, tmp_path):
    plain = write_clients(tmp_path / "plain.json", DAGS[:1], NODES)
    partly = write_clients(tmp_path / "partly.json", CLASSES[1:2], NODES)
    for command in ("consensus", "trajectory"):
        assert cli.main([command, str(plain), str(partly), "--json"]) == 0
        out, err = capsys.readouterr()
        assert json.loads(out)["extended"] == [str(partly)]
        assert f"2 DAGs (partially directed, extended: {partly})" in err
    assert cli.main(["compare", str(plain), str(partly), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["graphs"]
    assert [row["edges"] for row in rows] == [np.count_nonzero(dag) for dag in DAGS[:2]]
    assert cli.main(["compare", str(plain), str(partly), str(plain), "--json", "--methods", "fusion"]) == 0
    assert json.loads(capsys.readouterr().out)["extended"] == [str(partly)]


def test_metrics_take_classes_as_before():
    for dag, graph in zip(DAGS, CLASSES, strict=True):
        assert metrics.smhd(dag, graph) == metrics.shd(dag, graph) == 0
        assert metrics.mean_smhd(dag, [graph, graph]) == 0


def test_no_extension_and_cycles():
    square = nx.DiGraph([pair for u, v in ("ab", "bc", "cd", "da") for pair in ((u, v), (v, u))])
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"dags\[1\]: it has no extension: however a - b,"
    ) as caught:
        mcbnc.consensus([nx.DiGraph([(u, v) for u, v in ("ab", "bc", "cd")]), square])
    assert not isinstance(caught.value, mcbnc.CycleError)
    assert (caught.value.argument, caught.value.dag, caught.value.nodes) == ("dags", 1, list("abcd"))
    cycle = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "c")])
    with pytest.raises(mcbnc.CycleError, match=r"dags\[0\]: it has a cycle: a -> b -> c -> a"):
        mcbnc.consensus([cycle])
    graph = mcbnc.PDAG(nx.to_numpy_array(cycle).astype(np.uint8), list("abcd"), True)
    with pytest.raises(mcbnc.CycleError, match=r"^it has a cycle: a -> b -> c -> a"):
        graph.to_dag()
    with pytest.raises(mcbnc.CycleError, match="a has an arc to itself"):
        mcbnc.consensus([[("a", "b"), ("b", "a"), ("a", "a")]])


def test_a_pdag_as_an_object():
    graph = mcbnc.PDAG(np.array([[0, 1, 0], [1, 0, 0], [0, 1, 0]], np.uint8), list("abc"), True)
    assert repr(graph) == "<PDAG: 1 directed and 1 undirected edges over 3 nodes>"
    assert (graph.directed, graph.undirected) == ([("c", "b")], [("a", "b")])
    assert graph.edges == [("a", "b"), ("b", "a"), ("c", "b")] == sorted(graph.to_networkx().edges)
    assert graph.to_pandas().loc["c", "b"] == 1
    assert np.asarray(graph).tolist() == graph.adjacency.tolist()
    assert graph.to_dag().edges == [("b", "a"), ("c", "b")]
    assert mcbnc.PDAG(np.zeros((2, 2), np.uint8), [0, 1], False).to_dag().edges == []
