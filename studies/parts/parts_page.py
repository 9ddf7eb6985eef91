#!/usr/bin/env python3
"""Put the table of parts_study.py into docs/opinions.md, between two marks.

make -C studies parts
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from page import between, table
from parts_study import METHODS, REGIMES

Case = dict[str, Any]
BEGIN, END = "<!-- made by make -C studies parts -->", "<!-- end of what is made -->"
AGAINST = next(iter(METHODS))


def mean_of(cases: Sequence[Case], method: str) -> str:
    smhd, shd = (sum(case["found"][method][k] for case in cases) / len(cases) for k in (0, 1))
    return f"{smhd:.1f} / {shd:.1f}"


def compared(cases: Sequence[Case], method: str) -> str:
    """In how many cases the sum of both distances is less than, equal to and greater than the vote's."""
    if method == AGAINST:
        return ""
    differences = [sum(case["found"][method]) - sum(case["found"][AGAINST]) for case in cases]
    signs = np.sign(differences).tolist()
    return "/".join(str(signs.count(sign)) for sign in (-1, 0, 1))


def make(cases: Sequence[Case]) -> str:
    own = {regime: [case for case in cases if case["regime"] == regime] for regime in REGIMES}
    lines = [
        [
            method,
            *(mean_of(each, method) for each in own.values()),
            mean_of(cases, method),
            compared(cases, method),
        ]
        for method in METHODS
    ]
    titles = [f"{regime} ({len(each)})" for regime, each in own.items()]
    return table(["SMHD / SHD", *titles, f"all {len(cases)}", f"better/same/worse than the {AGAINST}"], lines)


def page(cases: Sequence[Case], text: str) -> str:
    """The page with the table of these cases."""
    return between(BEGIN, END, make(cases), text)


if __name__ == "__main__":
    results, out = map(Path, sys.argv[1:])
    text = page(json.loads(results.read_text(encoding="utf-8")), out.read_text(encoding="utf-8"))
    out.write_text(text, encoding="utf-8")
