"""pair_weights: a prior of structures in `learn`, `learn_many` and `learn_jointly`."""

from __future__ import annotations

import functools
import itertools

import by_ges
import jointly_rule as rule
import numpy as np
import pandas as pd
import plain_ges
import pytest
from gaussian import linear_rows
from helpers import cpdag_of, names
from row_calls import with_rows
from scores import classes
from sites import draw_limits, draw_sites, draw_weights

import mcbnc
from mcbnc import metrics


def pairs_of(adjacency):
    return adjacency | adjacency.T


@pytest.mark.parametrize("seed", range(20))
def test_learn_is_the_plain_search_with_weights(seed):
    rng = np.random.default_rng(seed)
    for score in ("bdeu", "bic", "aic"):
        for _ in range(4):
            n = int(rng.integers(1, 7))
            (table,), arity = draw_sites(rng, n, 1)
            given, limits = draw_limits(rng, n) if rng.random() < 0.4 else ({}, plain_ges.Limits())
            weights = draw_weights(rng, n)
            learned = by_ges.learn(
                mcbnc.Rows(table, states=arity), score=score, pair_weights=weights, **given
            )
            local = rule.weighted(rule.SCORES[score](table, arity), weights)
            cpdag, steps = plain_ges.search(n, local, limits)
            np.testing.assert_array_equal(mcbnc.metrics.cpdag(learned.adjacency), cpdag)
            assert [(s.kind, s.x, s.y, s.subset) for s in learned.steps] == [step[:4] for step in steps]
            gains = [step.gain * plain_ges.UNIT for step in steps]
            assert [step.gain for step in learned.steps] == pytest.approx(gains, abs=1e-6)
            assert learned.score == pytest.approx(rule.mix_of(learned.adjacency, local), rel=1e-9, abs=1e-6)


@pytest.mark.parametrize("score", ["bge", "bic-g"])
@pytest.mark.parametrize("seed", range(5))
def test_gaussian_scores(seed, score):
    table, _ = linear_rows(seed, 5, 30)
    weights = draw_weights(np.random.default_rng(seed), 5)
    learned = by_ges.learn(table, score=score, pair_weights=weights)
    local = rule.weighted(rule.SCORES[score](table, []), weights)
    np.testing.assert_array_equal(learned.cpdag, plain_ges.search(5, local)[0])
    assert learned.score == pytest.approx(rule.mix_of(learned.adjacency, local), rel=1e-9)


TABLE, ARITY = (lambda tables, arity: (tables[0], arity))(*draw_sites(np.random.default_rng(2), 6, 1, 600))
WEIGHTS = 2 * draw_weights(np.random.default_rng(5), 6)
NODES = names(6)


def test_the_score_has_the_weight_of_each_pair_once():
    plain = by_ges.learn(mcbnc.Rows(TABLE, states=ARITY))
    learned = by_ges.learn(mcbnc.Rows(TABLE, states=ARITY), pair_weights=WEIGHTS)
    assert not np.array_equal(learned.adjacency, plain.adjacency)
    weight = WEIGHTS[learned.adjacency.astype(bool)].sum()
    assert learned.score == pytest.approx(
        metrics.score(learned, mcbnc.Rows(TABLE, states=ARITY)) + weight, rel=1e-12
    )
    steps = sum(step.gain for step in learned.steps)
    empty = metrics.score(np.zeros((6, 6)), mcbnc.Rows(TABLE, states=ARITY))
    assert learned.score == pytest.approx(empty + steps, rel=1e-9)


def test_equivalent_dags_have_one_score():
    local = rule.weighted(rule.bdeu(TABLE, ARITY), WEIGHTS)
    for dags in itertools.islice(classes(4).values(), 60):
        bigger = [np.pad(dag, (0, 2)) for dag in dags]
        totals = [rule.mix_of(dag, local) for dag in bigger]
        assert max(totals) == pytest.approx(min(totals), rel=1e-12)
    learned = by_ges.learn(mcbnc.Rows(TABLE, states=ARITY), pair_weights=WEIGHTS)
    np.testing.assert_array_equal(learned.cpdag, cpdag_of(learned.adjacency))


@pytest.mark.parametrize(
    "learn",
    [
        functools.partial(with_rows, by_ges.learn),
        lambda *a, **o: with_rows(by_ges.learn_many, [a[0]] * 2, **o)[1],
    ],
)
def test_weights_of_zero_are_none(learn):
    plain = by_ges.learn(mcbnc.Rows(TABLE, states=ARITY))
    for zeros in (np.zeros((6, 6)), np.diag(np.full(6, 9.0)), np.diag(np.full(6, np.nan)), [[0] * 6] * 6):
        weighted = learn(TABLE, pair_weights=zeros, states=ARITY)
        assert (weighted.score, weighted.steps) == (plain.score, plain.steps)


