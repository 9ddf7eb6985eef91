"""The rule for different columns from sums over all sites, in plain Python, for small cases.

It shares no code with the engine. Its random numbers are NumPy's Philox, as core/learn/over/doc.go has it.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
from over_rule import (
    FLOOR,
    B,
    adjacent,
    completed,
    extension,
    family_score,
    search,
    undirected,
)

WARM_UPS, SWEEPS = 4, 10


def oriented(p, n):
    """A DAG with the skeleton and the directed edges of p: Dor and Tarsi (1992), or few new colliders."""

    def colliders(x, left):
        """The new colliders at x, if x is the next sink. None: it has a child."""
        if any((x, y) in p and (y, x) not in p for y in left):
            return None
        around = [y for y in left if y != x and adjacent(p, x, y)]
        return sum(
            not adjacent(p, y, z) and (undirected(p, x, y) or undirected(p, x, z))
            for y, z in itertools.combinations(around, 2)
        )

    left, dag = set(range(n)), set()
    while left:
        counts = {x: colliders(x, left) for x in sorted(left)}
        x = min((x for x in counts if counts[x] is not None), key=lambda x: counts[x])
        dag |= {(y, x) for y in left if y != x and adjacent(p, x, y)}
        left.remove(x)
    return dag


def elect(n, seen, dags, most):
    """The weights of pairs, the pairs that no site sees, and the DAG that the sites' classes elect.

    `seen` has the columns of each site.
    """
    weight, forbidden, arrows, joined, shares = {}, set(), [], set(), {}
    classes = [completed(set(dag), n) for dag in dags]
    for a, b in itertools.combinations(range(n), 2):
        both = [p for p, own in zip(classes, seen, strict=True) if {a, b} <= own]
        k, m = sum(adjacent(p, a, b) for p in both), len(both)
        weight[frozenset((a, b))] = min(0.0, math.log((k + 0.5) / (m - k + 0.5)))
        if not m:
            forbidden.add(frozenset((a, b)))
        if 2 * k <= m:
            continue
        joined |= {(a, b), (b, a)}
        shares[a, b] = shares[b, a] = k / m
        on, back = (sum((i, j) in p and (j, i) not in p for p in both) for i, j in ((a, b), (b, a)))
        if on != back:
            arrows.append((-max(on, back), *((a, b) if on > back else (b, a))))
    directed = set()
    for _, a, b in sorted(arrows):
        if extension(directed | {(a, b)}, n) is not None:
            directed.add((a, b))
    dag = oriented(joined - {(b, a) for a, b in directed}, n)
    for v in range(n):
        above = sorted((u for u, child in dag if child == v), key=lambda u, v=v: (-shares[u, v], u))
        dag -= {(u, v) for u in above[most:]}
    return weight, forbidden, dag


class Rule:
    """Sites are (set of columns, rows), by place, each row a list with None where it has no value."""

    def __init__(self, sites, dags, arity, kind="bds", ess=1.0, most=6, keys=None, seed=0):
        self.n, self.arity, self.kind, self.ess, self.most = len(arity), arity, kind, ess, most
        self.keys = keys or [(seed, 0)] * len(sites)
        self.seen = [set(columns) for columns, _ in sites]
        self.rows = [sorted(rows, key=lambda row: [x or 0 for x in row]) for _, rows in sites]
        self.weight, self.forbidden, self.first = elect(self.n, self.seen, dags, most)

    def run(self, searches):
        """The class that the last search ends in, and the rows that it was on."""
        dag, tables = self.first, None
        whole = all(len(seen) == self.n for seen in self.seen)
        for number in range(WARM_UPS + searches - 1 if whole else 0, WARM_UPS + searches):
            rows = self.fill(number, tables)
            if number >= WARM_UPS:
                p = search(
                    self.n, self.most, lambda x, y, s, rows=rows: self.gain(rows, x, y, s), self.forbidden
                )
                dag = extension(p, self.n)
            above = [sorted(i for i in range(self.n) if (i, v) in dag) for v in range(self.n)]
            tables = (
                above,
                [Counter((tuple(row[i] for i in above[v]), row[v]) for row in rows) for v in range(self.n)],
            )
        return p, rows

    def gain(self, rows, x, y, s):
        score = [
            family_score([rows], y, sorted(given), self.arity, self.ess, self.kind) for given in (s | {x}, s)
        ]
        return score[0] - score[1] + self.weight[frozenset((x, y))]

    def fill(self, number, tables):
        """The rows of all sites, filled from nothing by what is known of all."""
        if tables is None:
            shares = [[1 / states] * states for states in self.arity]
        else:
            above, counts = tables
            shares = []
            for v in range(self.n):
                margin = [sum(c for (_, x), c in counts[v].items() if x == s) for s in range(self.arity[v])]
                shares.append(
                    [c / sum(margin) for c in margin] if sum(margin) else [1 / self.arity[v]] * self.arity[v]
                )
        every = []
        for place, (seen, rows) in enumerate(zip(self.seen, self.rows, strict=True)):
            filled = [list(row) for row in rows]
            missing = [v for v in range(self.n) if v not in seen]
            sweep = number * (SWEEPS + 1)
            self.draw(place, sweep, filled, missing, lambda row, v: shares[v])
            for step in range(SWEEPS if tables else 0):
                own = [
                    Counter((tuple(row[i] for i in above[v]), row[v]) for row in filled)
                    for v in range(self.n)
                ]

                def table(v, j, seen=seen, own=own):
                    common = share([counts[v][j, x] + shares[v][x] for x in range(self.arity[v])])
                    if v not in seen:
                        return common
                    return share([own[v][j, x] + B * common[x] for x in range(self.arity[v])])

                def chances(row, v, table=table):
                    weights = []
                    for x in range(self.arity[v]):
                        now = [*row[:v], x, *row[v + 1 :]]
                        weight = table(v, tuple(now[i] for i in above[v]))[x]
                        for c in range(self.n):
                            if v in above[c]:
                                weight *= table(c, tuple(now[i] for i in above[c]))[now[c]]
                        weights.append(weight)
                    return weights

                self.draw(place, sweep + step + 1, filled, missing, chances)
            every += filled
        return every

    def draw(self, place, sweep, rows, missing, chances):
        for r, row in enumerate(rows):
            words = np.random.Philox(
                key=np.array(self.keys[place], np.uint64), counter=np.array([0, r, place, sweep], np.uint64)
            ).random_raw(len(missing))
            for v, word in zip(missing, words, strict=True):
                weights = chances(row, v)
                bound = (int(word) >> 11) * 2.0**-53 * sum(weights)
                sums = list(itertools.accumulate(weights))
                last = max(x for x, w in enumerate(weights) if w > 0)
                row[v] = next((x for x, total in enumerate(sums) if total > bound), last)


def share(numbers):
    total = sum(numbers)
    return [max(x / total, FLOOR) for x in numbers]
