"""The rule for different columns at different sites, in plain Python: written from the rule, for small cases.

It shares no code with the engine. Its random numbers are NumPy's Philox, as core/learn/over/doc.go has it.
Everything is listed in full: all operators of a class, all rows of a count.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np

GRAIN, LEAST, FLOOR, B = 1e-7, 1e-9, 1e-4, 100


# Classes: a set of arcs (i, j); both (i, j) and (j, i) are an undirected edge.


def adjacent(p, i, j):
    return (i, j) in p or (j, i) in p


def directed(p, i, j):
    return (i, j) in p and (j, i) not in p


def undirected(p, i, j):
    return (i, j) in p and (j, i) in p


def extension(p, n):
    """Dor and Tarsi (1992), the lowest possible sink first."""
    left, dag = set(range(n)), set()
    while left:
        for x in sorted(left):
            neighbours = [y for y in left if undirected(p, x, y)]
            around = [y for y in left if adjacent(p, x, y)]
            if any(directed(p, x, y) for y in left):
                continue
            if all(adjacent(p, y, z) for y in neighbours for z in around if y != z):
                break
        else:
            return None
        dag |= {(y, x) for y in around}
        left.remove(x)
    return dag


def completed(dag, n):
    """The CPDAG of a DAG: its skeleton, its v-structures, and the rules of Meek (1995)."""
    p = dag | {(j, i) for i, j in dag}
    for c in range(n):
        for a, b in itertools.combinations([i for i in range(n) if (i, c) in dag], 2):
            if not adjacent(p, a, b):
                p -= {(c, a), (c, b)}
    while True:
        turned = set()
        for a, b in [(a, b) for a, b in p if (b, a) in p]:
            into = [c for c in range(n) if directed(p, c, a)]
            away = any(not adjacent(p, c, b) for c in into)
            if away or any(directed(p, a, c) and directed(p, c, b) for c in range(n)):
                turned.add((b, a))
            else:
                ways = [c for c in range(n) if undirected(p, a, c) and directed(p, c, b)]
                if any(not adjacent(p, c, d) for c, d in itertools.combinations(ways, 2)):
                    turned.add((b, a))
        if not turned:
            return p
        p -= {next(iter(sorted(turned)))}


def clique(p, nodes):
    return all(adjacent(p, a, b) for a, b in itertools.combinations(nodes, 2))


def reaches(p, start, end, without, n):
    """Whether a semi-directed path leads from start to end without these nodes."""
    seen, queue = {start}, [start]
    while queue:
        x = queue.pop()
        for y in range(n):
            if (x, y) in p and y not in seen and y not in without:
                seen.add(y)
                queue.append(y)
    return end in seen


def subsets(nodes):
    return itertools.chain.from_iterable(itertools.combinations(nodes, k) for k in range(len(nodes) + 1))


def parents(p, y, n):
    return {i for i in range(n) if directed(p, i, y)}


def neighbours(p, y, n):
    return {i for i in range(n) if undirected(p, i, y)}


def coded(gain):
    """Rounded to a multiple of the grain; what is below it but above LEAST comes after all others."""
    k = round(gain / GRAIN)
    return 2 * k if k else (gain > LEAST) - (gain < -LEAST)


def inserts(p, n, most, gain, forbidden):
    for x, y in itertools.permutations(range(n), 2):
        if adjacent(p, x, y) or frozenset((x, y)) in forbidden:
            continue
        near = {z for z in neighbours(p, y, n) if adjacent(p, z, x)}
        for t in subsets(sorted(neighbours(p, y, n) - near)):
            between, s = near | set(t), near | set(t) | parents(p, y, n)
            if len(s) + 1 > most or not clique(p, between) or reaches(p, y, x, between, n):
                continue
            won = gain(x, y, s)
            if won is not None and coded(won) > 0:
                yield (-coded(won), x, y, len(t), t), (p - {(y, i) for i in t}) | {(x, y)}


def deletes(p, n, gain):
    for x, y in itertools.permutations(range(n), 2):
        if (x, y) not in p:
            continue
        near = {z for z in neighbours(p, y, n) if adjacent(p, z, x)}
        for h in subsets(sorted(near)):
            if not clique(p, near - set(h)):
                continue
            won = gain(x, y, (near - set(h)) | (parents(p, y, n) - {x}))
            if won is not None and coded(-won) > 0:
                gone = {(x, y), (y, x)} | {(i, y) for i in h} | {(i, x) for i in h if undirected(p, x, i)}
                yield (-coded(-won), x, y, len(h), h), p - gone


def search(n, most, gain, forbidden):
    """Step 3: from the empty class, the best Inserts, and then the best Deletes."""
    p = set()
    for operators in (lambda p: inserts(p, n, most, gain, forbidden), lambda p: deletes(p, n, gain)):
        while best := min(operators(p), key=lambda one: one[0], default=None):
            p = completed(extension(best[1], n), n)
    return p


# Scores.


def family_score(tables, y, s, arity, ess, kind):
    """X(y, S) over the rows of these tables, each a list of rows."""

    def score(rows):
        joint = Counter((tuple(row[i] for i in s), row[y]) for row in rows)
        above = Counter(tuple(row[i] for i in s) for row in rows)
        q = math.prod(arity[i] for i in s) if kind == "bdeu" else max(len(above), 1)
        a, b = ess / q, ess / q / arity[y]
        total = sum(math.lgamma(a) - math.lgamma(a + count) for count in above.values())
        return total + sum(math.lgamma(b + count) - math.lgamma(b) for count in joint.values())

    return max(score([row for rows in tables for row in rows]), sum(map(score, tables)))


# The rule.


class Rule:
    """Sites are (set of columns, rows), each row a list with None where it has no value.

    `dags` are the sites', or None if they do not count.
    """

    def __init__(self, sites, dags, arity, kind="bds", ess=1.0, most=6, forbidden=()):
        def sortable(columns, row):
            return [x if x is not None else arity[v] if v in columns else 0 for v, x in enumerate(row)]

        self.sites = []
        for columns, rows in sites:
            ordered = sorted(rows, key=lambda row: sortable(columns, row))
            keys = [sortable(columns, row) for row in ordered]
            self.sites.append((sorted(columns), len(rows), keys, ordered))
        self.sites = [(s[0], s[1], s[3]) for s in sorted(self.sites, key=lambda s: s[:3])]
        self.n, self.arity, self.kind, self.ess, self.most = len(arity), arity, kind, ess, most
        self.weight, self.forbidden = {}, set(map(frozenset, forbidden))
        for a, b in itertools.combinations(range(self.n), 2):
            both = [i for i, site in enumerate(sites) if self.sees(site, {a, b})]
            k, m = sum((a, b) in dags[i] or (b, a) in dags[i] for i in both) if dags else 0, len(both)
            self.weight[frozenset((a, b))] = min(0.0, math.log((k + 0.5) / (m - k + 0.5))) if dags else 0.0
            if not m:
                self.forbidden.add(frozenset((a, b)))

    def sees(self, site, family):
        """Whether a site has all columns of a family, and a row with all of them unless none has a gap."""
        columns, rows = site[0], site[-1]
        if not family <= set(columns):
            return False
        whole = [all(row[v] is not None for v in family) for row in rows]
        return all(whole) or any(whole)

    def gain(self, tables, x, y, s):
        """Step 2 on the rows of these tables, and the weight of the pair."""
        score = [
            family_score(tables, y, sorted(given), self.arity, self.ess, self.kind) for given in (s | {x}, s)
        ]
        return score[0] - score[1] + self.weight[frozenset((x, y))]

    def first(self):
        """G_0."""

        def gain(x, y, s):
            family = {x, y} | s
            own = [rows for columns, _, rows in self.sites if family <= set(columns)]
            see = [[row for row in rows if all(row[v] is not None for v in family)] for rows in own]
            if not see or (not any(see) and any(own)):
                return None
            return self.gain(see, x, y, s)

        return search(self.n, self.most, gain, self.forbidden)

    def chain(self, seed, number, rounds):
        """The class that a chain ends in, and its rows."""
        p = self.first()
        self.start(seed, number)
        for t in range(rounds):
            for _ in range(10 if t else 20):
                self.sweep(extension(p, self.n))
            p = search(self.n, self.most, lambda x, y, s: self.gain(self.rows, x, y, s), self.forbidden)
        return p, self.rows

    def start(self, seed, number):
        self.seed, self.number, self.sweeps = seed, number, 0
        self.rows = [[list(row) for row in rows] for _, _, rows in self.sites]
        self.missing = [[[v for v in range(self.n) if row[v] is None] for row in rows] for rows in self.rows]
        self.shares = []
        for v in range(self.n):
            seen = Counter(row[v] for _, _, rows in self.sites for row in rows if row[v] is not None)
            total = sum(seen.values())
            self.shares.append(
                [seen[x] / total if total else 1 / self.arity[v] for x in range(self.arity[v])]
            )
        self.draw(lambda site, row, v: self.shares[v])

    def draw(self, chances):
        """Draw every missing cell, in the order of the columns."""
        for k in range(len(self.sites)):
            for r, row in enumerate(self.rows[k]):
                missing = self.missing[k][r]
                words = np.random.Philox(
                    key=np.array([self.seed, self.number], np.uint64),
                    counter=np.array([0, r, k, self.sweeps], np.uint64),
                ).random_raw(len(missing))
                for v, word in zip(missing, words, strict=True):
                    weights = chances(k, row, v)
                    bound = (int(word) >> 11) * 2.0**-53 * sum(weights)
                    sums = list(itertools.accumulate(weights))
                    last = max(x for x, w in enumerate(weights) if w > 0)
                    row[v] = next((x for x, total in enumerate(sums) if total > bound), last)

    def sweep(self, dag):
        """Step 4, once."""
        self.sweeps += 1
        above = [sorted(i for i in range(self.n) if (i, v) in dag) for v in range(self.n)]

        def counts(v, rows):
            return Counter((tuple(row[i] for i in above[v]), row[v]) for row in rows)

        owners = [[k for k, (columns, _, _) in enumerate(self.sites) if v in columns] for v in range(self.n)]

        def known(v, k):
            return [row for row, gone in zip(self.rows[k], self.missing[k], strict=True) if v not in gone]

        common = [counts(v, [row for k in owners[v] for row in known(v, k)]) for v in range(self.n)]
        own = [[counts(v, known(v, k)) for v in range(self.n)] for k in range(len(self.rows))]

        def share(numbers):
            total = sum(numbers)
            return [max(x / total, FLOOR) for x in numbers]

        def table(k, v, j):
            found = share([common[v][j, x] + self.shares[v][x] for x in range(self.arity[v])])
            if k not in owners[v]:
                return found
            return share([own[k][v][j, x] + B * found[x] for x in range(self.arity[v])])

        def chances(k, row, v):
            below = [c for c in range(self.n) if v in above[c]]
            weights = []
            for x in range(self.arity[v]):
                now = [*row[:v], x, *row[v + 1 :]]
                weight = table(k, v, tuple(now[i] for i in above[v]))[x]
                for c in below:
                    weight *= table(k, c, tuple(now[i] for i in above[c]))[now[c]]
                weights.append(weight)
            return weights

        self.draw(chances)


def odd(columns, dags):
    """Step 0: the sites that are left out. `columns` and `dags` are by site."""
    f1 = {k: [] for k in range(len(dags))}
    for i, j in itertools.combinations(range(len(dags)), 2):
        both = set(columns[i]) & set(columns[j])
        one, other = ({frozenset(arc) for arc in dags[k] if set(arc) <= both} for k in (i, j))
        if len(both) >= 4 and one | other:
            share = 2 * len(one & other) / (len(one) + len(other))
            f1[i].append(share)
            f1[j].append(share)
    medians = {k: float(np.median(own)) for k, own in f1.items() if own}
    return [k for k, m in medians.items() if m < float(np.median(list(medians.values()))) / 2]
