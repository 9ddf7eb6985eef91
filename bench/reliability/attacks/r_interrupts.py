"""SIGINT at random moments of calls in R: tests/r/interrupting.py."""

import os
import shutil
import subprocess
import sys
import tempfile

from attacking import ROOT, Outcome, tries

PROMISE = "Ctrl-C ends a call in R, R lives on, and the next answer is right"
ATTACK = "SIGINT at a random moment of a call in R, whose handler Go does not know; then a checked answer"
MILLISECONDS = 300


def run(seconds: float, seed: int) -> Outcome:
    if not shutil.which("R"):
        return Outcome(1, 1, "not tried: there is no R")
    sys.path.append(str(ROOT / "tests" / "r"))
    import interrupting

    out = Outcome()
    with tempfile.TemporaryDirectory() as library:
        install = ["R", "CMD", "INSTALL", f"--library={library}", str(ROOT / "r")]
        subprocess.run(install, check=True, capture_output=True)
        environment = {**os.environ, "R_LIBS": library, "RETICULATE_PYTHON": sys.executable}
        for draw in tries(seconds, seed, out):
            tried, wrong = interrupting.interrupts(50, draw.randrange(1000), environment)
            out.tries += tried
            if wrong:
                out.fail(wrong)
    return out
