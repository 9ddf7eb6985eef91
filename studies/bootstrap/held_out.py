"""The cases of the study of bootstraps, on which neither `chance_true` nor `at_most` was chosen.

The networks of the bnlearn repository come with their own tables: whole ones, and parts of the large ones
that no other study has. Drawn tables are those of a published structure, or of a random one that no other
study has. All rows are drawn anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import draws
import networks
import numpy as np
from networks import Network
from numpy.typing import NDArray
from study import Key

LARGE = ("andes", "diabetes", "link", "munin1", "munin2", "munin3", "munin4", "pathfinder", "pigs")
LEAST = 8  # columns of a network
SMALL = (LEAST, 12)  # nodes of a small part, from the first to the second

SMALLER = ("cancer", "earthquake", "survey")  # than LEAST
WHOLE = tuple(name for name in draws.WHOLE if name not in SMALLER)
PARTS = tuple(f"{name}, part {draws.PARTS + 1}" for name in LARGE)
SMALL_PARTS = tuple(f"{name}, small part" for name in LARGE)
PUBLISHED = tuple(f"{name}, drawn" for name in networks.BUNDLED)
RANDOM = tuple(f"random {nodes}, drawn" for nodes in (9, 11, 14, 18, 28, 45, 62, 80))
KINDS = {
    "whole, real tables": WHOLE,
    "parts, real tables": (*PARTS, *SMALL_PARTS),
    "drawn tables": (*PUBLISHED, *RANDOM),
}
NAMES = tuple(name for names in KINDS.values() for name in names)

ROWS = (50, 100, 200, 500, 1000, 2000, 5000)
RESAMPLES = 50
MORE = 200  # resamples of some cases, to see what more of them buy
ROWS_OF_MORE = (100, 1000)
NEARLY = 0.95
"""A column is all but determined if the best guess by its parents is right in a larger share of the rows."""
MOSTLY = 0.5
"""A table is mostly determined if at least this share of the columns with parents is."""
FIRST = 900  # the first repetition: no other study draws the same


@dataclass(frozen=True)
class Table:
    """The rows of a case, and the network that they come from."""

    network: Network
    rows: NDArray[np.uint8]

    def determined(self) -> float:
        """The share of the columns with parents that are all but determined by these."""
        children = np.flatnonzero(self.network.dag.any(0)).tolist()
        best = [self.network.tables[v].max(1)[self.network.joint(v, self.rows)].mean() for v in children]
        return round(float(np.mean(np.array(best) > NEARLY)), 3)


def regime(rows: int, resamples: int) -> str:
    return f"{rows} rows, {resamples} resamples"


REGIMES = {
    **{regime(rows, RESAMPLES): (rows, RESAMPLES) for rows in ROWS},
    **{regime(rows, MORE): (rows, MORE) for rows in ROWS_OF_MORE},
}
"""The number of rows, and that of resamples."""


def keys(repetitions: int) -> Iterator[Key]:
    """The cases: each network meets each regime in each repetition."""
    for repetition in range(FIRST, FIRST + repetitions):
        for name in NAMES:
            for each in REGIMES:
                yield repetition, name, each


def draw(folder: Path, key: Key) -> Table:
    """Draw a case. All that is drawn depends on its repetition, network and number of rows alone.

    The folder has the networks' own tables.
    """
    repetition, name, each = key
    count, _ = REGIMES[each]
    rng = np.random.default_rng([repetition, zlib.crc32(name.encode()), count])
    network = network_of(folder, name, rng)
    return Table(network, network.sample(count, rng))


def network_of(folder: Path, name: str, rng: np.random.Generator) -> Network:
    if name in SMALL_PARTS:
        return draws.real(folder, name, *SMALL)
    if name in KINDS["drawn tables"]:
        return networks.draw(networks.structure(draws.source(name)), rng)
    return draws.real(folder, name)
