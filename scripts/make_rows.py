#!/usr/bin/env python3
"""Make the clients' rows that mcbnc.datasets bundles, beside the client DAGs of make_datasets.py.

Each client draws its own rows from a real network. The clients have different numbers of rows. The script
needs the same environment as make_datasets.py:

    python scripts/make_rows.py                  # into the package
    python scripts/make_rows.py alarm --out tmp  # elsewhere

The same arguments and versions give the same bytes.
"""

from __future__ import annotations

import argparse
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from make_datasets import CITATIONS, DATA, read_network, sample

BUNDLED = ("alarm", "asia", "hepar2")
ROWS = (2400, 600, 1500, 900, 3000, 1200, 1800, 750, 1000, 2000)
SEED = 1  # seed of the first client; the seeds of the others follow
TOOLS = ("networkx", "numpy", "pandas", "pgmpy")


def provenance(name: str, seeds: list[int]) -> dict[str, Any]:
    return {
        "network": f"{name}, of the bnlearn repository (https://www.bnlearn.com/bnrepository), "
        "as bundled with pgmpy",
        "citation": CITATIONS[name],
        "rows": list(ROWS),
        "seeds": seeds,
        "sampler": "forward sampling by numpy.random.default_rng(seed), one seed a client",
        "versions": {tool: version(tool) for tool in TOOLS},
        "script": "scripts/make_rows.py",
    }


def make(name: str) -> dict[str, np.ndarray]:
    """The arrays of the file: "about", which is JSON in UTF-8, and the codes (rows, n) of each client."""
    network = read_network(name)
    nodes = sorted(network.nodes())
    seeds = [SEED + k for k in range(len(ROWS))]
    about = {
        "network": name,
        "nodes": nodes,
        "states": {node: network.states[node] for node in nodes},
        "gold": sorted(network.edges()),
        "provenance": provenance(name, seeds),
    }
    arrays = {"about": np.frombuffer(json.dumps(about, separators=(",", ":")).encode(), np.uint8)}
    for k, (rows, seed) in enumerate(zip(ROWS, seeds, strict=True)):
        arrays[f"client{k}"] = sample(network, nodes, rows, seed).to_numpy(np.uint8)
    return arrays


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the clients' rows that mcbnc.datasets bundles.")
    of, bundled = ", ".join(CITATIONS), ", ".join(BUNDLED)
    parser.add_argument("networks", nargs="*", help=f"of {of} (default: {bundled})")
    parser.add_argument("--out", type=Path, default=DATA, help="folder to write NETWORK.npz to")
    args = parser.parse_args()
    if unknown := set(args.networks) - set(CITATIONS):
        parser.error(f"unknown networks: {', '.join(sorted(unknown))}")
    args.out.mkdir(parents=True, exist_ok=True)
    for name in args.networks or BUNDLED:
        path = args.out / f"{name}.npz"
        np.savez_compressed(path, **make(name))  # it stores no dates, so the bytes are always the same
        print(f"{path}: {sum(ROWS)} rows of {len(ROWS)} clients, {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
