"""To pgmpy and back: the kind of network, its probabilities, and what pgmpy knows and mcbnc does not."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc

models = pytest.importorskip("pgmpy.models")
base = pytest.importorskip("pgmpy.base")
pytestmark = pytest.mark.slow


def numbers():
    a, b, c = np.random.default_rng(1).normal(size=(3, 80))
    return pd.DataFrame({"a": a, "b": a + b, "c": a + b + c})


@pytest.mark.parametrize("score", ["bge", "bic-g"])
@pytest.mark.parametrize(
    "learn", [mcbnc.learn, lambda rows, score: mcbnc.learn_jointly([rows] * 2, score=score)]
)
def test_a_gaussian_structure_is_a_linear_gaussian_network(learn, score):
    found = learn(numbers(), score=score)
    network = found.to_pgmpy()
    assert type(network) is models.LinearGaussianBayesianNetwork
    assert set(network.edges) == set(found.edges) != set()
    assert network.fit(numbers()).check_model()


def test_a_network_that_was_learned_jointly_has_its_probabilities():
    rows = pd.DataFrame(np.random.default_rng(1).integers(0, 3, (60, 3)), columns=list("abc")).astype(str)
    found = mcbnc.learn_jointly([rows, rows], knowledge={"required": [("a", "b"), ("a", "c")]})
    network = found.to_pgmpy()
    assert type(network) is models.DiscreteBayesianNetwork
    assert network.check_model()
    assert sorted(cpd.variable for cpd in network.get_cpds()) == list("abc")
    assert not found.to_pgmpy(fitted=False).get_cpds()
    assert not mcbnc.learn(rows).to_pgmpy().get_cpds()


def test_latent_nodes_are_named():
    arcs = [("a", "b"), ("a", "c"), ("u", "c")]
    hidden, seen = base.DAG(arcs, latents={"u", "a"}), base.DAG(arcs)
    with pytest.warns(mcbnc.DataWarning, match=r"dags\[1\]: 'a', 'u' are latent there") as caught:
        result = mcbnc.consensus([seen, hidden])
    assert caught[0].filename == __file__
    assert set(result.edges) == set(arcs)
    with pytest.warns(mcbnc.DataWarning, match="'u' is latent"):
        mcbnc.metrics.shd(seen, base.DAG(arcs, latents={"u"}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mcbnc.consensus([seen, seen])


class Fitted:
    """As models of several libraries are, whose matrices have different conventions."""

    adjacency_matrix_ = np.zeros((2, 2))


def search():
    from pgmpy.estimators import HillClimbSearch

    return HillClimbSearch(pd.DataFrame({"a": [0, 1], "b": [1, 0]}))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: models.FactorGraph(), "undirected"),
        (lambda: models.JunctionTree([(("a", "b"), ("b", "c"))]), "undirected"),
        (lambda: models.DiscreteMarkovNetwork([("a", "b")]), "undirected"),
        (
            lambda: base.ADMG(directed_ebunch=[("a", "b")], bidirected_ebunch=[("b", "c")]),
            "its edge b <-> c is bidirected",
        ),
        (search, r"give what its estimate\(\) returns"),
        (Fitted, r"adjacency_matrix_ is B: give B != 0 if .* or mcbnc.from_lingam\(B\)"),
        (lambda: {"graph": np.full((20, 20, 3), "-->"), "p_matrix": np.ones((20, 20, 3))}, "from_tigramite"),
        (lambda: {"model": None, "adjmat": pd.DataFrame()}, r'give model\["adjmat"\]'),
    ],
)
def test_what_is_no_graph_is_told_shortly(make, says):
    with pytest.raises(mcbnc.InvalidInputError, match=rf"dags\[0\].*{says}") as caught:
        mcbnc.consensus([make()])
    assert len(str(caught.value)) < 200


def test_an_admg_without_bidirected_edges_is_a_dag():
    graph = base.ADMG(directed_ebunch=[("a", "b"), ("c", "b")])
    assert set(mcbnc.consensus([graph]).edges) == {("a", "b"), ("c", "b")}
