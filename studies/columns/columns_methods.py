"""The methods of the study: each makes one graph of the sites' tables, which have different columns."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from masks import Mask
from numpy.typing import NDArray

import mcbnc
import mcbnc.federated

VOTE = "vote"
COMMON = "common columns"
UNION = "union"
EXTENDED = "union, xges"
SUMS = "sums"
FEWER = "sums, fewer pairs"
ORACLE = "all columns"
METHODS = (VOTE, COMMON, UNION, EXTENDED, SUMS, FEWER, ORACLE)
SCORE = "bds"

KINDS = ("apart", "suspects", "through", "plain")
PAIRS = tuple(name for kind in KINDS for name in (kind, f"{kind.removesuffix('s')}_edges"))
"""Numbers of pairs that the rule tells of, and how many of these are edges of the truth."""


Rows = list[NDArray[np.uint8]]
"""The rows of each site, over all columns."""


def run(
    rows: Rows,
    mask: Mask,
    states: list[int],
    gold: NDArray[np.uint8],
    seed: int,
    known: dict[str, Any],
) -> dict[str, Any]:
    """Run the methods that are not known, on one thread.

    The result has SMHD and SHD to the truth and the seconds of each method, and the numbers of pairs.
    """
    names = names_of(states)
    found, pairs = dict(known.get("found", {})), {name: known[name] for name in PAIRS if name in known}
    for name in METHODS:
        if name in found:
            continue
        begin = time.perf_counter()
        graph = _graph(name, rows, mask, states, seed)
        seconds = time.perf_counter() - begin
        whole = over_all(graph, names)
        found[name] = [mcbnc.metrics.smhd(whole, gold), mcbnc.metrics.shd(whole, gold), round(seconds, 3)]
        if name == UNION:
            pairs = _pairs(graph, names, gold)
    return {"found": {name: found[name] for name in METHODS}, **pairs}


def learn(method: str, rows: Rows, mask: Mask, states: list[int], seed: int) -> NDArray[np.uint8]:
    """The graph of one method, over all columns."""
    return over_all(_graph(method, rows, mask, states, seed), names_of(states))


def names_of(states: list[int]) -> list[str]:
    return [f"v{v}" for v in range(len(states))]


def _graph(method: str, rows: Rows, mask: Mask, states: list[int], seed: int) -> Any:
    """The graph of one method; None if it has none."""
    names = names_of(states)
    of_each = dict(zip(names, states, strict=True))
    tables = [
        {names[v]: site[:, v] for v in np.flatnonzero(own)} for site, own in zip(rows, mask, strict=True)
    ]
    options: dict[str, Any] = {"score": SCORE, "search": "ges", "prior": None}

    def data(columns: Any) -> mcbnc.Rows:
        return mcbnc.Rows(tables, states=of_each, columns=columns)

    def vote() -> Any:
        dags = mcbnc.learn_many(data("union"), workers=1, **options)
        return mcbnc.baselines.vote(
            dags, kind="skeleton", nodes="union", explained=1, outliers="drop", workers=1
        )

    def common() -> Any:
        return mcbnc.learn_jointly(data("common"), workers=1, **options) if mask.all(0).any() else None

    def union(search: str) -> Any:
        return mcbnc.learn_jointly(data("union"), seed=seed, workers=1, **{**options, "search": search})

    def sums(pairs: str) -> Any:
        return mcbnc.federated.simulate_learning(data("union"), seed=seed, pairs=pairs, **options).result

    def oracle() -> Any:
        whole = mcbnc.Rows(np.concatenate(rows), names=names, states=of_each)
        return mcbnc.learn(whole, workers=1, **options)

    methods: dict[str, Callable[[], Any]] = {
        VOTE: vote,
        COMMON: common,
        UNION: partial(union, "ges"),
        EXTENDED: partial(union, "xges"),
        SUMS: partial(sums, "votes"),
        FEWER: partial(sums, "union"),
        ORACLE: oracle,
    }
    return methods[method]()


def over_all(graph: Any, names: list[str]) -> NDArray[np.uint8]:
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
