"""All fuzz targets of the Go code: scripts/fuzz.py."""

import re
import shutil
import subprocess
import sys

from attacking import ROOT, Outcome, tries

PROMISE = "no request, file, message or row leads the engine astray; runs are those of the oracle"
ATTACK = "Go's fuzzing of all targets, guided by coverage (make fuzz)"


ROUND = 100.0
"""Seconds. Go keeps the inputs that reach new code for the next round."""


def run(seconds: float, seed: int) -> Outcome:
    if shutil.which("go") is None:
        return Outcome(notes="not tried: there is no go")
    out = Outcome()
    for _ in tries(seconds, seed, out):
        targets = one_round(min(seconds, ROUND), out)
    out.notes = out.notes or f"{targets} targets"
    return out


def one_round(seconds: float, out: Outcome) -> int:
    """Try all targets. Returns how many there are."""
    command = [sys.executable, ROOT / "scripts" / "fuzz.py", "--time", f"{seconds:.0f}s"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    counts = re.findall(r"([\d,]+) inputs  (passed|FAILED)", done.stdout)
    out.tries += sum(int(count.replace(",", "")) for count, _ in counts)
    for _, verdict in counts:
        if verdict == "FAILED":
            out.fail(done.stderr[-300:])
    if not counts:
        out.fail(done.stderr[-300:])
    return len(counts)
