#!/usr/bin/env python3
"""Put the tables of opinions_study.py into docs/opinions.md, between two marks.

make -C studies study-opinions
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from experts import NOISE, REGIMES
from opinions_study import BINS, BOTH, METHODS, OPINIONS, ROWS_ALONE
from page import between, table

Case = dict[str, Any]
BEGIN, END = "<!-- made by make -C studies study-opinions -->", "<!-- end of the study of opinions -->"
MUCH = 5  # by which both distances together are worse, where a case counts as a failure
SHOWN = 8  # failures that are listed


def of_regime(cases: Sequence[Case], regime: str) -> list[Case]:
    return [case for case in cases if case["regime"] == regime]


def with_truth(cases: Sequence[Case]) -> list[Case]:
    """Those in which there is something to find."""
    return [case for case in cases if case["regime"] != NOISE]


def total(case: Case, method: str) -> int:
    """SMHD and SHD together."""
    return int(sum(case["found"][method]))


def mean_of(cases: Sequence[Case], method: str) -> str:
    smhd, shd = np.mean([case["found"][method] for case in cases], axis=0)
    return f"{smhd:.1f} / {shd:.1f}"


def against(cases: Sequence[Case], method: str) -> str:
    """In how many cases `both` is nearer than a method, as near, and further away."""
    if method == BOTH:
        return ""
    signs = np.sign([total(case, BOTH) - total(case, method) for case in cases]).tolist()
    return "/".join(str(signs.count(sign)) for sign in (-1, 0, 1))


def distances(cases: Sequence[Case]) -> str:
    known = with_truth(cases)
    lines = [
        [
            method,
            *(mean_of(of_regime(cases, regime), method) for regime in REGIMES),
            mean_of(known, method),
            against(known, method),
        ]
        for method in METHODS
    ]
    titles = [f"{regime} ({len(of_regime(cases, regime))})" for regime in REGIMES]
    every = f"all but noise ({len(known)})"
    return table(["SMHD / SHD", *titles, every, "W/T/L of both"], lines)


def calibration(cases: Sequence[Case]) -> str:
    """The share of pairs that are true, for each interval of their probability."""
    known = with_truth(cases)
    lines = []
    for method in (OPINIONS, BOTH):
        counts = np.sum([case["calibration"][method] for case in known], axis=0)
        lines.append([method, *(f"{true / every:.2f}" if every else "–" for every, true in counts.tolist())])
    titles = [f"{low:g} to {high:g}" for low, high in pairwise(BINS)]
    return table(["probability", *titles], lines)


def lost(case: Case) -> int:
    """How much further away `both` is than the better one of its two parts."""
    return total(case, BOTH) - min(total(case, ROWS_ALONE), total(case, OPINIONS))


def failures(cases: Sequence[Case]) -> str:
    worst = sorted(with_truth(cases), key=lost, reverse=True)[:SHOWN]
    lines = [
        [
            f"{case['network']}, {case['regime']}",
            str(case["rows"]),
            str(case["sources"]),
            *("{} / {}".format(*case["found"][method]) for method in (ROWS_ALONE, OPINIONS, BOTH)),
        ]
        for case in worst
    ]
    return table(["case", "rows", "sources", ROWS_ALONE, OPINIONS, BOTH], lines)


def make(cases: Sequence[Case]) -> str:
    known = with_truth(cases)
    bad = sum(lost(case) > MUCH for case in known)
    return "\n\n".join(
        [
            f"{len(cases)} cases:",
            distances(cases),
            f"Share of the pairs that are true, by their probability, in {len(known)} cases:",
            calibration(cases),
            f"In {bad} of {len(known)} cases both together are more than {MUCH} further away than the better "
            "part alone. The worst:",
            failures(cases),
        ]
    )


def page(cases: Sequence[Case], text: str) -> str:
    """The page with the tables of these cases."""
    return between(BEGIN, END, f"{make(cases)}\n", text)


if __name__ == "__main__":
    results, out = map(Path, sys.argv[1:])
    text = page(json.loads(results.read_text(encoding="utf-8")), out.read_text(encoding="utf-8"))
    out.write_text(text, encoding="utf-8")
