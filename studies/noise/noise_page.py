#!/usr/bin/env python3
"""Make docs/noise.md from its text, noise.md.tmpl, and the results of accuracy.py and attack.py.

make -C studies noise
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import accuracy
import attack
import numpy as np
import results
from page import table
from paired import SHD, SMHD, Case, average, groups, record

TEMPLATE = Path(__file__).with_name("noise.md.tmpl")
CAREFUL = accuracy.named(accuracy.CAREFUL, 1)


def both(cases: Sequence[Case], method: str) -> str:
    return "/".join(f"{average(cases, method, measure):.1f}" for measure in (SMHD, SHD))


def methods(cases: Sequence[Case]) -> str:
    """Each method's means, and its wins, ties and losses against the rule without own scores."""
    lines = [
        [
            method,
            both(cases, method),
            *(str(record(cases, method, accuracy.DEFAULT, measure)) for measure in (SMHD, SHD)),
        ]
        for method in accuracy.METHODS
        if not method.startswith(f"{accuracy.UNION}, ")
    ]
    return table(["", "SMHD/SHD", "SMHD: W/T/L", "SHD: W/T/L"], lines)


def regimes(cases: Sequence[Case]) -> str:
    heads = (accuracy.VOTE, accuracy.DEFAULT, accuracy.VOTES, CAREFUL)
    lines = [[regime, *(both(some, m) for m in heads)] for regime, some in groups(cases, "regime").items()]
    return table(["", *heads], lines)


def shares(parts: Sequence[Any]) -> str:
    """The percentages of counts found, and found nearly, by the noise and by whether sites are alike."""
    of = {
        alike: [found for key, found in parts if (key[0], key[2]) == ("one set", alike)]
        for alike in (True, False)
    }
    lines = [
        [
            {attack.GUESS: "no scores, shares by size", str(attack.NONE): "no scores"}.get(
                level, f"{level} nat{'s' * (level != '1')}"
            ),
            *(cell(of[alike], level) for alike in (True, False)),
        ]
        for level in of[True][0]
    ]
    return table(["", "alike", "not alike"], lines)


def cell(found: Sequence[dict[str, list[int]]], level: str) -> str:
    exact, near, total = np.sum([each[level] for each in found], 0)
    return f"{exact / total:.0%}/{near / total:.0%}"


def page(cases: Sequence[Case], parts: Sequence[Any]) -> str:
    known = {
        "cases": str(len(cases)),
        "methods": methods(cases),
        "regimes": regimes(cases),
        "shares": shares(parts),
        "counts": str(sum(found[attack.GUESS][2] for key, found in parts if key[0] == "one set")),
        **{
            f"unlike_{level}": cell(
                [found for key, found in parts if key[0] == "one set" and not key[2]], level
            )
            for level in map(str, attack.JOINT_LEVELS)
        },
    }
    return re.sub(r"\{\{ (\w+) \}\}", lambda at: known[at[1]], TEMPLATE.read_text())


def main() -> None:
    cases, parts, target = map(Path, sys.argv[1:])
    target.write_text(page(results.load(cases, accuracy.MEASURES), json.loads(parts.read_text())))


if __name__ == "__main__":
    main()
