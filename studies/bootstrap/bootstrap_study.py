#!/usr/bin/env python3
"""Study what the strengths of a bootstrap are worth: against the truth, as a dial, and averaged.

    make -C studies bootstrap

The folder has the networks with their own tables, as studies/paper/networks_export.py writes them.
bootstrap_page.py makes docs/bootstrap.md from the results.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import held_out
import numpy as np
import results
from numpy.typing import NDArray
from resume import arguments, collect
from study import Key

import mcbnc

SEED = 1  # of each bootstrap
DIALS = (0.05, 0.1, 0.2)
EMPTY, LEARN, AVERAGED, CONSENSUS = "empty", "learn", "averaged", "consensus"
THRESHOLDS = (0.3, 0.7, 0.9)


def averaged(threshold: float) -> str:
    return f"averaged, {threshold:g}"


def at_most(q: float) -> str:
    return f"at most {q:g}"


METHODS: dict[str, Callable[[mcbnc.Bootstrap], Any]] = {
    AVERAGED: lambda boot: boot.averaged(),
    **{averaged(t): lambda boot, t=t: boot.averaged(t) for t in THRESHOLDS},
    CONSENSUS: lambda boot: boot.consensus(),
    **{at_most(q): lambda boot, q=q: boot.at_most(q) for q in DIALS},
}
"""What is made of a bootstrap."""
MEASURES = ("smhd", "shd", "edges", "true")
"""By method. `true` counts the edges that join two nodes which the truth joins."""
FACTS = (
    "repetition", "network", "regime", "nodes", "rows", "resamples", "determined",
    "learn_ms", "ms", "strengths", "noise",
)  # fmt: skip


def run(folder: Path, key: Key) -> dict[str, Any]:
    """Run one case, on one thread.

    `strengths` is a list of [k, pairs that k resamples join, those of them that the truth joins]. `noise` is
    a list of [k, pairs] of the same table with each column shuffled by itself, where no pair is true.
    """
    case = held_out.draw(folder, key)
    truth = np.asarray(case.network.dag)  # without names: the tables have none either
    rng = np.random.default_rng(SEED)
    shuffled = np.stack([rng.permutation(column) for column in case.rows.T], axis=1)
    table, noise = (mcbnc.Rows(rows, states=case.network.arities.tolist()) for rows in (case.rows, shuffled))
    rows, resamples = held_out.REGIMES[key[2]]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        learned, learn_ms = timed(lambda: mcbnc.learn(table, chance=0, workers=1))
        boot, ms = timed(lambda: mcbnc.bootstrap(table, resamples, seed=SEED, workers=1))
        of_noise = mcbnc.bootstrap(noise, resamples, seed=SEED, workers=1)
        graphs = {LEARN: learned, **{name: make(boot) for name, make in METHODS.items()}}
    found = {EMPTY: measures(np.zeros_like(truth), truth)}
    found |= {name: measures(np.asarray(graph), truth) for name, graph in graphs.items()}
    facts = dict(zip(("repetition", "network", "regime"), key, strict=True))
    facts |= {"nodes": len(truth), "rows": rows, "resamples": resamples, "determined": case.determined()}
    facts |= {"learn_ms": learn_ms, "ms": ms}
    facts["strengths"] = strengths(boot, truth)
    facts["noise"] = [[k, pairs] for k, pairs, _ in strengths(of_noise, np.zeros_like(truth))]
    return {**facts, "found": found}


def timed(call: Callable[[], Any]) -> tuple[Any, float]:
    """The result of a call, and its milliseconds of CPU."""
    begin = time.process_time()
    result = call()
    return result, round(1000 * (time.process_time() - begin), 1)


def measures(graph: NDArray[np.uint8], truth: NDArray[np.uint8]) -> list[int]:
    joined, gold = (np.triu(dag | dag.T) > 0 for dag in (graph, truth))
    distances = mcbnc.metrics.smhd(graph, truth), mcbnc.metrics.shd(graph, truth)
    return [*distances, int(joined.sum()), int((joined & gold).sum())]


def strengths(boot: mcbnc.Bootstrap, truth: NDArray[np.uint8]) -> list[list[int]]:
    upper = np.triu_indices(len(truth), 1)
    often = np.rint(boot.strength[upper] * boot.resamples).astype(int)
    pairs = np.bincount(often)
    true = np.bincount(often, weights=(truth | truth.T)[upper]).astype(int)
    return [[int(k), int(pairs[k]), int(true[k])] for k in np.flatnonzero(pairs)]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("networks", type=Path)
    parser.add_argument("--repetitions", type=int, default=1)
    args = parser.parse_args()
    keys = [*held_out.keys(args.repetitions)]
    run(args.networks, keys[0])  # what is imported and loaded at the first call is no case's time
    cases = collect(args.lines, keys, lambda key: run(args.networks, key))
    results.save(args.json, cases, FACTS, MEASURES)


if __name__ == "__main__":
    main()
