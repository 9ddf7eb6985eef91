"""Threads in C that use handles at random: tests/capi/stress.c."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from attacking import ROOT, Outcome, tries

from mcbnc._engine import load

PROMISE = "any thread may use any handle at any time"
ATTACK = "8 threads in C start, wait, cancel, read and free jobs, also each other's"


ROUND = 20.0
"""Seconds of a process with 8 threads."""


def run(seconds: float, seed: int) -> Outcome:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return Outcome(notes="not tried: there is no C compiler")
    library = Path(load.library().path)
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "stress"
        sources = ["-I", ROOT / "include", ROOT / "tests" / "capi" / "stress.c", library]
        linked = [f"-Wl,-rpath,{library.parent}", "-pthread", "-o", built]
        subprocess.run([compiler, "-std=gnu99", *sources, *linked], check=True)
        out = Outcome()
        for draw in tries(seconds, seed, out):
            one_round([built, str(min(seconds, ROUND)), str(draw.randrange(2**31))], out)
    return out


def one_round(command: list[Path | str], out: Outcome) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        out.tries += 1
        out.fail(f"it ended with {done.returncode}: {done.stderr[-200:]}")
        return
    counts = json.loads(done.stdout)
    out.tries += counts["calls"]
    for _ in range(counts["wrong"]):
        out.fail(done.stderr[:200])
