"""The methods of the study: each makes one graph of the sites' DAGs, which are over different nodes."""

from __future__ import annotations

import json
import resource
import subprocess
import time
import warnings
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from cases import Adjacency, Case, over_all

import mcbnc

VOTE = "vote, one round"
NAIVE = "plain mean"
CAPPED = "consensus, cap 1"
CAPPED_AUTO = "consensus, cap 1, auto"
FULL = "consensus"
FULL_AUTO = "consensus, auto"
EXPLAINED = "explained vote"
THIRD = "explained vote, ⅓"
ROWS = "rows at hand"
METHODS = (VOTE, NAIVE, CAPPED, CAPPED_AUTO, FULL, FULL_AUTO, EXPLAINED, THIRD, ROWS)

THETA, K_MAX = 0.5, 10
LIMIT = 120.0  # seconds of a consensus; later, it has failed

KINDS = ("unsure", "partly", "sure")
"""Edges of the explained vote: all of their joins are explained, some are, none is."""


def run(case: Case, naive: Path, outliers: str = "keep") -> dict[str, Any]:
    """SMHD and SHD to the truth and CPU milliseconds of each method, or what went wrong; and edges by kind.

    Without rows there is no method of rows. Dropping sites is not for the plain mean nor for rows.
    """
    found: dict[str, Any] = {}
    kinds: dict[str, list[int]] = {}
    graph_of(VOTE, case, naive)  # the first call of a process takes longer
    for name in METHODS:
        if (name == ROWS and case.rows is None) or (outliers == "drop" and name in (ROWS, NAIVE)):
            continue
        begin = _cpu()
        try:
            graph = graph_of(name, case, naive, outliers)
        except mcbnc.McbncError as error:
            found[name] = f"{type(error).__name__}: {error}"
            continue
        spent = _cpu() - begin
        whole = over_all(graph, case.names)
        distances = [measure(whole, case.truth) for measure in (mcbnc.metrics.smhd, mcbnc.metrics.shd)]
        found[name] = [*distances, round(1000 * spent, 1)]
        if name == EXPLAINED:
            kinds = kinds_of(graph, case)
    return {"found": found, "kinds": kinds}


def _cpu() -> float:
    """The seconds of CPU of this process and of those that it has started."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def graph_of(name: str, case: Case, naive: Path | None = None, outliers: str = "keep") -> Any:
    """The graph of a method. `naive` is the program of the plain mean."""
    options: dict[str, Any] = {"nodes": "union", "outliers": outliers, "workers": 1}

    def vote(explained: int, threshold: float = 0.5) -> Any:
        return mcbnc.baselines.vote(case.dags, threshold, "skeleton", explained=explained, **options)

    def consensus(cap: int | None, theta: Any) -> Any:
        result = mcbnc.consensus(case.dags, theta, cap=cap, k_max=K_MAX, time_limit=LIMIT, **options)
        if result.status == "time_limit":
            raise mcbnc.McbncError(f"no answer within {LIMIT:g} s")
        return result

    if name == NAIVE:
        assert naive is not None
        return plain_mean(case, naive)
    methods: dict[str, Callable[[], Any]] = {
        VOTE: lambda: vote(1),
        CAPPED: lambda: consensus(1, THETA),
        CAPPED_AUTO: lambda: consensus(1, "auto"),
        FULL: lambda: consensus(None, THETA),
        FULL_AUTO: lambda: consensus(None, "auto"),
        EXPLAINED: lambda: vote(8),
        THIRD: lambda: vote(8, 1 / 3),
        ROWS: lambda: mcbnc.learn_jointly(case.rows, workers=1),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        return methods[name]()


def plain_mean(case: Case, naive: Path, cap: int = 1) -> Adjacency:
    """Criticality by a plain mean over the DAGs that have both ends: see studies/union/naive."""
    fusion = mcbnc.fusion(case.dags, nodes="union", workers=1)
    problem = {
        "Nodes": len(case.names),
        "Fusion": _arcs(over_all(fusion, case.names)),
        "DAGs": [
            {"Has": np.flatnonzero(own).tolist(), "Arcs": _arcs(case.arcs(k))}
            for k, own in enumerate(case.has)
        ],
        "Theta": THETA,
        "Cap": cap,
        "KMax": K_MAX,
    }
    done = subprocess.run([naive], input=json.dumps(problem), stdout=subprocess.PIPE, text=True, check=True)
    answer = json.loads(done.stdout)
    matrix = np.zeros_like(case.truth)
    for u, v in answer["Arcs"]:
        matrix[u, v] = 1
    return matrix


def _arcs(dag: Adjacency) -> list[list[int]]:
    return np.argwhere(dag).tolist()


def kinds_of(vote: Any, case: Case) -> dict[str, list[int]]:
    """By kind, how many edges the explained vote has, and how many of them are true."""
    counts = {kind: [0, 0] for kind in KINDS}
    unsure = {frozenset(edge) for edge in vote.unsure}
    matrix = over_all(vote, case.names)
    for i, j in combinations(range(len(matrix)), 2):
        if not matrix[i, j] | matrix[j, i]:
            continue
        a, b = case.names[i], case.names[j]
        kind = "unsure" if frozenset((a, b)) in unsure else "partly" if vote.explained(a, b) else "sure"
        counts[kind][0] += 1
        counts[kind][1] += int(case.truth[i, j] | case.truth[j, i])
    return counts
