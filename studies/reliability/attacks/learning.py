"""Structures learned from random rows, against greedy equivalence search by its definition."""

import functools
import math
import random

import numpy as np
import scores
from attacking import Outcome, tries

import mcbnc

PROMISE = "learning takes the steps of greedy equivalence search, with the scores of the formulas"
ATTACK = "random rows of 2 to 4 columns, against a search among all classes of DAGs"
MILLISECONDS = 5
TIES = 50  # ways of breaking them that are tried


def run(seconds: float, seed: int) -> Outcome:
    out, members = Outcome(), {n: scores.classes(n) for n in (2, 3, 4)}
    for draw in tries(seconds, seed, out):
        n = draw.choice([2, 2, 3, 3, 3, 4])
        rng = np.random.default_rng(draw.randrange(2**32))
        arity = [draw.randint(2, 3) for _ in range(n)]
        count = draw.choice([20, 60, 200])
        cells = np.stack([rng.integers(0, k, count) for k in arity], 1)
        for v in range(1, n):  # a column that often follows another one
            follows = rng.random(len(cells)) < draw.random()
            cells[follows, v] = cells[follows, draw.randrange(v)] % arity[v]
        name = draw.choice(sorted(scores.LOCAL))
        table, workers = mcbnc.Rows(cells, states=arity), draw.randint(1, 3)
        learned = mcbnc.learn(table, score=name, search="ges", prior=None, workers=workers)
        wrong = compare(learned, cells, arity, name, members[n])
        out.tries += 1
        if wrong:
            out.fail(f"{wrong}: {name} {cells.tolist()}")
    return out


def compare(learned, cells, arity, name, members) -> str:
    """What is wrong with the structure that was learned; "" if nothing is."""
    rows, n = cells.tolist(), len(arity)
    local = functools.cache(lambda v, parents: scores.LOCAL[name](v, parents, rows, arity))

    def score_of(dag):
        return sum(local(v, tuple(np.flatnonzero(dag[:, v]).tolist())) for v in range(n))

    if not math.isclose(learned.score, score_of(learned.adjacency), rel_tol=1e-9):
        return f"score {learned.score}"
    told = [step.gain for step in learned.steps]
    for attempt in range(TIES):
        # Classes may score the same, and each of them is right. The first search takes scores as they are.
        noise = random.Random(attempt)
        nudge = {key: attempt and noise.uniform(-1e-9, 1e-9) for key in members}
        found, gains = scores.search(
            members, lambda dag, nudge=nudge: score_of(dag) + nudge[scores.signature(dag)]
        )
        alike = len(told) == len(gains) and np.allclose(told, gains, rtol=1e-6, atol=1e-6)
        if alike and scores.signature(learned.adjacency) == found:
            return ""
    return f"gains {told}, which no search has"
