#!/usr/bin/env python3
"""Sites see parts of the columns: is a vote of their learned DAGs nearer to the truth, or what is pooled?

    make -C studies parts

The sites and their rows are drawn as those of studies/union, by other numbers. parts_page.py makes the table
of docs/opinions.md of the results.
"""

from __future__ import annotations

import warnings
from typing import Any

import cases
import networks
import numpy as np
from cases import AT_RANDOM, IN_BLOCKS, NOISY, Key
from resume import arguments, collect, keys, save

import mcbnc

FIRST = 1400  # the number of the first repetition: no other study has drawn by it
REGIMES = (AT_RANDOM, IN_BLOCKS, NOISY)
METHODS = {
    "explained vote": lambda dags: mcbnc.baselines.vote(dags, kind="skeleton", nodes="union"),
    "vote, all joins count": lambda dags: mcbnc.baselines.vote(
        dags, kind="skeleton", nodes="union", explained=1
    ),
    "pool": lambda dags: mcbnc.pool(dags),
}
"""What makes one network of the sites' DAGs. None of them sees rows."""


def run(key: Key) -> dict[str, Any]:
    """Run one case. Each method has its SMHD and SHD to the true network."""
    repetition, name, regime = key
    case = cases.drawn(key)
    about = {"repetition": repetition, "network": name, "regime": regime, "sites": len(case.dags)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        return {
            **about,
            "found": {method: _distances(make(case.dags), case) for method, make in METHODS.items()},
        }


def _distances(graph: Any, case: cases.Case) -> list[int]:
    whole = cases.spread(np.asarray(graph), graph.nodes, case.names)
    return [measure(whole, case.truth) for measure in (mcbnc.metrics.smhd, mcbnc.metrics.shd)]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--repetitions", type=int, default=3)
    args = parser.parse_args()
    save(args.json, collect(args.lines, [*keys(FIRST, args.repetitions, networks.NAMES, REGIMES)], run))


if __name__ == "__main__":
    main()
