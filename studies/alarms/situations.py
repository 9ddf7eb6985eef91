"""The tables of the study, and what is done to their rows: orders, and rows that depend on each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networks
import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.int64]
"""(rows, columns): states."""

DRAWN, NOISE, REAL = "drawn", "noise", "real"
MEASURED = ("iris", "wine", "diabetes", "breast_cancer", "digits")
"""Tables of measurements that come with scikit-learn. Some are sorted by their class, which is a column."""
BINS = 3
FEW = (3, 4, 6, 10)
"""Columns of networks with few arcs: a third of the columns are each the child of another one."""
NAMES = (*networks.NAMES, *(f"pairs {columns}" for columns in FEW))


def network(name: str, rng: np.random.Generator) -> networks.Network:
    kind, _, columns = name.partition(" ")
    if kind != "pairs":
        return networks.draw(networks.structure(name), rng)
    dag = np.zeros((int(columns), int(columns)), np.uint8)
    children = np.arange(1, 2 * (len(dag) // 3), 2)
    dag[children - 1, children] = 1
    return networks.draw(dag, rng)


def drawn(name: str, rows: int, rng: np.random.Generator) -> Table:
    """Independent rows of a network whose probabilities are drawn."""
    return network(name, rng).sample(rows, rng).astype(np.int64)


def noise(name: str, rows: int, rng: np.random.Generator) -> Table:
    """The same with each column shuffled by itself: columns that have nothing to do with each other."""
    return rng.permuted(drawn(name, rows, rng), axis=0)


def measured(name: str) -> Table:
    """A real table in the order of its file. Columns of more than `BINS` numbers are cut at quantiles."""
    from sklearn import datasets

    data = getattr(datasets, f"load_{name}")()
    columns = [cut(column) for column in (*np.asarray(data.data).T, np.asarray(data.target))]
    return np.array([column for column in columns if len(set(column.tolist())) > 1]).T


def cut(column: NDArray[Any]) -> NDArray[np.int64]:
    values, codes = np.unique(column, return_inverse=True)
    if len(values) <= BINS:
        return codes.astype(np.int64)
    ends = np.unique(np.quantile(column, np.arange(1, BINS) / BINS))
    return np.searchsorted(ends, column, side="left")


def real(name: str, rows: int, rng: np.random.Generator) -> Table:
    """So many rows of a real table, drawn without replacement, in a random order."""
    return rng.permutation(measured(name))[:rows]


TABLES: dict[str, Callable[[str, int, np.random.Generator], Table]] = {
    DRAWN: drawn,
    NOISE: noise,
    REAL: real,
}


def sorted_by(count: int | None) -> Callable[[Table, np.random.Generator], Table]:
    """Sort by so many columns that are drawn. None: by all, in an order that is drawn."""

    def sort(table: Table, rng: np.random.Generator) -> Table:
        keys = rng.permutation(table.shape[1])[:count]
        return table[np.lexsort(table.T[keys[::-1]])]

    return sort


ORDERS: dict[str, Callable[[Table, np.random.Generator], Table]] = {
    "as drawn": lambda table, rng: table,
    "sorted by 1 column": sorted_by(1),
    "sorted by 2": sorted_by(2),
    "sorted by 3": sorted_by(3),
    "sorted by all": sorted_by(None),
}
"""Orders of independent rows, of which no warning may tell."""


def _repeated(table: Table, rng: np.random.Generator) -> Table:
    """Each row once, twice or three times, next to each other, as many rows as before."""
    return np.repeat(table, rng.integers(1, 4, len(table)), axis=0)[: len(table)]


def _sticky(share: float) -> Callable[[Table, np.random.Generator], Table]:
    """Each cell is that of the row before with this probability."""

    def stick(table: Table, rng: np.random.Generator) -> Table:
        found = table.copy()
        stays = rng.random(table.shape) < share
        for k in range(1, len(table)):
            found[k] = np.where(stays[k], found[k - 1], table[k])
        return found

    return stick


DEPENDENT: dict[str, Callable[[Table, np.random.Generator], Table]] = {
    "repeated in place": _repeated,
    "repeated anywhere": lambda table, rng: rng.permutation(_repeated(table, rng)),
    "sticky, 0.72": _sticky(0.72),
    "sticky, 0.3": _sticky(0.3),
}
"""Rows that depend on each other, of which a warning should tell."""
