#!/usr/bin/env python3
"""Measure how late Ctrl-C and time limits come, for each operation, and write the worst as JSON.

    make -C studies latency

Each operation runs in a process of its own. This process sends SIGINT at a random moment of the call. Three
numbers are measured: the seconds until KeyboardInterrupt is raised, the seconds until the engine has no job
and the process uses no CPU, and the seconds by which a call lasts longer than its time limit.
"""

from __future__ import annotations

import argparse
import inspect
import json
import os
import platform
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LIMITS = (0.2, 1.0, 3.0)  # seconds
LONGEST = 3.0  # seconds after which the signal comes at the latest


def child(name: str) -> None:
    """Make the inputs, then answer each line of stdin: "go", or a time limit."""
    from latency_calls import CALLS

    import mcbnc

    for public in mcbnc.__all__:
        getattr(mcbnc, public)
    mcbnc.consensus([[[0, 1], [0, 0]]])
    call = CALLS[name]()
    of_run = name != "compare"  # where the limit is of each method
    tell("time_limit" in inspect.signature(call).parameters and of_run)
    for line in sys.stdin:
        if line.strip() == "go":
            interrupted(call)
        else:
            began = time.time()
            call(time_limit=float(line))
            tell({"over": time.time() - began - float(line)})


def interrupted(call: Any) -> None:
    answer: dict[str, float] = {}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        tell("running")
        call()
    except KeyboardInterrupt:
        answer["raised"] = time.time()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if answer:
        answer["idle"] = idle()
    tell(answer)


def idle() -> float:
    """The time from which on there is no job and no CPU is used."""
    from mcbnc._engine.load import library

    while True:
        began, before = time.time(), time.process_time()
        time.sleep(0.05)
        if library().runtime_info()["jobs"] == 0 and time.process_time() - before < 0.02:
            return began


def tell(answer: object) -> None:
    print(json.dumps(answer), flush=True)


def measure(name: str, tries: int, rng: random.Random) -> dict[str, Any]:
    """The worst latencies of one operation."""
    command = [sys.executable, __file__, "--child", name]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(line: object) -> Any:
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

        row: dict[str, Any] = {"name": name, "tries": 0, "raised": 0.0, "idle": 0.0, "over": None}
        limited = json.loads(process.stdout.readline())
        longest = LONGEST
        for _ in range(tries):
            assert ask("go") == "running"
            began = time.time()
            time.sleep(rng.uniform(0.02, longest))
            sent = time.time()
            process.send_signal(signal.SIGINT)
            answer = json.loads(process.stdout.readline())
            if not answer:  # the call had ended before
                longest = max(0.1, (sent - began) / 2)
                continue
            row["tries"] += 1
            for what in ("raised", "idle"):
                row[what] = max(row[what], answer[what] - sent)
        if limited:
            row["over"] = max(ask(limit)["over"] for limit in LIMITS)
        process.stdin.close()
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", nargs="+", help="names of operations")
    parser.add_argument("--child", help="only this operation, in this process")
    given = parser.parse_args()
    if given.child:
        child(given.child)
        return
    from latency_calls import CALLS

    rng = random.Random(given.seed)
    rows = []
    for name in given.only or CALLS:
        row = measure(name, given.tries, rng)
        rows.append(row)
        over = "" if row["over"] is None else f"{row['over']:.2f}"
        print(f"{name:54} {row['tries']:>3} {row['raised']:6.2f} {row['idle']:6.2f} {over:>6}", flush=True)
        if given.json:
            write(given.json, rows)


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    about = {"cores": os.cpu_count(), "python": platform.python_version(), "load": round(os.getloadavg()[0])}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**about, "rows": rows}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
