#!/usr/bin/env python3
"""Compare our searches with the kept results of the others, on the sets of sets.py.

    python bench/search/compare.py build/search docs/search.json docs/search.md

All DAGs are scored by mcbnc.metrics.score. The script fails if "xges" here scores lower than the package of that name.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from statistics import fmean, geometric_mean
from typing import Any

import numpy as np
import pandas as pd

import mcbnc

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "rivals"))
import rows  # noqa: E402

REAL_LINEAR = ("magic-niab", "ecoli70", "magic-irri", "arth150")
SCORES = {"bdeu": mcbnc.BDeu(ess=1), "bic": mcbnc.BIC(), "bic-g": mcbnc.GaussianBIC()}
REPETITIONS = 3
ROUNDING = 1e-9  # of a score, by which a lower one is not lower


def main() -> None:
    folder, into, page = map(Path, sys.argv[1:])
    kept = json.loads((HERE / "peers.json").read_text())
    measured = [measure(folder, each, kept["sets"][each["name"]]) for each in listed(folder)]
    into.write_text(json.dumps({"peers": kept["peers"], "sets": measured}, indent=1) + "\n")
    text = render(kept["peers"], measured)
    page.write_text(text)
    print(text)
    if lower := [m["name"] for m in measured if below(m)]:
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
            "cpu": least,
        }
    for peer, its in peers.items():
        if "arcs" in its:
            dag = matrix(its["arcs"], names)
            found[peer] = {
                "score": mcbnc.metrics.score(dag, table, score=score),
                "shd": int(mcbnc.metrics.shd(dag, truth)),
                "cpu": its["cpu"],
            }
    return {"name": each["name"], "score": each["score"], "nodes": len(names), "rows": cells.shape[1], "found": found}


def timed(table: mcbnc.Rows, score: Any, search: str) -> tuple[float, Any]:
    spent = []
    for _ in range(REPETITIONS):
        start = time.process_time()
        learned = mcbnc.learn(table, score=score, search=search, workers=1)
        spent.append(time.process_time() - start)
    return min(spent), learned


def matrix(arcs: list[list[int]], names: list[str]) -> pd.DataFrame:
    dag = np.zeros((len(names), len(names)), np.uint8)
    for u, v in arcs:
        dag[u, v] = 1
    return pd.DataFrame(dag, names, names)


def below(m: dict[str, Any]) -> bool:
    found = m["found"]
    return "xges" in found and lead(m, "xges") < -ROUNDING * abs(found["xges"]["score"])


def lead(m: dict[str, Any], peer: str) -> float:
    """Our score minus the other one."""
    return float(m["found"]["our xges"]["score"] - m["found"][peer]["score"])


GROUPS = {
    "random linear networks": lambda name: name.startswith("linear-"),
    "linear networks of the repository": lambda name: name.rpartition("-")[0] in REAL_LINEAR,
    "networks of the repository, BDeu": lambda name: "-bdeu-" in name,
    "networks of the repository, BIC": lambda name: "-bic-" in name,
    "random networks, drawn tables, BDeu": lambda name: name.startswith("tables-"),
}


def render(peers: dict[str, str], measured: list[dict[str, Any]]) -> str:
    groups = {
        title: [m for m in measured if belongs(m["name"])] for title, belongs in GROUPS.items()
    } | {"all": measured}
    searches = ["our ges", "our xges", *peers]
    return TEMPLATE.format(
        sets=len(measured),
        peers=", ".join(peers.values()),
        leads=table(
            ["", "sets", *(f"{head} {peer}" for peer in peers for head in ("lead over", "higher/same/lower than"))],
            [[title, str(len(some)), *(cell for p in peers for cell in led(some, p))] for title, some in groups.items()],
        ),
        shd=table(
            ["", *searches],
            [[title, *(distance(some, s, searches) for s in searches)] for title, some in groups.items()],
        ),
        cpu=table(
            ["", "our ges, s", "our xges, s", *(f"{peer}, times ours" for peer in peers)],
            [[title, *costs(some, peers)] for title, some in groups.items()],
        ),
    )


def led(some: list[dict[str, Any]], peer: str) -> list[str]:
    """The mean lead in score, and how often we are higher, equal and lower."""
    leads = [(lead(m, peer), ROUNDING * abs(m["found"][peer]["score"])) for m in some if peer in m["found"]]
    if not leads:
        return ["–", "–"]
    higher, lower = sum(x > tie for x, tie in leads), sum(x < -tie for x, tie in leads)
    return [f"{fmean(x for x, _ in leads):+.2f}", f"{higher}/{len(leads) - higher - lower}/{lower}"]


def distance(some: list[dict[str, Any]], search: str, searches: list[str]) -> str:
    """The summed SHD to the truth, over the sets that all searches did."""
    done = [m["found"] for m in some if all(s in m["found"] for s in searches)]
    return str(sum(found[search]["shd"] for found in done))


def costs(some: list[dict[str, Any]], peers: dict[str, str]) -> list[str]:
    cells = [f"{sum(m['found'][ours]['cpu'] for m in some):.2f}" for ours in ("our ges", "our xges")]
    for peer in peers:
        ratios = [m["found"][peer]["cpu"] / m["found"]["our xges"]["cpu"] for m in some if peer in m["found"]]
        cells.append(f"{geometric_mean(ratios):.0f} ({min(ratios):.0f} to {max(ratios):.0f})" if ratios else "–")
    return cells


def table(heads: list[str], lines: list[list[str]]) -> str:
    rule = "|".join(["---"] + ["---:"] * (len(heads) - 1))
    rows_ = ["| " + " | ".join(line) + " |" for line in (heads, *lines)]
    return "\n".join([rows_[0], f"|{rule}|", *rows_[1:]])


TEMPLATE = """\
# Searches side by side

`make bench-search` makes this page anew. `make peers` runs the others ({peers}) and keeps what they found in
`bench/search/peers.json`.

{sets} sets of rows from networks of 15 to 200 nodes (`bench/search/sets.py`). All searches maximize the same score. Our
scorer scores the DAG of each search. A set that a search did not finish is left out of its columns.

## Score

The lead is our "xges" score minus the other one: the mean, in natural logarithms.

{leads}

## Distance to the true network

Summed SHD over the sets that all searches finished.

{shd}

## Time

CPU seconds on one core, and the CPU time of the others divided by that of our "xges": geometric mean, least and most.
The time of a program in Java has the start of its virtual machine in it.

{cpu}
"""

if __name__ == "__main__":
    main()
