#!/usr/bin/env python3
"""Study scores of mixed columns: draw rows, learn by all methods, and measure the distances to the truth.

    python bench/mixed/mixed_study.py build/mixed.jsonl --json docs/mixed.json --seeds 18

Each case is a line of the first file. A case that is there already is not run again. So a study that was
stopped goes on where it stopped. The second file is written when all cases are there. mixed_page.py makes
docs/mixed.md from it.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import drawn
import pandas as pd

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


def done(path: Path) -> dict[Key, dict[str, Any]]:
    """The cases of a file of lines. A line that was cut off when the study was stopped does not count."""
    found: dict[Key, dict[str, Any]] = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            case = json.loads(line)
        except json.JSONDecodeError:
            continue
        found[case["regime"], case["rows"], case["seed"]] = case
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lines", type=Path)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=18)
    given = parser.parse_args()
    cases = done(given.lines)
    wanted = list(keys(given.seeds))
    METHODS["bic-cg"](
        drawn.draw(*wanted[0])[0]
    )  # what is imported and loaded at the first call is no method's time
    with given.lines.open("a") as out:
        for key in wanted:
            if key not in cases:
                cases[key] = run(key)
                out.write(json.dumps(cases[key]) + "\n")
                out.flush()
    every = ",\n".join(json.dumps(cases[key], separators=(",", ":")) for key in wanted)
    given.json.write_text(f"[\n{every}\n]\n")


if __name__ == "__main__":
    main()
