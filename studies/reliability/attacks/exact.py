"""Runs against the paper's algorithm, written down in Python (naive.py)."""

import naive
from attacking import Outcome, any_dags, tries
from plain_rivals import Dag

import mcbnc

PROMISE = "the consensus is exactly that of the paper's algorithm"
SIZES, SHARES = range(1, 7), (1, 3, 6, 6, 4, 1)  # the naive program takes long for 6 nodes
ATTACK = "random DAGs of 1 to 6 nodes, weights, k_max and cap, against a naive program in Python"
MILLISECONDS = 12


def run(seconds: float, seed: int) -> Outcome:
    out = Outcome()
    for draw in tries(seconds, seed, out):
        n, r = draw.choices(SIZES, SHARES)[0], draw.randint(1, 4)
        dags = any_dags(draw, n, r)
        weights = [draw.randint(1, 4) for _ in range(r)]
        k_max, cap = draw.choice([None, 0, 1, 10]), draw.choice([None, None, 1, 2])
        got = mcbnc.trajectory(dags, weights=weights, k_max=k_max, cap=cap)
        as_sets = [Dag((int(u), int(v)) for u, v in zip(*dag.nonzero(), strict=True)) for dag in dags]
        order, _, steps, states = naive.run(n, as_sets, weights, k_max, cap)
        mine = [(s.u, s.v, tuple(sorted(s.H)), tuple(sorted(s.S)), s.score) for s in got]
        last = naive.class_of(Dag(got.at(got.thetas[-1]).edges)) if steps else states[0]
        out.tries += 1
        if (got.order, mine) != (order, steps) or last != states[-1]:
            out.fail(f"{dags.tolist()} weights={weights} k_max={k_max} cap={cap}")
    return out
