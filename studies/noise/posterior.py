"""What a coordinator can tell of the sites' counts, given sums of own scores that have noise.

The coordinator is strong: it knows each site's number of rows, and the counts of all rows together. It
weighs every way to split these counts among the sites by how likely it is beforehand, and by how likely it
makes the sums of scores. What it finds of a count is the most likely value.

A variable has two states here, and a *count* is the number of a site's rows with the second one.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

Reals = NDArray[np.float64]
Counts = NDArray[np.int64]

NEAR = 2  # cases: a count that is found to within so many is found nearly
SCORES = ("bic", "bdeu")
UNLIKELY = 25.0  # nats: splits that are so much less likely beforehand are left out
SPREAD = 4.0  # rows that a site's own probabilities are worth beforehand, if sites are not alike


def cell_score(score: str, most: int, cells: int) -> Reals:
    """What a cell adds to F of a set with so many cells, by its count from 0 to `most`.

    F is that of core/learn/score: but for a number that depends on the number of rows alone, which is known.
    """
    counts = np.arange(most + 1.0)
    if score == "bic":
        return counts * np.log(np.maximum(counts, 1))
    return gammaln(counts + 1 / cells) - gammaln(1 / cells)


def split_weight(counts: Any, share: float, alike: bool) -> Any:
    """The logarithm of how likely a cell's count is at a site, before any score: but for a factor.

    If sites are alike, each row is at any site. If not, each site has probabilities of its own, from a
    Dirichlet distribution.
    """
    weight = -gammaln(counts + 1.0)
    return weight if alike else weight + gammaln(counts + SPREAD * share)


@dataclass
class Splits:
    """All ways to split the count of one variable, with the sum of F and the log of a weight of each."""

    sizes: Sequence[int]
    counts: Counts  # (sites, splits)
    scores: Reals
    weights: Reals

    def score(self, counts: Sequence[int]) -> float:
        """The sum of F of the sites' own counts."""
        return float(self.scores[np.flatnonzero((counts == self.counts.T).all(1))[0]])

    def marginals(self, told: float, deviation: float) -> list[Reals]:
        """For each site how likely each count is, if this sum of F was told with such noise."""
        logs = self.weights - ((self.scores - told) / deviation) ** 2 / 2
        weights = np.exp(logs - logs.max())
        return [
            np.bincount(own, weights, size + 1) for own, size in zip(self.counts, self.sizes, strict=True)
        ]


def splits(total: int, sizes: Sequence[int], score: str, alike: bool) -> Splits:
    """Every way to split a count that is known of all rows together."""
    most, share = max(sizes), total / sum(sizes)
    cell = cell_score(score, most, 2)
    counts = np.arange(most + 1)
    one, zero = (split_weight(counts, share_of, alike) for share_of in (share, 1 - share))
    partial: Counts = np.zeros((0, 1), np.int64)
    weights = np.zeros(1)
    for site, size in enumerate(sizes):
        left = total - partial.sum(0)
        if site == len(sizes) - 1:
            own = left
            fits = (own >= 0) & (own <= size)
            partial = np.vstack([partial, own])[:, fits]
        else:
            own = np.repeat(np.arange(size + 1)[None], partial.shape[1], 0).ravel()
            partial = np.vstack([np.repeat(partial, size + 1, 1), own])
            rest = total - partial.sum(0)
            partial = partial[:, (rest >= 0) & (rest <= sum(sizes[site + 1 :]))]
    weights = sum(one[own] + zero[size - own] for own, size in zip(partial, sizes, strict=True))
    likely = weights > weights.max() - UNLIKELY
    partial, weights = partial[:, likely], weights[likely]
    scores = sum(cell[own] + cell[size - own] for own, size in zip(partial, sizes, strict=True))
    return Splits(sizes, partial, scores, weights)


def found(marginals: Sequence[Reals], counts: Sequence[int]) -> tuple[int, int]:
    """How many of the counts are found, and how many nearly."""
    exact = near = 0
    for weights, count in zip(marginals, counts, strict=True):
        exact += int(weights.argmax()) == count
        window = np.convolve(weights, np.ones(2 * NEAR + 1), "same")
        near += abs(int(window.argmax()) - count) <= NEAR
    return exact, near


def proportional(total: int, sizes: Sequence[int]) -> list[Reals]:
    """The guess from public sums alone: each site has its share, rounded. As marginals."""
    return [np.eye(size + 1)[round(total * size / sum(sizes))] for size in sizes]


def sets_up_to(variables: int, largest: int) -> list[tuple[int, ...]]:
    return [s for k in range(1, largest + 1) for s in itertools.combinations(range(variables), k)]


