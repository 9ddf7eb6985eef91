#!/usr/bin/env python3
"""Make docs/experiment.md from the measurements of experiment.py.

python bench/paper/page.py build/experiment.json docs/experiment.md
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

Case = dict[str, Any]

HEAD = """# From rows to one network: the experiment

`make paper` makes this page anew. Nothing on this page is written by hand.

Each client draws its own rows from a known network (`bench/rivals/sample.py`). From these rows alone,
each client learns a structure with `mcbnc.learn_many`, by BDeu with equivalent sample size 1. Each method
then makes one network from the structures, and from nothing else (`bench/paper/experiment.py`). The
network is judged by these measures:

| measure | meaning |
|---|---|
| SMHD to the truth | number of edges that only one of the two moral graphs has |
| SHD to the truth | number of edges that differ between the two CPDAGs |
| F1 of the skeleton | how far the edges agree, regardless of their directions |
| BDeu | score of 5000 rows that no client has seen |
| log-likelihood | of the same unseen rows, with parameters from the rows of all clients together |
| edges | number of edges |
| treewidth | upper bound on the treewidth, by min-fill |

BDeu and log-likelihood use natural logarithms. The tables show each of them per row, after subtracting the
value of the true network.

*Mean input* is the mean over the clients' own structures. The other methods are those of `mcbnc.compare`,
with their defaults.

Each network has one draw of clients. Five clients are the first five of ten. The cases of one network are
therefore not independent of one another.
"""

# Measures: key, heading, decimals, and whether more is better (None: neither).
SCORES = (
    ("smhd_to_gold", "SMHD to the truth", 1, False),
    ("shd_to_gold", "SHD to the truth", 1, False),
    ("f1", "F1 of the skeleton to the truth's", 3, True),
    ("edges", "Edges", 1, None),
    ("treewidth", "Treewidth", 1, None),
    ("bdeu", "BDeu of unseen rows, less the truth's, per row", 3, True),
    ("log_likelihood", "Log-likelihood of unseen rows, less the truth's, per row", 3, True),
)
PER_ROW = {"bdeu", "log_likelihood"}
UNSEEN = 5000
OURS = "mcbnc auto"


def value(case: Case, method: str, key: str) -> float:
    found = case["found"][method][key]
    return (found - case["found"]["truth"][key]) / UNSEEN if key in PER_ROW else float(found)


def number(x: float, decimals: int) -> str:
    return f"{round(x, decimals) + 0.0:.{decimals}f}"  # adding 0.0 turns -0.0 into 0.0


def table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    rule = "|".join(["---"] + ["---:"] * (len(heads) - 1))
    return "\n".join(
        ["| " + " | ".join(heads) + " |", f"|{rule}|", *("| " + " | ".join(line) + " |" for line in lines)]
    )


def methods(cases: Sequence[Case]) -> list[str]:
    return [name for name in cases[0]["found"] if name != "truth"]


def label(case: Case) -> str:
    return f"{case['network'].upper()}, {case['clients']} clients"


def wins(cases: Sequence[Case], key: str, more: bool) -> str:
    """The table of how often our method is better than each other method, worse, and level."""
    lines = []
    for other in methods(cases):
        if other == OURS:
            continue
        signs = []
        for case in cases:
            gap = value(case, OURS, key) - value(case, other, key)
            signs.append(0 if abs(gap) < 1e-9 else (1 if (gap > 0) == more else -1))
        lines.append([other, *(str(signs.count(sign)) for sign in (1, -1, 0))])
    return table([f"{OURS} against", "better", "worse", "level"], lines)


def scores(cases: Sequence[Case], key: str, decimals: int) -> str:
    names = methods(cases)
    lines = [[label(case), *(number(value(case, name, key), decimals) for name in names)] for case in cases]
    return table(["", *names], lines)


def seconds(cases: Sequence[Case]) -> str:
    names = methods(cases)[1:]
    lines = [
        [label(case), f"{case['learning']:.3f}", *(f"{case['found'][m]['seconds']:.4f}" for m in names)]
        for case in cases
    ]
    return table(["", "learning", *names], lines)


def page(cases: Sequence[Case]) -> str:
    parts = [HEAD, "## Wins and losses\n", f"These tables count all {len(cases)} cases.\n"]
    for key, heading, _, more in SCORES:
        if more is not None:
            parts.append(f"### {heading}\n\n{wins(cases, key, more)}\n")
    for rows in sorted({case["rows"] for case in cases}, reverse=True):
        some = [case for case in cases if case["rows"] == rows]
        parts.append(f"## {rows} rows a client\n")
        for key, heading, decimals, _ in SCORES:
            parts.append(f"### {heading}, {rows} rows\n\n{scores(some, key, decimals)}\n")
        parts.append(
            f"### Seconds, {rows} rows\n\n*Learning* is the time of all clients together, on all cores. "
            f"Every time is that of one run.\n\n{seconds(some)}\n"
        )
    return "\n".join(parts)


def main() -> None:
    source, target = map(Path, sys.argv[1:])
    target.write_text(page(json.loads(source.read_text())))


if __name__ == "__main__":
    main()
