"""Algorithm 1 of MCBNC (arXiv 2504.00467) as it stands in the paper, for a few nodes, in Python.

It shares no code with the engine, and none with the oracle of the Go tests. Order, I-maps and d-separation
are those of tests/python/plain_rivals.py. A class is found by reversals of covered arcs, a minimum cut
by networkx.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import networkx as nx
from plain_rivals import Arc, Dag, greedy_order, moral, parents, union_along

State = tuple[frozenset[Arc], frozenset[frozenset[int]]]  # directed edges, undirected ones


def joined(arcs: Iterable[Arc]) -> set[frozenset[int]]:
    return {frozenset(arc) for arc in arcs}


def colliders(arcs: Dag) -> set[tuple[frozenset[int], int]]:
    pairs = joined(arcs)
    meeting = ((frozenset((a, b)), c) for (a, c), (b, d) in itertools.combinations(arcs, 2) if c == d)
    return {(ends, c) for ends, c in meeting if ends not in pairs}


def class_of(dag: Dag) -> State:
    """The CPDAG: an edge is directed if it is so in all equivalent DAGs.

    Reversals of covered arcs lead from each of these to all others (Chickering 1995).
    """
    members, todo = {dag}, [dag]
    while todo:
        member = todo.pop()
        for a, b in member:
            if parents(member, b) == parents(member, a) | {a}:
                other = member - {(a, b)} | {(b, a)}
                if other not in members:
                    members.add(other)
                    todo.append(other)
    directed = frozenset.intersection(*members)
    return directed, frozenset(joined(dag) - joined(directed))


def completed(n: int, state: State) -> State:
    """The class that a PDAG stands for: that of an orientation without other v-structures."""
    directed, undirected = state
    every = joined(directed) | undirected
    drawn = {(ends, c) for ends, c in colliders(directed) if ends not in every}
    for order in itertools.permutations(range(n)):
        place = {v: k for k, v in enumerate(order)}
        if all(place[a] < place[b] for a, b in directed):
            dag = directed | {tuple(sorted(edge, key=place.__getitem__)) for edge in undirected}
            if colliders(dag) == drawn:
                return class_of(Dag(dag))
    raise AssertionError("a state has an extension")


def cut(dag: Dag, u: int, v: int, given: Iterable[int]) -> set[frozenset[int]]:
    """The minimum cut nearest v in the moral graph of the ancestors, without S."""
    kept = {u, v, *given}
    while more := {a for a, b in dag if b in kept} - kept:
        kept |= more
    graph = nx.Graph()
    graph.add_nodes_from((u, v))
    for edge in moral({arc for arc in dag if arc[1] in kept}):
        if not edge & set(given):
            graph.add_edge(*edge, capacity=1)
    _, (_, near) = nx.minimum_cut(graph, u, v)
    return {frozenset(edge) for edge in graph.edges if len(near & set(edge)) == 1}


def deletions(state: State, k_max: int | None) -> Iterable[tuple[int, int, tuple[int, ...], set[int]]]:
    """All (u, v, H, S) that the class offers, in the order in which ties go."""
    directed, undirected = state
    every = joined(directed) | undirected
    ends = sorted([*directed, *(tuple(sorted(edge)) for edge in undirected)])
    for u, v in ends:
        neighbours = {x for edge in undirected if v in edge for x in edge - {v}}
        na = sorted(x for x in neighbours if frozenset((x, u)) in every and x != u)
        above = parents(directed, v) - {u}
        for size in range(len(na) + 1 if k_max is None else min(k_max, len(na)) + 1):
            for h in itertools.combinations(na, size):
                rest = set(na) - set(h)
                if all(frozenset(two) in every for two in itertools.combinations(rest, 2)):
                    yield u, v, h, rest | above


def delete(n: int, state: State, u: int, v: int, h: Iterable[int]) -> State:
    """The operator of Chickering (2002, definition 13), completed."""
    directed, undirected = set(state[0]) - {(u, v)}, set(state[1]) - {frozenset((u, v))}
    for x in h:
        for end in (v, u):
            if frozenset((end, x)) in undirected:
                undirected.remove(frozenset((end, x)))
                directed.add((end, x))
    return completed(n, (frozenset(directed), frozenset(undirected)))


def run(
    n: int, dags: Sequence[Dag], weights: Sequence[int], k_max: int | None, cap: int | None
) -> tuple[list[int], Dag, list[tuple], list[State]]:
    """The order, the fusion, the steps (u, v, H, S, score) and the state after each of them."""
    order = greedy_order(n, dags)
    fusion = union_along(dags, order)
    state, work, steps = class_of(fusion), [set(dag) for dag in dags], []
    states = [state]
    while True:
        best = None
        for u, v, h, given in deletions(state, k_max):
            cuts = [cut(Dag(dag), u, v, given) for dag in work]
            sizes = [len(c) if cap is None else min(cap, len(c)) for c in cuts]
            score = sum(w * size for w, size in zip(weights, sizes, strict=True))
            if best is None or score < best[0]:
                best = score, u, v, h, given, cuts
        if best is None:
            return order, fusion, steps, states
        score, u, v, h, given, cuts = best
        for dag, gone in zip(work, cuts, strict=True):
            dag -= {arc for arc in dag if frozenset(arc) in gone}
        state = delete(n, state, u, v, h)
        steps.append((u, v, h, tuple(sorted(given)), score))
        states.append(state)
