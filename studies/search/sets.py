#!/usr/bin/env python3
"""Draw the rows on which the searches are compared, from networks of 15 to 200 nodes.

    make -C studies search

It writes a file of rows for each set, and `sets.json`, which has the true arcs and the score of each. A file
that exists is not made again. The same versions give the same bytes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import rows
from make_datasets import read_network, sample
from networkx import topological_sort

NODES_OF_REAL_VALUES = (15, 25, 40, 60, 100, 200)
ARCS_PER_NODE = (1.5, 2.0)
REAL_LINEAR = ("magic-niab", "ecoli70", "magic-irri", "arth150")
REAL_DISCRETE = (
    "child", "insurance", "water", "mildew", "alarm", "barley", "hailfinder", "hepar2", "win95pts",
)  # fmt: skip
WITH_BIC = ("child", "insurance", "alarm", "hailfinder", "hepar2")
NODES_OF_DRAWN_TABLES = (15, 25, 50, 100)
ROWS = (1000, 4000)
ARITIES = (2, 3, 4)


@dataclass
class Set:
    """The rows of one set: `cells` is (n, rows), and the arity of a real-valued column is 0."""

    name: str
    score: str  # bdeu, bic or bic-g
    names: list[str]
    arity: list[int]
    arcs: list[tuple[int, int]]
    cells: np.ndarray = field(repr=False)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    listed = []
    for drawn in sets():
        path = folder / f"{drawn.name}.rows"
        if not path.exists():
            rows.write(path, drawn.names, drawn.arity, drawn.cells)
        listed.append({"name": drawn.name, "score": drawn.score, "arcs": drawn.arcs})
    (folder / "sets.json").write_text(json.dumps(listed))
    print(f"{len(listed)} sets")


def sets() -> Iterator[Set]:
    """All sets. Each has a seed of its own: its number."""
    seed = 0
    for nodes in NODES_OF_REAL_VALUES:
        for density in ARCS_PER_NODE:
            for count in ROWS:
                seed += 1
                yield linear(nodes, density, count, seed)
    for name in REAL_LINEAR:
        for count in ROWS:
            seed += 1
            yield real_linear(name, count, seed)
    for name in REAL_DISCRETE:
        for count in ROWS:
            seed += 1
            yield real_discrete(name, "bdeu", count, seed)
    for name in WITH_BIC:
        for count in ROWS:
            seed += 1
            yield real_discrete(name, "bic", count, seed)
    for nodes in NODES_OF_DRAWN_TABLES:
        for count in ROWS:
            seed += 1
            yield drawn_tables(nodes, count, seed)


def random_parents(nodes: int, density: float, rng: np.random.Generator) -> list[np.ndarray]:
    """The parents of each node among those before it: each arc of the full DAG is as likely."""
    likely = 2 * density / (nodes - 1)
    return [np.flatnonzero(rng.random(v) < likely) for v in range(nodes)]


def linear(nodes: int, density: float, count: int, seed: int) -> Set:
    """A random linear network with normal errors, whose columns are scaled to the variance 1 and shuffled."""
    rng = np.random.default_rng(seed)
    parents = random_parents(nodes, density, rng)
    cells = rng.standard_normal((nodes, count))
    for v, own in enumerate(parents):
        weights = rng.uniform(0.5, 2, len(own)) * rng.choice([-1, 1], len(own))
        for weight, parent in zip(weights, own, strict=True):  # a matrix product differs by machine
            cells[v] += weight * cells[parent]
    cells = (cells - cells.mean(1, keepdims=True)) / cells.std(1, keepdims=True)
    return shuffled(f"linear-{nodes}-{density}-{count}", "bic-g", [0] * nodes, parents, cells, rng)


def drawn_tables(nodes: int, count: int, seed: int) -> Set:
    """A random network whose tables are drawn from Dirichlet(1/2), with at most three parents a node."""
    rng = np.random.default_rng(seed)
    parents = [own[:3] for own in random_parents(nodes, 1.5, rng)]
    arity = rng.choice(ARITIES, nodes)
    cells = np.zeros((nodes, count), np.uint8)
    for v, own in enumerate(parents):
        joint = np.zeros(count, np.int64)
        for p in own:
            joint = joint * arity[p] + cells[p]
        table = rng.dirichlet([0.5] * arity[v], int(np.prod(arity[own]))).cumsum(1)
        cells[v] = (rng.random(count)[:, None] >= table[joint, :-1]).sum(1)
    return shuffled(f"tables-{nodes}-{count}", "bdeu", arity.tolist(), parents, cells, rng)


def shuffled(
    name: str,
    score: str,
    arity: list[int],
    parents: list[np.ndarray],
    cells: np.ndarray,
    rng: np.random.Generator,
) -> Set:
    """The set with its columns in a random order, which does not tell the order of the arcs."""
    order = rng.permutation(len(cells))
    at = np.argsort(order)
    arcs = [(int(at[u]), int(at[v])) for v, own in enumerate(parents) for u in own]
    names = [f"x{v:03}" for v in range(len(cells))]
    return Set(name, score, names, [arity[v] for v in order], sorted(arcs), cells[order])


def real_linear(name: str, count: int, seed: int) -> Set:
    """A linear network of the bnlearn repository, with its own coefficients."""
    network = read_network(name)
    nodes = sorted(network.nodes())
    errors = np.random.default_rng(seed).standard_normal((len(nodes), count))
    values = dict(zip(nodes, errors, strict=True))
    for node in topological_sort(network):
        given = network.get_cpds(node)
        values[node] = values[node] * given.std + given.beta[0]
        for weight, parent in zip(given.beta[1:], given.evidence, strict=True):
            values[node] += weight * values[parent]
    cells = np.array([values[node] for node in nodes])
    return Set(f"{name}-{count}", "bic-g", nodes, [0] * len(nodes), arcs_of(network, nodes), cells)


def real_discrete(name: str, score: str, count: int, seed: int) -> Set:
    """A network of the bnlearn repository, with its own tables."""
    network = read_network(name)
    nodes = sorted(network.nodes())
    arity = [len(network.states[node]) for node in nodes]
    cells = sample(network, nodes, count, seed).to_numpy().T
    return Set(f"{name}-{score}-{count}", score, nodes, arity, arcs_of(network, nodes), cells)


def arcs_of(network: object, nodes: list[str]) -> list[tuple[int, int]]:
    return sorted((nodes.index(u), nodes.index(v)) for u, v in network.edges())  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
