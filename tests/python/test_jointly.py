"""learn_jointly: its rule written out, what its answer depends on, options, results, errors."""

from __future__ import annotations

import itertools
import math

import jointly_rule as rule
import numpy as np
import pytest
import scores
from plain_ges import Limits

import mcbnc


def draw_sites(rng, n, count, most_rows=150):
    """Rows of sites of uneven sizes, some from distributions of their own, and the arity of each column."""
    arity = rng.integers(2, 4, n).tolist()
    shared, alike = int(rng.integers(1 << 30)), rng.random()
    tables = []
    for _ in range(count):
        rows = int(rng.integers(most_rows + 1)) if rng.random() < 0.9 else 1
        draw = np.random.default_rng(shared if rng.random() < alike else int(rng.integers(1 << 30)))
        copied, strength = draw.integers(0, 1 << 30, n), draw.random(n)
        cells = np.stack([rng.integers(0, k, rows) for k in arity], axis=1)
        for v in range(1, n):
            source = cells[:, copied[v] % v] % arity[v]
            cells[:, v] = np.where(rng.random(rows) < strength[v], source, cells[:, v])
        tables.append(cells)
    if not sum(map(len, tables)):
        tables[0] = np.zeros((1, n), int)
    return tables, arity


def draw_limits(rng, n):
    """Constraints for mcbnc, and the same for the plain search. They follow an order of the nodes."""
    limits = Limits(max_parents=int(rng.integers(4)) if rng.random() < 0.4 else None)
    required, forbidden = [], []
    order = rng.permutation(n).tolist()
    for u, v in itertools.combinations(order, 2):
        kind = int(rng.integers(25))
        pair = frozenset((u, v))
        if kind in (0, 1):
            limits.required.add(pair)
            required.append((u, v) if kind else pair)
        elif kind == 2:
            limits.forbidden.add(pair)
            forbidden.append(pair)
        elif kind == 3:
            forbidden.append((v, u))
        if kind in (1, 3):
            limits.directions.add((u, v))
    given = {"required": required, "forbidden": forbidden, "max_parents": limits.max_parents}
    return given, limits


def draw_weights(rng, n):
    upper = np.triu(rng.normal(0, 3, (n, n)), 1)
    return upper + upper.T


def assert_answer(got, expected):
    """`expected` has the CPDAG, the DAG and the mix of each search, in the order in which ties go."""
    assert list(got.scores) == list(expected)
    for method, (_, _, mix) in expected.items():
        assert got.scores[method] == pytest.approx(mix, rel=1e-9, abs=1e-6)
    assert got.method == max(got.scores, key=got.scores.get)  # the first one of the highest
    assert got.score == got.scores[got.method]
    cpdag, dag, _ = expected[got.method]
    np.testing.assert_array_equal(got.cpdag, cpdag)
    np.testing.assert_array_equal(got.adjacency, dag)


# --- the rule -----------------------------------------------------------------------------------------------


def by_learn(tables, arity, dags, pairs, given, limits):
    """The rule without votes, by `mcbnc.learn` with a column "site" that is everybody's parent."""
    n, count = len(arity), len(tables)
    among = limits if pairs == "all" else rule.outside(dags, 0 if pairs == "union" else pairs, limits)
    forbidden = [*given["forbidden"], *(among.forbidden - limits.forbidden)]
    pooled = mcbnc.learn(np.concatenate(tables), states=arity, **{**given, "forbidden": forbidden})
    site = np.repeat(np.arange(count), [len(table) for table in tables])
    most = given["max_parents"]
    sited = mcbnc.learn(
        np.column_stack([np.concatenate(tables), site]),
        states=[*arity, count],
        ess=count,
        required=[*given["required"], *((n, v) for v in range(n))],
        forbidden=forbidden,
        max_parents=most if most is None else most + 1,
    )
    out = {}
    for method, cpdag in (("pooled", pooled.cpdag), ("own", sited.cpdag[:n, :n])):
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
        got = mcbnc.learn_jointly(tables, pairs=pairs, outliers=outliers, states=arity, **given)
        dags = [site.adjacency for site in mcbnc.learn_many(tables, states=arity, **given)]
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
        got = mcbnc.learn_jointly(tables, pair_weights=weights, **options)
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
