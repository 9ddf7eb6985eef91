#!/usr/bin/env python3
"""Study sites that come, leave, or have other variables: what changes, and what running again costs.

    make -C studies union

Each event is of one case of union_study.py's kind, whose last site is new. union_page.py shows the results.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import cases
import networks
import numpy as np
from cases import AT_RANDOM, IN_BLOCKS, REAL, Adjacency, Case, Key
from resume import arguments, collect, save
from union_methods import CAPPED, CAPPED_AUTO, EXPLAINED, graph_of

FIRST = 800  # the number of the first repetition: no other study has drawn by it
METHODS = (EXPLAINED, CAPPED, CAPPED_AUTO)
EVENTS = ("comes", "leaves", "replaces")
COUNTS = ("edges", "new", "gone", "turned", "elsewhere")
"""Edges before; those that are new, gone or directed otherwise; changed pairs that no changed site has."""


def keys(repetitions: int) -> Iterator[Key]:
    for repetition in range(FIRST, FIRST + repetitions):
        for name in (*networks.NAMES, *REAL):
            for regime in (AT_RANDOM, IN_BLOCKS):
                yield repetition, name, regime


def run(key: Key) -> dict[str, Any]:
    case = cases.drawn(key)
    *old, last = range(len(case.dags))
    before = _part(case, old)
    after = {"comes": [*old, last], "leaves": old[1:], "replaces": [last, *old[1:]]}
    found = {}
    for event in EVENTS:
        site = np.isin([*old, last], list({*old} ^ {*after[event]}))
        own = np.any(case.has[site][:, :, None] & case.has[site][:, None, :], axis=0)
        found[event] = {
            method: _changes(before, _part(case, after[event]), method, own) for method in METHODS
        }
    repetition, name, regime = key
    return {"repetition": repetition, "network": name, "regime": regime, "sites": len(old), "found": found}


def _part(case: Case, sites: list[int]) -> Case:
    return Case(case.names, case.truth, case.has[sites], [case.dags[k] for k in sites])


def _changes(before: Case, after: Case, method: str, own: Any) -> list[float]:
    """The numbers of COUNTS, and the CPU milliseconds of the run after the event."""
    old, _ = _class(before, method)
    new, spent = _class(after, method)
    joined = {
        pair: (bool(old[pair] | old[pair[::-1]]), bool(new[pair] | new[pair[::-1]])) for pair in _pairs(old)
    }
    changed = [pair for pair in joined if (old[pair], old[pair[::-1]]) != (new[pair], new[pair[::-1]])]
    counts = [
        sum(was for was, _ in joined.values()),
        sum(joined[pair] == (False, True) for pair in changed),
        sum(joined[pair] == (True, False) for pair in changed),
        sum(joined[pair] == (True, True) for pair in changed),
        sum(not own[pair] for pair in changed),
    ]
    return [*counts, round(1000 * spent, 2)]


def _pairs(graph: Adjacency) -> list[tuple[int, int]]:
    return list(combinations(range(len(graph)), 2))


def _class(case: Case, method: str) -> tuple[Adjacency, float]:
    """The CPDAG over all nodes, and the CPU seconds."""
    begin = time.process_time()
    graph = graph_of(method, case)
    spent = time.process_time() - begin
    return cases.spread(graph.cpdag, graph.nodes, case.names), spent


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--repetitions", type=int, default=4)
    args = parser.parse_args()
    save(args.json, collect(args.lines, [*keys(args.repetitions)], run))


if __name__ == "__main__":
    main()
