#!/usr/bin/env python3
"""causal-learn's GES on `FILE THREADS SECONDS`, with BDeu, or for real values with BIC. It has one thread.

causal-learn's GES passes no parameters to its BDeu. Without parameters, this BDeu has a prior that prefers
few edges, and counts only the states that occur in the rows. The script replaces the score by BDeu with the
right parameters, so both searches maximize the same score.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import rival
from causallearn.score.LocalScoreFunction import local_score_BDeu
from causallearn.search.ScoreBased import GES


def prepare(names: list[str], arity: list[int], codes: np.ndarray, threads: int) -> Callable[[], rival.Edges]:
    n = len(names)
    if not any(arity):
        return lambda: search(codes, "local_score_BIC", n)
    parameters = {
        "sample_prior": 1,
        "structure_prior": (n - 1) / 2,  # presence and absence of an arc are equally likely
        "r_i_map": dict(enumerate(arity)),
    }

    def bdeu(data: np.ndarray, node: int, parents: list[int], _: Any) -> float:
        return float(local_score_BDeu(data, node, parents, parameters))

    GES.local_score_BDeu = bdeu
    return lambda: search(codes.astype(int), "local_score_BDeu", n)


def search(cells: np.ndarray, score: str, n: int) -> rival.Edges:
    with contextlib.redirect_stdout(sys.stderr):
        found = GES.ges(cells, score)["G"].graph
    # graph[v, u] = 1 and graph[u, v] = -1 is u → v; both -1 is u − v.
    arcs = [(u, v, 0) for u in range(n) for v in range(n) if found[v, u] == 1]
    return arcs + [(u, v, 1) for v in range(n) for u in range(v) if found[u, v] == found[v, u] == -1]


if __name__ == "__main__":
    rival.main(prepare)
