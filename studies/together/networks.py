"""The networks of the study: structures that are bundled or drawn, with probabilities that are drawn.

studies/defaults also reads networks that have probabilities of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import mcbnc

BUNDLED = ("asia", "child", "insurance", "alarm", "hepar2")
DRAWN = (15, 20, 25, 30, 35, 40)  # numbers of nodes of the random DAGs
NAMES = (*BUNDLED, *(f"random {n}" for n in DRAWN))

ARCS_PER_NODE = 1.5
MAX_PARENTS = 3  # of a node of a random DAG
ARITIES = (2, 3, 4)
SHARES = (0.5, 0.35, 0.15)  # of the arities among the nodes
CONCENTRATION = 0.5  # of each Dirichlet distribution that a row of a table of probabilities is drawn from
LARGEST_TABLE = 100_000  # numbers in a table of a random DAG over given variables, which may have many states


@dataclass(frozen=True)
class Network:
    """A DAG, the number of states of each node, and P(node | parents) for each node.

    ``tables[v]`` is a (joint states of the parents, states of v) array. The parents are in ascending
    order, and the last one varies fastest.
    """

    dag: NDArray[np.uint8]
    arities: NDArray[np.int64]
    tables: Sequence[NDArray[np.float64]]

    def redraw(self, nodes: Sequence[int], rng: np.random.Generator) -> Network:
        """The network with new probabilities for some of its nodes."""
        tables = list(self.tables)
        for v in nodes:
            tables[v] = _table(self.dag, self.arities, v, rng)
        return Network(self.dag, self.arities, tables)

    def part(self, nodes: Sequence[int]) -> Network:
        """The network over some nodes, in ascending order. They are closed under parents, so it is exact."""
        kept = np.sort(nodes)
        assert not np.delete(self.dag, kept, 0)[:, kept].any()
        return Network(self.dag[np.ix_(kept, kept)], self.arities[kept], [self.tables[v] for v in kept])

    def roots(self) -> list[int]:
        return np.flatnonzero(~self.dag.any(0)).tolist()

    def sample(self, count: int, rng: np.random.Generator) -> NDArray[np.uint8]:
        """Draw `count` rows, as a (count, n) array of states."""
        rows = np.zeros((count, len(self.dag)), np.uint8)
        for v in _order(self.dag):
            below = self.tables[v].cumsum(1)[self.joint(v, rows)]
            rows[:, v] = np.minimum((rng.random(count)[:, None] >= below).sum(1), self.arities[v] - 1)
        return rows

    def joint(self, v: int, rows: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The joint state of v's parents in each row: a row of v's table."""
        joint = np.zeros(len(rows), np.int64)
        for p in np.flatnonzero(self.dag[:, v]):
            joint = joint * self.arities[p] + rows[:, p]
        return joint


def structure(name: str) -> NDArray[np.uint8]:
    """The DAG of a name of :data:`NAMES`. It is the same in all cases."""
    if name in BUNDLED:
        return mcbnc.datasets.load(name).gold
    nodes = int(name.split()[1])
    return random_dag(nodes, round(ARCS_PER_NODE * nodes), np.random.default_rng(nodes))


def read(path: Path) -> Network:
    """A network with its own tables, as studies/paper/networks_export.py wrote it."""
    with np.load(path) as file:
        arities, ptr, parents, flat = (file[key] for key in ("arities", "parent_ptr", "parents", "tables"))
    dag = np.zeros((len(arities), len(arities)), np.uint8)
    for v, (a, b) in enumerate(pairwise(ptr)):
        dag[parents[a:b], v] = 1
    sizes = [_joint_states(dag, arities, v) * int(arities[v]) for v in range(len(dag))]
    tables = np.split(flat, np.cumsum(sizes)[:-1])
    return Network(dag, arities, [t.reshape(-1, int(k)) for t, k in zip(tables, arities, strict=True)])


def random_dag(
    nodes: int, arcs: int, rng: np.random.Generator, arities: NDArray[np.int64] | None = None
) -> NDArray[np.uint8]:
    """A DAG with `arcs` arcs along a random order, drawn one at a time; no node has more than MAX_PARENTS.

    With `arities`, no arc makes a table larger than LARGEST_TABLE.
    """
    order = rng.permutation(nodes)
    dag = np.zeros((nodes, nodes), np.uint8)
    while dag.sum() < arcs:
        i, j = order[np.sort(rng.choice(nodes, 2, replace=False))]
        if dag[:, j].sum() >= MAX_PARENTS:
            continue
        if arities is not None and _joint_states(dag, arities, j) * arities[i] * arities[j] > LARGEST_TABLE:
            continue
        dag[i, j] = 1
    return dag


def draw(dag: NDArray[np.uint8], rng: np.random.Generator) -> Network:
    """Draw the states and the probabilities of a DAG."""
    arities = rng.choice(ARITIES, len(dag), p=SHARES)
    return with_arities(dag, arities, rng)


def with_arities(dag: NDArray[np.uint8], arities: NDArray[np.int64], rng: np.random.Generator) -> Network:
    """Draw the probabilities of a DAG over variables with given numbers of states."""
    return Network(dag, arities, [_table(dag, arities, v, rng) for v in range(len(dag))])


def _table(
    dag: NDArray[np.uint8], arities: NDArray[np.int64], v: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    return rng.dirichlet([CONCENTRATION] * int(arities[v]), _joint_states(dag, arities, v))


def _joint_states(dag: NDArray[np.uint8], arities: NDArray[np.int64], v: int) -> int:
    """How many joint states the parents of v have."""
    return int(np.prod(arities[np.flatnonzero(dag[:, v])]))


def _order(dag: NDArray[np.uint8]) -> list[int]:
    """The nodes, parents first."""
    return list(
        TopologicalSorter({v: np.flatnonzero(dag[:, v]).tolist() for v in range(len(dag))}).static_order()
    )
