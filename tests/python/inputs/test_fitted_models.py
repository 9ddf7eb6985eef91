"""Models of lingam and searches of pgmpy that were fitted count as the graph that they found."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import mcbnc

WEIGHTS = np.array([[0, 0, 0], [0.8, 0, 0], [0.1, -2, 0]])
"""As lingam has it: [1, 0] is the effect of node 0 on node 1."""
ARCS = [("x", "y"), ("x", "z"), ("y", "z")]


class Model:
    """As models of lingam: the matrix is a property, and None before the fit."""

    def __init__(self, weights):
        self._adjacency_matrix = weights

    @property
    def adjacency_matrix_(self):
        return self._adjacency_matrix


class Groups(Model):
    """As a model of several groups, whose one matrix is that of the last group."""

    @property
    def adjacency_matrices_(self):
        return None if self._adjacency_matrix is None else [self._adjacency_matrix] * 2


@pytest.fixture(autouse=True)
def of_lingam(monkeypatch):
    for kind in (Model, Groups):
        monkeypatch.setattr(kind, "__module__", "lingam.direct_lingam")


def test_a_model_of_lingam_is_its_graph_with_each_arrow_from_cause_to_effect():
    model = Model(WEIGHTS)
    for dags in ([model], [model, Model(WEIGHTS)], {"north": model}):
        assert mcbnc.consensus(dags, nodes=list("xyz")).edges == ARCS
    assert mcbnc.consensus([model]).edges == [(0, 1), (0, 2), (1, 2)]
    assert mcbnc.metrics.smhd(model, mcbnc.from_lingam(WEIGHTS)) == 0
    assert mcbnc.consensus([ARCS, model], nodes=list("xyz")).edges == ARCS


@pytest.mark.parametrize(
    ("model", "says"),
    [
        (Model(None), "this Model has no graph yet: fit it to rows first"),
        (Model(np.where(WEIGHTS == -2, np.nan, WEIGHTS)), r"its adjacency_matrix_: \[2, 1\] is NaN"),
        (Model(np.ones((2, 2))), "its adjacency_matrix_: it has a cycle"),
        (Groups(WEIGHTS), r"give mcbnc.from_lingam\(B\) for a matrix B of its adjacency_matrices_"),
        (Groups(None), r"adjacency_matrices_, after its fit"),
    ],
)
def test_a_model_of_lingam_without_one_dag_is_refused_by_its_place(model, says):
    with pytest.raises(mcbnc.InvalidInputError, match=rf"dags\[1\].*{says}") as caught:
        mcbnc.consensus([np.zeros((3, 3)), model])
    assert caught.value.dag == 1
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\['north'\]"):
        mcbnc.consensus({"north": model})


def test_named_graphs_beside_a_model_need_its_names():
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[1\] has no names.*nodes="):
        mcbnc.consensus([pd.DataFrame(np.zeros((3, 3)), list("xyz"), list("xyz")), Model(WEIGHTS)])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_search_of_pgmpy_is_its_graph():
    discovery = pytest.importorskip("pgmpy.causal_discovery")
    rng = np.random.default_rng(1)
    a, c = rng.integers(0, 2, (2, 400))
    b = (a & c) ^ (rng.random(400) < 0.05)
    rows = pd.DataFrame({"c": c, "a": a, "b": b}).astype(int).astype(str)
    search = discovery.HillClimbSearch()
    with pytest.raises(mcbnc.InvalidInputError, match="fit it, and give its causal_graph_"):
        mcbnc.consensus([search])
    search.fit(rows)
    found = mcbnc.consensus([search])
    assert set(found.edges) == {("a", "b"), ("c", "b")}
    assert mcbnc.metrics.shd(search, search.causal_graph_) == 0
