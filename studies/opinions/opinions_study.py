#!/usr/bin/env python3
"""Study opinions and rows in one: simulated experts beside rows of known networks, by several methods.

    make -C studies study-opinions

opinions_page.py makes tables of docs/opinions.md of the results.
"""

from __future__ import annotations

import warnings
import zlib
from typing import Any

import experts
import networks
import numpy as np
from experts import NOISE, PARTS, REGIMES, Expert
from resume import Key, arguments, collect, keys, save

import mcbnc

FIRST = 5200  # the number of the first repetition: no other study has drawn by it
ROWS = (50, 100, 200, 500, 1000, 2000)
SOURCES = (2, 3, 5, 10)
BINS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
"""The ends of the intervals in which probabilities are counted."""
ROWS_ALONE, OPINIONS, VOTE, CONSENSUS = "rows alone", "opinions alone", "vote", "consensus"
WEIGHTS, BOTH = "votes as pair_weights", "both"
METHODS = (ROWS_ALONE, OPINIONS, VOTE, CONSENSUS, WEIGHTS, BOTH)


def run(key: Key) -> dict[str, Any]:
    """Run one case: the distances of each method, and how often pairs of a probability are true."""
    repetition, name, regime = key
    rng = np.random.default_rng([repetition, zlib.crc32(name.encode()), zlib.crc32(regime.encode())])
    network = networks.draw(np.asarray(networks.structure(name)), rng)
    truth, names = np.asarray(network.dag), [f"v{v:02}" for v in range(len(network.dag))]
    rows, count = int(rng.choice(ROWS)), int(rng.choice(SOURCES))
    told = experts.drawn(truth, names, regime, count, rng)
    cells = network.sample(rows, rng)
    if regime == NOISE:  # the columns depend on nothing, so each edge is false
        cells, truth = rng.permuted(cells, axis=0), np.zeros_like(truth)
    states = [list(range(int(arity))) for arity in network.arities]
    table = mcbnc.Rows(cells, names=names, states=dict(zip(names, states, strict=True)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        found = answers(told, table, names, regime)
    return {
        "repetition": repetition,
        "network": name,
        "regime": regime,
        "nodes": len(names),
        "edges": int(truth.sum()),
        "rows": rows,
        "sources": count,
        "found": {method: _distances(graph, truth, names) for method, graph in found.items()},
        "calibration": {method: _counted(found[method], truth, names) for method in (OPINIONS, BOTH)},
    }


def answers(told: list[Expert], table: mcbnc.Rows, names: list[str], regime: str) -> dict[str, Any]:
    """The graph of each method."""
    over: dict[str, Any] = {"nodes": "union"} if regime == PARTS else {}
    dags, opinions = [expert.dag for expert in told], [expert.opinion for expert in told]
    return {
        ROWS_ALONE: mcbnc.learn(table, chance=0, resamples=0),
        OPINIONS: mcbnc.pool(opinions, nodes=names),
        VOTE: mcbnc.baselines.vote(dags, kind="skeleton", **over),
        CONSENSUS: mcbnc.consensus(dags, theta="auto", **over),
        WEIGHTS: mcbnc.learn(table, chance=0, resamples=0, prior="none", pair_weights=_weights(dags, names)),
        BOTH: mcbnc.pool(opinions, table, nodes=names),
    }


def _weights(dags: list[Any], names: list[str]) -> Any:
    """The log-odds of the share of the sources that join a pair, among those that have it."""
    votes, seen = np.zeros((2, len(names), len(names)))
    for dag in dags:
        own = np.ix_(*[[names.index(name) for name in dag.columns]] * 2)
        matrix = dag.to_numpy()
        votes[own] += matrix | matrix.T
        seen[own] += 1
    return np.log((votes + 0.5) / (seen - votes + 0.5)) * (1 - np.eye(len(names)))


def _whole(matrix: Any, nodes: list[Any], names: list[str]) -> Any:
    at = [names.index(node) for node in nodes]
    whole = np.zeros((len(names), len(names)), np.asarray(matrix).dtype)
    whole[np.ix_(at, at)] = matrix
    return whole


def _distances(graph: Any, truth: Any, names: list[str]) -> list[int]:
    whole = _whole(np.asarray(graph), graph.nodes, names)
    return [measure(whole, truth) for measure in (mcbnc.metrics.smhd, mcbnc.metrics.shd)]


def _counted(graph: Any, truth: Any, names: list[str]) -> list[list[int]]:
    """For each interval of :data:`BINS` the number of pairs, and of those that are true."""
    pairs = np.triu_indices(len(names), 1)
    sure = _whole(graph.probability, graph.nodes, names)[pairs]
    true = (truth | truth.T)[pairs].astype(bool)
    every, right = (np.histogram(values, BINS)[0].tolist() for values in (sure, sure[true]))
    return [list(pair) for pair in zip(every, right, strict=True)]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--repetitions", type=int, default=4)
    args = parser.parse_args()
    save(args.json, collect(args.lines, [*keys(FIRST, args.repetitions, networks.NAMES, REGIMES)], run))


if __name__ == "__main__":
    main()
