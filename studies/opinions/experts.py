"""The sources of the study: DAGs or numbers that simulated experts have of a true network.

An expert joins each true edge by its hit rate, and some other pairs, half of them between nodes that have a
neighbour in common. It directs all edges along an order of its own, which is the true one with errors.
"""

from __future__ import annotations

from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Adjacency = NDArray[np.uint8]

ALONE, COPIES, ADVERSARY, PARTS = "independent", "copies", "adversary", "parts of the nodes"
NUMBERS, TEMPTATION, NOISE = "numbers", "shared temptation", "all noise"
REGIMES = (ALONE, COPIES, ADVERSARY, PARTS, NUMBERS, TEMPTATION, NOISE)

HITS = (0.5, 0.9)  # uniform between these, of each expert
FALSE = (0.1, 0.8)  # false edges, as a share of the number of true ones
ERRORS = (0.05, 0.4)  # of an expert's order: the deviation of a node's place, as a share of all places
FLIPS = 0.03  # the share of its edges that a copy does not have
TEMPTING, TEMPTED = 0.3, 0.7  # false edges that tempt all, as a share of the true ones; how often each yields
SEEN = (0.6, 0.8)  # the share of the nodes that an expert of a part has
SURE, UNSURE = (0.55, 0.95), (0.0, 0.35)  # numbers for an edge that an expert has, and for one that it lacks


@dataclass(frozen=True)
class Expert:
    """What one source says: a DAG over some nodes, and numbers if it has some."""

    dag: pd.DataFrame
    numbers: pd.DataFrame | None = None

    @property
    def opinion(self) -> pd.DataFrame:
        return self.dag if self.numbers is None else self.numbers


def drawn(truth: Adjacency, names: list[str], regime: str, count: int, rng: Any) -> list[Expert]:
    """So many experts of a regime."""
    tempting = _others(truth, rng, round(TEMPTING * int(truth.sum()))) if regime == TEMPTATION else []
    dags = [_expert(truth, rng, tempting) for _ in range(count)]
    if regime == COPIES:
        for k in range(1, max(2, (count + 1) // 2)):
            dags[k] = dags[0] * (rng.random(truth.shape) >= FLIPS)
    if regime == ADVERSARY:
        dags[0] = _liar(truth, rng)
    if regime == NOISE:
        dags = [_random(truth, rng) for _ in range(count)]
    return [_told(dag.astype(np.uint8), names, regime, rng) for dag in dags]


def _told(dag: Adjacency, names: list[str], regime: str, rng: Any) -> Expert:
    has = np.ones(len(dag), bool)
    if regime == PARTS:
        has = np.isin(np.arange(len(dag)), rng.permutation(len(dag))[: round(rng.uniform(*SEEN) * len(dag))])
    own = [name for name, seen in zip(names, has, strict=True) if seen]
    graph = pd.DataFrame(dag[np.ix_(has, has)], own, own)
    if regime != NUMBERS:
        return Expert(graph)
    joined = dag | dag.T
    sure = np.triu(np.where(joined, rng.uniform(*SURE, dag.shape), rng.uniform(*UNSURE, dag.shape)), 1)
    toward = np.where(joined, 0.15 + 0.7 * dag, 0.5)
    numbers = (sure + sure.T) * toward
    return Expert(graph, pd.DataFrame(numbers, names, names))


def _expert(truth: Adjacency, rng: Any, tempting: list[tuple[int, int]]) -> Adjacency:
    hit = rng.uniform(*HITS)
    pairs = [pair for pair in np.argwhere(truth).tolist() if rng.random() < hit]
    pairs += _others(truth, rng, round(rng.uniform(*FALSE) * int(truth.sum())))
    pairs += [pair for pair in tempting if rng.random() < TEMPTED]
    return _along(pairs, _order(truth, rng.uniform(*ERRORS), rng))


def _liar(truth: Adjacency, rng: Any) -> Adjacency:
    """As many edges as the truth, none of them true."""
    return _along(_others(truth, rng, int(truth.sum())), -_order(truth, 0.0, rng))


def _random(truth: Adjacency, rng: Any) -> Adjacency:
    i, j = np.triu_indices(len(truth), 1)
    chosen = rng.choice(len(i), int(truth.sum()), replace=False)
    return _along(list(zip(i[chosen], j[chosen], strict=True)), rng.random(len(truth)))


def _others(truth: Adjacency, rng: Any, count: int) -> list[tuple[int, int]]:
    """Pairs that the truth does not join, half of them with a common neighbour, as far as there are some."""
    joined = (truth | truth.T).astype(int)
    apart = np.triu(joined == 0, 1)
    near = np.argwhere(apart & (joined @ joined > 0))
    far = np.argwhere(apart)
    chosen = [*rng.permutation(near)[: count // 2], *rng.permutation(far)[: count - count // 2]]
    return [(int(a), int(b)) for a, b in chosen]


def _order(truth: Adjacency, error: float, rng: Any) -> NDArray[np.float64]:
    """The place of each node in an order: the true one with errors."""
    above = {v: np.flatnonzero(truth[:, v]).tolist() for v in range(len(truth))}
    place = np.empty(len(truth))
    place[list(TopologicalSorter(above).static_order())] = np.arange(len(truth)) / len(truth)
    return place + rng.normal(0, error, len(truth)) + 1e-9 * rng.random(len(truth))


def _along(pairs: Any, place: NDArray[np.float64]) -> Adjacency:
    """The DAG that joins these pairs, each along the order."""
    dag = np.zeros((len(place), len(place)), np.uint8)
    for a, b in pairs:
        first, last = (a, b) if place[a] < place[b] else (b, a)
        dag[first, last] = 1
    return dag
