"""The searches that leave local optima: their programs, the commands that run them, and one run."""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROGRAMS = {"xges": "xges 0.1.6", "boss": "Tetrad 7.6.5, BOSS", "grasp": "Tetrad 7.6.5, GRaSP"}


def command(search: str, file: str, score: str, args: argparse.Namespace) -> list[str]:
    """The command that runs a search on a file of rows. `args` has the Python of xges and Tetrad's jars."""
    if search == "xges":
        return [args.xges, str(HERE / "xges_package.py"), file, score]
    java = ["java", "-Xmx6g", "-XX:+UseSerialGC", "-cp", f"{args.jars}/*", str(HERE / "Tetrad.java")]
    return [*java, file, "1", "0.001", search, score]


def run(words: list[str], seconds: int) -> dict[str, object]:
    """The CPU seconds and the arcs that a program prints, or the CPU seconds after which it was stopped."""
    environment = {**os.environ, "PYTHONPATH": str(HERE), "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
    done = subprocess.run(
        words,
        env=environment,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5)),
    )
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGXCPU):
        return {"stopped": seconds}
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stderr}")
    answer = json.loads(done.stdout.strip().splitlines()[-1])
    arcs = answer.get("arcs") or [edge[:2] for edge in answer["edges"]]
    return {"cpu": round(answer["cpu"], 4), "arcs": sorted(arcs)}
