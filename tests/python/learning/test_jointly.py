"""learn_jointly against its rule written out, by `mcbnc.learn` and by a plain search."""

from __future__ import annotations

import itertools
import math
import warnings

import by_ges
import jointly_rule as rule
import numpy as np
import pandas as pd
import pytest
import scores
from gaussian import linear_rows
from plain_ges import Limits
from row_calls import with_rows
from sites import draw_limits, draw_sites, draw_weights

import mcbnc
from mcbnc import metrics


def assert_answer(got, expected):
    """`expected` has the CPDAG, the DAG and the mix of each search, in the order in which ties go."""
    assert list(got.scores) == list(expected)
    for method, (_, _, mix) in expected.items():
        assert got.scores[method] == pytest.approx(mix, rel=1e-9, abs=1e-6)
    assert got.method == max(got.scores, key=got.scores.get)  # the first one of the highest
    assert got.score == got.scores[got.method]
    cpdag, dag, _ = expected[got.method]
    np.testing.assert_array_equal(mcbnc.metrics.cpdag(got.adjacency), cpdag)  # without what is known
    np.testing.assert_array_equal(got.adjacency, dag)


# --- the rule -----------------------------------------------------------------------------------------------


def by_learn(tables, arity, dags, pairs, given, limits):
    """The rule without votes, by `mcbnc.learn` with a column "site" that is everybody's parent."""
    n, count = len(arity), len(tables)
    among = limits if pairs == "all" else rule.outside(dags, 0 if pairs == "union" else pairs, limits)
    known = given["knowledge"]
    forbidden = [*known["forbidden"], *(among.forbidden - limits.forbidden)]
    pooled = by_ges.learn(
        mcbnc.Rows(np.concatenate(tables), states=arity),
        **{**given, "knowledge": {**known, "forbidden": forbidden}},
    )
    site = np.repeat(np.arange(count), [len(table) for table in tables])
    most = given["max_parents"]
    sited = by_ges.learn(
        mcbnc.Rows(np.column_stack([np.concatenate(tables), site]), states=[*arity, count]),
        score=mcbnc.BDeu(count),
        knowledge={"required": [*known["required"], *((n, v) for v in range(n))], "forbidden": forbidden},
        max_parents=most if most is None else most + 1,
    )
    out = {}
    classes = {"pooled": mcbnc.metrics.cpdag(pooled.adjacency), "own": mcbnc.metrics.cpdag(sited.adjacency)}
    for method, cpdag in ((method, np.asarray(whole)[:n, :n]) for method, whole in classes.items()):
        dag = rule.member(cpdag, limits)
        out[method] = cpdag, dag, mix_of(dag, tables, arity)
    return out


def mix_of(dag, tables, arity):
    """The mix by the definition of BDeu."""
    total = 0.0
    for v in range(len(dag)):
        parents = np.flatnonzero(dag[:, v]).tolist()
        of = [scores.bdeu_of(v, parents, table.tolist(), arity) for table in tables]
        total += max(scores.bdeu_of(v, parents, np.concatenate(tables).tolist(), arity), math.fsum(of))
    return total


@pytest.mark.parametrize("seed", range(20))
def test_without_votes_it_is_the_rule_by_learn(seed):
    rng = np.random.default_rng(seed)
    for _ in range(15):
        n = int(rng.integers(1, 7))
        tables, arity = draw_sites(rng, n, int(rng.integers(1, 7)))
        given, limits = draw_limits(rng, n)
        pairs = ["union", "all", 0.01, 0.34, 0.5, 1][rng.integers(6)]
        outliers = ["drop", "keep"][rng.integers(2)]
        got = by_ges.learn_jointly(mcbnc.Rows(tables, states=arity), pairs=pairs, outliers=outliers, **given)
        dags = [site.adjacency for site in by_ges.learn_many(mcbnc.Rows(tables, states=arity), **given)]
        kept = rule.kept_sites(dags) if outliers == "drop" else list(range(len(tables)))
        assert got.dropped == [k for k in range(len(tables)) if k not in kept]
        for site, dag in zip(got.sites, dags, strict=True):
            np.testing.assert_array_equal(site.adjacency, dag)
        tables, dags = [tables[k] for k in kept], [dags[k] for k in kept]
        assert_answer(got, by_learn(tables, arity, dags, pairs, given, limits))


@pytest.mark.parametrize("seed", range(20))
def test_it_is_the_rule_by_a_plain_search(seed):
    rng = np.random.default_rng(100 + seed)
    for _ in range(12):
        n = int(rng.integers(1, 7))
        tables, arity = draw_sites(rng, n, int(rng.integers(1, 7)))
        given, limits = draw_limits(rng, n) if rng.random() < 0.5 else ({}, Limits())
        weights = draw_weights(rng, n) if rng.random() < 0.3 else None
        pairs = ["votes", "votes", "votes", "votes", "union", 0.5, "all"][rng.integers(7)]
        score = ["bdeu", "bdeu", "bic", "aic"][rng.integers(4)]
        options = {"states": arity, "score": score, "pairs": pairs, **given}
        got = with_rows(by_ges.learn_jointly, tables, pair_weights=weights, **options)
        kept = [k for k in range(len(tables)) if k not in got.dropped]
        dags = [got.sites[k].adjacency for k in kept]
        expected = rule.answers(
            [tables[k] for k in kept],
            arity,
            dags,
            pairs,
            score=rule.SCORES[score],
            weights=weights,
            limits=limits,
        )
        assert_answer(got, expected)


