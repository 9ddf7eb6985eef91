"""Agreement and flagged clients, checked against the rule in exact fractions."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction
from statistics import median

import matplotlib as mpl
import networkx as nx
import numpy as np
import pytest
from helpers import digraph, matrix, names, noisy_copies, random_dags

import mcbnc

mpl.use("Agg")

CHAIN = matrix([(0, 1), (1, 2), (2, 3)], 6)
TRUTH = noisy_copies(1, 7, 12, 0.3, 3)
COLLUDERS = np.stack([random_dags(5, 1, 12, 0.2)[0]] * 3)
CLIENTS = np.concatenate([TRUTH[:2], COLLUDERS[:1], TRUTH[2:], COLLUDERS[1:]])
BAD = [2, 8, 9]


def skeleton(dag) -> set[frozenset]:
    return {frozenset(edge) for edge in digraph(dag).edges}


def f1(a, b) -> Fraction:
    a, b = skeleton(a), skeleton(b)
    return Fraction(2 * len(a & b), len(a) + len(b)) if a or b else Fraction(1)


def medians_and_threshold(dags) -> tuple[list[Fraction], Fraction]:
    medians = [median(f1(a, b) for j, b in enumerate(dags) if i != j) for i, a in enumerate(dags)]
    return medians, median(medians) / 2


@pytest.mark.parametrize("seed", range(40))
def test_against_the_rule(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 9))
    same = noisy_copies(seed, int(rng.integers(1, 6)), n, 0.4, min(1, n - 1))
    dags = np.concatenate([same, random_dags(seed, int(rng.integers(1, 5)), n, rng.random() / 2)])
    dags = dags[rng.integers(0, len(dags), len(dags))]  # some DAGs occur twice
    medians, threshold = medians_and_threshold(dags)
    result = mcbnc.agreement(dags)
    assert result.f1.tolist() == [[float(f1(a, b)) for b in dags] for a in dags]
    assert result.median.tolist() == [float(value) for value in medians]
    assert result.threshold == float(threshold)
    assert result.flagged.tolist() == [value < threshold for value in medians]
    assert result.outliers == np.flatnonzero(result.flagged).tolist()
    for least in (None, 0.0, 0.5, 0.8, 1.0):
        joined = nx.Graph()
        joined.add_nodes_from(range(len(dags)))
        bound = result.threshold if least is None else least
        joined.add_edges_from(np.argwhere(result.f1 >= bound).tolist())
        groups = sorted(map(sorted, nx.connected_components(joined)), key=lambda g: (-len(g), g[0]))
        assert result.groups(least) == groups


def test_colluders_are_flagged_and_form_a_group():
    result = mcbnc.agreement(CLIENTS, clients=names(10), nodes=names(12))
    colluders = [names(10)[i] for i in BAD]
    assert result.outliers == colluders
    assert result.groups()[1] == colluders
    assert result.peers(colluders[0])[:2] == [(colluders[1], 1.0), (colluders[2], 1.0)]
    assert "3 flagged: 'e2', 'o8', 'p9'" in repr(result)
    frame = result.to_frame()
    assert frame["client"].tolist() == result.clients == names(10)
    assert frame["edges"].tolist() == CLIENTS.sum(axis=(1, 2)).tolist()
    assert frame.loc[2, ["flagged", "nearest", "nearest_f1"]].tolist() == [True, colluders[1], 1.0]


def test_one_client_two_clients_and_empty_dags():
    one = mcbnc.agreement([CHAIN])
    assert math.isnan(one.median[0])
    assert math.isnan(one.threshold)
    assert (one.outliers, one.groups(), one.peers(0), one.f1.tolist()) == ([], [[0]], [], [[1.0]])
    assert "nearest" not in one.to_frame()
    repr(one), one._repr_html_(), one.plot()
    empty = np.zeros((6, 6))
    two = mcbnc.agreement([CHAIN, empty])
    assert (two.median.tolist(), two.threshold, two.outliers) == ([0, 0], 0, [])
    assert mcbnc.agreement([empty, empty]).f1.tolist() == [[1, 1], [1, 1]]
    none = mcbnc.agreement([CHAIN, CHAIN, CHAIN, empty])
    assert (none.median.tolist(), none.outliers) == ([1, 1, 1, 0], [3])


def test_half_is_not_below_half():
    # The F1 of `half` with the chain is exactly half of the median client's. That of `less` is below.
    half, less = matrix([(0, 1)], 6), matrix([(0, 1), (0, 4)], 6)
    assert f1(CHAIN, half) == Fraction(1, 2)
    assert f1(CHAIN, less) < Fraction(1, 2)
    assert mcbnc.agreement([CHAIN, CHAIN, CHAIN, half]).outliers == []
    assert mcbnc.agreement([CHAIN, CHAIN, CHAIN, less]).outliers == [3]


def test_directions_and_columns_do_not_matter():
    result = mcbnc.agreement(CLIENTS, workers=1)
    shuffled = np.random.default_rng(0).permutation(12)
    reversed_arcs = CLIENTS[:, shuffled][:, :, shuffled].transpose(0, 2, 1)
    again = mcbnc.agreement(reversed_arcs, nodes=[names(12)[i] for i in shuffled], workers=3)
    for field in ("f1", "median", "flagged"):
        assert getattr(result, field).tobytes() == getattr(again, field).tobytes()


def test_the_matrix_is_kept_up_to_4096_clients_or_on_request():
    many = np.zeros((4097, 2, 2), np.uint8)
    bare = mcbnc.agreement(many)
    assert bare.median.tolist() == [1.0] * 4097
    assert "nearest" not in bare.to_frame()
    bare._repr_html_()
    for call in (lambda: bare.f1, bare.groups, bare.plot, lambda: bare.peers(0)):
        with pytest.raises(mcbnc.InvalidInputError, match="matrix=True") as caught:
            call()
        assert caught.value.argument == "matrix"
    assert mcbnc.agreement(many[:4096]).f1.shape == (4096, 4096)
    assert mcbnc.agreement(many, matrix=True).f1.all()
    with pytest.raises(mcbnc.InvalidInputError, match="32768"):
        mcbnc.agreement(np.zeros((32769, 1, 1), np.uint8), matrix=True)


def test_an_agreement_can_be_pickled_and_is_read_only():
    result = mcbnc.agreement(CLIENTS)
    again = pickle.loads(pickle.dumps(result))
    assert repr(again) == repr(result) == repr(copy.deepcopy(result))
    for array in (again.f1, again.median, again.flagged):
        assert not array.flags.writeable


@pytest.mark.parametrize(
    ("options", "argument", "message"),
    [
        ({"clients": ["a"]}, "clients", "1 labels, but there are 10"),
        ({"clients": ["a"] * 10}, "clients", "'a' comes more than once"),
        ({"clients": [*range(9), None]}, "clients", "client 9 has no name"),
        ({"clients": "abcdefghij"}, "clients", "not one string"),
        ({"matrix": 1}, "matrix", "True or False"),
        ({"workers": 0}, "workers", "from 1"),
    ],
)
def test_bad_arguments(options, argument, message):
    with pytest.raises(mcbnc.InvalidInputError, match=message) as caught:
        mcbnc.agreement(CLIENTS, **options)
    assert caught.value.argument == argument


def test_bad_arguments_of_methods():
    result = mcbnc.agreement(CLIENTS, clients=names(10))
    with pytest.raises(mcbnc.InvalidInputError, match="client: no client is named 3; the clients are 'q0'"):
        result.peers(3)
    for least in (-0.1, 1.1, float("nan"), "much"):
        with pytest.raises(mcbnc.InvalidInputError, match="least must be a number from 0 to 1"):
            result.groups(least)
    with pytest.raises(mcbnc.CycleError):
        mcbnc.agreement([[[0, 1, 0], [0, 0, 1], [1, 0, 0]]])


def test_the_plot_has_contiguous_groups_and_marks_flagged_clients():
    result = mcbnc.agreement(CLIENTS, clients=names(10))
    axes = result.plot()
    labels = axes.get_yticklabels()
    order = [result.clients.index(label.get_text()) for label in labels]
    assert sorted(order) == list(range(10))
    assert set(order[-3:]) == set(BAD)  # the colluders, after all others
    np.testing.assert_array_equal(axes.images[0].get_array(), result.f1[np.ix_(order, order)])
    for ticks in (labels, axes.get_xticklabels()):
        bold = [label.get_text() for label in ticks if label.get_fontweight() == "bold"]
        assert {result.clients.index(name) for name in bold} == set(BAD)
    assert "3 of 10 clients flagged" in axes.texts[0].get_text()
    given = mpl.figure.Figure().subplots()
    assert result.plot(given) is given
    with pytest.raises(mcbnc.InvalidInputError, match="ax must be"):
        result.plot(1)
    assert "<img" in result._repr_html_()
