#!/usr/bin/env python3
"""Make the client DAGs that mcbnc.datasets bundles.

Each client draws its own rows from a real network and learns a DAG from those rows alone. pgmpy bundles
the networks, so no internet is needed. The script needs an environment of its own, with Python >= 3.11:

    pip install -r scripts/requirements-datasets.txt
    python scripts/make_datasets.py                          # all networks, into the package
    python scripts/make_datasets.py alarm --clients 30 --rows 500 --out few-rows

The same arguments and versions give the same bytes.

The learner is pyAgrum's extended greedy hill-climbing with BDeu, from the empty graph. Times for one
client of ALARM:

    pyAgrum, extended greedy hill-climbing    0.1 s
    pgmpy, hill-climbing                      8 s
    causal-learn, GES                         2 min

On ALARM, its DAGs are also closer to the gold DAG than those of pgmpy with BDeu, and than its own with
BIC. The learner makes no restarts, on purpose. With 50 restarts, all clients of CHILD find the class of the
gold DAG, and a consensus has nothing to decide.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Iterator
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import pyagrum
from pgmpy.utils import get_example_model

CITATIONS = {
    "alarm": "Beinlich, Suermondt, Chavez, Cooper: The ALARM monitoring system. AIME 1989, 247-256",
    "asia": "Lauritzen, Spiegelhalter: Local computation with probabilities on graphical structures "
    "and their application to expert systems. JRSS B 50(2), 1988, 157-224",
    "child": "Spiegelhalter, Cowell: Learning in probabilistic expert systems. "
    "Bayesian Statistics 4, 1992, 447-466",
    "hepar2": "Onisko: Probabilistic causal models in medicine: application to diagnosis of liver "
    "disorders. PhD thesis, Polish Academy of Science, Warsaw, 2003",
    "insurance": "Binder, Koller, Russell, Kanazawa: Adaptive probabilistic networks with hidden "
    "variables. Machine Learning 29, 1997, 213-244",
}
TOOLS = ("networkx", "numpy", "pandas", "pgmpy", "pyAgrum")
DATA = Path(__file__).resolve().parents[1] / "python" / "mcbnc" / "data"

Arcs = list[tuple[str, str]]


def read_network(name: str) -> Any:
    with warnings.catch_warnings():
        # The function is deprecated. Its successor load_model downloads the network.
        warnings.simplefilter("ignore", FutureWarning)
        return get_example_model(name)


def sample(network: Any, nodes: list[str], rows: int, seed: int) -> pd.DataFrame:
    """Draw rows by forward sampling: states as integers, one column per node, in the order of `nodes`.

    Every node has its own uniform random numbers, so the order of the nodes in the sampling does not matter.
    """
    uniforms = dict(zip(nodes, np.random.default_rng(seed).random((len(nodes), rows)), strict=True))
    drawn: dict[str, np.ndarray] = {}
    for node in nx.topological_sort(network):
        cpd = network.get_cpds(node)
        parents = cpd.variables[1:]  # axis 0 is the node itself
        table = np.cumsum(cpd.values / cpd.values.sum(axis=0), axis=0)
        limits = table[(slice(None), *(drawn[p] for p in parents))].reshape(len(table), -1)
        # The last limit is 1 up to rounding. It is left out, since rounding could put a number above it.
        drawn[node] = (uniforms[node] >= limits[:-1]).sum(axis=0)
    return pd.DataFrame({node: drawn[node] for node in nodes})


def learn(network: Any, data: pd.DataFrame) -> Arcs:
    """The arcs of the DAG that one client learns from its rows."""
    # The template has also the states that do not occur in the rows, since BDeu counts them.
    template = pyagrum.BayesNet()
    for node in data.columns:
        template.add(pyagrum.LabelizedVariable(node, node, len(network.states[node])))
    learner = pyagrum.BNLearner(data, template)
    learner.setNumberOfThreads(1)
    learner.useScoreBDeu()
    learner.useExtendedGreedyHillClimbing()
    arcs = learner.learnDAG().arcs()
    return sorted((learner.nameFromId(a), learner.nameFromId(b)) for a, b in arcs)


def provenance(name: str, rows: int, seeds: list[int]) -> dict[str, Any]:
    return {
        "network": f"{name}, of the bnlearn repository (https://www.bnlearn.com/bnrepository), "
        "as bundled with pgmpy",
        "citation": CITATIONS[name],
        "rows": rows,
        "seeds": seeds,
        "sampler": "forward sampling by numpy.random.default_rng(seed), one seed a client",
        "learner": "extended greedy hill-climbing of pyAgrum, from the empty graph",
        "score": "BDeu, equivalent sample size 1 (pyAgrum's, with its tabulated log-gamma)",
        "versions": {tool: version(tool) for tool in TOOLS},
        "script": "scripts/make_datasets.py",
    }


def make(name: str, clients: int, rows: int, seed: int) -> dict[str, Any]:
    network = read_network(name)
    nodes = sorted(network.nodes())
    seeds = list(range(seed, seed + clients))
    return {
        "network": name,
        "nodes": nodes,
        "gold": sorted(network.edges()),
        "clients": [learn(network, sample(network, nodes, rows, s)) for s in seeds],
        "provenance": provenance(name, rows, seeds),
    }


def to_json(dataset: dict[str, Any]) -> str:
    """Compact JSON with one line for each key and each client, which keeps diffs readable."""

    def dump(value: Any) -> str:
        return json.dumps(value, separators=(",", ":"))

    lines = {key: dump(value) for key, value in dataset.items()}
    lines["clients"] = "[\n" + ",\n".join(map(dump, dataset["clients"])) + "\n]"
    return "{" + ",\n".join(f"{dump(key)}:{line}" for key, line in lines.items()) + "}\n"


def skeleton(arcs: Arcs) -> set[frozenset[str]]:
    return {frozenset(arc) for arc in arcs}


def moral(arcs: Arcs) -> set[frozenset[str]]:
    married = (frozenset((a, b)) for (a, v), (b, w) in combinations(arcs, 2) if v == w)
    return skeleton(arcs).union(married)


def quality(dataset: dict[str, Any]) -> Iterator[str]:
    """Lines of text that compare the clients' DAGs with the gold DAG."""
    gold, clients = dataset["gold"], dataset["clients"]
    yield f"{np.mean([len(c) for c in clients]):.1f} arcs (gold {len(gold)})"
    for edges in (skeleton, moral):
        distances = [len(edges(c) ^ edges(gold)) for c in clients]
        yield f"{edges.__name__} distance to gold {np.mean(distances):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the client DAGs that mcbnc.datasets bundles.")
    parser.add_argument("networks", nargs="*", help=f"of {', '.join(CITATIONS)} (default: all)")
    parser.add_argument("--clients", type=int, default=10)
    parser.add_argument("--rows", type=int, default=5000, help="rows a client learns from")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first client; others follow")
    parser.add_argument("--out", type=Path, default=DATA, help="folder to write NETWORK.json to")
    args = parser.parse_args()
    if unknown := set(args.networks) - set(CITATIONS):
        parser.error(f"unknown networks: {', '.join(sorted(unknown))}")
    args.out.mkdir(parents=True, exist_ok=True)
    for name in args.networks or CITATIONS:
        dataset = make(name, args.clients, args.rows, args.seed)
        path = args.out / f"{name}.json"
        path.write_text(to_json(dataset), encoding="utf-8", newline="\n")
        print(f"{path}: {', '.join(quality(dataset))}", flush=True)


if __name__ == "__main__":
    main()