@pytest.mark.parametrize("size", [1e3, 1e9, 1e300])
def test_large_weights_decide(size):
    """Also where a weight is more than the largest score."""
    joined = pairs_of(by_ges.learn(mcbnc.Rows(TABLE, states=ARITY)).adjacency).astype(bool)
    assert joined.any()
    assert not joined[np.triu_indices(6, 1)].all()
    opposite = np.where(joined, -size, size)
    for outliers in ("keep", "drop"):
        jointly = functools.partial(with_rows, by_ges.learn_jointly, outliers=outliers)
        for learned in (
            by_ges.learn(mcbnc.Rows(TABLE, states=ARITY), pair_weights=opposite),
            jointly([TABLE] * 3, states=ARITY, pair_weights=opposite),
        ):
            np.testing.assert_array_equal(pairs_of(learned.adjacency), ~joined & ~np.eye(6, dtype=bool))
            assert np.isfinite(learned.score)
    everything = by_ges.learn_jointly(
        mcbnc.Rows([TABLE] * 3, states=ARITY), pair_weights=np.full((6, 6), size)
    )
    assert len(everything.edges) == 15
    assert everything.scores["pooled"] > max(0, everything.scores["own"])
    nothing = by_ges.learn_jointly(mcbnc.Rows([TABLE] * 3, states=ARITY), pair_weights=np.full((6, 6), -size))
    assert not nothing.edges


def test_names_order_the_weights():
    frame = pd.DataFrame(TABLE, columns=NODES)
    options = {"states": dict(zip(NODES, ARITY, strict=True))}
    weights = pd.DataFrame(WEIGHTS, index=NODES, columns=NODES)
    expected = with_rows(by_ges.learn, frame, pair_weights=WEIGHTS, **options)
    for given in (weights, weights.iloc[::-1, [3, 1, 0, 2, 5, 4]], weights.iloc[[2, 0, 1, 4, 3, 5]]):
        again = with_rows(by_ges.learn, frame, pair_weights=given, **options)
        assert (again.edges, again.score, again.steps) == (expected.edges, expected.score, expected.steps)
    moved = with_rows(by_ges.learn, frame.iloc[:, ::-1], pair_weights=WEIGHTS[::-1, ::-1], **options)
    assert (set(moved.edges), moved.score) == (set(expected.edges), expected.score)
    unnamed = by_ges.learn(mcbnc.Rows(TABLE, states=ARITY), pair_weights=pd.DataFrame(WEIGHTS))
    assert unnamed.score == by_ges.learn(mcbnc.Rows(TABLE, states=ARITY), pair_weights=WEIGHTS).score


@pytest.mark.parametrize(
    "kind", [np.asarray, np.asfortranarray, np.ndarray.tolist, lambda w: w.astype(object)]
)
def test_kinds_of_matrices(kind):
    before = WEIGHTS.copy()
    learned = by_ges.learn(mcbnc.Rows(TABLE, states=ARITY), pair_weights=kind(WEIGHTS))
    assert learned.score == by_ges.learn(mcbnc.Rows(TABLE, states=ARITY), pair_weights=WEIGHTS).score
    np.testing.assert_array_equal(WEIGHTS, before)


def test_other_functions_take_weights():
    apart = np.full((6, 6), -1e6)
    assert by_ges.learn(mcbnc.Rows(TABLE, states=ARITY)).edges
    assert not by_ges.learn_many(mcbnc.Rows([TABLE], states=ARITY), pair_weights=apart)[0].edges
    assert not by_ges.bootstrap(mcbnc.Rows(TABLE, states=ARITY), 5, seed=1, pair_weights=apart).strength.any()


def test_sites_learn_without_the_weights():
    found = by_ges.learn_jointly(mcbnc.Rows([TABLE, TABLE], states=ARITY), pair_weights=np.full((6, 6), -1e6))
    assert [site.edges for site in found.sites] == [by_ges.learn(mcbnc.Rows(TABLE, states=ARITY)).edges] * 2
    assert not found.edges


def frame_of(index, columns=None):
    columns = index if columns is None else columns
    return pd.DataFrame(np.zeros((len(index), len(columns))), index=list(index), columns=list(columns))


@pytest.mark.parametrize(
    "call", [by_ges.learn, lambda frame, **o: with_rows(by_ges.learn_jointly, [frame, frame], **o)]
)
@pytest.mark.parametrize(
    ("weights", "pattern"),
    [
        (np.zeros((3, 3)), r"must have the shape \(4, 4\), a number for each pair of nodes, not \(3, 3\)"),
        (np.zeros(4), r"must have the shape \(4, 4\)"),
        (0.5, r"must have the shape \(4, 4\)"),
        (np.triu(np.ones((4, 4))), "a and b have two weights, 1 and 0; the matrix must be symmetric"),
        (np.full((4, 4), np.nan), "the weight of a and b is NaN; weights must be finite"),
        (np.full((4, 4), -np.inf), "the weight of a and b is -Inf; weights must be finite"),
        ("weights", "must be a matrix of numbers, not 'weights'"),
        ([["1"] * 4] * 4, "must be a matrix of numbers, not"),
        (np.full((4, 4), 1j), "must be a matrix of numbers, not"),
        ([[0], [0, 0]], "must be a matrix of numbers, not"),
        (np.full((4, 4), 10**400, object), "must be a matrix of numbers, not"),
        (frame_of("abcx"), "must have the same nodes as the data, but it lacks 'd' and has 'x' besides"),
        (frame_of("abcd", "abcx"), "must have the same nodes as the data, but it lacks 'd'"),
        (frame_of("abc"), "must have the same nodes as the data, but it lacks 'd'"),
        (frame_of("abcda"), "names must differ, but 'a' comes more than once"),
    ],
)  # fmt: skip
def test_bad_weights(call, weights, pattern):
    frame = pd.DataFrame(np.random.default_rng(1).integers(0, 2, (20, 4)), columns=list("abcd"))
    with pytest.raises(mcbnc.InvalidInputError, match=f"^pair_weights:? .*{pattern}") as caught:
        call(frame, pair_weights=weights)
    assert caught.value.argument == "pair_weights"
