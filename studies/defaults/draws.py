"""The cases of the study of defaults: which networks, which regimes, and what is drawn for each.

The networks of the bnlearn repository come with their own tables: whole ones, and parts of the large ones. A
part is closed under parents, so its tables are exact and its DAG is the truth. Beside them stand the networks
of studies/together, whose tables are drawn anew for each case.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import networks
import numpy as np
from networks import Network
from numpy.typing import NDArray
from regimes import REGIMES, Tables

WHOLE = (
    "asia", "cancer", "earthquake", "sachs", "survey", "child", "insurance", "water", "mildew", "alarm",
    "barley", "hailfinder", "hepar2", "win95pts",
)  # fmt: skip
CUT = ("andes", "diabetes", "link", "munin1", "pigs")
PARTS = 3  # of each network that is cut
LEAST, MOST = 20, 45  # nodes of a part

REAL = (*WHOLE, *(f"{name}, part {k}" for name in CUT for k in range(1, PARTS + 1)))
WIDE = ("random 60", "random 100", "random 150")
DRAWN = tuple(f"{name}, drawn" for name in (*networks.NAMES, *WIDE))
NAMES = (*REAL, *DRAWN)

TWO_SITES = {
    f"two sites, {regime.removeprefix('alike, ')}": regime
    for regime in ("alike, 200 rows", "alike, 2000 rows", "10 % of the tables redrawn")
}
ALL_REGIMES = (*REGIMES, *TWO_SITES)
SITES = (5, 10, 20)
LARGE = 30  # nodes; above, there are no more than FEW sites
FEW = 10
TABLE_ROWS = (20, 50, 100, 200, 500, 1000, 2000, 5000, 20_000)  # of the table that learn gets

LACKED = 0.2  # the share of the columns that a site lacks
GAPS = 0.05  # the share of the cells without a value

Key = tuple[int, str, str]
"""The repetition, the network and the regime of a case."""


@dataclass(frozen=True)
class Draw:
    """The data of a case: the truth, the rows of the sites, and a table of rows of the network itself.

    `noise` is the table with each column shuffled by itself: its truth is the graph without edges. `lacking`
    are the columns that each site lacks, and `gaps` is the table without some cells, which are -1.
    """

    network: Network
    sites: Tables
    table: NDArray[np.uint8]
    noise: NDArray[np.uint8]
    lacking: list[list[int]]
    gaps: NDArray[np.int16]


def source(name: str) -> str:
    """The network that a network is a part of, or has the structure of."""
    return name.split(",")[0]


def keys(repetitions: int) -> Iterator[Key]:
    for repetition in range(repetitions):
        for name in NAMES:
            for regime in ALL_REGIMES:
                yield repetition, name, regime


def draw(folder: Path, key: Key) -> Draw:
    """Draw a case. All that is drawn depends on its key alone. The folder has the networks' own tables."""
    repetition, name, regime = key
    rng = np.random.default_rng([repetition, zlib.crc32(name.encode()), zlib.crc32(regime.encode())])
    network = real(folder, name) if name in REAL else networks.draw(networks.structure(source(name)), rng)
    some = [count for count in SITES if count <= FEW or len(network.dag) <= LARGE]
    sites = 2 if regime in TWO_SITES else int(rng.choice(some))
    tables = REGIMES[TWO_SITES.get(regime, regime)](network, sites, rng)
    table = network.sample(table_rows(key), rng)
    noise = np.stack([rng.permutation(column) for column in table.T], axis=1)
    n = len(network.dag)
    lacking = [np.sort(rng.choice(n, round(LACKED * n), replace=False)).tolist() for _ in tables]
    gaps = np.where(rng.random(table.shape) < GAPS, -1, table.astype(np.int16))
    return Draw(network, tables, table, noise, lacking, gaps)


def table_rows(key: Key) -> int:
    """The sizes take turns, so each network meets each size about as often."""
    repetition, name, regime = key
    return TABLE_ROWS[(repetition + NAMES.index(name) + ALL_REGIMES.index(regime)) % len(TABLE_ROWS)]


@lru_cache(maxsize=2)
def real(folder: Path, name: str, least: int = LEAST, most: int = MOST) -> Network:
    """A network with its own tables, or a part of one, which has so many nodes."""
    network = networks.read(folder / f"{source(name)}.npz")
    if name in WHOLE:
        return network
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    return network.part(part(network.dag, rng, least, most))


def part(dag: NDArray[np.uint8], rng: np.random.Generator, least: int = LEAST, most: int = MOST) -> list[int]:
    """Nodes of a connected part that is closed under parents.

    It grows from the ancestors of a random node by random children, each with all its ancestors, to a random
    number of nodes from `least` to `most`.
    """
    closed = [closure(dag, v) for v in range(len(dag))]
    wanted = int(rng.integers(least, most + 1))
    while True:
        found = closed[rng.integers(len(dag))]
        while len(found) < wanted:
            children = set(np.flatnonzero(dag[sorted(found)].any(0)).tolist()) - found
            fitting = [v for v in sorted(children) if len(found | closed[v]) <= most]
            if not fitting:
                break
            found = found | closed[fitting[rng.integers(len(fitting))]]
        if least <= len(found) <= most:
            return sorted(found)


def closure(dag: NDArray[np.uint8], node: int) -> set[int]:
    """A node and its ancestors."""
    found, left = {node}, [node]
    while left:
        new = set(np.flatnonzero(dag[:, left.pop()]).tolist()) - found
        found |= new
        left.extend(new)
    return found
