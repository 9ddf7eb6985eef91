"""Different columns of numbers at different sites: against the rule in NumPy, and what is refused."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pandas as pd
import pytest
from apart_rule import elect
from helpers import LONGER
from over_rule import extension, search

import mcbnc

ROUNDS, ITERATIONS, RIDGE = 4, 20, 1e-6


def draw(seed, n=None, sites=None):
    """Tables of linear Gaussian rows, each without some of the columns, and at times with gaps."""
    rng = np.random.default_rng(seed)
    n, sites = n or int(rng.integers(3, 6)), sites or int(rng.integers(2, 6))
    slopes = np.triu(rng.uniform(0.4, 1.3, (n, n)) * (rng.random((n, n)) < 0.5), 1)
    tables = []
    for k in range(sites):
        rows = int(rng.integers(12, 50))
        cells = rng.normal(size=(rows, n)) @ np.linalg.inv(np.eye(n) - slopes) * 10.0 ** rng.integers(-3, 4)
        has = [v for v in range(n) if rng.random() < 0.6 or v % sites == k or v == k % n]
        tables.append(pd.DataFrame(cells[:, has], columns=[f"v{v}" for v in has]))
    for v in range(n):  # each column has a unit, which is that of its first table
        of = [table for table in tables if f"v{v}" in table]
        for table in of[1:]:
            table[f"v{v}"] *= of[0][f"v{v}"].std() / table[f"v{v}"].std()
    return tables, [f"v{v}" for v in range(n)]


class Rule:
    """Structural EM, in NumPy: from the rule, with all rows in a list."""

    def __init__(self, tables, names, dags, most):
        self.n, self.most = len(names), most
        rows = np.vstack([table.reindex(columns=names).to_numpy() for table in tables])
        rows = (rows - np.nanmean(rows, axis=0)) / np.nanstd(rows, axis=0)
        self.rows = rows
        has = [[name in table for name in names] for table in tables]
        self.together = np.array(has, int).T @ np.array(has, int)
        known = ~np.isnan(rows)
        both = (known.T.astype(int) @ known)[np.triu_indices(self.n, 1)]
        self.count = int(both[both > 0].sum()) // max(np.count_nonzero(both), 1)
        seen = [{v for v, own in enumerate(row) if own} for row in has]
        self.weight, self.forbidden, self.first = elect(self.n, seen, dags, most)

    def expect(self, mean, covariance):
        total, products = np.zeros(self.n), np.zeros((self.n, self.n))
        for row in self.rows:
            known = ~np.isnan(row)
            full, spread = np.where(known, row, 0.0), np.zeros((self.n, self.n))
            if not known.all():
                slope = covariance[np.ix_(~known, known)] @ np.linalg.inv(covariance[np.ix_(known, known)])
                full[~known] = mean[~known] + slope @ (row[known] - mean[known])
                spread[np.ix_(~known, ~known)] = (
                    covariance[np.ix_(~known, ~known)] - slope @ covariance[np.ix_(known, ~known)]
                )
            total += full
            products += np.outer(full, full) + spread
        mean = total / len(self.rows)
        return mean, products / len(self.rows) - np.outer(mean, mean)

    def fit(self, covariance, dag):
        slopes, own = np.zeros((self.n, self.n)), np.zeros(self.n)
        for v in range(self.n):
            above = sorted(u for u, c in dag if c == v)
            cross = covariance[above, v]
            slope = np.linalg.solve(covariance[np.ix_(above, above)] + RIDGE * np.eye(len(above)), cross)
            slopes[above, v] = slope
            own[v] = covariance[v, v] - 2 * slope @ cross + slope @ covariance[np.ix_(above, above)] @ slope
        total = np.linalg.inv(np.eye(self.n) - slopes)
        return total.T @ np.diag(own) @ total

    def run(self):
        dag, mean, covariance = self.first, np.zeros(self.n), np.eye(self.n)
        for _ in range(ROUNDS):
            for _ in range(ITERATIONS):
                mean, expected = self.expect(mean, covariance)
                covariance = self.fit(expected, dag)
            _, expected = self.expect(mean, covariance)

            def gain(x, y, s, expected=expected):
                def variance(given):
                    own = sorted(given)
                    return np.linalg.det(expected[np.ix_([*own, y], [*own, y])]) / np.linalg.det(
                        expected[np.ix_(own, own)]
                    )

                likelihood = self.count / 2 * math.log(variance(s) / variance(s | {x}))
                return likelihood - math.log(self.count) / 2 + self.weight[frozenset((x, y))]

            p = search(self.n, self.most, gain, self.forbidden)
            dag = extension(p, self.n)
        return p


def check_rule(seed):
    tables, names = draw(seed)
    if all(len(table.columns) == len(names) for table in tables):
        return  # then the rule is that of the same columns
    most = [2, 6][seed % 2]
    options = {"score": "bic-g", "search": "ges", "prior": None, "max_parents": most}
    found = mcbnc.learn_jointly(mcbnc.Rows(tables, columns="union"), outliers="keep", **options)
    place = {name: k for k, name in enumerate(names)}
    alone = [mcbnc.learn(table, **options).edges for table in tables]
    assert [set(site.edges) for site in found.sites] == list(map(set, alone))
    dags = [[(place[a], place[b]) for a, b in site.edges] for site in found.sites]
    rule = Rule(tables, names, dags, most)
    order = [found.nodes.index(name) for name in names]
    cpdag = np.asarray(found.cpdag)[np.ix_(order, order)]
    assert set(map(tuple, np.argwhere(cpdag).tolist())) == rule.run()
    for a in names:
        for b in names:
            assert found.seen[a, b][0] == rule.together[place[a], place[b]]
            if a != b and not rule.together[place[a], place[b]]:
                assert found.status(a, b) == "not seen together"


@pytest.mark.parametrize("seed", range(12))
def test_numbers_are_learned_by_the_rule(seed):
    check_rule(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 100 + 100 * LONGER, 10))
def test_numbers_are_learned_by_the_rule_in_more_cases(seed):
    for k in range(10):
        check_rule(seed + k)


def quiet(tables, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        return mcbnc.learn_jointly(mcbnc.Rows(tables, columns="union"), **options)


def mixed(seed):
    tables, names = draw(seed, n=6, sites=4)
    for table in tables:
        for name in names[::2]:
            if name in table:
                table[name] = np.where(table[name] > 0, "high", "low")
    return tables


@pytest.mark.parametrize("kind", ["numbers", "mixed"])
def test_no_order_counts(kind):
    tables, options = (draw(5, n=6, sites=4)[0], {"score": "bge"}) if kind == "numbers" else (mixed(5), {})
    found = quiet(tables, **options)
    again = quiet(
        [table[sorted(table, reverse=True)].sample(frac=1, random_state=1) for table in tables[::-1]],
        workers=3,
        **options,
    )
    assert set(found.edges) == set(again.edges)
    assert found.score == again.score
    assert found.reversible
    assert {frozenset((one.a, one.b)): one.information for one in found.suspects} == {
        frozenset((one.a, one.b)): one.information for one in again.suspects
    }


def test_mixed_tables_take_the_degenerate_score():
    tables = mixed(7)
    with pytest.warns(mcbnc.DataWarning, match="score='dg' is taken"):
        found = mcbnc.learn_jointly(mcbnc.Rows(tables, columns="union"))
    assert found.criterion == "dg"
    assert set(found.states) == {"v0", "v2", "v4"}
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"columns='union'.: score='bic-cg' needs a value in every"
    ):
        mcbnc.learn_jointly(mcbnc.Rows(tables, columns="union"), score="bic-cg")
    assert quiet(tables, score="dg", search="ges").criterion == "dg"


def test_knowledge_and_weights_hold():
    tables, names = draw(11, n=5, sites=3)
    a, b = names[:2]
    found = quiet(
        tables, score="bic-g", knowledge={"required": [(b, a)], "forbidden": [{names[2], names[3]}]}
    )
    assert (b, a) in found.edges
    assert not {(names[2], names[3]), (names[3], names[2])} & set(found.edges)
    none = quiet(tables, score="bic-g", pair_weights=-1e6 * (1 - np.eye(5)))
    assert none.edges == []


def test_gaps_beside_columns_that_a_site_lacks():
    tables, _ = draw(13, n=5, sites=3)
    first = tables[0]
    first.iloc[3, 0] = np.nan
    with pytest.raises(mcbnc.InvalidInputError, match="there is no value"):
        mcbnc.learn_jointly(mcbnc.Rows(tables, columns="union"), score="bic-g")
    with pytest.warns(mcbnc.DataWarning, match="1 cell without a value to be filled"):
        filled = mcbnc.learn_jointly(mcbnc.Rows(tables, columns="union", missing="fill"), score="bic-g")
    with pytest.warns(mcbnc.DataWarning, match="1 of .* rows left out"):
        dropped = mcbnc.learn_jointly(mcbnc.Rows(tables, columns="union", missing="drop"), score="bic-g")
    assert filled.rows == dropped.rows + 1


def test_a_column_that_no_kept_site_has_is_joined_to_none():
    rng = np.random.default_rng(3)
    base = rng.normal(size=(4, 200, 6)).cumsum(axis=2)
    tables = [pd.DataFrame(rows, columns=list("abcdef")) for rows in base]
    odd = pd.DataFrame(rng.normal(size=(200, 7)), columns=list("fadbecg"))
    odd["f"] += odd["d"]
    odd["a"] += odd["e"]
    odd["c"] += odd["f"]
    found = quiet([*tables, odd], score="bic-g")
    assert found.dropped == [4]
    assert not [edge for edge in found.edges if "g" in edge]
    assert found.status("a", "g") == "not seen together"


def test_a_time_limit_leaves_what_was_reached():
    tables, _ = draw(17, n=5, sites=3)
    found = quiet(tables, score="bic-g", time_limit=1e-9)
    assert found.status == "time_limit"


def test_pictures_and_frames(tmp_path):
    tables, _ = draw(19, n=5, sites=3)
    found = quiet(tables, score="bic-g")
    frame = found.to_frame()
    assert {"sites", "rows", "through"} <= set(frame)
    assert "not seen together" in repr(found)
    assert found.rows == sum(map(len, tables))
