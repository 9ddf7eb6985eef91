"""An attack on a run: whose rows are in it? It is made on drawn rows, so nobody's data are attacked.

A federation is run again on drawn rows: as many as there were, at as many sites, with the same options. The
attacker has all that a coordinator has, and a large sample of the population. It is shown rows that are in
the run, and as many that are not. Each gets a score from the tables of counts that were told. There are three
scores, and the best one counts:

- "moments": the likelihood ratio of a row that is in the sums, to first order (Homer et al., PLOS Genetics
  2008; Sankararaman et al., Nature Genetics 2009). It is the product of the row's deviation from the mean and
  that of the sums, by the inverse of the covariance. Both are of indicators of up to 2,500 joint states,
  those of the fewest nodes first;
- "ratios": the sum over all tables of c / (N p), where c is the count of the row's cell, N the number of rows
  and p the cell's probability. It is the same as if the tables were independent;
- "least count": a row with a cell of count 0 is not in the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._plumbing import FamilyCounts, Rows
from ._coordinator.coordinator import Coordinator
from ._protocol.task import Sum, Task
from ._results.party import Party
from ._results.sums import Table, told_tables
from ._secure.limits import Limits
from ._simulate import carry, make_keys
from ._site.client import Client

_MOST_KNOWN = 1 << 17
_HALF = 0.5
_RIDGE = 1e-3
_CHUNK = 1 << 13
_MOST_FOR_COVARIANCE = 4 * _CHUNK
_MOST_MOMENTS = 2500
Cells = NDArray[np.intp]
"""(n, rows): codes of states."""


@dataclass(frozen=True)
class Attack:
    """How well an attacker told rows that were in a simulated run from others.

    `auc` is the area under the ROC curve: the probability that of a row that was in and one that was not the
    former gets the higher score. 0.5 is guessing, and 1 is certainty.
    """

    auc: float
    """Of the best score."""
    by_score: dict[str, float]
    """Of each score: "moments", "ratios" and "least count"."""
    rows: int
    """How many rows were in the run, and as many were not."""


def attack(
    task: Task, party: Party, arity: NDArray[np.int32], history: Sequence[Sum], found: Any, seed: int
) -> Attack:
    """Attack runs like the one that has this history, of learning from states.

    `task` is its task, without its past, and `found` its result.
    """
    rng = np.random.default_rng(seed)
    rows, families = found.rows, found.families
    if families is None:
        families = _tree(party.n, arity, list(told_tables(party, arity, history)))
    members, outsiders = _draw(rng, families, rows), _draw(rng, families, rows)
    known = _draw(rng, families, min(max(10 * rows, _MOST_FOR_COVARIANCE), _MOST_KNOWN))
    told = _rerun(task, party, task.options["states"], members)
    return judge(list(told_tables(party, arity, told)), members, outsiders, known)


def judge(tables: Sequence[Table], members: Cells, outsiders: Cells, known: Cells) -> Attack:
    """Score rows by the tables. `known` is a sample of the population."""
    rows = members.shape[1]
    shown = np.concatenate([members, outsiders], axis=1)
    ratios, least = np.zeros(shown.shape[1]), np.full(shown.shape[1], np.inf)
    for nodes, counts in tables:
        cell = np.ravel_multi_index(tuple(shown[nodes]), counts.shape)
        seen = np.bincount(np.ravel_multi_index(tuple(known[nodes]), counts.shape), minlength=counts.size)
        expected = (seen + _HALF) * (rows / (known.shape[1] + _HALF * counts.size))
        count = counts.ravel()[cell]
        ratios += count / expected[cell]
        least = np.minimum(least, count)
    scores = {"moments": _by_moments(tables, rows, shown, known), "ratios": ratios, "least count": least}
    found = {name: _auc(score[:rows], score[rows:]) for name, score in scores.items()}
    return Attack(max(found.values()), found, rows)


def _by_moments(tables: Sequence[Table], rows: int, shown: Cells, known: Cells) -> NDArray[np.float64]:
    moments = _moments(tables)
    told = np.concatenate([counts.ravel() for _, counts in moments])
    size = len(told)
    mean, products = np.zeros(size), np.zeros((size, size), np.float32)
    for start in range(0, known.shape[1], _CHUNK):
        part = _indicators(moments, known[:, start : start + _CHUNK])
        mean += part.sum(axis=0)
        if start < _MOST_FOR_COVARIANCE:
            products += part.T @ part
    mean /= known.shape[1]
    covariance = products / min(known.shape[1], _MOST_FOR_COVARIANCE) - np.outer(mean, mean)
    covariance[np.diag_indices(size)] += _RIDGE * covariance.diagonal() + _HALF / known.shape[1]
    weights = np.linalg.solve(covariance, told - rows * mean).astype(np.float32)
    starts = range(0, shown.shape[1], _CHUNK)
    parts = [_indicators(moments, shown[:, start : start + _CHUNK]) @ weights for start in starts]
    return np.concatenate(parts).astype(np.float64)


def _moments(tables: Sequence[Table]) -> list[Table]:
    """Sets of nodes, and the counts of their joint states without the first state of any: those told.

    All counts of a table follow from those of the subsets of its nodes. There are up to 2,500 counts.
    """
    by_nodes: dict[tuple[int, ...], NDArray[np.int64]] = {}
    for nodes, counts in tables:
        for size in range(1, len(nodes) + 1):
            for axes in combinations(range(len(nodes)), size):
                chosen = tuple(sorted(nodes[axis] for axis in axes))
                if chosen not in by_nodes:
                    others = tuple(axis for axis in range(len(nodes)) if axis not in axes)
                    left = [nodes[axis] for axis in axes]
                    joint = counts.sum(axis=others).transpose([left.index(node) for node in chosen])
                    by_nodes[chosen] = joint[(slice(1, None),) * size]
    moments: list[Table] = []
    room = _MOST_MOMENTS
    for chosen, joint in sorted(by_nodes.items(), key=lambda item: (len(item[0]), item[0])):
        if 0 < joint.size <= room:
            moments.append(([*chosen], joint))
            room -= joint.size
    return moments


def _indicators(moments: Sequence[Table], cells: Cells) -> NDArray[np.float32]:
    """(rows, moments): 1 where a row has the joint state."""
    found = np.zeros((cells.shape[1], sum(counts.size for _, counts in moments)), np.float32)
    at = 0
    for nodes, counts in moments:
        rows = np.flatnonzero((cells[nodes] > 0).all(axis=0))
        found[rows, at + np.ravel_multi_index(tuple(cells[nodes][:, rows] - 1), counts.shape)] = 1
        at += counts.size
    return found


def _auc(inside: NDArray[np.float64], outside: NDArray[np.float64]) -> float:
    """The share of pairs in which the one inside has the higher score. Equal ones count half."""
    ordered = np.sort(outside)
    below = np.searchsorted(ordered, inside, "left") + np.searchsorted(ordered, inside, "right")
    return float(below.sum()) / (2 * len(inside) * len(outside))


def _rerun(task: Task, party: Party, states: Sequence[Any], cells: Cells) -> list[Sum]:
    """What the coordinator sees of a run on these rows."""
    masks = task.options.get("epsilon") is not None
    limits = Limits(delta=task.options["delta"]) if masks else None
    coordinator = Coordinator(party.nodes, party.r, task=task, masks=masks)
    keys = make_keys(party.r, masks)
    sites: dict[Any, Client] = {}
    for client, part in zip(coordinator.clients, np.array_split(cells, party.r, axis=1), strict=True):
        table = {node: np.array(states[k], object)[part[k]] for k, node in enumerate(party.nodes)}
        rows = Rows(table, states=dict(zip(party.nodes, states, strict=True)))
        sites[client] = Client(rows, task="learning", limits=limits, **keys[len(sites)])
    carry(coordinator, sites)
    return coordinator.history


def _draw(rng: np.random.Generator, families: Sequence[FamilyCounts], rows: int) -> Cells:
    """Draw rows of the network that has these families."""
    cells = np.zeros((len(families), rows), np.intp)
    left = {family.node: family for family in families}
    while left:
        ready = [family for family in left.values() if left.keys().isdisjoint(family.parents)]
        for family in ready:
            bounds = family.probabilities(1.0, family.node).cumsum(axis=1)[:, :-1]
            parents = tuple(cells[family.parents])
            joint = np.ravel_multi_index(parents, family.arity[:-1]) if parents else np.zeros(rows, np.intp)
            cells[family.node] = (rng.random(rows)[:, None] > bounds[joint]).sum(axis=1)
            del left[family.node]
    return cells


def _tree(n: int, arity: NDArray[np.int32], tables: Sequence[Table]) -> list[FamilyCounts]:
    """The tree that fits tables of all pairs best (Chow and Liu, 1968), where no larger ones were told."""
    pairs = {}
    for nodes, counts in tables:
        known = np.maximum(counts, 0)  # with noise they may be below
        pairs[nodes[0], nodes[1]], pairs[nodes[1], nodes[0]] = known, known.T
    parent: dict[int, list[int]] = {0: []} if n else {}
    while len(parent) < n:
        links = [(a, b) for a in parent for b in range(n) if b not in parent]
        a, b = max(links, key=lambda link: _information(pairs[link]))
        parent[b] = [a]
    families = []
    for node in range(n):
        if parent[node]:
            counts = pairs[parent[node][0], node]
        else:
            counts = pairs[node, 1].sum(axis=1) if n > 1 else np.ones(arity[node], np.int64)
        joint = np.flatnonzero(counts)
        families.append(FamilyCounts(node, parent[node], list(counts.shape), joint, counts.ravel()[joint]))
    return families


def _information(counts: NDArray[np.int64]) -> float:
    """The mutual information of two nodes, in nats."""
    joint = counts / max(counts.sum(), 1)
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    there = joint > 0
    return float((joint[there] * np.log(joint[there] / apart[there])).sum())
