"""Runs that are stopped on the way, by time, by their caller, or by memory."""

import numpy as np
from attacking import Outcome, any_dags, tries

import mcbnc

PROMISE = "a stopped run has the first steps of the whole run; one that takes too much memory is refused"
ATTACK = "random limits of time and memory, and progress that returns False"
MILLISECONDS = 6


def run(seconds: float, seed: int) -> Outcome:
    out = Outcome()
    stopped = refused = 0
    for draw in tries(seconds, seed, out):
        n, r = draw.randint(5, 25), draw.randint(1, 8)
        kept = np.random.default_rng(draw.randrange(2**32)).random((r, n, n)) < 0.4
        dags, workers = any_dags(draw, n, r) * kept, draw.randint(1, 3)
        whole = mcbnc.trajectory(dags, workers=workers)
        limit = draw.uniform(0, 2 * whole.seconds) + 1e-9
        asked = draw.randrange(3)  # after so many looks at the progress
        looks = iter(range(asked))
        for given in (
            {"time_limit": limit},
            {"progress": lambda *_, looks=looks: next(looks, None) is not None},
        ):
            part = mcbnc.trajectory(dags, workers=workers, **given)
            out.tries += 1
            stopped += part.status != "complete"
            if not begins(whole, part):
                out.fail(f"{given} {dags.tolist()}")
        bytes_ = draw.randrange(1, 1 << 27)
        out.tries += 1
        try:
            with mcbnc.limits(memory=bytes_):
                same = mcbnc.trajectory(dags, workers=workers)
            if not np.array_equal(same.thetas, whole.thetas):
                out.fail(f"limits(memory={bytes_}): another answer for {dags.tolist()}")
        except mcbnc.MemoryLimitError as error:
            refused += 1
            if error.needed <= bytes_:
                out.fail(f"refused {error.needed} bytes, and {bytes_} were allowed")
    out.notes = out.notes or f"{stopped:,} stopped before their end, {refused:,} refused"
    return out


def begins(whole: mcbnc.Trajectory, part: mcbnc.Trajectory) -> bool:
    """Whether the steps of a part are the first ones of the whole."""
    steps, first = whole._run.steps, part._run.steps
    k, ends = len(first["score"]), ("h_ptr", "s_ptr")
    alike = [np.array_equal(steps[name][:k], first[name]) for name in ("step_edges", "score", "psi")]
    alike += [np.array_equal(steps[name][: k + 1], first[name]) for name in ends]
    alike += [np.array_equal(steps[name][: len(first[name])], first[name]) for name in ("h", "s", "removed")]
    return all(alike) and whole.order == part.order
