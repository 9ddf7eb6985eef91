"""Greedy equivalence search over any local score, operator by operator as Chickering (2002) defines them.

Scores are whole numbers of units, so that equal gains are ties. Nodes are 0..n-1.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

UNIT = 2.0**-30
"""Of scores, in natural logarithms."""
NOISE = 64
"""Units. Gains that differ by no more are equal: the rounding of sums of logarithms is as large."""

Local = Callable[[int, frozenset[int]], int]
Pair = frozenset[int]


class Step(NamedTuple):
    kind: str
    x: int
    y: int
    subset: tuple[int, ...]
    gain: int


@dataclass
class Limits:
    """What a search must keep. A pair is undirected, and a direction (u, v) allows no v -> u."""

    max_parents: int | None = None
    required: set[Pair] = field(default_factory=set)
    forbidden: set[Pair] = field(default_factory=set)
    directions: set[tuple[int, int]] = field(default_factory=set)


class Pdag:
    """A partially directed graph: the parents, the children and the neighbours of each node."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.pa: list[set[int]] = [set() for _ in range(n)]
        self.ch: list[set[int]] = [set() for _ in range(n)]
        self.ne: list[set[int]] = [set() for _ in range(n)]

    @classmethod
    def of(cls, matrix: np.ndarray) -> Pdag:
        """An edge with both bits is undirected."""
        graph = cls(len(matrix))
        for u, v in np.argwhere(matrix).tolist():
            if not matrix[v, u]:
                graph.direct(u, v)
            elif u < v:
                graph.join(u, v)
        return graph

    def matrix(self) -> np.ndarray:
        out = np.zeros((self.n, self.n), np.uint8)
        for v in range(self.n):
            out[list(self.pa[v] | self.ne[v]), v] = 1
        return out

    def copy(self) -> Pdag:
        other = Pdag(self.n)
        for name in ("pa", "ch", "ne"):
            setattr(other, name, [set(nodes) for nodes in getattr(self, name)])
        return other

    def adj(self, v: int) -> set[int]:
        return self.pa[v] | self.ch[v] | self.ne[v]

    def direct(self, u: int, v: int) -> None:
        """Make the edge u -> v, whatever joins u and v."""
        self.cut(u, v)
        self.ch[u].add(v)
        self.pa[v].add(u)

    def join(self, u: int, v: int) -> None:
        self.ne[u].add(v)
        self.ne[v].add(u)

    def cut(self, u: int, v: int) -> None:
        for a, b in ((u, v), (v, u)):
            self.pa[a].discard(b)
            self.ch[a].discard(b)
            self.ne[a].discard(b)

    def is_clique(self, nodes: set[int]) -> bool:
        return all(b in self.adj(a) for a, b in itertools.combinations(nodes, 2))


def extension(pdag: Pdag, directions: set[tuple[int, int]] = frozenset()) -> Pdag | None:
    """The DAG that Dor and Tarsi (1992) find if they always take the lowest possible sink."""
    rest, dag = pdag.copy(), pdag.copy()
    left = set(range(pdag.n))
    while left:
        sink = next((x for x in sorted(left) if _is_sink(rest, x, directions)), None)
        if sink is None:
            return None
        for y in rest.ne[sink]:
            dag.direct(y, sink)
        for y in rest.adj(sink):
            rest.cut(sink, y)
        left.remove(sink)
    return dag


def _is_sink(graph: Pdag, x: int, directions: set[tuple[int, int]]) -> bool:
    adjacent = graph.adj(x)
    if graph.ch[x] or any((x, y) in directions for y in adjacent):
        return False
    return all(adjacent - {y} <= graph.adj(y) for y in graph.ne[x])


def complete(dag: Pdag) -> Pdag:
    """The CPDAG of a DAG: its v-structures and what follows by Meek's (1995) first three rules."""
    out = Pdag(dag.n)
    for v in range(dag.n):
        for u in dag.pa[v]:
            out.join(u, v)
    for v in range(dag.n):
        for a, b in itertools.combinations(dag.pa[v], 2):
            if b not in dag.adj(a):
                out.direct(a, v)
                out.direct(b, v)
    waiting = True
    while waiting:
        waiting = [(a, b) for b in range(dag.n) for a in out.ne[b] if _follows(out, a, b)]
        for a, b in waiting:
            if b in out.ne[a]:
                out.direct(a, b)
    return out


def _follows(p: Pdag, a: int, b: int) -> bool:
    """True if one of the rules directs a - b as a -> b."""
    beside = p.adj(b)
    if any(c not in beside for c in p.pa[a]) or p.ch[a] & p.pa[b]:
        return True
    return not p.is_clique(p.ne[a] & p.pa[b])


