"""The rule of `mcbnc.learn_jointly` written out: scores of sites' rows, weights of votes, the mix."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import gaussian
import numpy as np
import plain_ges
from plain_ges import UNIT, Limits, Local, Pdag

import mcbnc

Score = Callable[[np.ndarray, list[int]], Local]
"""Makes the local score of one site's rows, given the arity of each column."""


gammaln = np.vectorize(math.lgamma, otypes=[float])


def bdeu(cells: np.ndarray, arity: list[int], ess: float = 1.0) -> Local:
    def of_counts(counts: np.ndarray, cardinality: int) -> float:
        alpha = ess / cardinality
        return float((gammaln(alpha + counts) - gammaln(alpha)).sum())

    joint = _sets(cells, arity, of_counts)
    return lambda y, parents: joint(parents | {y}) - joint(parents)


def _penalised(penalty: Callable[[int], float]) -> Score:
    def score(cells: np.ndarray, arity: list[int]) -> Local:
        joint = _sets(cells, arity, lambda counts, _: float((counts * np.log(counts)).sum()))

        def local(y: int, parents: frozenset[int]) -> int:
            free = (arity[y] - 1) * math.prod(arity[p] for p in parents)
            return joint(parents | {y}) - joint(parents) - round(free * penalty(len(cells)) / UNIT)

        return local

    return score


def bge(cells: np.ndarray, arity: list[int]) -> Local:
    @functools.cache
    def joint(subset: frozenset[int]) -> int:
        return round(gaussian.marginal_of(sorted(subset), cells) / UNIT)

    return lambda y, parents: joint(parents | {y}) - joint(parents)


def bic_g(cells: np.ndarray, arity: list[int]) -> Local:
    @functools.cache
    def local(y: int, parents: frozenset[int]) -> int:
        return round(gaussian.bic_g_of(y, sorted(parents), cells) / UNIT)

    return local


SCORES: dict[str, Score] = {
    "bdeu": bdeu,
    "bic": _penalised(lambda rows: math.log(max(rows, 1)) / 2),
    "aic": _penalised(lambda rows: 1.0),
    "bge": bge,
    "bic-g": bic_g,
}


def _sets(
    cells: np.ndarray, arity: list[int], of_counts: Callable[[np.ndarray, int], float]
) -> Callable[[frozenset[int]], int]:
    """A function of sets of columns, in units: that of the counts of the joint states that occur."""

    @functools.cache
    def joint(subset: frozenset[int]) -> int:
        number, cardinality = np.zeros(len(cells), np.int64), 1
        for column in sorted(subset):
            number = np.unique(number * arity[column] + cells[:, column], return_inverse=True)[1]
            cardinality *= arity[column]
        return round(of_counts(np.bincount(number) if len(cells) else np.zeros(0), cardinality) / UNIT)

    return joint


def summed(locals_: list[Local]) -> Local:
    return lambda y, parents: sum(local(y, parents) for local in locals_)


def larger(a: Local, b: Local) -> Local:
    return lambda y, parents: max(a(y, parents), b(y, parents))


def weighted(local: Local, weights: np.ndarray) -> Local:
    units = [[round(w / UNIT) for w in row] for row in weights.tolist()]
    return lambda y, parents: local(y, parents) + sum(units[x][y] for x in parents)


def joined_by(dags: list[np.ndarray]) -> np.ndarray:
    """(n, n): how many of the DAGs join each pair."""
    return sum((dag | dag.T).astype(int) for dag in dags)


def penalties(dags: list[np.ndarray]) -> np.ndarray:
    k, m = joined_by(dags), len(dags)
    return np.minimum(0.0, np.log((k + 0.5) / (m - k + 0.5)))


def outside(dags: list[np.ndarray], share: float, limits: Limits) -> Limits:
    """The limits, and each pair forbidden that fewer of the DAGs join and that is not required."""
    k, m, n = joined_by(dags), len(dags), len(dags[0])
    few = {
        frozenset((u, v)) for u in range(n) for v in range(u) if not k[u, v] or k[u, v] / m < share
    } - limits.required
    return Limits(limits.max_parents, limits.required, limits.forbidden | few, limits.directions)


def kept_sites(dags: list[np.ndarray]) -> list[int]:
    """The sites that :func:`mcbnc.agreement` does not flag."""
    outliers = mcbnc.agreement(np.stack(dags)).outliers
    return [k for k in range(len(dags)) if k not in outliers]


def mix_of(dag: np.ndarray, mixed: Local) -> float:
    n = len(dag)
    return sum(mixed(v, frozenset(np.flatnonzero(dag[:, v]).tolist())) for v in range(n)) * UNIT


def member(cpdag: np.ndarray, limits: Limits) -> np.ndarray:
    """The DAG of a class that the engine shows."""
    dag = plain_ges.extension(Pdag.of(cpdag), limits.directions)
    assert dag is not None
    return dag.matrix()


def answers(
    tables: list[np.ndarray],
    arity: list[int],
    dags: list[np.ndarray],
    pairs: str | float,
    *,
    score: Score = bdeu,
    weights: np.ndarray | None = None,
    limits: Limits | None = None,
) -> dict[str, tuple[np.ndarray, np.ndarray, float]]:
    """The CPDAG, the DAG and the mix of each search, in the order in which ties go."""
    limits = limits or Limits()
    n = tables[0].shape[1]
    given = np.zeros((n, n)) if weights is None else weights
    pooled, own = score(np.concatenate(tables), arity), summed([score(table, arity) for table in tables])
    mixed = larger(pooled, own)
    if pairs == "votes":
        prior = penalties(dags) + given
        searches = {
            "pooled": (weighted(pooled, prior), limits),
            "own": (weighted(own, given), outside(dags, 0, limits)),
            "mixed": (weighted(mixed, prior), limits),
        }
    else:
        among = limits if pairs == "all" else outside(dags, 0 if pairs == "union" else pairs, limits)
        searches = {"pooled": (weighted(pooled, given), among), "own": (weighted(own, given), among)}
    out = {}
    for name, (local, bounds) in searches.items():
        cpdag, _ = plain_ges.search(n, local, bounds)
        dag = member(cpdag, limits)
        out[name] = cpdag, dag, mix_of(dag, weighted(mixed, given))
    return out
