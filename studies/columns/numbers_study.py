#!/usr/bin/env python3
"""Study sites with different columns of numbers, or of numbers beside states.

    make -C studies columns

The numbers are linear in their parents, over the networks of studies/together. The mixed tables are those of
studies/mixed. columns_page.py shows the results.
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import drawn
import networks
import numpy as np
import pandas as pd
from columns_methods import COMMON, ORACLE, UNION, VOTE
from columns_study import ROWS, SITES
from masks import REGIMES
from numpy.typing import NDArray
from resume import arguments, collect, save
from study import Key

import mcbnc

METHODS = (VOTE, COMMON, UNION, ORACLE)
SCORES = {"numbers": "bic-g", "mixed": "dg"}
FIRST = 400  # the number of the first repetition: no other study has drawn by it


def keys(repetitions: int) -> Iterator[Key]:
    for repetition in range(FIRST, FIRST + repetitions):
        for name in (*networks.NAMES, *drawn.REGIMES):
            for regime in REGIMES:
                yield repetition, name, regime


def linear(name: str, rows: int, rng: np.random.Generator) -> tuple[pd.DataFrame, NDArray[np.uint8]]:
    """Rows of a linear network: slopes of 0.3 to 1.2, errors of 0.6 to 1.4."""
    dag = np.asarray(networks.structure(name))
    n = len(dag)
    slopes = dag * rng.uniform(0.3, 1.2, (n, n)) * rng.choice([-1, 1], (n, n))
    errors = rng.normal(size=(rows, n)) * rng.uniform(0.6, 1.4, n)
    cells = errors @ np.linalg.inv(np.eye(n) - slopes)
    return pd.DataFrame(cells, columns=[f"v{v:02}" for v in range(n)]), dag


def run(key: Key) -> dict[str, Any]:
    """Run one case. All that is drawn depends on its key alone."""
    repetition, name, regime = key
    rng = np.random.default_rng([repetition, zlib.crc32(name.encode()), zlib.crc32(regime.encode())])
    sites = int(rng.choice(SITES))
    counts = rng.integers(ROWS[0], ROWS[1] + 1, sites)
    kind = "mixed" if name in drawn.REGIMES else "numbers"
    if kind == "mixed":
        table, gold = drawn.draw(name, int(counts.sum()), repetition)
    else:
        table, gold = linear(name, int(counts.sum()), rng)
    mask = REGIMES[regime](sites, len(gold), rng)
    parts = np.split(np.arange(len(table)), np.cumsum(counts)[:-1])
    tables = [table.iloc[part, np.flatnonzero(own)] for part, own in zip(parts, mask, strict=True)]
    found = {}
    for method in METHODS:
        graph = _graph(method, tables, table, SCORES[kind])
        whole = np.zeros(gold.shape, np.uint8)
        if graph is not None:
            at = [table.columns.get_loc(node) for node in graph.nodes]
            whole[np.ix_(at, at)] = np.asarray(graph)
        found[method] = [mcbnc.metrics.smhd(whole, gold), mcbnc.metrics.shd(whole, gold)]
    about = {"repetition": repetition, "network": name, "regime": regime, "kind": kind, "sites": sites}
    return {**about, "found": found}


def _graph(method: str, tables: list[pd.DataFrame], whole: pd.DataFrame, score: str) -> Any:
    """The graph of one method; None if it has none."""
    options: dict[str, Any] = {"score": score, "prior": None, "workers": 1}
    common = set.intersection(*(set(table.columns) for table in tables))
    methods: dict[str, Callable[[], Any]] = {
        VOTE: lambda: mcbnc.baselines.vote(
            [mcbnc.learn(table, **options) for table in tables],
            kind="skeleton", nodes="union", explained=1, outliers="drop", workers=1,
        ),
        COMMON: lambda: (
            mcbnc.learn_jointly(mcbnc.Rows(tables, columns="common"), **options) if len(common) > 1 else None
        ),
        UNION: lambda: mcbnc.learn_jointly(mcbnc.Rows(tables, columns="union"), **options),
        ORACLE: lambda: mcbnc.learn(whole, **options),
    }  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return methods[method]()


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--repetitions", type=int, default=3)
    args = parser.parse_args()
    save(args.json, collect(args.lines, [*keys(args.repetitions)], run))


if __name__ == "__main__":
    main()
