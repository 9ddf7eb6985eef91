"""The measures of a graph: distances to the true network and to the inputs, fit, treewidth and edges."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from families import Families
from networks import HELD_OUT, ROWS, load
from numpy.typing import NDArray

import mcbnc

Dag = NDArray[np.uint8]
Measures = dict[str, float]


def moral(dag: Dag) -> NDArray[np.bool_]:
    """The moral graph of a DAG, symmetric."""
    married = dag.astype(np.float32) @ dag.T.astype(np.float32) > 0
    married |= (dag | dag.T).astype(bool)
    np.fill_diagonal(married, False)
    return married


class Inputs:
    """The input DAGs of a case, for the mean SMHD to them."""

    def __init__(self, dags: NDArray[np.uint8]) -> None:
        self.count = len(dags)
        support = np.zeros(dags.shape[1:], np.int64)
        for dag in dags:
            support += moral(dag)
        self._support = support
        self._change = self.count - 2 * support  # what joining a pair adds to the sum of the distances

    def mean_smhd(self, graph: NDArray[np.bool_]) -> float:
        """The mean SMHD of a moral graph to the inputs. The time is O(n^2), for any number of inputs."""
        twice = int(self._support.sum()) + int(self._change[graph].sum())
        return twice / 2 / self.count

    def mean_within(self) -> float:
        """The mean SMHD of the inputs to the inputs, each one's 0 to itself included."""
        return int((self._support * (self.count - self._support)).sum()) / self.count**2


def against_gold(dag: Dag, gold: Dag) -> Measures:
    return {"smhd": smhd(dag, gold), "shd": mcbnc.metrics.shd(np.asarray(dag), gold)}


def smhd(a: Dag, b: Dag) -> int:
    """The number of edges that only one of the two moral graphs has."""
    return int((moral(a) ^ moral(b)).sum()) // 2


def measure(folder: Path, network: str, dag: Dag, inputs: Inputs | None, rows: int = ROWS) -> Measures:
    """All measures of a DAG over the nodes of a network.

    "bdeu" is of rows that no client has seen. "bdeu_paper" is of the rows of the first client, as in the
    paper's code.
    """
    gold = load(folder / "networks", network).gold
    found: dict[str, Any] = against_gold(dag, gold)
    if inputs is not None:
        found["smhd_inputs"] = inputs.mean_smhd(moral(dag))
    found["bdeu"] = families(folder, network, HELD_OUT, rows).bdeu(dag)
    found["bdeu_paper"] = families(folder, network, 0, rows).bdeu(dag)
    found["treewidth"] = mcbnc.metrics.treewidth(dag)
    found["edges"] = int(np.count_nonzero(dag))
    return found


@lru_cache(maxsize=4)
def families(folder: Path, network: str, client: int, rows: int = ROWS) -> Families:
    """The families' scores for the rows of a client, kept over the cases of a process."""
    drawn = load(folder / "networks", network)
    return Families(drawn.sample(client, rows), drawn.arities)
