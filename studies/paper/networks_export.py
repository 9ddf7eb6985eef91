#!/usr/bin/env python3
"""Write the study's 15 networks, which pgmpy bundles, as arrays that NumPy reads.

    make -C studies paper

The script needs the environment of bench/rivals/requirements.txt. A file that exists is not made again.
"""

from __future__ import annotations

import argparse
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from networks import NAMES


def arrays(network: Any) -> dict[str, Any]:
    """The arrays of :class:`networks.Network`. The nodes are in the order of their names."""
    nodes = sorted(network.nodes())
    place = {node: i for i, node in enumerate(nodes)}
    parents, tables = [], []
    for node in nodes:
        cpd = network.get_cpds(node)
        axes = [place[parent] for parent in cpd.variables[1:]]  # axis 0 is the node itself
        ascending = np.argsort(axes)
        values = np.moveaxis(cpd.values, 0, -1).transpose(*ascending, len(axes))
        tables.append((values / values.sum(-1, keepdims=True)).ravel())
        parents.append(np.array(axes, np.int64)[ascending])
    return {
        "nodes": np.array(nodes),
        "arities": np.array([len(network.states[node]) for node in nodes]),
        "parent_ptr": np.cumsum([0, *map(len, parents)]),
        "parents": np.concatenate(parents),
        "tables": np.concatenate(tables),
        "source": np.array(f"pgmpy {version('pgmpy')}"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("networks", nargs="*", default=NAMES, help=", ".join(NAMES))
    args = parser.parse_args()
    from make_datasets import read_network  # here, since it needs more than arrays() does

    args.folder.mkdir(parents=True, exist_ok=True)
    for name in args.networks:
        path = args.folder / f"{name}.npz"
        if path.exists():
            continue
        partial = path.with_suffix(".partial.npz")
        np.savez_compressed(partial, **arrays(read_network(name)))
        partial.rename(path)
        print(f"{name}: {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
