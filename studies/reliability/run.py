#!/usr/bin/env python3
"""Run each attack in a process of its own, two at a time, and write the counts as JSON.

    make -C studies reliability T=10m

An attack is a file of attacks/: PROMISE, ATTACK, and run(seconds, seed), which returns an Outcome. A slow one
says in MILLISECONDS what a try takes, about. The slowest go last, with the time that the others leave.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import os
import platform
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), *(str(ROOT / folder) for folder in ("scripts", "tests/python", "tests/capi"))]

from fuzz import seconds as read_time  # noqa: E402

AT_ONCE = min(2, os.cpu_count() or 1)
NAMES = sorted(path.stem for path in (HERE / "attacks").glob("*.py"))


class Shares:
    """The time of each attack. Those that have not begun share what the others leave."""

    def __init__(self, seconds: float, attacks: int) -> None:
        self._until = time.monotonic() + seconds
        self._left, self._waiting = seconds * AT_ONCE, attacks
        self._lock = Lock()

    def take(self) -> float:
        with self._lock:
            share = min(self._left / self._waiting, self._until - time.monotonic())
            self._left -= share
            self._waiting -= 1
            return max(share, 1.0)

    def give_back(self, seconds: float) -> None:
        with self._lock:
            self._left += seconds


def one(name: str, seconds: float, seed: int) -> None:
    """Run one attack in this process, and print its outcome."""
    outcome = importlib.import_module(f"attacks.{name}").run(seconds, seed)
    print(json.dumps(dataclasses.asdict(outcome)))


def attacked(name: str, seconds: float, seed: int) -> dict[str, object]:
    """Run one attack in another process. Its death is a failure."""
    began = time.monotonic()
    command = [sys.executable, __file__, "--one", name, "--time", f"{seconds}s", "--seed", str(seed)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=3 * seconds + 300)
        ended, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        ended, out, err = -1, "", "it hung"
    if ended == 0:
        row = json.loads(out.splitlines()[-1])
    else:
        row = {"tries": 1, "failures": 1, "notes": f"the process ended with {ended}: {err[-300:]}"}
    module = importlib.import_module(f"attacks.{name}")
    about = {"name": name, "seed": seed, "promise": module.PROMISE, "attack": module.ATTACK}
    return {**about, **row, "seconds": round(time.monotonic() - began, 1)}


def slowness(name: str) -> float:
    return getattr(importlib.import_module(f"attacks.{name}"), "MILLISECONDS", 1)


def all_attacked(names: list[str], seconds: float, seed: int) -> dict[str, dict[str, object]]:
    """The row of each attack."""
    shares = Shares(seconds, len(names))

    def row_of(name: str) -> dict[str, object]:
        share = shares.take()
        row = attacked(name, share, seed)
        shares.give_back(share - row["seconds"])
        print(f"{name:16} {row['tries']:>10,} tries {row['failures']:>4} failures", flush=True)
        return row

    ordered = sorted(names, key=slowness)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return dict(zip(ordered, pool.map(row_of, ordered), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--time", type=read_time, default="10m", help="for all attacks together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", choices=NAMES, nargs="+", default=NAMES, help="the JSON keeps other rows")
    parser.add_argument("--one", choices=NAMES, help="only this attack, in this process")
    given = parser.parse_args()
    if given.one:
        one(given.one, given.time, given.seed)
        return
    record: dict[str, object] = {
        "system": platform.system(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "at_once": AT_ONCE,
    }
    rows = kept(given.json) if given.only != NAMES else {}
    rows |= all_attacked(given.only, given.time, given.seed)
    record["load"] = round(os.getloadavg()[0])
    if given.json:
        record["rows"] = [rows[name] for name in sorted(rows)]
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def kept(path: Path | None) -> dict[str, dict[str, object]]:
    """The rows of an earlier run."""
    if path is None or not path.exists():
        return {}
    return {row["name"]: row for row in json.loads(path.read_text(encoding="utf-8"))["rows"]}


if __name__ == "__main__":
    main()
