"""Numbers without a value: the scores are of the covariance of maximum likelihood, by an EM of NumPy's."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest

import mcbnc

pytestmark = pytest.mark.filterwarnings("ignore:.*without a value", "ignore:.*columns of numbers beside")


def chain(seed, rows=300, n=5, share=0.2):
    """Numbers. Each column depends on the one before, with NaN in a share of the cells."""
    rng = np.random.default_rng(seed)
    cells = rng.normal(size=(rows, n))
    for v in range(1, n):
        cells[:, v] += cells[:, v - 1]
    holes = rng.random(cells.shape) < share
    holes[np.arange(rows), rng.integers(n, size=rows)] = False  # no row is empty
    return pd.DataFrame(np.where(holes, np.nan, cells), columns=[f"x{v}" for v in range(n)])


CHAIN = {frozenset((f"x{v}", f"x{v + 1}")) for v in range(4)}


def skeleton(graph):
    return {frozenset(edge) for edge in graph.edges}


def covariance(cells):
    """The EM algorithm, row by row."""
    count, n = cells.shape
    seen = ~np.isnan(cells)
    mean, cov = np.nanmean(cells, axis=0), np.diag(np.nanvar(cells, axis=0))
    for _ in range(2000):
        before = cov
        total, products = np.zeros(n), np.zeros((n, n))
        for row, o in zip(cells, seen, strict=True):
            x = np.where(o, row, 0.0)
            slope = np.linalg.solve(cov[np.ix_(o, o)], cov[np.ix_(o, ~o)]).T
            x[~o] = mean[~o] + slope @ (row[o] - mean[o])
            products[np.ix_(~o, ~o)] += cov[np.ix_(~o, ~o)] - slope @ cov[np.ix_(o, ~o)]
            total += x
            products += np.outer(x, x)
        mean = total / count
        cov = products / count - np.outer(mean, mean)
        if abs(cov - before).max() < 1e-10:
            break
    return cov


def pair_rows(cells):
    seen = (~np.isnan(cells)).astype(float)
    both = (seen.T @ seen)[np.triu_indices(cells.shape[1], 1)]
    return int(both[both > 0].mean())


def bic(graph, cov, rows):
    """The Gaussian BIC of a DAG by a covariance that counts for a number of rows."""
    total = 0.0
    for y in range(len(cov)):
        parents = np.flatnonzero(np.asarray(graph)[:, y])
        rest = cov[y, y]
        if len(parents):
            inner = cov[np.ix_(parents, parents)]
            rest = rest - cov[y, parents] @ np.linalg.solve(inner, cov[parents, y])
        total -= rows / 2 * (math.log(2 * math.pi * rest) + 1) + math.log(rows) / 2 * (len(parents) + 2)
    return total


@pytest.mark.parametrize("seed", range(4))
def test_the_score_is_of_the_likeliest_covariance(seed):
    table = chain(seed, rows=200, share=(0.1, 0.3)[seed % 2])
    found = mcbnc.learn(mcbnc.Rows(table, missing="fill"), score="bic-g", prior=None)
    cells = table.to_numpy()
    expected = bic(found, covariance(cells), pair_rows(cells))
    assert found.score == pytest.approx(expected, rel=1e-6)
    assert skeleton(found) >= CHAIN
    assert found.filled == {name: int(count) for name, count in table.isna().sum().items() if count}


def test_the_same_at_any_number_of_workers_and_in_any_order():
    table = chain(7)
    other = table.iloc[np.random.default_rng(0).permutation(len(table)), ::-1]
    one = mcbnc.learn(mcbnc.Rows(table, missing="fill"), score="bge", workers=1)
    two = mcbnc.learn(mcbnc.Rows(other, missing="fill"), score="bge", workers=2)
    assert one.score == two.score
    assert skeleton(one) == skeleton(two) == CHAIN


def test_mixed_tables_take_the_degenerate_gaussian():
    table = chain(3, rows=600)
    table["group"] = np.where(table["x0"] > 0, "high", np.where(table["x0"].isna(), None, "low"))
    rows = mcbnc.Rows(table, missing="fill")
    with pytest.warns(mcbnc.errors.DataWarning, match="score='dg' is taken"):
        found = mcbnc.learn(rows)
    assert found.criterion == "dg"
    assert frozenset(("x0", "group")) in skeleton(found)
    assert skeleton(found) >= CHAIN
    assert found.filled["group"] == int(table["group"].isna().sum())


def test_sites_together():
    tables = {"north": chain(1), "south": chain(2, share=0.0)}
    rows = mcbnc.Rows(tables, missing="fill")
    together = mcbnc.learn_jointly(rows, score="bic-g")
    assert skeleton(together) == CHAIN
    both = sum(int(table[["x0", "x1"]].notna().all(axis=1).sum()) for table in tables.values())
    assert together.seen["x0", "x1"] == (2, both)
    assert together.filled == {name: int(count) for name, count in tables["north"].isna().sum().items()}
    many = mcbnc.learn_many(rows, score="bic-g")
    with ThreadPoolExecutor(1) as pool:
        chunked = mcbnc.learn_many(rows, score="bic-g", executor=pool, chunks=2)
    for k, table in enumerate(tables.values()):
        alone = mcbnc.learn(mcbnc.Rows(table, missing="fill"), score="bic-g")
        assert together.sites[k].score == many[k].score == chunked[k].score == alone.score


def test_check_looks_at_all_rows():
    tables = {"north": chain(1), "south": chain(2, share=0.0)}
    for score in ("bic-g", "bge", "dg"):
        report = mcbnc.check(mcbnc.Rows(tables, missing="fill"), score=score)
        (problem,) = report.problems
        assert (problem.site, problem.severity) == ("north", "warning")
        count = int(tables["north"].isna().sum().sum())
        assert problem.problem.startswith(f"{count} cells without a value to be filled, in 'x")
    flat = chain(1)
    flat["x1"] = np.where(flat["x0"].isna(), np.nan, 2.5)
    report = mcbnc.check(mcbnc.Rows(flat, missing="fill"), score="bic-g")
    (problem,) = report.errors
    assert problem.column == "x1"
    assert "2.5 in all rows" in problem.problem


def test_columns_that_no_row_has_together_are_not_joined():
    table = chain(5, rows=400, share=0.0)
    table.loc[:199, "x0"] = np.nan
    table.loc[200:, "x1"] = np.nan
    with pytest.warns(mcbnc.errors.DataWarning, match="no row has a value of both 'x0' and 'x1'"):
        found = mcbnc.learn(mcbnc.Rows(table, missing="fill"), score="bic-g")
    assert frozenset(("x0", "x1")) not in skeleton(found)
    with pytest.warns(mcbnc.errors.DataWarning, match="no row has a value of both"):
        together = mcbnc.learn_jointly(mcbnc.Rows([table], missing="fill"), score="bic-g")
    assert together.status("x0", "x1") == "not seen together"
    knowledge = {"required": [("x0", "x1")]}
    with pytest.warns(mcbnc.errors.DataWarning):
        found = mcbnc.learn(mcbnc.Rows(table, missing="fill"), score="bic-g", knowledge=knowledge)
    assert ("x0", "x1") in found.edges


def test_refusals():
    table = chain(1)
    with pytest.raises(mcbnc.InvalidInputError, match="missing='fill' is for mcbnc"):
        mcbnc.bootstrap(mcbnc.Rows(table, missing="fill"), 3, score="bic-g")
    table["x1"] = np.nan
    with pytest.raises(mcbnc.InvalidInputError, match="x1 has no value in any row"):
        mcbnc.learn(mcbnc.Rows(table, missing="fill"), score="bic-g")
    table["x1"] = np.where(table["x0"].isna(), np.nan, 2.5)
    with pytest.raises(mcbnc.InvalidInputError, match=r"x1 has the value 2\.5 in all rows"):
        mcbnc.learn(mcbnc.Rows(table, missing="fill"), score="bic-g")
    table["x1"] = 2 * table["x0"]
    with pytest.raises(mcbnc.InvalidInputError, match="linear function"):
        mcbnc.learn(mcbnc.Rows(table, missing="fill"), score="bic-g")
