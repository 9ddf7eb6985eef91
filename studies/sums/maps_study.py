#!/usr/bin/env python3
"""Study what columns of numbers lose by each way of taking them in a federation.

    make -C studies sums

Tables of numbers, and of both kinds of columns as in studies/mixed, are cut into sites. More rows of the same
population stand for public knowledge. sums_page.py makes a table of docs/sums.md from the results.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import drawn
import numpy as np
import pandas as pd
import results
from numpy.typing import NDArray
from resume import arguments, collect
from sums_study import VOTE, distances

import mcbnc
from mcbnc.federated import Limits, Numbers, simulate_learning

NUMBERS = ("numbers", "skewed numbers")
REGIMES = (*NUMBERS, *(f"mixed, {name}" for name in drawn.REGIMES))
SITES, ROWS, SEEDS, FIRST = 4, (1200, 4000), 6, 700
POPULATION = 20_000
PROBABILITIES = (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
RAW, RANKS = "raw", "ranks"
OF_PUBLIC = {"quantiles": 0.0, "shifted by 0.1": 0.1, "shifted by 0.5": 0.5}
OF_COUNTS = {"16 bins": 16, "64 bins": 64, "bins by 1, 2, 5": 0}
TWICE = "counted twice"
METHODS = (RAW, RANKS, *OF_PUBLIC, *OF_COUNTS, TWICE)
ROUNDS = ("one", "many")
FACTS = ("repetition", "network", "regime", "sites", "rows")

Key = tuple[int, str, str]
"""The seed, the number of rows and the regime of a case."""
Book = dict[str, Numbers]
Points = dict[str, list[float]]
TELL = Limits(tell_scores=True)  # of ranks at a site, which are sent without masks alone


def keys() -> Iterator[Key]:
    for seed in range(FIRST, FIRST + SEEDS):
        for rows in ROWS:
            for regime in REGIMES:
                yield seed, str(rows), regime


def draw(key: Key) -> tuple[list[pd.DataFrame], pd.DataFrame, NDArray[np.uint8]]:
    """The sites' tables, more rows of their population, and the true DAG."""
    seed, rows, regime = int(key[0]), int(key[1]), key[2]
    rng = np.random.default_rng([REGIMES.index(regime), rows, seed])
    discrete = rng.permutation(drawn.NODES) < (0 if regime in NUMBERS else drawn.NODES // 2)
    dag = drawn.draw_dag(rng, discrete, regime != REGIMES[len(NUMBERS)])
    table = drawn.draw_rows(rng, dag, discrete, rows + POPULATION, "skewed" in regime)
    cut = np.array_split(np.arange(rows), SITES)
    return [table.iloc[own].reset_index(drop=True) for own in cut], table.iloc[rows:], dag


def public(population: pd.DataFrame, shift: float) -> Book:
    """Quantiles of the population, or of one whose numbers are higher by so many standard deviations."""
    return {
        name: Numbers(quantiles=dict(zip(PROBABILITIES, column.quantile(PROBABILITIES) + more, strict=True)))
        for name, column in population.select_dtypes("number").items()
        for more in [shift * column.std()]
    }


def points_of(column: pd.Series[float], bins: int) -> list[float]:
    """Bins of equal width in the population's range, or if `bins` is 0 those that end with 1, 2 and 5."""
    low, high = float(column.min()), float(column.max())
    if bins:
        return np.linspace(low, high, bins + 1).tolist()
    ends = [float(f"{digit}e{decade}") for decade in range(-2, 5) for digit in (1, 2, 5)]
    edges = [-end for end in reversed(ends)] + [0.0, *ends]
    first = max(k for k, edge in enumerate(edges) if edge <= low or not k)
    last = min(k for k, edge in enumerate(edges) if edge >= high)
    return edges[first : last + 1]


def counted(tables: list[pd.DataFrame], points: Points) -> Book:
    """Quantiles of the counts of a first session, which asks for those of single columns alone."""
    cut = [
        pd.DataFrame({name: np.searchsorted(ends, table[name]) for name, ends in points.items()})
        for table in tables
    ]
    rows = mcbnc.Rows(cut, states={name: len(ends) + 1 for name, ends in points.items()})
    result = simulate_learning(rows, max_parents=0, pairs="all", prior=None, workers=1).result
    book = {}
    for family in result.families:
        counts = np.zeros(family.arity[-1], int)
        counts[family.joint] = family.counts
        name = result.nodes[family.node]
        book[name] = Numbers.from_counts(points[name], counts.tolist())
    return book


def in_bins(tables: list[pd.DataFrame], population: pd.DataFrame, bins: int) -> Book:
    columns = population.select_dtypes("number").items()
    return counted(tables, {name: points_of(column, bins) for name, column in columns})


def twice(tables: list[pd.DataFrame], population: pd.DataFrame) -> Book:
    """A second session counts in the bins that the counts of the first lead to."""
    first = in_bins(tables, population, 0)
    return counted(tables, {name: own.cut_points() for name, own in first.items()})


def books(tables: list[pd.DataFrame], population: pd.DataFrame) -> dict[str, Callable[[], dict[str, Any]]]:
    """By method: the options of a session."""
    found: dict[str, Callable[[], dict[str, Any]]] = {
        RAW: dict,
        RANKS: lambda: {"score": "dg"},
    }
    for name, shift in OF_PUBLIC.items():
        found[name] = lambda shift=shift: {"codebook": public(population, shift)}
    for name, bins in OF_COUNTS.items():
        found[name] = lambda bins=bins: {"codebook": in_bins(tables, population, bins)}
    found[TWICE] = lambda: {"codebook": twice(tables, population)}
    return found


def run(key: Key) -> dict[str, Any]:
    tables, population, dag = draw(key)
    found: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        begin = time.perf_counter()
        dags = mcbnc.learn_many(tables, score="dg", prior=None, workers=1)
        vote = mcbnc.baselines.vote(dags, kind="skeleton", outliers="drop", workers=1)
        found[VOTE] = [*distances(vote, dag), round(time.perf_counter() - begin, 3)]
        raw = mcbnc.DegenerateGaussian(values="raw")
        for method, options in books(tables, population).items():
            given = {"score": raw, **options()}
            for rounds in ROUNDS:
                begin = time.perf_counter()
                answer = simulate_learning(tables, rounds=rounds, prior=None, workers=1, limits=TELL, **given)
                seconds = round(time.perf_counter() - begin, 3)
                found[f"{method}, {rounds}"] = [*distances(answer.result, dag), seconds]
    named = dict(zip(("repetition", "network", "regime"), key, strict=True))
    return {**named, "sites": SITES, "rows": int(key[1]), "found": found}


def main() -> None:
    given = arguments(__doc__).parse_args()
    results.save(given.json, collect(given.lines, [*keys()], run), FACTS)


if __name__ == "__main__":
    main()
