"""Threads in C that use handles at random: tests/capi/stress.c."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from attacking import ROOT, Outcome

from mcbnc._engine import load

PROMISE = "any thread may use any handle at any time"
ATTACK = "8 threads in C start, wait, cancel, read and free jobs, their own, each other's and none"


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
        done = subprocess.run([built, str(seconds), str(seed)], capture_output=True, text=True, check=False)
    if not done.stdout:
        return Outcome(1, 1, f"first failure: it ended with {done.returncode}: {done.stderr[-200:]}")
    counts = json.loads(done.stdout)
    return Outcome(counts["calls"], counts["wrong"], done.stderr[:200])
