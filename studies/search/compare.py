#!/usr/bin/env python3
"""Compare our searches with the kept results of the others, on the sets of sets.py.

    make -C studies search

All DAGs are scored by mcbnc.metrics.score. The script fails if "xges" here scores lower than the package of
that name.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import page
import pandas as pd
import rows

import mcbnc

HERE = Path(__file__).resolve().parent
SCORES = {"bdeu": mcbnc.BDeu(ess=1), "bic": mcbnc.BIC(), "bic-g": mcbnc.GaussianBIC()}
REPETITIONS = 3
OTHER_SCORES = {("boss", "bic"), ("grasp", "bic")}
"""Tetrad's BIC of discrete rows is another score, so what it leads to says nothing of the search."""


def main() -> None:
    folder, into, text, wide = map(Path, sys.argv[1:])
    kept = json.loads((HERE / "peers.json").read_text())
    measured = [measure(folder, each, kept["sets"][each["name"]]) for each in listed(folder)]
    into.write_text(json.dumps({"peers": kept["peers"], "sets": measured}, indent=1) + "\n")
    text.write_text(page.render(kept["peers"], measured, json.loads(wide.read_text())))
    if lower := [m["name"] for m in measured if "xges" in m["found"] and page.lead(m, "xges") < 0]:
        sys.exit(f"lower than the package xges: {', '.join(lower)}")


def listed(folder: Path) -> list[dict[str, Any]]:
    return list(json.loads((folder / "sets.json").read_text()))


def measure(folder: Path, each: dict[str, Any], peers: dict[str, Any]) -> dict[str, Any]:
    """The score, the distance to the truth and the CPU seconds of each search on one set."""
    names, arity, cells = rows.read(folder / f"{each['name']}.rows")
    states = [list(range(k)) for k in arity] if any(arity) else None
    table = mcbnc.Rows(np.ascontiguousarray(cells.T), names=names, states=states)
    score = SCORES[each["score"]]
    truth = matrix(each["arcs"], names)
    found: dict[str, Any] = {}
    for search in ("ges", "xges"):
        least, learned = timed(table, score, search)
        found[f"our {search}"] = {
            "score": learned.score,
            "shd": int(mcbnc.metrics.shd(learned, truth)),
            "cpu": round(least, 5),
        }
    for peer, its in peers.items():
        if "arcs" in its and (peer, each["score"]) not in OTHER_SCORES:
            dag = matrix(its["arcs"], names)
            found[peer] = {
                "score": mcbnc.metrics.score(dag, table, score=score),
                "shd": int(mcbnc.metrics.shd(dag, truth)),
                "cpu": its["cpu"],
            }
    shape = {"nodes": len(names), "rows": cells.shape[1]}
    return {"name": each["name"], "score": each["score"], **shape, "found": found}


def timed(table: mcbnc.Rows, score: Any, search: Any) -> tuple[float, Any]:
    """The least CPU seconds of several calls, and the answer."""
    spent = []
    for _ in range(REPETITIONS):
        start = time.process_time()
        learned = mcbnc.learn(table, score=score, search=search, prior=None, workers=1)
        spent.append(time.process_time() - start)
    return min(spent), learned


def matrix(arcs: list[list[int]], names: list[str]) -> pd.DataFrame:
    dag = np.zeros((len(names), len(names)), np.uint8)
    for u, v in arcs:
        dag[u, v] = 1
    return pd.DataFrame(dag, names, names)


if __name__ == "__main__":
    main()
