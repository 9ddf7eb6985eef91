"""The main job on the bundled ALARM clients: ten hospitals' DAGs in, one DAG out, with a picture.

Run by ``make demo``; needs matplotlib for the picture (``pip install matplotlib``).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

import mcbnc
from mcbnc import metrics


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", default="alarm", choices=mcbnc.datasets.names())
    parser.add_argument("--out", type=Path, default=Path("build/demo.png"), help="where the picture goes")
    arguments = parser.parse_args()

    clients = mcbnc.datasets.load(arguments.network)
    begin = time.perf_counter()
    result = mcbnc.consensus(clients.dags, "auto", nodes=clients.nodes)
    seconds = time.perf_counter() - begin

    report(arguments.network, clients, result, seconds)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    draw(arguments.network, clients, result, arguments.out)
    print(f"\nThe consensus is drawn in {arguments.out}")


def report(network: str, clients: Any, result: mcbnc.ConsensusResult, seconds: float) -> None:
    """Print what came out, and how near it is to the inputs and to the true network."""
    gold, dags = clients.gold, clients.dags
    to_gold = [metrics.smhd(dag, gold) for dag in dags]
    among = [metrics.mean_smhd(dag, dags) for dag in dags]
    print(f"{network.upper()}: {len(dags)} client DAGs over {len(clients.nodes)} nodes")
    print(
        f"theta chosen: {result.theta:.3g}    status: {result.status}    "
        f"seconds: {result.seconds:.4f} in the engine, {seconds:.4f} with loading it\n"
    )
    print(f"{'':16}{'edges':>8}{'SMHD to inputs':>17}{'SMHD to gold':>15}{'treewidth':>12}")
    arcs = float(np.mean([dag.sum() for dag in dags]))
    width = float(np.mean([metrics.treewidth(dag) for dag in dags]))
    row = "{:16}{:>8.1f}{:>17.2f}{:>15.1f}{:>12.1f}"
    print(row.format("mean input", arcs, np.mean(among), np.mean(to_gold), width))
    for name, graph in (("fusion", result.fusion), ("consensus", result.adjacency)):
        near = metrics.mean_smhd(graph, dags)
        print(row.format(name, graph.sum(), near, metrics.smhd(graph, gold), metrics.treewidth(graph)))
    print(f"\nThe consensus' {len(result.edges)} edges:")
    lines = [f"{u} -> {v}" for u, v in result.edges]
    for k in range(0, len(lines), 3):
        print("  " + "".join(f"{text:34}" for text in lines[k : k + 3]).rstrip())


def draw(network: str, clients: Any, result: mcbnc.ConsensusResult, out: Path) -> None:
    """Draw the consensus, and in what it differs from the true network."""
    import matplotlib

    matplotlib.use("Agg")
    axes = result.plot(compare=clients.gold)
    axes.set_title(f"{network.upper()}: the consensus (here) and the true network (there)")
    axes.figure.savefig(out, dpi=120, bbox_inches="tight")


if __name__ == "__main__":
    main()
