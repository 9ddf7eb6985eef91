"""The third story of the command line's ``demo``: hospitals with unlike tables, gaps and repeated rows."""

from __future__ import annotations

import textwrap
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .. import baselines, datasets
from .._base.show import counted
from .._graphs.graph import Graph
from .._learning.jointly import learn_jointly
from .._learning.jointly_learned import JointlyLearned
from .._learning.learn import learn, learn_many
from .._rows.rows import Rows
from ..errors import DataWarning
from ..metrics import shd, smhd
from ._files import write_new
from ._text import table_text

HOSPITALS = 4
ROWS = 600  # of each hospital
EVERY = 7  # hospital k lacks the columns k and k + 1, and those a multiple of this after them
GAPS = 0.1  # of the cells
TWICE = 0.3  # of the patients of the last hospital come twice
_WIDTH = 100
_SHOWN = 3

Columns = dict[Any, list[Any]]


@dataclass(frozen=True)
class UnlikeDemo:
    """The results of the third story."""

    tables: dict[str, Columns]
    told: list[str]
    """What the functions warned of."""
    found: JointlyLearned
    distances: dict[str, tuple[int, int]]
    """SMHD and SHD to the true network, by method."""

    @property
    def network_found(self) -> JointlyLearned:
        """What the demo is about."""
        return self.found

    def summary(self) -> str:
        """The tables' faults, the network, what remains unknown, and how near other ways come."""
        found = self.found
        pairs = len(found.nodes) * (len(found.nodes) - 1) // 2
        suspects = ", ".join(f"{one.a} - {one.b}" for one in found.suspects[:_SHOWN])
        heads = [
            "The tables: "
            + "; ".join(
                f"{site} has {counted(len(next(iter(own.values()))), 'row')} of {len(own)} columns"
                for site, own in self.tables.items()
            ),
            *(f"Warning: {text}" for text in self.told),
            f"The network: {counted(len(found.edges), 'edge')} over {len(found.nodes)} nodes, from "
            f"{counted(found.rows, 'row')} with {sum(found.filled.values())} cells filled, in "
            f"{found.seconds:.2g} s",
            f"What remains unknown: {found.seen.unseen} of {pairs} pairs of columns are in no row together. "
            f"Of these, ask first for: {suspects}",
        ]
        lines = [textwrap.fill(text, _WIDTH, subsequent_indent="  ") for text in heads]
        table = ["distance to the true network            SMHD   SHD"]
        table += [f"{name:38}{near:6}{other:6}" for name, (near, other) in self.distances.items()]
        return "\n".join([*lines, "", *table, ""])

    def record(self) -> dict[str, Any]:
        """The results as an object for JSON."""
        found = self.found
        return {
            "edges": [list(edge) for edge in found.edges],
            "filled": found.filled,
            "not_seen_together": found.seen.unseen,
            "suspects": [one._asdict() for one in found.suspects],
            "distances": {
                name: dict(zip(("smhd", "shd"), both, strict=True)) for name, both in self.distances.items()
            },
        }

    def plot(self) -> Any:
        """Draw the network. Pairs that no hospital sees together are drawn apart."""
        return self.found.plot()

    def export(self, folder: Path) -> dict[str, str]:
        """Write the tables to a folder. Return what is in which files."""
        cells = {f"{site}.csv": table_text(own) for site, own in self.tables.items()}
        write_new(folder, cells)
        return {"hospital-*.csv": f"the rows of {len(cells)} hospitals, with their faults"}


def unlike_demo() -> UnlikeDemo:
    """Run the third story, on rows of the bundled network ALARM."""
    rows = datasets.load_rows("alarm")
    names = np.array([rows.states[node] for node in rows.nodes], dtype=object)
    whole = [np.asarray(data[:ROWS]) for data in rows.data[:HOSPITALS]]
    rng = np.random.default_rng(1)
    tables = {
        f"hospital-{k + 1:02}": _faulty(cells, k, rows.nodes, names, rng) for k, cells in enumerate(whole)
    }
    with warnings.catch_warnings(record=True) as raised:
        warnings.simplefilter("always", DataWarning)
        sites = Rows(tables, states=rows.states, missing="fill", repeats="distinct", columns="union")
        found = learn_jointly(sites, seed=1)
        told = [*dict.fromkeys(str(one.message) for one in raised)]
        alone = learn_many(Rows(tables, missing="state", columns="union"))
        vote = baselines.vote(alone, kind="skeleton", nodes="union")
    best = learn(Rows(np.concatenate(whole), names=rows.nodes, states=rows.states))
    gold = Graph(rows.gold, list(rows.nodes), named=True)
    ways = {
        "jointly, from what each hospital has": found,
        "a vote of the hospitals' DAGs": vote,
        "one table without any fault": best,
    }
    return UnlikeDemo(tables, told, found, {name: (smhd(g, gold), shd(g, gold)) for name, g in ways.items()})


def _faulty(cells: Any, k: int, nodes: list[Any], names: Any, rng: np.random.Generator) -> Columns:
    """The table of a hospital as it exports it."""
    gaps = rng.random(cells.shape) < GAPS
    visits = 1 + (rng.random(len(cells)) < TWICE) if k == HOSPITALS - 1 else np.ones(len(cells), int)
    order = np.repeat(np.arange(len(cells)), visits)
    return {
        node: [None if gaps[r, v] else names[v][cells[r, v]] for r in order.tolist()]
        for v, node in enumerate(nodes)
        if v % EVERY not in (k, k + 1)
    }
