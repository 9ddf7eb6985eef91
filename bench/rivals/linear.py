#!/usr/bin/env python3
"""Sample rows of linear networks with normal errors, whose DAGs are random, for the measurements of learners.

    python bench/rivals/linear.py build/rows

A file that exists is not made again. The same versions give the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import rows

NODES = (10, 20, 37, 50, 100, 200)
ROWS = 5000
MOST_PARENTS = 3


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for nodes in NODES:
        path = folder / f"linear{nodes}.1.rows"
        if not path.exists():
            rng = np.random.default_rng(nodes)
            values = sample(network(nodes, rng), rng)
            names = [f"x{v:03}" for v in range(nodes)]
            rows.write(path, names, [0] * nodes, rng.permutation(values))  # names do not tell the order


def network(nodes: int, rng: np.random.Generator) -> list[list[int]]:
    """The parents of each node, all of which come before it. Each number up to MOST_PARENTS is as likely."""
    return [
        rng.choice(v, min(v, rng.integers(MOST_PARENTS + 1)), replace=False).tolist() for v in range(nodes)
    ]


def sample(parents: list[list[int]], rng: np.random.Generator) -> np.ndarray:
    """The values, (n, ROWS). Coefficients are from 0.2 to 0.8 in size, and errors have the variance 1."""
    values = rng.standard_normal((len(parents), ROWS))
    for v, own in enumerate(parents):
        weights = rng.uniform(0.2, 0.8, len(own)) * rng.choice([-1, 1], len(own))
        values[v] += weights @ values[own]
    return values


if __name__ == "__main__":
    main()
