#!/usr/bin/env python3
"""Study scores of mixed columns: draw rows, learn by all methods, and measure the distances to the truth.

    make -C studies mixed

mixed_page.py makes docs/mixed.md from the results.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import drawn
import pandas as pd
from resume import arguments, collect, save

import mcbnc

ROWS = (300, 1000, 5000)
BINS = 3
OPTIONS: dict[str, Any] = {"search": "ges", "prior": None, "workers": 1}

Key = tuple[str, int, int]
"""The regime, the number of rows and the seed of a case."""


def _binned(score: str) -> Callable[[pd.DataFrame], mcbnc.Learned]:
    return lambda table: mcbnc.learn(mcbnc.discretize(table, BINS), score=score, **OPTIONS)


def _mixed(score: Any) -> Callable[[pd.DataFrame], mcbnc.Learned]:
    return lambda table: mcbnc.learn(table, score=score, **OPTIONS)


METHODS: dict[str, Callable[[pd.DataFrame], mcbnc.Learned]] = {
    "bic-cg": _mixed(mcbnc.MixedBIC()),
    "bic-cg, raw": _mixed(mcbnc.MixedBIC(values="raw")),
    "dg": _mixed(mcbnc.DegenerateGaussian()),
    "dg, raw": _mixed(mcbnc.DegenerateGaussian(values="raw")),
    "bins, BDeu": _binned("bdeu"),
    "bins, BDs": _binned("bds"),
    "bins, qNML": _binned("qnml"),
}


def keys(seeds: int) -> Iterator[Key]:
    for seed in range(seeds):
        for regime in drawn.REGIMES:
            for rows in ROWS:
                yield regime, rows, seed


def run(key: Key) -> dict[str, Any]:
    """Run one case. A method's result is [SMHD, SHD, CPU seconds], or the text of its error."""
    table, dag = drawn.draw(*key)
    truth = pd.DataFrame(dag, index=table.columns, columns=table.columns)
    found: dict[str, Any] = {}
    for name, method in METHODS.items():
        begin = time.process_time()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", mcbnc.DataWarning)
                learned = method(table)
        except mcbnc.McbncError as error:
            found[name] = str(error)
            continue
        seconds = time.process_time() - begin
        found[name] = [
            mcbnc.metrics.smhd(learned, truth),
            mcbnc.metrics.shd(learned, truth),
            round(seconds, 4),
        ]
    return {"regime": key[0], "rows": key[1], "seed": key[2], "found": found}


def key_of(case: dict[str, Any]) -> Key:
    return case["regime"], case["rows"], case["seed"]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seeds", type=int, default=18)
    given = parser.parse_args()
    wanted = list(keys(given.seeds))
    METHODS["bic-cg"](drawn.draw(*wanted[0])[0])  # what the first call imports and loads is no method's time
    save(given.json, collect(given.lines, wanted, run, key_of=key_of))


if __name__ == "__main__":
    main()
