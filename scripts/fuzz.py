"""Run every fuzz target of the Go code for some time in all. Go itself lists the targets.

A target that fails leaves its input in testdata/fuzz of its package, where the ordinary tests find it again.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# Go shrinks each new input for up to a minute, in which it tries no other one. A job's goroutines make
# coverage differ from run to run, so that nothing is shrunk, and the target seems to stall.
MINIMIZE = "20x"


def targets() -> list[tuple[str, str]]:
    """The package and the name of each target."""
    listed = subprocess.run(
        ["go", "test", "-list", "^Fuzz", "./core/..."],
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    found, names = [], []
    for line in listed.stdout.splitlines():
        if line.startswith("Fuzz"):
            names.append(line.strip())
        elif line.startswith("ok"):
            found += [(line.split()[1], name) for name in names]
            names = []
    return found


def seconds(text: str) -> float:
    """The seconds of a time such as 90s, 10m or 1h."""
    units = {"s": 1, "m": 60, "h": 3600}
    match = re.fullmatch(r"([0-9.]+)([smh]?)", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no time such as 90s, 10m or 1h")
    return float(match[1]) * units[match[2] or "s"]


def run(package: str, name: str, each: float) -> tuple[int, bool]:
    """Run one target. Returns how many inputs it tried, and whether it passed."""
    command = ["go", "test", "-run", "^$", "-fuzz", f"^{name}$", "-fuzztime", f"{each:.0f}s"]
    command += ["-fuzzminimizetime", MINIMIZE, package]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        print(done.stdout, file=sys.stderr)
    tried = [int(count) for count in re.findall(r"execs: (\d+)", done.stdout)]
    return max(tried, default=0), done.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--time", type=seconds, default="10m", help="for all targets together")
    parser.add_argument("--only", default="", help="only targets with this in their name")
    parser.add_argument("--list", action="store_true", help="only list the targets")
    given = parser.parse_args()
    chosen = [(package, name) for package, name in targets() if given.only in name]
    if not chosen:
        parser.error(f"no target has {given.only!r} in its name")
    failed = []
    for package, name in chosen:
        if given.list:
            print(package, name)
            continue
        tried, passed = run(package, name, max(1, given.time / len(chosen)))
        verdict = "passed" if passed else "FAILED"
        print(f"{name:24} {package.rpartition('/')[2]:12} {tried:>12,} inputs  {verdict}", flush=True)
        if not passed:
            failed.append(name)
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
