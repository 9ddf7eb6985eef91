"""What causal-learn's searches return."""

from __future__ import annotations

import numpy as np
import pytest
from causallearn.graph.Dag import Dag
from causallearn.graph.GraphNode import GraphNode
from causallearn.search.ConstraintBased.FCI import fci
from causallearn.search.ConstraintBased.PC import pc
from causallearn.search.ScoreBased.GES import ges
from causallearn.utils.DAG2CPDAG import dag2cpdag
from conftest import CLASS, NODES

import mcbnc
from mcbnc import metrics
from mcbnc._graphs.reading import read_source

NUMBERED = [(f"X{NODES.index(u) + 1}", f"X{NODES.index(v) + 1}") for u, v in CLASS]


@pytest.fixture(scope="module")
def found(numbers):
    """The results of GES and of PC, in the forms in which they come."""
    record, graph = ges(numbers.to_numpy()), pc(numbers.to_numpy(), show_progress=False)
    return {"dict of ges": record, "its G": record["G"], "pc": graph, "its G, too": graph.G}


@pytest.mark.parametrize("kind", ["dict of ges", "its G", "pc", "its G, too"])
def test_results_of_searches(found, kind):
    assert mcbnc.from_causallearn(found[kind]).edges == NUMBERED
    result = mcbnc.consensus([found[kind]] * 2, nodes=NODES)
    assert result.extended == [0, 1]
    assert metrics.shd(result, CLASS) == 0


def test_what_a_graph_prints(found, tmp_path):
    path = tmp_path / "printed"
    path.write_text(f"{found['its G']}\n")
    source = read_source(path)
    read = mcbnc.from_causallearn(found["its G"])
    assert source.names == read.nodes
    assert {(source.names[i], source.names[j]) for i, j in source.arcs.tolist()} == {*read.edges}


def test_the_matrix_of_marks(found):
    marks = found["its G"].graph
    named = mcbnc.from_causallearn(found["pc"])
    assert metrics.shd(mcbnc.from_causallearn(marks), named, nodes=named.nodes) == 0
    with pytest.raises(mcbnc.InvalidInputError, match=r"mcbnc.from_causallearn\(G\)"):
        mcbnc.consensus([marks])


def test_names(numbers):
    graph = pc(numbers.to_numpy(), node_names=NODES, show_progress=False)
    assert mcbnc.consensus([graph]).nodes == NODES


def test_a_pag_is_refused(numbers):
    graph, edges = fci(numbers.to_numpy(), show_progress=False)
    assert edges
    with pytest.raises(mcbnc.InvalidInputError, match="the edge X1 o-o X2 is neither"):
        mcbnc.consensus([graph])
    with pytest.raises(mcbnc.InvalidInputError, match="give its first item"):
        mcbnc.consensus([(graph, edges)])


@pytest.mark.parametrize("seed", range(5))
def test_random_dags_and_their_classes(seed):
    rng = np.random.default_rng(seed)
    dag = np.triu(rng.random((6, 6)) < 0.4, 1)
    theirs = Dag([GraphNode(f"X{i + 1}") for i in range(6)])
    for i, j in np.argwhere(dag).tolist():
        theirs.add_directed_edge(theirs.nodes[i], theirs.nodes[j])
    assert mcbnc.from_causallearn(theirs).adjacency.tolist() == dag.astype(int).tolist()
    ours = mcbnc.from_causallearn(dag2cpdag(theirs))
    assert ours.adjacency.tolist() == metrics.cpdag(dag).tolist()
