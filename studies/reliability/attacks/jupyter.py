"""Interrupts of a Jupyter kernel at random moments of a cell: tests/notebooks/kernels.py."""

import importlib.util
import sys

from attacking import ROOT, Outcome, tries

PROMISE = "the stop button of a notebook ends a call, and the next answer is right"
ATTACK = "interrupts of a Jupyter kernel at a random moment of a cell"
MILLISECONDS = 200


def run(seconds: float, seed: int) -> Outcome:
    if importlib.util.find_spec("jupyter_client") is None or importlib.util.find_spec("ipykernel") is None:
        return Outcome(1, 1, "not tried: there is no Jupyter")
    sys.path.append(str(ROOT / "tests" / "notebooks"))
    import kernels

    out = Outcome()
    for draw in tries(seconds, seed, out):
        tried, wrong = kernels.interrupts(50, draw.randrange(1000))
        out.tries += tried
        if wrong:
            out.fail(wrong)
    return out
