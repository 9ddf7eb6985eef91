#!/usr/bin/env python3
"""Make the paper's experiment with our own tools: rows, client structures, consensus, and its evaluation.

    python bench/paper/experiment.py build/rows --json build/experiment.json

The script reads the files of rows and the networks that bench/rivals/sample.py wrote. Each client has a
sample of its own. One more sample is kept for the evaluation. page.py makes docs/experiment.md from the
output.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import mcbnc

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "rivals"))
import rows

NETWORKS = (
    "asia", "child", "insurance", "alarm", "hailfinder", "hepar2", "win95pts", "andes", "pigs", "diabetes",
)  # fmt: skip
CLIENTS = (5, 10, 20, 30)
ROWS = (500, 5000)
LARGE = 200  # a network with more nodes is run with FEW numbers of clients
FEW = (5, 10)

METHODS = (
    "mcbnc auto", "mcbnc 0.5", "mcbnc cap 1", "fusion", "vote arcs", "vote skeleton", "averaged", "climb",
)  # fmt: skip
TRUTH = "truth"


class Network:
    """A network and the rows that were drawn from it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        files = sorted(folder.glob(f"{name}.*.rows"), key=lambda path: int(path.suffixes[0][1:]))
        if len(files) < 2:
            raise FileNotFoundError(f"{folder} has fewer than two samples of {name}")
        tables = [rows.read(path) for path in files]
        self.nodes, self.states, _ = tables[0]
        *self.samples, self.unseen = [codes.T for *_, codes in tables]  # (rows, n)
        self.gold = np.zeros((len(self.nodes), len(self.nodes)), np.uint8)  # in the order of the nodes
        for arc in json.loads((folder / f"{name}.gold.json").read_text()):
            u, v = map(self.nodes.index, arc)
            self.gold[u, v] = 1

    def sizes(self) -> tuple[int, ...]:
        """The numbers of clients to run."""
        return tuple(r for r in (FEW if len(self.nodes) > LARGE else CLIENTS) if r <= len(self.samples))


def fit(graph: Any, network: Network, seen: np.ndarray) -> dict[str, float]:
    """Scores of a graph on the rows that no client has seen."""
    about = {"names": network.nodes, "states": network.states}
    return {
        "bdeu": mcbnc.metrics.bdeu(graph, network.unseen, **about),
        "log_likelihood": mcbnc.metrics.log_likelihood(graph, network.unseen, seen, **about),
    }


def run(network: Network, clients: int, count: int) -> dict[str, Any]:
    """Run one case: a number of clients with `count` rows each."""
    tables = [sample[:count] for sample in network.samples[:clients]]
    seen = np.concatenate(tables)
    begin = time.perf_counter()
    dags = list(mcbnc.learn_many(tables, names=network.nodes, states=network.states))
    learning = time.perf_counter() - begin
    methods = {name: name for name in METHODS} | {TRUTH: network.gold}
    comparison = mcbnc.compare(dags, network.gold, methods)
    found = {row.pop("method"): row for row in comparison.table}
    for name, graph in comparison.results.items():
        found[name] |= fit(graph, network, seen)
    each = [fit(dag, network, seen) for dag in dags]
    found["mean input"] |= {key: float(np.mean([one[key] for one in each])) for key in each[0]}
    return {
        "network": network.name, "nodes": len(network.nodes), "clients": clients, "rows": count,
        "learning": learning, "found": {name: found[name] for name in ("mean input", *methods)},
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("networks", nargs="*", default=NETWORKS, help=", ".join(NETWORKS))
    parser.add_argument("--json", type=Path, required=True)
    args = parser.parse_args()
    cases = []
    for name in args.networks:
        network = Network(args.folder, name)
        for count in ROWS:
            for clients in network.sizes():
                begin = time.perf_counter()
                cases.append(run(network, clients, count))
                print(f"{name}, {clients} x {count}: {time.perf_counter() - begin:.1f} s", flush=True)
    args.json.write_text(json.dumps(cases, indent=1) + "\n")


if __name__ == "__main__":
    main()
