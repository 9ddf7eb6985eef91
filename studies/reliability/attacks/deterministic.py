"""The same inputs in another order, with other workers."""

import numpy as np
from attacking import Outcome, any_dags, tries

import mcbnc

PROMISE = "the same inputs and options give the same result"
ATTACK = "other orders of DAGs and nodes, 1 to 8 workers"
MILLISECONDS = 5


def run(seconds: float, seed: int) -> Outcome:
    out = Outcome()
    for draw in tries(seconds, seed, out):
        n, r = draw.randint(2, 20), draw.randint(1, 9)
        kept = np.random.default_rng(draw.randrange(2**32)).random((r, n, n)) < 0.5
        dags, names = any_dags(draw, n, r) * kept, [f"v{k:02}" for k in range(n)]
        first = mcbnc.consensus(dags, "auto", nodes=names, workers=1)
        turn, moved = draw.sample(range(r), r), draw.sample(range(n), n)
        other = mcbnc.consensus(
            dags[turn][:, moved][:, :, moved],
            "auto",
            nodes=[names[k] for k in moved],
            workers=draw.randint(1, 8),
        )
        out.tries += 1
        same = (sorted(first.edges), first.theta, first.order) == (
            sorted(other.edges),
            other.theta,
            other.order,
        )
        if not same:
            out.fail(f"{dags.tolist()} {turn} {moved}")
    return out
