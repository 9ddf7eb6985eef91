"""The networks of the study, and the rows that are drawn from them. Rows are not stored, but drawn again."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from functools import cached_property, lru_cache
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

NAMES = (
    "asia", "sachs", "child", "insurance", "water", "mildew", "alarm", "barley", "hailfinder", "hepar2",
    "win95pts", "pathfinder", "andes", "diabetes", "pigs",
)  # fmt: skip
"""The paper's networks, from small to large."""

ROWS = 5000
HELD_OUT = 1_000_000
"""The number that seeds the rows that no client has seen. Clients have the numbers 0, 1, ..."""


@dataclass(frozen=True)
class Network:
    """A DAG, the number of states of each node, and P(node | parents) for each node.

    ``parents[v]`` is ascending. ``tables[v]`` is a (joint states of the parents, states of v) array, in
    which the last parent varies fastest.
    """

    name: str
    nodes: list[str]
    arities: NDArray[np.int64]
    parents: list[NDArray[np.int64]]
    tables: list[NDArray[np.float64]]
    source: str
    """The library that the network is from, and its version."""

    @cached_property
    def gold(self) -> NDArray[np.uint8]:
        """The DAG, (n, n)."""
        dag = np.zeros((len(self.nodes), len(self.nodes)), np.uint8)
        for v, parents in enumerate(self.parents):
            dag[parents, v] = 1
        return dag

    @cached_property
    def checksum(self) -> str:
        """A checksum of all that rows depend on."""
        digest = hashlib.sha256("\n".join(self.nodes).encode())
        for v, parents in enumerate(self.parents):
            digest.update(parents.astype("<i8").tobytes() + self.tables[v].astype("<f8").tobytes())
        return digest.hexdigest()[:16]

    def sample(self, client: int, rows: int = ROWS) -> NDArray[np.uint8]:
        """Draw the rows of a client, (rows, n) states. The name and the client are the seed.

        Each node has its own uniform random numbers, so the order of the sampling does not matter.
        """
        rng = np.random.default_rng([zlib.crc32(self.name.encode()), client])
        uniforms = rng.random((len(self.nodes), rows))
        drawn = np.zeros((len(self.nodes), rows), np.uint8)
        for v in self._order:
            joint = np.zeros(rows, np.int64)
            for p in self.parents[v]:
                joint = joint * self.arities[p] + drawn[p]
            # The last limit is 1 up to rounding. It is left out, since rounding could put a number above it.
            limits = self._limits[v][joint]
            drawn[v] = (uniforms[v][:, None] >= limits).sum(1)
        return np.ascontiguousarray(drawn.T)

    @cached_property
    def _limits(self) -> list[NDArray[np.float64]]:
        return [table.cumsum(1)[:, :-1] for table in self.tables]

    @cached_property
    def _order(self) -> list[int]:
        """The nodes, parents first."""
        return list(TopologicalSorter(dict(enumerate(map(np.ndarray.tolist, self.parents)))).static_order())


@lru_cache(maxsize=2)
def load(folder: Path, name: str) -> Network:
    """Read a network that networks_export.py wrote."""
    with np.load(folder / f"{name}.npz") as file:
        arrays = {key: file[key] for key in file.files}
    ptr, arities = arrays["parent_ptr"], arrays["arities"]
    parents = [arrays["parents"][a:b] for a, b in pairwise(ptr)]
    sizes = [int(arities[p].prod()) * int(k) for p, k in zip(parents, arities, strict=True)]
    flat = np.split(arrays["tables"], np.cumsum(sizes)[:-1])
    tables = [table.reshape(-1, int(k)) for table, k in zip(flat, arities, strict=True)]
    return Network(name, arrays["nodes"].tolist(), arities, parents, tables, str(arrays["source"]))
