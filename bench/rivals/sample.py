#!/usr/bin/env python3
"""Sample the rows that the learners are measured on, from the networks that pgmpy bundles.

    PYTHONPATH=scripts python bench/rivals/sample.py build/rows                 # all, 5000 rows of each
    PYTHONPATH=scripts python bench/rivals/sample.py build/rows alarm hepar2    # two of them

The sampler is the one that the bundled clients come from, scripts/make_datasets.py. A file that is there
already is left alone. The same versions and seeds give the same bytes.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import rows
from make_datasets import read_network, sample

# The numbers of samples, of seeds 1, 2, ...: one, but of ALARM as many as learn_many is measured with.
NETWORKS = {
    "asia": 1, "child": 1, "alarm": 30, "insurance": 1, "hailfinder": 1, "hepar2": 1, "win95pts": 1,
    "andes": 1, "pigs": 1, "diabetes": 1,
}  # fmt: skip
ROWS = 5000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("networks", nargs="*", default=list(NETWORKS), help=", ".join(NETWORKS))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for name in args.networks:
        paths = {seed: args.folder / f"{name}.{seed}.rows" for seed in range(1, NETWORKS[name] + 1)}
        missing = {seed: path for seed, path in paths.items() if not path.exists()}
        if not missing:
            continue
        network = read_network(name)
        nodes = sorted(network.nodes())
        arity = [len(network.states[node]) for node in nodes]
        for seed, path in missing.items():
            rows.write(path, nodes, arity, sample(network, nodes, ROWS, seed).to_numpy().T)
        print(f"{name}: {len(nodes)} nodes, {len(missing)} samples")


if __name__ == "__main__":
    main()
