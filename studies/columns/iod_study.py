#!/usr/bin/env python3
"""Compare with FCI-IOD of Tetrad, whose graphs have other ends of edges: count the pairs that are wrong.

    make -C studies columns

The networks have at most ten nodes. A pair that no site sees does not count: FCI-IOD joins it, and the others
do not. columns_page.py shows the results.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import columns_methods
import columns_study
import numpy as np
from masks import REGIMES, Mask
from numpy.typing import NDArray
from resume import arguments, collect, save
from study import Key

NETWORKS = ("asia", "random 6", "random 8", "random 10")
ALPHAS = (0.01, 0.05)
METHODS = (columns_methods.VOTE, columns_methods.UNION, columns_methods.SUMS)
FIRST = 300  # the number of the first repetition: no other study has drawn by it


def keys(repetitions: int) -> Iterator[Key]:
    for repetition in range(FIRST, FIRST + repetitions):
        for network in NETWORKS:
            for regime in REGIMES:
                yield repetition, network, regime


def run(key: Key, jars: Path) -> dict[str, Any]:
    """Run one case."""
    repetition, name, regime = key
    network, mask, rows = columns_study.drawn(key)
    states, gold = network.arities.tolist(), np.asarray(network.dag)
    graphs = {method: columns_methods.learn(method, rows, mask, states, repetition) for method in METHODS}
    graphs |= {f"FCI-IOD, {alpha}": iod(rows, mask, states, alpha, jars) for alpha in ALPHAS}
    seen = np.triu(mask.T.astype(int) @ mask > 0, 1)
    wrong = {
        method: int(np.count_nonzero(seen & ((graph | graph.T) != (gold | gold.T))))
        for method, graph in graphs.items()
    }
    return {"repetition": repetition, "network": name, "regime": regime, "sites": len(mask), "wrong": wrong}


def iod(
    rows: list[NDArray[np.uint8]], mask: Mask, states: list[int], alpha: float, jars: Path
) -> NDArray[np.uint8]:
    """The pairs that Tetrad's graph joins."""
    n = len(states)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for k, (site, own) in enumerate(zip(rows, mask, strict=True)):
            has = np.flatnonzero(own).tolist()
            lines = [[f"v{v}" for v in has], [states[v] for v in has], *site[:, has].tolist()]
            files.append(Path(folder) / f"{k}.txt")
            files[-1].write_text("".join(" ".join(map(str, line)) + "\n" for line in lines))
        program = Path(__file__).with_name("FciIod.java")
        command = ["java", "-cp", f"{jars}/*", program, str(alpha), *files]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    graph = np.zeros((n, n), np.uint8)
    for line in said.splitlines():
        a, b = (int(name[1:]) for name in line.split())
        graph[a, b] = graph[b, a] = 1
    return graph


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--jars", type=Path, required=True)
    parser.add_argument("--repetitions", type=int, default=5)
    args = parser.parse_args()
    save(args.json, collect(args.lines, [*keys(args.repetitions)], lambda key: run(key, args.jars)))


if __name__ == "__main__":
    main()
