"""BGe and bic-cg of columns that nearly determine one another, in any unit: beside exact fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc import metrics

RIDGE = Fraction(1e-4)  # of bic-cg, as a float64


def scatter(columns):
    """The exact sums of the products of the deviations from the means."""
    exact = [[Fraction(float(value)) for value in column] for column in columns]
    exact = [[value - sum(column) / len(column) for value in column] for column in exact]
    return [[sum(a * b for a, b in zip(x, y, strict=True)) for y in exact] for x in exact]


def determinant(matrix):
    if not matrix:
        return Fraction(1)
    first, *rest = matrix
    minors = ([row[:k] + row[k + 1 :] for row in rest] for k in range(len(first)))
    return sum(
        ((-1) ** k * entry * determinant(minor))
        for k, (entry, minor) in enumerate(zip(first, minors, strict=True))
    )


def log(fraction):
    shift = fraction.numerator.bit_length() - fraction.denominator.bit_length()
    return math.log(fraction / Fraction(2) ** shift) + shift * math.log(2)


def log_multigamma(size, x):
    return size * (size - 1) / 4 * math.log(math.pi) + sum(math.lgamma(x - j / 2) for j in range(size))


def bge_of(columns, n):
    """F of Kuipers, Moffa and Heckerman (2014), equation 17, with alpha_mu = 1 and alpha_w = n + 2."""
    size, rows = len(columns), len(columns[0]) if columns else 0
    if not size:
        return 0.0
    prior, before = Fraction(1, 2), 2 + size
    sums = scatter(columns)
    for j in range(size):
        sums[j][j] += prior
    return (
        size / 2 * math.log(1 / (rows + 1))
        - size * rows / 2 * math.log(math.pi)
        + log_multigamma(size, (rows + before) / 2)
        - log_multigamma(size, before / 2)
        + before / 2 * size * math.log(prior)
        - (rows + before) / 2 * log(determinant(sums))
    )


def normal_of(columns):
    """The log-likelihood of bic-cg in one cell: tr(inverse(S/n + ridge) S) by Cramer's rule, row by row."""
    rows, size = len(columns[0]), len(columns)
    own = [[entry / rows for entry in row] for row in scatter(columns)]
    ridged = [[entry + RIDGE * (i == j) for j, entry in enumerate(row)] for i, row in enumerate(own)]
    whole = determinant(ridged)
    trace = sum(determinant([*ridged[:i], own[i], *ridged[i + 1 :]]) for i in range(size)) / whole
    return -rows / 2 * (size * math.log(2 * math.pi) + log(whole) + float(trace))


def near(unit, apart, rows=50):
    """Three columns. The last is three times the first except for a share of it."""
    cells = np.random.default_rng(1).normal(size=(rows, 3)) * unit
    cells[:, 2] = 3 * cells[:, 0] * (1 + apart * np.random.default_rng(2).normal(size=rows))
    return pd.DataFrame(cells, columns=list("abc"))


UNITS, APART = [1.0, 1e3, 1e5, 1e6, 1e7, 1e9, 1e15], [0.0, 1e-9, 1e-7]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("apart", APART)
def test_bge_is_its_formula(unit, apart):
    data = near(unit, apart)
    a, b, c = data.to_numpy().T
    expected = bge_of([a], 3) + bge_of([b], 3) + bge_of([a, c], 3) - bge_of([a], 3)
    graph = pd.DataFrame([[0, 0, 1], [0, 0, 0], [0, 0, 0]], list("abc"), list("abc"))
    assert metrics.score(graph, data, "bge") == pytest.approx(expected, rel=1e-6)
    learned = mcbnc.learn(data, score="bge", prior=None)
    assert {"a", "c"} in map(set, learned.edges)
    assert metrics.score(learned, data, "bge") == pytest.approx(learned.score, rel=1e-12)


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("apart", APART)
def test_bic_cg_is_its_formula(unit, apart):
    data = near(unit, apart, rows=40)
    states = np.arange(40) % 2
    data["b"] = np.where(states == 1, "yes", "no")
    cells = [data.loc[states == state, ["a", "c"]].to_numpy().T for state in (0, 1)]
    likelihood = sum(normal_of(list(cell)) + 20 * math.log(1 / 2) for cell in cells)
    expected = likelihood - math.log(40) / 2 * (1 + 2 * 5)
    graph = pd.DataFrame([[0, 0, 1], [1, 0, 1], [0, 0, 0]], list("abc"), list("abc"))
    got = metrics.score(graph, data, mcbnc.MixedBIC(values="raw"))
    assert got == pytest.approx(expected, rel=1e-6)


def test_sites_are_summed_as_exactly():
    """Every site's own score is right, and so is that of all rows."""
    data = near(1e7, 1e-7, rows=80)
    sites = [data[:40], data[40:]]
    learned = mcbnc.learn_jointly(sites, score="bge")
    again = mcbnc.learn_jointly([site[::-1] for site in sites[::-1]], score="bge")
    assert {"a", "c"} in map(set, learned.edges)
    assert learned.score == again.score


def test_rows_with_gaps_are_refused_by_name():
    data = near(1e6, 0.0)
    data.loc[3, "b"] = np.nan
    with (
        pytest.warns(mcbnc.DataWarning),
        pytest.raises(mcbnc.InvalidInputError, match="c is a linear function of a") as caught,
    ):
        mcbnc.learn(mcbnc.Rows(data, missing="fill"), score="bge")
    assert 'score "bge"' not in str(caught.value)
