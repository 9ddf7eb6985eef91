#!/usr/bin/env python3
"""Study how often each warning of doubt comes where it must not, and where it should.

    make -C studies alarms

Each case is a table. It is learned from, in several orders of its rows, with rows that depend on each other,
and as three sites. alarms_page.py makes docs/alarms.md from the results.
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
from resume import Key, arguments, collect, save
from situations import DEPENDENT, DRAWN, MEASURED, NAMES, NOISE, ORDERS, REAL, TABLES, Table, measured

import mcbnc

ROWS = (50, 100, 200, 500, 1000, 5000)
SITES = 3
LEAST = 50  # rows of a site

ALARMS = {
    "few": (" is few for ", " are few for "),
    "repeats": ("repeat another row",),
    "neighbours": ("neighbouring rows are alike",),
    "chance": ("may be chance",),
    "agreement": ("agree no more than chance",),
}
"""The warnings, by words that are in no other one. Any other warning is about what sites have in common."""
BETWEEN = "between sites"

LEARNED, SITES_LEARNED = "learned", "sites"
AGREE, MIXED_UP = "structures of sites", "structures with names mixed up"


def keys(repetitions: int) -> Iterator[Key]:
    """A case is named by its repetition, its network or real table, and its kind and number of rows."""
    for repetition in range(repetitions):
        for name in NAMES:
            for kind in (DRAWN, NOISE):
                for rows in ROWS:
                    yield repetition, name, f"{kind}, {rows}"
        for name in MEASURED:
            for rows in ROWS:
                if rows <= len(measured(name)):
                    yield repetition, name, f"{REAL}, {rows}"


def told(call: Callable[[], Any]) -> tuple[Any, list[str]]:
    """What a call gives, and the kinds of its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    texts = [str(each.message) for each in caught if issubclass(each.category, mcbnc.DataWarning)]
    kinds = {
        next((kind for kind, words in ALARMS.items() if any(word in text for word in words)), BETWEEN)
        for text in texts
    }
    return result, sorted(kinds)


def frame(table: Table) -> pd.DataFrame:
    return pd.DataFrame(table, columns=[f"x{k}" for k in range(table.shape[1])])


def run(key: Key) -> dict[str, Any]:
    """Run one case. All that is drawn depends on its key alone."""
    repetition, name, regime = key
    kind, rows = regime.split(", ")
    rng = np.random.default_rng([7, repetition, zlib.crc32(name.encode()), zlib.crc32(regime.encode())])
    table = TABLES[kind](name, int(rows), rng)
    learned, found = told(lambda: mcbnc.learn(frame(table), workers=1))
    alarms = {LEARNED: found}
    for situation, change in {**ORDERS, **DEPENDENT}.items():
        moved = frame(change(table, rng))
        alarms[situation] = told(lambda own=moved: mcbnc.learn(own, chance=0, max_parents=0, workers=1))[1]
    if makes_sites(len(table)):
        alarms |= of_sites(np.array_split(table, SITES), rng)
    return {
        "repetition": repetition,
        "network": name,
        "regime": regime,
        "rows": len(table),
        "columns": table.shape[1],
        "edges": len(learned),
        "alarms": noted(alarms),
    }


def makes_sites(rows: int) -> bool:
    return rows >= SITES * LEAST


def noted(alarms: dict[str, list[str]]) -> dict[str, list[str]]:
    """The situations with a warning. Few rows do not depend on the situation, so they are noted once."""
    kept = {
        situation: [kind for kind in found if kind != "few" or situation == LEARNED]
        for situation, found in alarms.items()
    }
    return {situation: found for situation, found in kept.items() if found}


def of_sites(parts: list[Table], rng: np.random.Generator) -> dict[str, list[str]]:
    """The warnings of three sites with independent rows of one table, and of their structures."""
    dags, found = told(lambda: mcbnc.learn_many([frame(part) for part in parts], chance=0, workers=1))
    n = parts[0].shape[1]
    places = [rng.permutation(n) for _ in dags]
    unlike = [np.asarray(dag)[np.ix_(at, at)] for dag, at in zip(dags, places, strict=True)]
    return {
        SITES_LEARNED: found,
        AGREE: told(lambda: mcbnc.consensus(dags, workers=1))[1],
        MIXED_UP: told(lambda: mcbnc.consensus(unlike, workers=1))[1],
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--repetitions", type=int, default=5)
    args = parser.parse_args()
    save(args.json, collect(args.lines, [*keys(args.repetitions)], run))


if __name__ == "__main__":
    main()
