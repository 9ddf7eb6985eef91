"""Any value as an argument: tests/python/inputs/test_any_input.py with other examples."""

import os
import re
import subprocess
import sys

from attacking import ROOT, Outcome, tries

PROMISE = "any value as dags, data or an option: mcbnc's own error, or the answer of the plain form"
ATTACK = "hypothesis over all accepted kinds, and unexpected values"
MILLISECONDS = 10
EXAMPLES = 300  # of each test: pytest and its imports take seconds by themselves


def run(seconds: float, seed: int) -> Outcome:
    out = Outcome()
    for draw in tries(seconds, seed, out):
        env = {
            "MCBNC_HYPOTHESIS_SEED": str(draw.randrange(2**32)),
            "MCBNC_HYPOTHESIS_EXAMPLES": str(EXAMPLES),
        }
        test = ROOT / "tests" / "python" / "inputs" / "test_any_input.py"
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-k", "not explodes", test],
            env={**os.environ, **env},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        passed, failed = (
            sum(map(int, re.findall(rf"(\d+) {what}", done.stdout))) for what in ("passed", "failed")
        )
        out.tries += EXAMPLES * (passed + failed)
        for _ in range(failed):
            out.fail(done.stdout[-300:])
        if done.returncode and not failed:
            out.fail(f"pytest ended with {done.returncode}: {done.stdout[-200:]}")
    return out
