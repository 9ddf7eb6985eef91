"""The methods of the study: each makes one graph of the sites' tables, which have different columns."""

from __future__ import annotations

import itertools
import time
from typing import Any

import numpy as np
from masks import Mask
from numpy.typing import NDArray

import mcbnc

VOTE = "vote"
COMMON = "common columns"
UNION = "union"
ORACLE = "all columns"
METHODS = (VOTE, COMMON, UNION, ORACLE)
SCORE = "bds"

KINDS = ("apart", "suspects", "through", "plain")
PAIRS = tuple(name for kind in KINDS for name in (kind, f"{kind.removesuffix('s')}_edges"))
"""Numbers of pairs that the rule tells of, and how many of these are edges of the truth."""


def run(
    rows: list[NDArray[np.uint8]], mask: Mask, states: list[int], gold: NDArray[np.uint8], seed: int
) -> dict[str, Any]:
    """Run all methods on one thread: SMHD, SHD and seconds of each, and the numbers of pairs."""
    n = len(states)
    names = [f"v{v}" for v in range(n)]
    known = dict(zip(names, states, strict=True))
    seen = [np.flatnonzero(own).tolist() for own in mask]
    tables = [{names[v]: site[:, v] for v in own} for site, own in zip(rows, seen, strict=True)]
    options: dict[str, Any] = {"score": SCORE, "workers": 1}

    def vote() -> Any:
        dags = mcbnc.learn_many(mcbnc.Rows(tables, states=known, columns="union"), **options)
        return mcbnc.baselines.vote(dags, kind="skeleton", nodes="union", outliers="drop", workers=1)

    def common() -> Any:
        if not mask.all(0).any():
            return None
        return mcbnc.learn_jointly(mcbnc.Rows(tables, states=known, columns="common"), **options)

    def union() -> Any:
        data = mcbnc.Rows(tables, states=known, columns="union")
        return mcbnc.learn_jointly(data, seed=seed, **options)

    def oracle() -> Any:
        return mcbnc.learn(mcbnc.Rows(np.concatenate(rows), names=names, states=known), **options)

    found, graphs = {}, {}
    for name, method in ((VOTE, vote), (COMMON, common), (UNION, union), (ORACLE, oracle)):
        begin = time.perf_counter()
        graphs[name] = method()
        seconds = time.perf_counter() - begin
        graph = _over_all(graphs[name], names)
        found[name] = [mcbnc.metrics.smhd(graph, gold), mcbnc.metrics.shd(graph, gold), round(seconds, 3)]
    return {"found": found, **_pairs(graphs[UNION], names, gold)}


def _over_all(graph: Any, names: list[str]) -> NDArray[np.uint8]:
    """The matrix over all columns. Those that the graph lacks are joined to none."""
    matrix = np.zeros((len(names), len(names)), np.uint8)
    if graph is not None:
        at = [names.index(name) for name in graph.nodes]
        matrix[np.ix_(at, at)] = np.asarray(graph)
    return matrix


def _pairs(found: mcbnc.JointlyLearned, names: list[str], gold: NDArray[np.uint8]) -> dict[str, int]:
    counts = dict.fromkeys(PAIRS, 0)
    place = {name: v for v, name in enumerate(names)}
    suspects = {frozenset((one.a, one.b)) for one in found.suspects}

    def add(kind: str, a: str, b: str) -> None:
        counts[kind] += 1
        counts[f"{kind.removesuffix('s')}_edges"] += int(gold[place[a], place[b]] | gold[place[b], place[a]])

    for a, b in itertools.combinations(names, 2):
        status = found.status(a, b)
        if status == "not seen together":
            add("apart", a, b)
            if frozenset((a, b)) in suspects:
                add("suspects", a, b)
        elif status == "edge":
            add("through" if found.through(a, b) else "plain", a, b)
    return counts
