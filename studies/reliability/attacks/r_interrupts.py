"""SIGINT at random moments of calls in R: tests/r/interrupting.py."""

import shutil
import sys

from attacking import ROOT, Outcome, mcbnc_in_r, tries

PROMISE = "Ctrl-C ends a call in R, R lives on, and the next answer is right"
ATTACK = "SIGINT at a random moment of a call in R"
MILLISECONDS = 300


def run(seconds: float, seed: int) -> Outcome:
    if not shutil.which("R"):
        return Outcome(1, 1, "not tried: there is no R")
    sys.path.append(str(ROOT / "tests" / "r"))
    import interrupting

    out = Outcome()
    with mcbnc_in_r() as environment:
        for draw in tries(seconds, seed, out):
            tried, wrong = interrupting.interrupts(50, draw.randrange(1000), environment)
            out.tries += tried
            if wrong:
                out.fail(wrong)
    return out
