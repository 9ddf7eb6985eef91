#!/usr/bin/env python3
"""Study learning from sums: in one round and in many, beside the vote and one place.

    make -C studies sums

The sites' rows of states are those of studies/together, drawn anew, and those of both kinds of columns are a
table of studies/mixed cut into sites. sums_page.py makes docs/sums.md from the results.
"""

from __future__ import annotations

import time
import warnings
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import drawn
import networks
import numpy as np
import results
from regimes import REGIMES
from resume import arguments, collect
from study import SITES

import mcbnc
from mcbnc.federated import Limits, Report, simulate_learning

VOTE, ONE_PLACE = "vote", "one place"
ONE, ONE_3, MANY, JUDGED = "one round", "one round, penalty 3", "many", "many, outliers dropped"
FACTS = ("repetition", "network", "regime", "sites", "rows", "numbers", "rounds")
FIRST = 500  # the first repetition: no other study draws the same
MIXED = "mixed"
MIXED_SITES, MIXED_ROWS, SEEDS = 4, (1200, 4000), 6

Key = tuple[int, str, str]
"""The repetition, the network and the regime of a case. Of mixed columns the network is the rows' number."""
Asked = dict[str, Callable[[Any], Any]]


TELL = Limits(tell_scores=True)  # of ranks at a site, which are sent without masks alone


def from_sums(**options: Any) -> Callable[[Any], Report]:
    return lambda rows: simulate_learning(rows, prior=None, workers=1, limits=TELL, **options)


STATES: Asked = {
    ONE: from_sums(rounds="one"),
    ONE_3: from_sums(rounds="one", score=mcbnc.DegenerateGaussian(penalty=3)),
    MANY: from_sums(score="bds"),
    JUDGED: from_sums(score="bds", outliers="drop"),
    ONE_PLACE: lambda rows: mcbnc.learn_jointly(rows, score="bds", prior=None, workers=1),
}
NUMBERS: Asked = {
    ONE: from_sums(rounds="one", score="dg"),
    ONE_3: from_sums(rounds="one", score=mcbnc.DegenerateGaussian(penalty=3)),
    MANY: from_sums(score="dg"),
    JUDGED: from_sums(score="dg", outliers="drop"),
    ONE_PLACE: lambda rows: mcbnc.learn_jointly(rows, prior=None, workers=1),
}


def keys(repetitions: int) -> Iterator[Key]:
    for repetition in range(FIRST, FIRST + repetitions):
        for name in networks.NAMES:
            for regime in REGIMES:
                yield repetition, name, regime
    for seed in range(FIRST, FIRST + SEEDS):
        for rows in MIXED_ROWS:
            for regime in drawn.REGIMES:
                yield seed, f"{MIXED} {rows}", regime


def rows_of(key: Key) -> tuple[Any, Any, list[int]]:
    """The sites' rows, the true DAG, and the numbers of the rows."""
    repetition, name, regime = key
    if name.startswith(MIXED):
        table, dag = drawn.draw(regime, int(name.split()[1]), repetition)
        cut = np.array_split(np.arange(len(table)), MIXED_SITES)
        tables = [table.iloc[own].reset_index(drop=True) for own in cut]
        return tables, dag, [len(own) for own in cut]
    rng = np.random.default_rng([repetition, zlib.crc32(name.encode()), zlib.crc32(regime.encode())])
    sites = int(rng.choice(SITES))
    network = networks.draw(networks.structure(name), rng)
    tables = REGIMES[regime](network, sites, rng)
    return mcbnc.Rows(tables, states=network.arities.tolist()), network.dag, [len(table) for table in tables]


def run(key: Key) -> dict[str, Any]:
    rows, dag, counts = rows_of(key)
    mixed = key[1].startswith(MIXED)
    found, numbers, rounds = {}, {}, {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        begin = time.perf_counter()
        dags = mcbnc.learn_many(rows, score="dg" if mixed else "bds", prior=None, workers=1)
        vote = mcbnc.baselines.vote(dags, kind="skeleton", outliers="drop", workers=1)
        found[VOTE] = [*distances(vote, dag), round(time.perf_counter() - begin, 3)]
        for name, method in (NUMBERS if mixed else STATES).items():
            begin = time.perf_counter()
            answer = method(rows)
            seconds = round(time.perf_counter() - begin, 3)
            if isinstance(answer, Report):
                numbers[name], rounds[name] = answer.numbers, answer.rounds
                answer = answer.result
            found[name] = [*distances(answer, dag), seconds]
    named = dict(zip(("repetition", "network", "regime"), key, strict=True))
    about = {"sites": len(counts), "rows": sum(counts), "numbers": numbers, "rounds": rounds}
    return {**named, **about, "found": found}


def distances(graph: Any, dag: Any) -> tuple[int, int]:
    """SMHD and SHD to the truth, whose nodes are in the graph's order."""
    own, truth = np.asarray(graph), np.asarray(dag)
    return mcbnc.metrics.smhd(own, truth), mcbnc.metrics.shd(own, truth)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--repetitions", type=int, default=1)
    given = parser.parse_args()
    cases = collect(given.lines, [*keys(given.repetitions)], run)
    results.save(given.json, cases, FACTS)


if __name__ == "__main__":
    main()
