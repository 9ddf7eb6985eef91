"""Forks at random moments while threads are at work."""

import warnings

import faults
from attacking import Outcome, tries

PROMISE = "a forked process can use mcbnc like any other"
ATTACK = "os.fork at random moments while three threads run, learn and cancel"
MILLISECONDS = 55  # each child loads the engine anew


def run(seconds: float, seed: int) -> Outcome:
    warnings.simplefilter("ignore")
    out = Outcome()
    for draw in tries(seconds, seed, out):
        tried, failed = faults.forks_under_load(50, draw.randrange(1000))
        out.tries += tried
        for _ in range(failed):
            out.fail("a child was wrong, ended in an error, or hung")
    return out