# --- larger cases -------------------------------------------------------------------------------------------

ALARM = mcbnc.datasets.load_rows("alarm")
BY_NAME = np.argsort(ALARM.nodes)
ALARM_ARITY = [len(ALARM.states[ALARM.nodes[k]]) for k in BY_NAME]


@pytest.mark.parametrize(
    ("sites", "rows", "options"),
    [
        (10, 200, {}),
        (10, 60, {"pairs": "union"}),
        pytest.param(10, 600, {}, marks=pytest.mark.slow),
        pytest.param(4, 1000, {"score": "bic"}, marks=pytest.mark.slow),
        pytest.param(10, 100, {"max_parents": 2, "pairs": 0.3}, marks=pytest.mark.slow),
    ],
)
def test_alarm_is_the_rule_by_a_plain_search(sites, rows, options):
    # Sites of uneven sizes, and one whose columns are shuffled.
    tables = [
        np.asarray(table)[: rows // (1 + k % 3), BY_NAME].astype(int) for k, table in enumerate(ALARM.data)
    ]
    np.random.default_rng(sites).shuffle(tables[1])
    tables = tables[:sites]
    got = by_ges.learn_jointly(mcbnc.Rows(tables, states=ALARM_ARITY), **options)
    kept = [k for k in range(sites) if k not in got.dropped]
    expected = rule.answers(
        [tables[k] for k in kept],
        ALARM_ARITY,
        [got.sites[k].adjacency for k in kept],
        options.get("pairs", "votes"),
        score=rule.SCORES[options.get("score", "bdeu")],
        limits=Limits(max_parents=options.get("max_parents")),
    )
    assert_answer(got, expected)


@pytest.mark.parametrize("score", ["bge", "bic-g"])
@pytest.mark.parametrize("seed", range(12))
def test_gaussian_scores_are_the_rule_by_a_plain_search(seed, score):
    rng = np.random.default_rng(300 + seed)
    n = int(rng.integers(2, 7))
    tables, dag = [], None
    for k in range(int(rng.integers(1, 6))):  # the sites share the structure, some of them the coefficients
        table, dag = linear_rows(
            seed if rng.random() < 0.5 else 1000 * seed + k, n, int(rng.integers(n + 3, 80)), dag
        )
        tables.append(table)
    pairs = ["votes", "votes", "union", "all"][seed % 4]
    weights = draw_weights(rng, n) if rng.random() < 0.3 else None
    got = by_ges.learn_jointly(tables, score=score, pairs=pairs, pair_weights=weights)
    kept = [k for k in range(len(tables)) if k not in got.dropped]
    tables = [tables[k] for k in kept]
    dags = [got.sites[k].adjacency for k in kept]
    assert_answer(got, rule.answers(tables, [], dags, pairs, score=rule.SCORES[score], weights=weights))
    if score == "bge" and weights is None:
        own = sum(metrics.score(got, table, "bge") for table in tables)
        assert got.score >= max(own, metrics.score(got, np.concatenate(tables), "bge")) - 1e-9 * abs(own)


def test_each_search_wins_somewhere():
    """So the tests above are about all of them."""
    won = set()
    for seed in itertools.count():
        assert seed < 500
        rng = np.random.default_rng(seed)
        tables, arity = draw_sites(rng, 5, 4)
        won.add(by_ges.learn_jointly(mcbnc.Rows(tables, states=arity)).method)
        if len(won) == 3:
            break


def test_a_seed_without_effect_is_told():
    rng = np.random.default_rng(3)
    whole = [pd.DataFrame(rng.integers(0, 2, (60, 3)), columns=list("abc")) for _ in range(3)]
    with pytest.warns(mcbnc.DataWarning, match="seed has no effect here: learn_jointly breaks no ties"):
        found = mcbnc.learn_jointly(whole, seed=1)
    numbers = [pd.DataFrame(rng.normal(size=(60, 3)), columns=list("abc")) for _ in range(2)]
    apart = mcbnc.Rows([numbers[0], numbers[1].drop(columns="c")], columns="union")
    with pytest.warns(mcbnc.DataWarning, match="seed has no effect here"):
        mcbnc.learn_jointly(apart, score="dg", seed=1)
    gaps = [frame.mask(rng.random(frame.shape) < 0.2) for frame in whole]
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message="seed")
        assert mcbnc.learn_jointly(whole).edges == found.edges
        mcbnc.learn_jointly(mcbnc.Rows([whole[0], whole[1].drop(columns="c")], columns="union"), seed=1)
        mcbnc.learn_jointly(mcbnc.Rows(gaps, missing="fill"), seed=1)
