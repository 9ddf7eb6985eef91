"""How the sites' rows come about: alike, or unlike in one of several ways."""

from __future__ import annotations

from collections.abc import Callable

import networks
import numpy as np
from networks import Network
from numpy.typing import NDArray

Tables = list[NDArray[np.uint8]]

ROWS = 500  # of a site, where a regime does not say otherwise
SMALLEST, LARGEST = 100, 5000  # rows of a site of uneven size
KEPT = 0.2  # the share of the rows that selection keeps, of those without the site's own state
BAD = 0.3  # the share of bad sites, rounded down
REDRAWN = 0.1  # the share of the tables of probabilities that each site redraws


def _alike(count: int) -> Callable[[Network, int, np.random.Generator], Tables]:
    return lambda network, sites, rng: [network.sample(count, rng) for _ in range(sites)]


def _uneven(network: Network, sites: int, rng: np.random.Generator) -> Tables:
    """The logarithms of the sizes are uniform."""
    sizes = np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST), sites)).astype(int)
    return [network.sample(size, rng) for size in sizes]


def _shifted(network: Network, sites: int, rng: np.random.Generator) -> Tables:
    """Each site redraws the probabilities of all roots."""
    return [network.redraw(network.roots(), rng).sample(ROWS, rng) for _ in range(sites)]


def _selected(network: Network, sites: int, rng: np.random.Generator) -> Tables:
    """Each site chooses a node and a state. Of the rows with another state, it keeps a share."""
    tables = []
    for _ in range(sites):
        v = rng.integers(len(network.dag))
        state = rng.integers(network.arities[v])
        drawn = network.sample(10 * ROWS, rng)
        keep = (drawn[:, v] == state) | (rng.random(len(drawn)) < KEPT)
        tables.append(drawn[keep][:ROWS])
    return tables


def _bad(alike: bool) -> Callable[[Network, int, np.random.Generator], Tables]:
    """Bad sites have rows of another network over the same variables: one each, or one for all."""

    def rows(network: Network, sites: int, rng: np.random.Generator) -> Tables:
        tables: Tables = []
        other = None
        for k in range(sites):
            if k >= int(BAD * sites):
                tables.append(network.sample(ROWS, rng))
                continue
            if other is None or not alike:
                dag = networks.random_dag(len(network.dag), int(network.dag.sum()), rng, network.arities)
                other = networks.with_arities(dag, network.arities, rng)
            tables.append(other.sample(ROWS, rng))
        return tables

    return rows


def _redrawn(network: Network, sites: int, rng: np.random.Generator) -> Tables:
    n = len(network.dag)
    some = max(1, round(REDRAWN * n))
    return [
        network.redraw(rng.choice(n, some, replace=False).tolist(), rng).sample(ROWS, rng)
        for _ in range(sites)
    ]


REGIMES: dict[str, Callable[[Network, int, np.random.Generator], Tables]] = {
    "alike, 200 rows": _alike(200),
    "alike, 500 rows": _alike(500),
    "alike, 2000 rows": _alike(2000),
    "alike, 5000 rows": _alike(5000),
    "uneven sizes": _uneven,
    "shifted roots": _shifted,
    "selection": _selected,
    "30 % bad, each its own": _bad(alike=False),
    "30 % bad, alike": _bad(alike=True),
    "10 % of the tables redrawn": _redrawn,
}
