"""Few rows get a warning, by every function that learns and by `check`."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc

WORDS = "few for"


def table(rows, columns):
    cells = np.random.default_rng(rows).integers(0, 2, (rows, columns))
    return pd.DataFrame(cells, columns=[f"c{j:02}" for j in range(columns)])


def told(function, *arguments, **options):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        function(*arguments, **options)
    return [str(one.message) for one in seen if WORDS in str(one.message)]


@pytest.mark.parametrize(("rows", "columns"), [(49, 2), (49, 5), (99, 50)])
def test_few(rows, columns):
    words = f"data: {rows} rows are few for {columns} columns. A structure of so few rows is often no nearer"
    assert told(mcbnc.learn, table(rows, columns))[0].startswith(words)
    assert told(mcbnc.bootstrap, table(rows, columns), 2, seed=1)[0].startswith(words)
    problems = [p for p in mcbnc.check(table(rows, columns)).problems if WORDS in p.problem]
    assert [(p.severity, p.problem) for p in problems] == [
        ("warning", f"{rows} rows are few for {columns} columns")
    ]


@pytest.mark.parametrize(("rows", "columns"), [(50, 2), (50, 25), (100, 50), (3, 1)])
def test_enough(rows, columns):
    assert not told(mcbnc.learn, table(rows, columns))
    assert not told(mcbnc.bootstrap, table(rows, columns), 2, seed=1)


def test_sites_alone_and_together():
    sites = {"north": table(30, 4), "south": table(60, 4), "west": table(40, 4)}
    (one,) = told(mcbnc.learn_many, sites)
    assert one.startswith(
        "datasets['north']: 30 rows are few for 4 columns; datasets['west']: 40 rows are few for 4 columns."
    )
    assert not told(mcbnc.learn_jointly, sites)
    (one,) = told(mcbnc.learn_jointly, {name: rows[:10] for name, rows in sites.items()})
    assert one.startswith("all tables together: 30 rows are few for 4 columns.")


def test_a_score_of_a_graph_learns_nothing():
    assert not told(mcbnc.metrics.score, [("c00", "c01")], table(10, 2))
