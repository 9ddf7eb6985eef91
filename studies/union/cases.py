"""The cases of the study: which columns each site sees, its rows, and the DAG that it has.

The networks are those of studies/together, with probabilities that are drawn. The real tables come with
scikit-learn and with statsmodels, which pgmpy brings along. The true network of a real table is not known. In
its place is the network that is learned of the whole table.
"""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import marginals
import networks
import numpy as np
import pandas as pd
import situations
from numpy.typing import NDArray

import mcbnc

Mask = NDArray[np.bool_]
"""(sites, columns): True where a site sees a column. Each column is at one site at least."""
Adjacency = NDArray[np.uint8]
Key = tuple[int, str, str]
"""The repetition, the network and the regime of a case."""

SITES = (5, 20)  # uniform between these, both included
SHARES = (0.6, 0.8)  # of the columns that a site sees: uniform between these
ROWS = (200, 5000)  # of a site: uniform between these, on a logarithmic scale
BLOCKS = 10  # that columns are cut into, along an order that is drawn
RANDOM = 0.2  # the share of the sites that have random DAGs, where some have

AT_RANDOM, IN_BLOCKS, NOISY, EXACT = "alike, at random", "alike, in blocks", "20 % random", "exact"
REGIMES = (AT_RANDOM, IN_BLOCKS, NOISY, EXACT)
MEASURED = ("diabetes", "breast_cancer")
DIGITS = "digits"  # its 16 pixels in the middle, and the digit
SURVEYS = ("fair", "anes96", "randhie")
DETERMINED = {"anes96": ["logpopul"]}  # columns that are functions of other ones
REAL = (*MEASURED, DIGITS, *SURVEYS)


@dataclass(frozen=True)
class Case:
    """What the sites have. The sorted names are in the order of the columns of `truth`."""

    names: list[str]
    truth: Adjacency
    has: Mask
    dags: list[Any]
    rows: mcbnc.Rows | None = None
    """None: not all sites have rows."""

    def arcs(self, site: int) -> Adjacency:
        """The site's DAG over all nodes."""
        return over_all(self.dags[site], self.names)


def drawn(key: Key) -> Case:
    """Draw a case. All that is drawn depends on its key alone."""
    _, name, regime = key
    rng = np.random.default_rng([key[0], zlib.crc32(name.encode()), zlib.crc32(regime.encode())])
    draw, states, truth = source(name, rng)
    sites = int(rng.integers(SITES[0], SITES[1] + 1))
    mask = mask_of(regime, sites, len(truth), rng)
    names = [f"v{v:02}" for v in range(len(truth))]
    if regime == EXACT:
        return Case(
            names,
            truth,
            mask,
            [_named(dag, names, own) for dag, own in zip(marginals.dags(truth, mask), mask, strict=True)],
        )
    counts = np.exp(rng.uniform(*np.log(ROWS), sites)).astype(int)
    rows = rows_of([draw(int(count), rng) for count in counts], mask, names, states)
    dags: list[Any] = list(learned(rows))
    if regime != NOISY:
        return Case(names, truth, mask, dags, rows)
    for k in rng.choice(sites, round(RANDOM * sites), replace=False):
        n = int(mask[k].sum())
        arcs = min(np.count_nonzero(dags[k]), n * (n - 1) // 4, 2 * n)  # as many, if that is soon drawn
        dags[k] = _named(networks.random_dag(n, arcs, rng), names, mask[k])
    return Case(names, truth, mask, dags)


def rows_of(tables: list[NDArray[Any]], mask: Mask, names: list[str], states: list[int]) -> mcbnc.Rows:
    each = [
        {names[v]: table[:, v] for v in np.flatnonzero(own)} for table, own in zip(tables, mask, strict=True)
    ]
    return mcbnc.Rows(each, states=dict(zip(names, states, strict=True)), columns="union")


def learned(rows: mcbnc.Rows) -> list[mcbnc.Learned]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        return mcbnc.learn_many(rows, workers=1)


def over_all(graph: Any, names: list[str]) -> Adjacency:
    """The matrix of a graph over all nodes. A matrix is over all of them already."""
    if isinstance(graph, np.ndarray):
        return graph
    return spread(graph, graph.columns if isinstance(graph, pd.DataFrame) else graph.nodes, names)


def spread(matrix: Any, nodes: Any, names: list[str]) -> Adjacency:
    """The matrix over all nodes of a matrix over some."""
    at = [names.index(node) for node in nodes]
    found = np.zeros((len(names), len(names)), np.uint8)
    found[np.ix_(at, at)] = np.asarray(matrix)
    return found


def _named(dag: Adjacency, names: list[str], own: NDArray[np.bool_]) -> pd.DataFrame:
    has = [names[v] for v in np.flatnonzero(own)]
    return pd.DataFrame(dag, has, has)


Draw = Callable[[int, np.random.Generator], NDArray[Any]]
"""So many rows, over all columns."""


def source(name: str, rng: np.random.Generator) -> tuple[Draw, list[int], Adjacency]:
    """What draws a site's rows, the number of states of each column, and the truth."""
    if name in REAL:
        table, truth = real(name)
        return lambda count, rng: rng.permutation(table)[:count], (table.max(0) + 1).tolist(), truth
    network = networks.draw(np.asarray(networks.structure(name)), rng)
    return network.sample, network.arities.tolist(), np.asarray(network.dag)


@cache
def real(name: str) -> tuple[NDArray[np.int64], Adjacency]:
    """A real table, and what is learned of all of it."""
    table = situations.measured(name) if name in MEASURED else _columns(name)
    names = [f"v{v:02}" for v in range(table.shape[1])]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        return table, np.asarray(mcbnc.learn(mcbnc.Rows(table, names=names), workers=1))


def _columns(name: str) -> NDArray[np.int64]:
    if name == DIGITS:
        from sklearn.datasets import load_digits

        digits = load_digits()
        columns = [*digits.images[:, 2:6, 2:6].reshape(-1, 16).T, digits.target]
    else:
        import statsmodels.api

        data: pd.DataFrame = getattr(statsmodels.api.datasets, name).load_pandas().data
        columns = [column for _, column in data.drop(columns=DETERMINED.get(name, [])).items()]
    return np.array([situations.cut(np.asarray(column)) for column in columns]).T


def mask_of(regime: str, sites: int, columns: int, rng: np.random.Generator) -> Mask:
    """At random or in blocks. Where the regime does not say which, that is drawn too."""
    share = rng.uniform(*SHARES)
    blocks = rng.random() < 0.5 if regime in (NOISY, EXACT) else regime == IN_BLOCKS
    parts = rng.permutation(columns) * BLOCKS // columns if blocks else np.arange(columns)
    kinds = BLOCKS if blocks else columns
    lacks = [rng.choice(kinds, round((1 - share) * kinds), replace=False) for _ in range(sites)]
    mask = np.array([~np.isin(parts, own) for own in lacks])
    for column in np.flatnonzero(~mask.any(0)):
        mask[rng.integers(sites), column] = True
    return mask
