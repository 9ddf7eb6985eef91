"""Reference implementations: the scores, and greedy equivalence search, each by its definition."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import networkx as nx
import numpy as np
from helpers import colliders, digraph, matrix


def bdeu_of(node, parents, rows, arity, ess=1.0) -> float:
    """The BDeu score of a node, from counts of the states of the node and of its parents."""
    q = math.prod(arity[p] for p in parents)
    joint = Counter((tuple(row[p] for p in parents), row[node]) for row in rows)
    alone = Counter(tuple(row[p] for p in parents) for row in rows)
    a, b = ess / q, ess / (q * arity[node])
    score = sum(math.lgamma(a) - math.lgamma(a + count) for count in alone.values())
    return score + sum(math.lgamma(b + count) - math.lgamma(b) for count in joint.values())


def bic_of(node, parents, rows, arity, penalty=1.0) -> float:
    return _penalised(node, parents, rows, arity, penalty * math.log(max(len(rows), 1)) / 2)


def aic_of(node, parents, rows, arity) -> float:
    return _penalised(node, parents, rows, arity, 1)


def _penalised(node, parents, rows, arity, penalty) -> float:
    """The log-likelihood of a node, less a penalty for each free parameter."""
    joint = Counter((tuple(row[p] for p in parents), row[node]) for row in rows)
    alone = Counter(tuple(row[p] for p in parents) for row in rows)
    fit = sum(count * math.log(count / alone[given]) for (given, _), count in joint.items())
    free = (arity[node] - 1) * math.prod(arity[p] for p in parents)
    return fit - free * penalty


LOCAL = {"bdeu": bdeu_of, "bic": bic_of, "aic": aic_of}


def likelihood_of(node, parents, rows, arity, train, ess=1.0) -> float:
    """The log-likelihood of a node's cells, with parameters that are estimated from the rows `train`."""
    q = math.prod(arity[p] for p in parents)
    joint = Counter((tuple(row[p] for p in parents), row[node]) for row in train)
    alone = Counter(tuple(row[p] for p in parents) for row in train)
    total = 0.0
    for row in rows:
        given = tuple(row[p] for p in parents)
        numerator = joint[given, row[node]] + ess / (q * arity[node])
        total += math.log(numerator / (alone[given] + ess / q))
    return total


def total(local, adjacency, rows, arity, *others) -> float:
    """The score of a DAG: the sum of the scores of its nodes."""
    parents = [np.flatnonzero(adjacency[:, v]).tolist() for v in range(len(adjacency))]
    return math.fsum(local(v, parents[v], rows, arity, *others) for v in range(len(adjacency)))


def signature(adjacency):
    """The skeleton and the v-structures, which identify the equivalence class (Verma and Pearl 1990)."""
    joined = adjacency | adjacency.T
    return (tuple(map(tuple, np.argwhere(np.triu(joined)).tolist())), frozenset(colliders(adjacency)))


def classes(n: int):
    """All DAGs over n nodes, grouped by the signature of their class."""
    pairs = list(itertools.combinations(range(n), 2))
    by_signature: dict = {}
    for kinds in itertools.product((0, 1, 2), repeat=len(pairs)):
        arcs = [(a, b) if kind == 1 else (b, a) for (a, b), kind in zip(pairs, kinds, strict=True) if kind]
        dag = matrix(arcs, n)
        if nx.is_directed_acyclic_graph(digraph(dag)):
            by_signature.setdefault(signature(dag), []).append(dag)
    return by_signature


def search(members, score):
    """GES by its definition (Chickering 2002, section 4). Return the final class and the gains of the steps.

    The neighbours of a class are the classes of the DAGs that have one arc more, or one arc less, than
    some member of the class.
    """
    n = len(next(iter(members.values()))[0])
    current = signature(np.zeros((n, n), np.uint8))
    gains = []
    for more in (1, 0):
        while True:
            neighbours = set()
            for dag in members[current]:
                for a, b in itertools.permutations(range(n), 2):
                    if dag[a, b] != more and not (more and dag[b, a]):
                        other = dag.copy()
                        other[a, b] = more
                        if nx.is_directed_acyclic_graph(digraph(other)):
                            neighbours.add(signature(other))
            if not neighbours:
                break
            best = max(neighbours, key=lambda key: score(members[key][0]))
            gain = score(members[best][0]) - score(members[current][0])
            if gain <= 0:
                break
            gains.append(gain)
            current = best
    return current, gains
