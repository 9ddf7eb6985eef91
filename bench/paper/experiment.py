#!/usr/bin/env python3
"""The paper's experiment with our own tools: rows, each client's structure, consensus, and its judgement.

    python bench/paper/experiment.py build/rows --json build/experiment.json

reads the files of rows and the networks that bench/rivals/sample.py left, as many as there are; page.py
makes docs/experiment.md of what it writes. Each client has a sample of its own, one more is kept for the
judgement. What came out of earlier runs is kept, and not done again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import mcbnc

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "rivals"))
import rows

NETWORKS = (
    "asia", "child", "insurance", "alarm", "hailfinder", "hepar2", "win95pts", "andes", "pigs", "diabetes",
)  # fmt: skip
CLIENTS = (5, 10, 20, 30)
ROWS = (500, 5000)
LARGE = 200  # nodes; with more, not all numbers of clients are tried
FEW = (5, 10)

Graphs = list[Any]
METHODS: dict[str, Callable[[Graphs], Any]] = {
    "fusion": mcbnc.fusion,
    "MCBNC 0.5": lambda dags: mcbnc.consensus(dags, 0.5),
    "MCBNC auto": lambda dags: mcbnc.consensus(dags, "auto"),
    "capped auto": lambda dags: mcbnc.consensus(dags, "auto", cap=1),
    "vote, arcs": lambda dags: mcbnc.baselines.vote(dags),
    "vote, skeleton": lambda dags: mcbnc.baselines.vote(dags, kind="skeleton"),
    "averaged": mcbnc.baselines.averaged,
    "climb": mcbnc.baselines.climb,
}


class Network:
    """A network, and the rows that were drawn from it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        files = sorted(folder.glob(f"{name}.*.rows"), key=lambda path: int(path.suffixes[0][1:]))
        if len(files) < 2:
            raise FileNotFoundError(f"{folder} has no samples of {name} for clients and for the judgement")
        tables = [rows.read(path) for path in files]
        self.nodes, self.states, _ = tables[0]
        *self.samples, self.unseen = [codes.T for *_, codes in tables]  # (rows, n)
        arcs = json.loads((folder / f"{name}.gold.json").read_text())
        self.gold = pd.DataFrame(0, self.nodes, self.nodes, np.uint8)
        for u, v in arcs:
            self.gold.loc[u, v] = 1

    def sizes(self) -> tuple[int, ...]:
        """The numbers of clients to be tried."""
        return tuple(r for r in (FEW if len(self.nodes) > LARGE else CLIENTS) if r <= len(self.samples))


def judge(graph: Any, dags: Graphs, network: Network, seen: np.ndarray) -> dict[str, float]:
    """What there is to say of a graph: how far it is from others, how complex, how well it fits new rows."""
    about = {"names": network.nodes, "states": network.states}
    return {
        "smhd_gold": mcbnc.metrics.smhd(graph, network.gold),
        "shd_gold": mcbnc.metrics.shd(graph, network.gold),
        "smhd_inputs": mcbnc.metrics.mean_smhd(graph, dags),
        "edges": int(np.count_nonzero(np.asarray(graph))),
        "treewidth": mcbnc.metrics.treewidth(graph),
        "bdeu": mcbnc.metrics.bdeu(graph, network.unseen, **about),
        "log_likelihood": mcbnc.metrics.log_likelihood(graph, network.unseen, seen, **about),
    }


def run(network: Network, clients: int, count: int) -> dict[str, Any]:
    """One case: so many clients with so many rows each."""
    tables = [sample[:count] for sample in network.samples[:clients]]
    seen = np.concatenate(tables)
    begin = time.perf_counter()
    dags: Graphs = list(mcbnc.learn_many(tables, names=network.nodes, states=network.states))
    learning = time.perf_counter() - begin
    found = {}
    for name, method in METHODS.items():
        begin = time.perf_counter()
        graph = method(dags)
        seconds = time.perf_counter() - begin
        found[name] = judge(graph, dags, network, seen) | {"seconds": seconds}
    each = [judge(dag, dags, network, seen) for dag in dags]
    found["mean client"] = {key: float(np.mean([one[key] for one in each])) for key in each[0]}
    found["truth"] = judge(network.gold, dags, network, seen)
    return {
        "network": network.name, "nodes": len(network.nodes), "clients": clients, "rows": count,
        "learning": learning, "found": found,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("networks", nargs="*", default=NETWORKS, help=", ".join(NETWORKS))
    parser.add_argument("--json", type=Path, required=True)
    args = parser.parse_args()
    cases = json.loads(args.json.read_text()) if args.json.exists() else []
    done = {(case["network"], case["clients"], case["rows"]) for case in cases}
    for name in args.networks:
        network = Network(args.folder, name)
        for count in ROWS:
            for clients in network.sizes():
                if (name, clients, count) in done:
                    continue
                begin = time.perf_counter()
                cases.append(run(network, clients, count))
                args.json.write_text(json.dumps(cases, indent=1) + "\n")
                print(f"{name}, {clients} x {count}: {time.perf_counter() - begin:.1f} s", flush=True)


if __name__ == "__main__":
    main()
