"""Columns that do not depend on each other get hardly an edge by the defaults, whatever their kind."""

from __future__ import annotations

import numpy as np
import pytest

import mcbnc
from mcbnc import datasets

ALARM = np.concatenate(datasets.load_rows("alarm").data)


def states(many):
    return lambda rng, rows, n: rng.integers(0, many, (rows, n))


def uneven(rng, rows, n):
    """Columns of 2 to 6 states with probabilities of their own."""
    draw = [rng.choice(k, rows, p=rng.dirichlet(np.ones(k))) for k in rng.integers(2, 7, n)]
    return np.column_stack(draw)


def shuffled_alarm(rng, rows, n):
    """Real columns of ALARM, each shuffled by itself."""
    chosen = rng.permuted(ALARM, axis=0)[:rows, rng.permutation(ALARM.shape[1])[:n]]
    return {f"column {k}": chosen[:, k] for k in range(chosen.shape[1])}


def normals(rng, rows, n):
    return rng.normal(size=(rows, n))


def mixed(rng, rows, n):
    """Normal columns beside columns of three states."""
    return {
        f"column {k}": rng.normal(size=rows) if k % 2 else rng.choice(list("abc"), rows) for k in range(n)
    }


KINDS = {
    "coins": (states(2), None),
    "3 states": (states(3), None),
    "8 states": (states(8), None),
    "30 states": (states(30), None),
    "uneven states": (uneven, None),
    "ALARM": (shuffled_alarm, None),
    "normals, bge": (normals, "bge"),
    "normals, bic-g": (normals, "bic-g"),
    "mixed": (mixed, None),
    "mixed, dg": (mixed, "dg"),
}


def mean_edges(kind, rows, n, tables):
    draw, score = KINDS[kind]
    edges = 0
    for table in range(tables):
        data = draw(np.random.default_rng([rows, n, table]), rows, n)
        data = mcbnc.Rows(data, accept=True) if kind == "30 states" else data
        edges += len(mcbnc.learn(data, score=score, chance=0))
    return edges / tables


def most(rows, n):
    """One edge for every 30 columns; for every 4 with 50 rows; and for every 2 with 20, which are too few."""
    return n / 30 if rows >= 200 else n / 4 if rows >= 50 else n / 2


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")  # of few rows
@pytest.mark.parametrize("rows", [20, 50, 200, 1000, 5000])
@pytest.mark.parametrize("n", [2, 10, 30, 60])
@pytest.mark.parametrize("kind", KINDS)
def test_noise_has_hardly_an_edge(kind, n, rows):
    if kind == "normals, bic-g" and rows <= n:
        pytest.skip("bic-g needs more rows than columns")
    n = min(n, ALARM.shape[1]) if kind == "ALARM" else n
    # The rarer edges are, the more tables their mean needs.
    tables = max(2, 120 // n) if rows < 5000 else max(1, 30 // n)
    assert mean_edges(kind, rows, n, tables) <= most(rows, n)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")  # of few rows
@pytest.mark.parametrize("rows", [50, 200, 1000])
@pytest.mark.parametrize("n", [150, 500])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "ALARM"])
def test_much_noise_has_hardly_an_edge(kind, n, rows):
    if kind == "normals, bic-g" and rows <= n:
        pytest.skip("bic-g needs more rows than columns")
    assert mean_edges(kind, rows, n, 1 if n == 500 and rows >= 200 else 2) <= most(rows, n)
