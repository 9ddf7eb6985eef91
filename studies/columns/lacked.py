"""The cases of stacked_study.py: the rows of the sites, the columns that each lacks, and the truth.

Networks come with their own tables, or with drawn ones. Tables of measurements have no truth.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import draws
import networks
import numpy as np
import regimes
import situations
from masks import Mask, covered
from networks import Network
from numpy.typing import NDArray
from study import Key

OWN = (
    "asia", "sachs", "child", "insurance", "water", "alarm", "hailfinder", "hepar2", "win95pts",
    *(f"{name}, part {draws.PARTS + 2}" for name in ("andes", "diabetes", "link", "munin1", "pigs")),
)  # fmt: skip
"""Networks with their own tables. No other study has these parts."""
DRAWN = ("insurance, drawn", "alarm, drawn", "random 20, drawn", "random 30, drawn", "random 40, drawn")
MEASURED = tuple(name for name in situations.MEASURED if name != "iris")  # which has five columns
KINDS = {"own tables": OWN, "drawn tables": DRAWN, "measured": MEASURED}
PARTS = (12, 40)  # nodes of a part, from the first to the second

SITES = range(3, 11)
ROWS = (200, 2000)  # of a site: their logarithms are uniform between those of these
LACKED = (0.2, 0.4)  # the share of the columns that a site lacks: uniform between these
BLOCKS = ((3, 1), (4, 1), (5, 1), (5, 2))  # blocks of all columns, and how many of them a site lacks
LEAST = 45  # rows of a site of measurements; with fewer sites there are more
TESTED = 0.2  # the share of the measurements that no method gets
FIRST = 1300  # the number of the first repetition: no other study has drawn by it


@dataclass(frozen=True)
class Case:
    """The rows of the sites over all columns, and which columns each sees.

    Networks have a truth, the DAG, and measurements have rows that no method got.
    """

    kind: str
    arities: list[int]
    mask: Mask
    rows: list[NDArray[np.uint8]]
    truth: NDArray[np.uint8] | None
    tested: NDArray[np.uint8] | None


def _at_random(sites: int, columns: int, rng: np.random.Generator) -> Mask:
    lacked = rng.uniform(*LACKED, sites)
    return np.array([rng.permutation(columns) >= round(share * columns) for share in lacked])


def _in_blocks(sites: int, columns: int, rng: np.random.Generator) -> Mask:
    """The blocks are cut along an order that is drawn."""
    blocks, lacked = BLOCKS[rng.integers(len(BLOCKS))]
    of = np.argsort(rng.permutation(columns)) * blocks // columns
    return np.array([~np.isin(of, rng.choice(blocks, lacked, replace=False)) for _ in range(sites)])


MASKS: dict[str, Callable[[int, int, np.random.Generator], Mask]] = {
    "at random": _at_random,
    "blocks": _in_blocks,
}

ALIKE, UNLIKE, OUTLIER = "alike", "unlike", "one outlier"
UNLIKENESS = (ALIKE, UNLIKE, OUTLIER)
REGIMES = {f"{sites}, {mask}": (sites, mask) for sites in UNLIKENESS for mask in MASKS}


def keys(repetitions: int) -> Iterator[Key]:
    """Each network meets each regime in each repetition. No site of measurements is made an outlier."""
    for repetition in range(FIRST, FIRST + repetitions):
        for kind, names in KINDS.items():
            for name in names:
                for regime, (sites, _) in REGIMES.items():
                    if kind != "measured" or sites != OUTLIER:
                        yield repetition, name, regime


def draw(folder: Path, key: Key) -> Case:
    """Draw a case. All that is drawn depends on its key alone. The folder has the networks' own tables."""
    repetition, name, regime = key
    rng = np.random.default_rng([repetition, *(zlib.crc32(word.encode()) for word in (name, regime))])
    unlike, masked = REGIMES[regime]
    kind = next(kind for kind, names in KINDS.items() if name in names)
    sites = int(rng.choice(SITES))
    if kind == "measured":
        rows, tested, arities = _measured(name, sites, unlike, rng)
        truth = None
    else:
        network = (
            draws.real(folder, name, *PARTS)
            if kind == "own tables"
            else networks.draw(networks.structure(draws.source(name)), rng)
        )
        rows, truth, tested = _sampled(network, sites, unlike, rng), np.asarray(network.dag), None
        arities = network.arities.tolist()
    mask = covered(MASKS[masked](len(rows), len(arities), rng), rng)
    return Case(kind, arities, mask, rows, truth, tested)


def _sampled(network: Network, sites: int, unlike: str, rng: np.random.Generator) -> list[NDArray[np.uint8]]:
    """Unlike sites redraw a share of the tables each. The outlier has another network of the same columns."""
    counts = np.exp(rng.uniform(*np.log(ROWS), sites)).astype(int)
    each = [network] * sites
    n = len(network.dag)
    if unlike == UNLIKE:
        some = max(1, round(regimes.REDRAWN * n))
        each = [network.redraw(rng.choice(n, some, replace=False).tolist(), rng) for _ in each]
    elif unlike == OUTLIER:
        dag = networks.random_dag(n, int(network.dag.sum()), rng, network.arities)
        each[rng.integers(sites)] = networks.with_arities(dag, network.arities, rng)
    return [one.sample(count, rng) for one, count in zip(each, counts.tolist(), strict=True)]


def _measured(
    name: str, sites: int, unlike: str, rng: np.random.Generator
) -> tuple[list[NDArray[np.uint8]], NDArray[np.uint8], list[int]]:
    """The sites share the rows evenly. Unlike sites have different parts of the rows sorted by a column."""
    table = situations.measured(name)
    arities = (table.max(0) + 1).tolist()
    table = rng.permutation(table.astype(np.uint8))
    tested, left = np.split(table, [round(TESTED * len(table))])
    if unlike == UNLIKE:
        left = left[np.argsort(left[:, rng.integers(left.shape[1])], kind="stable")]
    sites = max(SITES[0], min(sites, len(left) // LEAST))
    return np.array_split(left, sites), tested, arities
