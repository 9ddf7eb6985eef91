"""Signals whose handlers raise, at random moments of a call."""

import faults
from attacking import Outcome, tries

from mcbnc._engine import load

PROMISE = "an interrupt leaves nothing behind, and the next answer is right"
ATTACK = "SIGALRM with the handler of Ctrl-C, at a random moment of a trajectory"
MILLISECONDS = 20


def run(seconds: float, seed: int) -> Outcome:
    out = Outcome()
    for draw in tries(seconds, seed, out):
        tried, failed = faults.interrupts(100, draw.randrange(1000))
        out.tries += tried
        for _ in range(failed):
            out.fail("the next answer was wrong")
    if load.library().runtime_info()["jobs"]:
        out.fail("jobs are left")
    return out
