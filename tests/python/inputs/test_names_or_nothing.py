"""Graphs with names and graphs without are not mixed: the order of rows does not determine names."""

import copy
import pickle

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc import baselines, metrics

ABC = ["a", "b", "c"]
BARE = np.array([[0, 0, 1], [1, 0, 0], [0, 0, 0]])  # b -> a -> c in the order a, b, c
NAMED = nx.DiGraph([("b", "a"), ("a", "c")])  # the same, in the order b, a, c
FRAME = pd.DataFrame(BARE, ABC, ABC)
ROWS = pd.DataFrame({"b": [0, 1, 0, 1], "a": [0, 1, 1, 0], "c": [0, 1, 0, 0]})
NUMBERS = ROWS + np.linspace(0, 1, 12).reshape(4, 3)
RESULT = mcbnc.consensus([NAMED, NAMED])

CALLS = {
    "consensus": lambda g: mcbnc.consensus([NAMED, g]),
    "trajectory": lambda g: mcbnc.trajectory([NAMED, g]),
    "fusion": lambda g: mcbnc.fusion([NAMED, g]),
    "criticality": lambda g: mcbnc.criticality([NAMED, g], "a", "b"),
    "agreement": lambda g: mcbnc.agreement([NAMED, g]),
    "stability": lambda g: mcbnc.stability([NAMED, g], 3),
    "vote": lambda g: baselines.vote([NAMED, g]),
    "averaged": lambda g: baselines.averaged([NAMED, g]),
    "climb": lambda g: baselines.climb([NAMED, g]),
    "bounded": lambda g: baselines.bounded([NAMED, g], 2),
    "smhd": lambda g: metrics.smhd(NAMED, g),
    "shd": lambda g: metrics.shd(NAMED, g),
    "shd, first": lambda g: metrics.shd(g, NAMED),
    "mean_smhd": lambda g: metrics.mean_smhd(g, [NAMED, NAMED]),
    "mean_smhd, one": lambda g: metrics.mean_smhd(NAMED, [NAMED, g]),
    "blankets": lambda g: metrics.blanket_precision_recall(g, NAMED),
    "bdeu": lambda g: metrics.score(g, ROWS),
    "bic_g": lambda g: metrics.score(g, NUMBERS, "bic-g"),
    "log_likelihood": lambda g: metrics.log_likelihood(g, ROWS, ROWS),
    "gold": lambda g: mcbnc.compare([NAMED, NAMED], gold=g, methods=["fusion"]),
    "methods": lambda g: mcbnc.compare([NAMED, NAMED], methods={"mine": g}),
    "a method's result": lambda g: mcbnc.compare([NAMED, NAMED], methods={"mine": lambda dags: g}),
    "plot": lambda g: RESULT.plot(compare=g),
    "federated": lambda g: mcbnc.federated.simulate([NAMED, g], 0.5),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("bare", [BARE, BARE.tolist(), BARE.astype(bool)], ids=["array", "lists", "bools"])
def test_a_matrix_without_names_is_refused_beside_names(call, bare):
    with pytest.raises(mcbnc.InvalidInputError, match=r"has no names, but .* has: give a DataFrame"):
        call(bare)
    call(FRAME)


def test_with_names_the_distance_is_that_of_the_names():
    assert metrics.shd(NAMED, FRAME) == 0
    assert metrics.shd(np.asarray(FRAME), BARE) == 0  # neither has names


def test_rows_without_names_are_refused_beside_a_graph_with_names():
    rows = ROWS.to_numpy()
    with pytest.raises(
        mcbnc.InvalidInputError,
        match="data has no names, but a has: give the columns of those without by names=",
    ):
        metrics.score(NAMED, rows)
    expected = metrics.score(NAMED, ROWS)
    assert metrics.score(NAMED, mcbnc.Rows(rows, names=list(ROWS))) == pytest.approx(expected)
    turned = BARE[np.ix_([1, 0, 2], [1, 0, 2])]  # in the order of the columns
    assert (
        metrics.score(turned, rows)
        == metrics.score(turned, mcbnc.Rows(rows, names=list(ROWS)))
        == pytest.approx(expected)
    )


def test_nodes_are_the_names_of_gold_too():
    compared = mcbnc.compare([BARE, BARE], BARE, {"mine": BARE, "named": FRAME}, nodes=ABC)
    assert [row["shd_to_gold"] for row in compared.table[:2]] == [0, 0]
    with pytest.raises(mcbnc.InvalidInputError, match="gold has 2 nodes"):
        mcbnc.compare([BARE, BARE], BARE[:2, :2] * 0, nodes=ABC)


@pytest.mark.parametrize("name", mcbnc.datasets.names())
def test_bundled_graphs_know_their_names(name):
    clients = mcbnc.datasets.load(name)
    result = mcbnc.consensus(clients.dags)
    assert (result.named, result.nodes) == (True, clients.nodes)
    again = mcbnc.consensus(clients.dags, nodes=clients.nodes)
    assert (result.adjacency == again.adjacency).all()
    assert result.edges == again.edges
    assert metrics.smhd(result, clients.gold) == metrics.smhd(np.array(result), np.array(clients.gold))
    assert metrics.mean_smhd(clients.gold, clients.dags) == np.mean(
        [metrics.smhd(dag, clients.gold) for dag in clients.dags]
    )
    kept = pickle.loads(pickle.dumps(clients))
    assert metrics.smhd(kept.gold, clients.gold) == 0
    turned = clients.dags[:, ::-1, ::-1]  # another order, which the names do not have
    for array in (turned, turned[0], clients.gold[::-1], clients.gold.T, clients.gold | clients.gold.T):
        assert getattr(array, "nodes", None) is None
    for array in (clients.dags[3:5], clients.dags[[2, 0]], clients.gold.copy(), copy.deepcopy(clients.gold)):
        assert array.nodes == clients.nodes
    with pytest.raises(mcbnc.InvalidInputError, match="has no names"):
        metrics.smhd(clients.gold, turned[0])
