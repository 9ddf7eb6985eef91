"""The scores by their definitions, cell by cell, and greedy equivalence search by its definition."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import networkx as nx
import numpy as np
from helpers import colliders, digraph, matrix


def bdeu_of(family, parents, rows, arity, ess=1.0) -> float:
    """The BDeu score of a node, from counts of its and its parents' states."""
    q = math.prod(arity[p] for p in parents)
    joint = Counter((tuple(row[p] for p in parents), row[family]) for row in rows)
    alone = Counter(tuple(row[p] for p in parents) for row in rows)
    a, b = ess / q, ess / (q * arity[family])
    score = sum(math.lgamma(a) - math.lgamma(a + count) for count in alone.values())
    return score + sum(math.lgamma(b + count) - math.lgamma(b) for count in joint.values())


def bic_of(family, parents, rows, arity) -> float:
    return _penalised(family, parents, rows, arity, math.log(max(len(rows), 1)) / 2)


def aic_of(family, parents, rows, arity) -> float:
    return _penalised(family, parents, rows, arity, 1)


def _penalised(family, parents, rows, arity, penalty) -> float:
    """The log-likelihood of a node, less a penalty for each free parameter."""
    joint = Counter((tuple(row[p] for p in parents), row[family]) for row in rows)
    alone = Counter(tuple(row[p] for p in parents) for row in rows)
    fit = sum(count * math.log(count / alone[given]) for (given, _), count in joint.items())
    free = (arity[family] - 1) * math.prod(arity[p] for p in parents)
    return fit - free * penalty


LOCAL = {"bdeu": bdeu_of, "bic": bic_of, "aic": aic_of}


def likelihood_of(family, parents, rows, arity, train, ess=1.0) -> float:
    """The log-likelihood of a node's cells by parameters that other rows have estimated."""
    q = math.prod(arity[p] for p in parents)
    joint = Counter((tuple(row[p] for p in parents), row[family]) for row in train)
    alone = Counter(tuple(row[p] for p in parents) for row in train)
    total = 0.0
    for row in rows:
        given = tuple(row[p] for p in parents)
        above = joint[given, row[family]] + ess / (q * arity[family])
        total += math.log(above / (alone[given] + ess / q))
    return total


def total(local, adjacency, rows, arity, *others) -> float:
    """A score of a DAG from that of each family."""
    parents = [np.flatnonzero(adjacency[:, v]).tolist() for v in range(len(adjacency))]
    return math.fsum(local(v, parents[v], rows, arity, *others) for v in range(len(adjacency)))


def signature(adjacency):
    """What all DAGs of a class share, and no other: skeleton and v-structures (Verma and Pearl)."""
    joined = adjacency | adjacency.T
    return (tuple(map(tuple, np.argwhere(np.triu(joined)).tolist())), frozenset(colliders(adjacency)))


def classes(n: int):
    """All DAGs over n nodes, by class."""
    pairs = list(itertools.combinations(range(n), 2))
    found: dict = {}
    for kinds in itertools.product((0, 1, 2), repeat=len(pairs)):
        arcs = [(a, b) if kind == 1 else (b, a) for (a, b), kind in zip(pairs, kinds, strict=True) if kind]
        dag = matrix(arcs, n)
        if nx.is_directed_acyclic_graph(digraph(dag)):
            found.setdefault(signature(dag), []).append(dag)
    return found


def search(members, score):
    """GES as Chickering (2002, section 4) defines it: the neighbours of a class are the classes of
    the DAGs with one arc more, or one less, than one of its members. Returns class and gains."""
    n = len(next(iter(members.values()))[0])
    current = signature(np.zeros((n, n), np.uint8))
    gains = []
    for more in (1, 0):
        while True:
            near = set()
            for dag in members[current]:
                for a, b in itertools.permutations(range(n), 2):
                    if dag[a, b] != more and not (more and dag[b, a]):
                        other = dag.copy()
                        other[a, b] = more
                        if nx.is_directed_acyclic_graph(digraph(other)):
                            near.add(signature(other))
            if not near:
                break
            best = max(near, key=lambda key: score(members[key][0]))
            gain = score(members[best][0]) - score(members[current][0])
            if gain <= 0:
                break
            gains.append(gain)
            current = best
    return current, gains
