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
    draw(result, clients.gold, arguments.out)
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


def draw(result: mcbnc.ConsensusResult, gold: np.ndarray, out: Path) -> None:
    """Draw the consensus in layers; an edge that the true network lacks is dashed."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    at = layered(result.adjacency)
    figure, axes = plt.subplots(figsize=(15, 9), layout="constrained")
    box = {"boxstyle": "round,pad=0.35", "facecolor": "#eef3f8", "edgecolor": "#35577d"}
    labels = [
        axes.text(x, y, str(name), ha="center", va="center", fontsize=8, bbox=box, zorder=3)
        for (x, y), name in zip(at, result.nodes)
    ]
    for i, j in np.argwhere(result.adjacency):
        known = bool(gold[i, j] or gold[j, i])
        arrow = {
            "arrowstyle": "-|>",
            "color": "#35577d" if known else "#c2571a",
            "linestyle": "-" if known else "--",
            "linewidth": 1.3,
            "patchA": labels[i].get_bbox_patch(),
            "patchB": labels[j].get_bbox_patch(),
            "connectionstyle": "arc3,rad=0.06",
        }
        axes.annotate("", xy=at[j], xytext=at[i], arrowprops=arrow, zorder=1)
    (left, bottom), (right, top) = at.min(axis=0), at.max(axis=0)
    axes.set(xlim=(left - 0.7, right + 0.7), ylim=(bottom - 0.6, top + 0.6))
    edges = f"{len(result.edges)} edges (dashed: not adjacent in the true network)"
    axes.set_title(f"Consensus at theta = {result.theta:.3g}: {edges}")
    axes.axis("off")
    figure.savefig(out, dpi=120)
    plt.close(figure)


def layered(adjacency: np.ndarray, sweeps: int = 30) -> np.ndarray:
    """Place the nodes (n, 2): one layer below the lowest parent, near parents and children within it."""
    n = len(adjacency)
    layer = np.zeros(n, dtype=int)
    for _ in range(n):  # the longest path has at most n - 1 arcs
        for i, j in np.argwhere(adjacency):
            layer[j] = max(layer[j], layer[i] + 1)
    sources = np.flatnonzero((adjacency.sum(0) == 0) & (adjacency.sum(1) > 0))
    for i in sources:  # a source stands just above its nearest child
        layer[i] = min(layer[j] for j in np.flatnonzero(adjacency[i])) - 1
    near = (adjacency + adjacency.T) > 0
    x = np.zeros(n)
    for k in range(layer.max() + 1):
        x[layer == k] = np.arange((layer == k).sum())
    for sweep in range(sweeps):
        order = range(layer.max() + 1) if sweep % 2 == 0 else range(layer.max(), -1, -1)
        for k in order:
            members = np.flatnonzero(layer == k)
            wanted = [x[near[i]].mean() if near[i].any() else x[i] for i in members]
            for place, index in enumerate(np.argsort(wanted, kind="stable")):
                x[members[index]] = place - (len(members) - 1) / 2
    return np.column_stack([x * 1.6, -layer * 1.2])


if __name__ == "__main__":
    main()
