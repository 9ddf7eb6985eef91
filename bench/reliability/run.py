#!/usr/bin/env python3
"""Run each attack for some time, in a process of its own, and write the counts as JSON.

python bench/reliability/run.py --time 10m --json build/reliability.json

An attack is a file of attacks/: PROMISE, ATTACK, and run(seconds, seed), which returns an Outcome.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import platform
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), *(str(ROOT / folder) for folder in ("scripts", "tests/python", "tests/capi"))]

from fuzz import seconds as read_time  # noqa: E402

NAMES = sorted(path.stem for path in (HERE / "attacks").glob("*.py"))


def one(name: str, seconds: float, seed: int) -> None:
    """Run one attack in this process, and print its outcome."""
    outcome = importlib.import_module(f"attacks.{name}").run(seconds, seed)
    print(json.dumps(dataclasses.asdict(outcome)))


def attacked(name: str, seconds: float, seed: int) -> dict[str, object]:
    """Run one attack in another process. Its death is a failure."""
    began = time.monotonic()
    command = [sys.executable, __file__, "--one", name, "--time", f"{seconds}s", "--seed", str(seed)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10 * seconds + 300)
        ended, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        ended, out, err = -1, "", "it hung"
    if ended == 0:
        row = json.loads(out.splitlines()[-1])
    else:
        row = {"tries": 1, "failures": 1, "notes": f"the process ended with {ended}: {err[-300:]}"}
    module = importlib.import_module(f"attacks.{name}")
    about = {"name": name, "promise": module.PROMISE, "attack": module.ATTACK}
    return {**about, **row, "seconds": round(time.monotonic() - began, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--time", type=read_time, default="10m", help="for all attacks together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--one", choices=NAMES, help="only this attack, in this process")
    given = parser.parse_args()
    if given.one:
        one(given.one, given.time, given.seed)
        return
    rows = []
    for name in NAMES:
        rows.append(attacked(name, given.time / len(NAMES), given.seed))
        print(f"{name:16} {rows[-1]['tries']:>10,} tries {rows[-1]['failures']:>4} failures", flush=True)
    machine = {
        "python": platform.python_version(),
        "system": platform.system(),
        "machine": platform.machine(),
    }
    record = {"time": given.time, "seed": given.seed, **machine, "rows": rows}
    if given.json:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
