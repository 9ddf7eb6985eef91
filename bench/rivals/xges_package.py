#!/usr/bin/env python3
"""The package xges on a file of rows: `FILE SCORE`, in an environment with requirements-xges.txt.

It prints as JSON the CPU seconds of the search, and the arcs of a member of the class that it found. Its own
score is the Gaussian BIC, compiled by Numba before the clock starts. The scores of discrete rows are written
here in NumPy.
"""

from __future__ import annotations

import json
import math
import sys
import time
from pathlib import Path

import numpy as np
import rows
from scipy.special import gammaln
from xges import XGES
from xges.scorer import ScorerInterface


class Counts(ScorerInterface):
    """BDeu with equivalent sample size 1, or BIC, of discrete rows."""

    def __init__(self, cells: np.ndarray, arity: list[int], score: str) -> None:
        super().__init__()
        self.cells, self.arity, self.score = cells.astype(np.int64), arity, score
        self.n_variables, self.n_samples = cells.shape
        self.cache: dict[tuple[int, frozenset[int]], float] = {}

    def local_score(self, target: int, parents: set[int]) -> float:
        key = (target, frozenset(parents))
        if key not in self.cache:
            self.cache[key] = self.family(target, sorted(parents))
        return self.cache[key]

    def family(self, target: int, parents: list[int]) -> float:
        joint, configurations, codes = np.zeros(self.n_samples, np.int64), 1, 1
        for p in parents:
            joint = joint * self.arity[p] + self.cells[p]
            codes, configurations = codes * self.arity[p], configurations * self.arity[p]
            if codes > 4 * self.n_samples:  # else np.bincount is faster with configurations that do not occur
                joint = np.unique(joint, return_inverse=True)[1]
                codes = joint.max() + 1
        r = self.arity[target]
        counts = np.bincount(joint * r + self.cells[target], minlength=codes * r).reshape(-1, r)
        counts = counts[counts.any(1)]
        sums = counts.sum(1)
        if self.score == "bdeu":
            of_row, of_cell = 1 / configurations, 1 / configurations / r
            rows_ = gammaln(of_row) - gammaln(of_row + sums)
            return float(rows_.sum() + (gammaln(of_cell + counts) - gammaln(of_cell)).sum())
        with np.errstate(divide="ignore", invalid="ignore"):
            terms = np.where(counts > 0, counts * np.log(counts / sums[:, None]), 0)
        return float(terms.sum()) - math.log(self.n_samples) / 2 * configurations * (r - 1)


def main() -> None:
    _, arity, cells = rows.read(Path(sys.argv[1]))
    values = np.ascontiguousarray(cells.T.astype(float))
    scorer = Counts(cells, arity, sys.argv[2]) if any(arity) else None
    any_values = np.random.default_rng(1).standard_normal((100, 3))
    XGES(alpha=1.0).fit(any_values, verbose=0)  # compiles what Numba compiles
    start = time.process_time()
    search = XGES(alpha=1.0)  # the factor of the penalty of BIC
    search.fit(values, scorer=scorer, verbose=0)
    cpu = time.process_time() - start
    dag = search.get_a_dag()
    arcs = sorted([int(p), int(v)] for v in dag.get_nodes() for p in dag.get_parents(v))
    print(json.dumps({"cpu": cpu, "arcs": arcs}))


if __name__ == "__main__":
    main()