def search(n: int, local: Local, limits: Limits | None = None) -> tuple[np.ndarray, list[Step]]:
    """Return the CPDAG of the last class, and the steps."""
    limits = limits or Limits()
    start = Pdag(n)
    for u, v in limits.directions:
        if frozenset((u, v)) in limits.required:
            start.direct(u, v)
    state, steps = complete(start), []
    for kind, required, cap, least in (
        ("insert", True, limits.max_parents, -math.inf),
        ("insert", True, None, -math.inf),
        ("insert", False, limits.max_parents, NOISE),
        ("delete", False, None, NOISE),
    ):
        while True:
            if kind == "insert":
                operators = _inserts(state, local, limits, cap, required)
            else:
                operators = _deletes(state, local, limits)
            best = _best(state, [op for op in operators if op.gain > least], limits)
            if best is None:
                break
            step, state = best
            steps.append(step)
    return state.matrix(), steps


def _best(state: Pdag, operators: list[Step], limits: Limits) -> tuple[Step, Pdag] | None:
    """The valid operator of the largest gain, and its class. Ties: lowest (x, y), |set|, set."""
    operators.sort(key=lambda op: -op.gain)
    first = next((k for k, op in enumerate(operators) if _apply(state, op, limits)), None)
    if first is None:
        return None
    least = operators[first].gain - NOISE
    tied = [op for op in operators[first:] if op.gain >= least]
    for op in sorted(tied, key=lambda op: (op.x, op.y, len(op.subset), op.subset)):
        after = _apply(state, op, limits)
        if after:
            return op, after
    raise AssertionError("the first one is valid")


def _inserts(p: Pdag, local: Local, limits: Limits, cap: int | None, required: bool) -> list[Step]:
    """All Insert(x, y, T) whose NA(y, x) and T are a clique (definition 12, theorem 15)."""
    out = []
    for y in range(p.n):
        for x in set(range(p.n)) - p.adj(y) - {y}:
            pair = frozenset((x, y))
            if pair in limits.forbidden or (required and pair not in limits.required):
                continue
            beside = p.adj(x)
            na, free = p.ne[y] & beside, sorted(p.ne[y] - beside)
            if not p.is_clique(na):
                continue
            for size in range(len(free) + 1):
                cliques = 0
                for t in itertools.combinations(free, size):
                    if not p.is_clique(na | set(t)):
                        continue
                    cliques += 1
                    before = frozenset(p.pa[y] | na | set(t))
                    if cap is None or len(before) < cap:
                        gain = local(y, before | {x}) - local(y, before)
                        out.append(Step("insert", x, y, t, gain))
                if not cliques:
                    break
    return out


def _deletes(p: Pdag, local: Local, limits: Limits) -> list[Step]:
    """All Delete(x, y, H) whose NA(y, x) without H is a clique (definition 13, theorem 17)."""
    out = []
    for y in range(p.n):
        for x in p.pa[y] | p.ne[y]:
            if frozenset((x, y)) in limits.required:
                continue
            na = p.ne[y] & p.adj(x)
            for size in range(len(na) + 1):
                for h in itertools.combinations(sorted(na), size):
                    if p.is_clique(na - set(h)):
                        after = frozenset((na - set(h)) | p.pa[y] - {x})
                        out.append(Step("delete", x, y, h, local(y, after) - local(y, after | {x})))
    return out


def _apply(p: Pdag, op: Step, limits: Limits) -> Pdag | None:
    """The class that an operator makes, or None if the operator is not valid."""
    x, y, changed = op.x, op.y, p.copy()
    if op.kind == "insert":
        if _reaches(p, y, x, (p.ne[y] & p.adj(x)) | set(op.subset)):
            return None
        changed.direct(x, y)
        for t in op.subset:
            changed.direct(t, y)
    else:
        changed.cut(x, y)
        for h in op.subset:
            changed.direct(y, h)
            if h in p.ne[x]:
                changed.direct(x, h)
    dag = extension(changed)
    assert dag is not None
    after = complete(dag)
    kept = not limits.directions or extension(after, limits.directions) is not None
    return after if kept else None


def _reaches(p: Pdag, start: int, goal: int, blocked: set[int]) -> bool:
    """True if a semi-directed path leads from start to goal outside of the blocked nodes."""
    seen, stack = {start}, [start]
    while stack:
        v = stack.pop()
        for w in (p.ch[v] | p.ne[v]) - seen - blocked:
            if w == goal:
                return True
            seen.add(w)
            stack.append(w)
    return False
