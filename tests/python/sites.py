"""Random sites for the tests of `learn_jointly`: rows, constraints and weights of pairs."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
from helpers import names
from plain_ges import Limits

NODES = names(6)


def draw_sites(rng, n, count, most_rows=150):
    """Rows of sites of uneven sizes, some from distributions of their own, and the arity of each column."""
    arity = rng.integers(2, 4, n).tolist()
    shared, alike = int(rng.integers(1 << 30)), rng.random()
    tables = []
    for _ in range(count):
        rows = max(1, int(rng.integers(most_rows + 1))) if rng.random() < 0.9 else 1
        draw = np.random.default_rng(shared if rng.random() < alike else int(rng.integers(1 << 30)))
        copied, strength = draw.integers(0, 1 << 30, n), draw.random(n)
        cells = np.stack([rng.integers(0, k, rows) for k in arity], axis=1)
        for v in range(1, n):
            source = cells[:, copied[v] % v] % arity[v]
            cells[:, v] = np.where(rng.random(rows) < strength[v], source, cells[:, v])
        tables.append(cells)
    return tables, arity


def draw_limits(rng, n):
    """Constraints for mcbnc, and the same for the plain search. They follow an order of the nodes."""
    limits = Limits(max_parents=int(rng.integers(4)) if rng.random() < 0.4 else None)
    required, forbidden = [], []
    order = rng.permutation(n).tolist()
    for u, v in itertools.combinations(order, 2):
        kind = int(rng.integers(25))
        pair = frozenset((u, v))
        if kind in (0, 1):
            limits.required.add(pair)
            required.append((u, v) if kind else pair)
        elif kind == 2:
            limits.forbidden.add(pair)
            forbidden.append(pair)
        elif kind == 3:
            forbidden.append((v, u))
        if kind in (1, 3):
            limits.directions.add((u, v))
    knowledge = {"required": required, "forbidden": forbidden}
    given = {"knowledge": knowledge, "max_parents": limits.max_parents}
    return given, limits


def draw_weights(rng, n):
    upper = np.triu(rng.normal(0, 3, (n, n)), 1)
    return upper + upper.T


def draw_frames(seed, count=4, n=6):
    """Sites with named columns, and what mcbnc needs to know of them."""
    tables, arity = draw_sites(np.random.default_rng(seed), n, count)
    frames = [pd.DataFrame(table, columns=NODES[:n]) for table in tables]
    return frames, {"states": dict(zip(NODES, arity, strict=False))}
