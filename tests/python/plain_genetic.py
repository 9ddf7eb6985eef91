"""The genetic search under a treewidth bound, written down as ``GeneticTreeWidthUnion`` does it.

Its individuals all begin at random. It never fixes what its program leaves to chance: it draws from any
generator, so it agrees with another implementation in distribution alone.
"""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
import plain_rivals as plain
from plain_rivals import Inputs

Genes = tuple[bool, ...]


def chances(given: Inputs, kind: str) -> list[float]:
    """The probability that a gene is on at the beginning: more for what more inputs have."""
    genes = plain.genes_of(given, kind)
    weight = [sum(given.weights[i] for i, _ in gene) for gene in genes]
    if kind == "inputs" or len(set(weight)) == 1:
        return [0.5] * len(genes)
    below = min(weight) - sum(given.weights) / len(given.weights)
    return [1 / (1 - math.log((w - below) / (max(weight) - below))) for w in weight]


def flips(x: float) -> tuple[float, float]:
    """With which probability a gene goes off, and on, by the largest clique over the limit."""
    if x < 1:
        return (x / 10) ** 2, ((x - 1) / 2) ** 2 + 0.01
    return math.log10(x) / 3 + 0.01, 0.01 / (x + 0.01)


class Search:
    """Searches of one kind with one bound. Several share what they know of chromosomes."""

    def __init__(self, given: Inputs, kind: str, to: str, bound: int) -> None:
        self.limit, self.chances = bound + 1, chances(given, kind)
        genes = plain.genes_of(given, kind)

        @cache
        def worth(on: Genes) -> tuple[float, int]:
            dag = plain.decode(given, kind, itertools.compress(genes, on))
            return float(plain.penalized(given, dag, to, bound)), plain.width(given.n, dag) + 1

        self.worth = worth
        self.nothing = worth((False,) * len(genes))[0]

    def fitness(self, on: Genes) -> float:
        return self.worth(on)[0]

    def best_within(self, population: list[Genes]) -> list[Genes]:
        within = [on for on in population if self.worth(on)[1] <= self.limit]
        return [min(within, key=self.fitness)] if within else []

    def run(self, size: int, generations: int, rng: np.random.Generator) -> float:
        """The fitness of the best individual within the bound; of the empty DAG if there was none."""
        now = [tuple(rng.random(len(self.chances)) < self.chances) for _ in range(size)]
        best: list[Genes] = []
        for _ in range(generations):
            best = self.best_within([*best, *now])
            first = best[0] if best else now[0]
            children = [self.child(now, rng) for _ in range(size - 2)]
            now = [first, min(now[1:], key=self.fitness), *children]
            best = self.best_within([*best, *now])
            now = [self.mutant(on, rng) for on in now]
        return self.fitness(best[0]) if best else self.nothing

    def child(self, now: list[Genes], rng: np.random.Generator) -> Genes:
        left, right = (min((now[i] for i in rng.integers(len(now), size=2)), key=self.fitness) for _ in "ab")
        point = int(rng.integers(len(left)))
        return left[:point] + right[point:]

    def mutant(self, on: Genes, rng: np.random.Generator) -> Genes:
        off, back = flips(self.worth(on)[1] / self.limit)
        draws = rng.random(len(on)).tolist()
        return tuple(x >= off if gene else x < back for gene, x in zip(on, draws, strict=True))