class Joint:
    """The splits of the joint counts of several variables, given noisy sums of F of many sets.

    They are too many to list.
    A random walk visits them as often as they are likely (Metropolis): two rows of two sites change places.
    """

    CHAINS = 64

    def __init__(
        self, tables: Sequence[NDArray[Any]], sets: Sequence[tuple[int, ...]], score: str, alike: bool
    ):
        """`tables` are the sites' rows, of which the sizes and the counts of all rows together are used."""
        self.alike = alike
        n = tables[0].shape[1]
        states = np.array(list(itertools.product((0, 1), repeat=n)))
        own = [np.bincount(table @ (1 << np.arange(n)[::-1]), minlength=1 << n) for table in tables]
        self.true = np.array(own)
        self.used = np.flatnonzero(self.true.sum(0))
        self.true, states = self.true[:, self.used], states[self.used]
        self.states = states
        self.share = self.true.sum(0) / self.true.sum()
        self.sizes = self.true.sum(1)
        columns, starts, cells = [], [], []
        for members in sets:
            starts.append(len(columns))
            for values in itertools.product((0, 1), repeat=len(members)):
                columns.append((states[:, members] == values).all(1))
                cells.append(1 << len(members))
        self.parts = np.array(columns).T.astype(np.int64)  # (cells, columns)
        self.starts = np.array(starts)
        kinds = sorted(set(cells))
        self.kind = np.array([kinds.index(c) for c in cells])
        self.cell = np.array([cell_score(score, int(self.sizes.max()) + 1, c) for c in kinds])

    def scores(self, counts: Counts) -> Reals:
        """(..., sets): the sum of F over sites, of (..., sites, cells) counts."""
        values = self.cell[self.kind, counts @ self.parts]
        return np.add.reduceat(values, self.starts, -1).sum(-2)

    def marginals(
        self, told: Reals, deviation: float, steps: int, rng: np.random.Generator
    ) -> list[list[Reals]]:
        """For each variable and each site how likely each count is."""
        state = self._start(rng)
        margins, scores = state @ self.parts, self.scores(state)
        sites, at = len(self.sizes), np.arange(self.CHAINS)
        tally = np.zeros((len(self.states[0]), sites, int(self.sizes.max()) + 1))
        for step in range(steps):
            i = rng.integers(sites, size=self.CHAINS)
            j = (i + rng.integers(1, sites, size=self.CHAINS)) % sites
            a, b = self._row(state[at, i], rng), self._row(state[at, j], rng)
            change = self.parts[b] - self.parts[a]
            before = self.cell[self.kind, margins[at, i]] + self.cell[self.kind, margins[at, j]]
            after = (
                self.cell[self.kind, margins[at, i] + change] + self.cell[self.kind, margins[at, j] - change]
            )
            new = scores + np.add.reduceat(after - before, self.starts, -1)
            gain = (((scores - told) ** 2 - (new - told) ** 2) / (2 * deviation**2)).sum(-1)
            if not self.alike:
                extra = SPREAD * self.share
                gain += np.log((state[at, i, b] + extra[b]) * (state[at, j, a] + extra[a]))
                gain -= np.log((state[at, i, a] - 1 + extra[a]) * (state[at, j, b] - 1 + extra[b]))
            take = (np.log(rng.random(self.CHAINS)) < gain) & (a != b)
            k, i, j, a, b, change = at[take], i[take], j[take], a[take], b[take], change[take]
            state[k, i, a] -= 1
            state[k, i, b] += 1
            state[k, j, a] += 1
            state[k, j, b] -= 1
            margins[k, i] += change
            margins[k, j] -= change
            scores[k] = new[k]
            if step >= steps // 2 and step % 10 == 0:
                seen = state @ self.states  # (chains, sites, variables)
                for site, variable in itertools.product(range(sites), range(seen.shape[2])):
                    np.add.at(tally[variable, site], seen[:, site, variable], 1)
        return [[tally[v, k, : size + 1] for k, size in enumerate(self.sizes)] for v in range(len(tally))]

    def _start(self, rng: np.random.Generator) -> Counts:
        """(chains, sites, cells): the rows dealt out at random."""
        rows = np.repeat(np.arange(len(self.used)), self.true.sum(0))
        ends = np.cumsum(self.sizes)[:-1]
        deals = [np.split(rng.permutation(rows), ends) for _ in range(self.CHAINS)]
        return np.array([[np.bincount(part, minlength=len(self.used)) for part in deal] for deal in deals])

    def _row(self, counts: Counts, rng: np.random.Generator) -> Counts:
        """The cell of a random row, for each chain."""
        below = counts.cumsum(1)
        return (below <= (rng.random(len(counts)) * below[:, -1])[:, None].astype(int)).sum(1)
