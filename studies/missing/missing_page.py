#!/usr/bin/env python3
"""Make docs/missing.md from its text, missing.md.tmpl, and the results of missing_study.py.

make -C studies missing
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from missing_methods import FILL, METHODS
from page import table
from paired import SECONDS, SHD, SMHD, Case, average, groups, record

TEMPLATE = Path(__file__).with_name("missing.md.tmpl")


def answered(cases: Sequence[Case], *methods: str) -> list[Case]:
    """The cases in which all of these methods gave an answer."""
    return [case for case in cases if all(isinstance(case["found"][name], list) for name in methods)]


def means(cases: Sequence[Case]) -> str:
    """Mean SMHD/SHD of each method over the cases that it answered, by regime and for all cases."""
    lines = []
    for name, some in [*groups(cases, "regime").items(), ("all", cases)]:
        told = []
        for method in METHODS:
            own = answered(some, method)
            both = [f"{average(own, method, measure):.1f}" for measure in (SMHD, SHD)] if own else ["–"]
            told.append("/".join(both) + "*" * (len(own) < len(some)))
        lines.append([name, *told])
    return table(["", *METHODS], lines)


def records(cases: Sequence[Case]) -> str:
    """How often `fill` was nearer, level, and farther. It is nearer than what gave no answer."""
    lines = []
    for other in METHODS:
        if other == FILL:
            continue
        both = answered(cases, other)
        told = [record(both, FILL, other, measure) for measure in (SMHD, SHD)]
        lines.append([other, *map(str, told), str(len(cases) - len(both))])
    return table([f"W/T/L of {FILL} against", "SMHD", "SHD", "no answer"], lines)


def failures(cases: Sequence[Case]) -> str:
    """What an asterisk means, and in how many cases each method gave no answer."""
    none = {method: len(cases) - len(answered(cases, method)) for method in METHODS}
    if not any(none.values()):
        return "Every method answered in every case."
    return "An asterisk: over the cases that the method answered."


def page(cases: Sequence[Case]) -> str:
    seconds = [f"{name} {average(answered(cases, name), name, SECONDS):.2f} s" for name in METHODS]
    known = {
        "cases": str(len(cases)),
        "means": means(cases),
        "records": records(cases),
        "failures": failures(cases),
        "seconds": ", ".join(seconds),
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda at: known[at[1]], TEMPLATE.read_text())


def main() -> None:
    source, target = map(Path, sys.argv[1:])
    target.write_text(page(json.loads(source.read_text())))


if __name__ == "__main__":
    main()
