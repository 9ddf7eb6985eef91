#!/usr/bin/env python3
"""Sample the rows for the measurements of learners, from the networks that pgmpy bundles.

    PYTHONPATH=scripts python bench/rivals/sample.py build/rows                       # what bench-learn needs
    PYTHONPATH=scripts python bench/rivals/sample.py build/rows alarm --samples 31    # more of one network

The sampler is that of scripts/make_datasets.py, which made the bundled clients. A file that exists is not
made again. The same versions and seeds give the same bytes. Beside the rows, the script writes the arcs of
the network by name.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import rows
from make_datasets import read_network, sample

NETWORKS = (
    "asia", "child", "insurance", "alarm", "hailfinder", "hepar2", "win95pts", "andes", "pigs", "diabetes",
)  # fmt: skip
SAMPLES = {"alarm": 30}  # the number of samples, with seeds 1, 2, ...; one for every other network
ROWS = 5000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("networks", nargs="*", default=NETWORKS, help=", ".join(NETWORKS))
    parser.add_argument("--samples", type=int, help="number of samples of each network")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name in args.networks:
        count = args.samples or SAMPLES.get(name, 1)
        paths = {seed: args.folder / f"{name}.{seed}.rows" for seed in range(1, count + 1)}
        missing = {seed: path for seed, path in paths.items() if not path.exists()}
        if not missing:
            continue
        network = read_network(name)
        (args.folder / f"{name}.gold.json").write_text(json.dumps(sorted(network.edges())))
        nodes = sorted(network.nodes())
        arity = [len(network.states[node]) for node in nodes]
        for seed, path in missing.items():
            rows.write(path, nodes, arity, sample(network, nodes, ROWS, seed).to_numpy().T)
        print(f"{name}: {len(nodes)} nodes, {len(missing)} samples", flush=True)


if __name__ == "__main__":
    main()
