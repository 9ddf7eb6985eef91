"""BDeu of many graphs for the same rows: the score of each family is worked out once.

BDeu is the sum of the scores of the families (Heckerman, Geiger and Chickering 1995). Graphs of neighbouring
thresholds, of clients and of methods share most of their families.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

ESS = 1.0


class Families:
    """The families' scores for one table of rows, with equivalent sample size 1."""

    def __init__(self, rows: NDArray[np.uint8], arities: NDArray[np.int64]) -> None:
        self._columns = np.ascontiguousarray(rows.T).astype(np.int64)
        self._arities = arities.tolist()
        self._scores: dict[tuple[int, bytes], float] = {}

    def bdeu(self, dag: NDArray[np.uint8]) -> float:
        """The score of a DAG, (n, n). Graphs of a class have the same score up to rounding."""
        return math.fsum(self._score(v, np.flatnonzero(dag[:, v])) for v in range(len(dag)))

    def _score(self, v: int, parents: NDArray[np.int64]) -> float:
        key = (v, parents.tobytes())
        if key not in self._scores:
            self._scores[key] = self._count(v, parents.tolist())
        return self._scores[key]

    def _count(self, v: int, parents: list[int]) -> float:
        joint = np.zeros(self._columns.shape[1], np.int64)
        codes, log_q = 1, 0.0  # the codes are below `codes`
        for p in parents:
            joint = joint * self._arities[p] + self._columns[p]
            codes *= self._arities[p]
            log_q += math.log(self._arities[p])
            if codes > len(joint):
                joint = np.unique(joint, return_inverse=True)[1]
                codes = int(joint.max()) + 1
        arity = self._arities[v]
        with_v = np.bincount(joint * arity + self._columns[v], minlength=codes * arity)
        rising = _rising(log_q + math.log(arity), len(joint))[with_v].sum()
        return float(rising - _rising(log_q, len(joint))[np.bincount(joint)].sum())


@lru_cache(maxsize=4096)
def _rising(log_cells: float, rows: int) -> NDArray[np.float64]:
    """lgamma(a + N) - lgamma(a) for N = 0..rows, where a is the equivalent sample size over the cells.

    The numbers are sums of logarithms. So they stay exact where a is tiny, as it is with many parents.
    """
    steps = np.log(math.exp(math.log(ESS) - log_cells) + np.arange(rows, dtype=float)[1:])
    return np.concatenate([[0.0], np.cumsum([math.log(ESS) - log_cells, *steps])])
