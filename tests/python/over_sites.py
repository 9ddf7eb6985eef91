"""Random sites with different columns."""

from __future__ import annotations

import numpy as np


def draw_sites(rng, n, sites, rows, chance=0.6, gaps=0.0):
    """Tables of which each has some of n columns, in any order of rows and columns.

    A cell has no value with the chance `gaps`, but for the first one of a row.
    """
    arity = rng.integers(2, 4, n)
    above = [rng.choice(v, min(v, 2), replace=False) for v in range(n)]
    tables = []
    for k in range(sites):
        count = int(rng.integers(rows // 2, rows + 1))
        cells = np.zeros((count, n), int)
        for v in range(n):
            noise = rng.random(count) < 0.25
            copied = cells[:, above[v]].sum(axis=1)
            cells[:, v] = np.where(noise, rng.integers(0, arity[v], count), copied) % arity[v]
        has = [v for v in range(n) if rng.random() < chance or v % sites == k or v == k % n]
        gone = rng.random((count, n)) < gaps
        gone[np.arange(count), rng.choice(has, count)] = False
        tables.append(
            {f"v{v}": [None if gone[r, v] else f"s{cells[r, v]}" for r in range(count)] for v in has}
        )
    states = {f"v{v}": [f"s{x}" for x in range(arity[v])] for v in range(n)}
    return tables, states


def as_rows(table, names):
    """The rows of a table over all columns, as states' numbers, with None where there is no value."""
    count = len(next(iter(table.values())))
    lists = [table.get(name, [None] * count) for name in names]
    return [[None if cell is None else int(cell[1:]) for cell in row] for row in zip(*lists, strict=True)]
