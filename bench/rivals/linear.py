#!/usr/bin/env python3
"""Sample rows of linear networks with normal errors, whose DAGs are random, for the measurements of learners.

    python bench/rivals/linear.py build/rows

A file that exists is not made again. The same versions give the same bytes. Beside the rows, the script
writes the arcs of the network by name.
"""

from __future__ import annotations

import json
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
        path, truth = folder / f"linear{nodes}.1.rows", folder / f"linear{nodes}.gold.json"
        if not (path.exists() and truth.exists()):
            rng = np.random.default_rng(nodes)
            parents = network(nodes, rng)
            values = sample(parents, rng)
            order = rng.permutation(nodes)  # names do not tell the order
            names = [f"x{v:03}" for v in range(nodes)]
            name = {int(v): names[place] for place, v in enumerate(order)}
            arcs = [(name[int(u)], name[v]) for v, own in enumerate(parents) for u in own]
            truth.write_text(json.dumps(sorted(arcs)))
            rows.write(path, names, [0] * nodes, values[order])


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
