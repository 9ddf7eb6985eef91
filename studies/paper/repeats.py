"""Runs of a case again: with random ties, other names, another order of the clients, and other k_max.

The engine is deterministic. So each reading of the paper's "10 repeats" changes one thing.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from cases import load_case
from measure import moral, smhd
from methods import Case
from networks import Network
from store import Params, Stage

import mcbnc

STAGE = Stage("repeats", 1)
TIMES = 10


def _ties(case: Case, repetition: int) -> mcbnc.Trajectory:
    """Ties are drawn at random."""
    return mcbnc.trajectory(case.dags, seed=repetition, progress=False, **case.options)


def _nodes(case: Case, repetition: int) -> mcbnc.Trajectory:
    """The nodes have other names, in another order. The lowest name wins a tie."""
    places = np.random.default_rng(repetition).permutation(len(case.nodes))
    names = [f"{place:04d}" for place in places]
    return mcbnc.trajectory(case.dags, nodes=names, workers=1, progress=False)


def _clients(case: Case, repetition: int) -> mcbnc.Trajectory:
    """The clients come in another order. This changes nothing."""
    order = np.random.default_rng(repetition).permutation(len(case.dags))
    return mcbnc.trajectory(case.dags[order], progress=False, **case.options)


def _k_max(case: Case, repetition: int) -> mcbnc.Trajectory:
    """As in older code of the authors, which gave the seeds 0..9 as k_max."""
    return mcbnc.trajectory(case.dags, k_max=repetition, progress=False, **case.options)


READINGS: dict[str, Callable[[Case, int], mcbnc.Trajectory]] = {
    "ties": _ties, "nodes": _nodes, "clients": _clients, "k_max": _k_max,
}  # fmt: skip


def params(network: Network, clients: int, rows: int, reading: str, times: int = TIMES) -> Params:
    facts = {"network": network.name, "checksum": network.checksum, "clients": clients, "rows": rows}
    return {**facts, "reading": reading, "times": times}


def run(folder: Path, given: Params) -> dict[str, Any]:
    """The distances at the selected theta of each repetition, and whether all graphs are the same."""
    case, inputs = load_case(folder, given["network"], given["clients"], given["rows"])
    found: dict[str, Any] = {"smhd": [], "smhd_inputs": [], "theta": []}
    graphs = set()
    for repetition in range(given["times"]):
        trajectory = READINGS[given["reading"]](case, repetition)
        theta = trajectory.select()
        dag = trajectory.at(theta).adjacency
        graphs.add(dag.tobytes())
        found["smhd"].append(smhd(dag, case.network.gold))
        found["smhd_inputs"].append(inputs.mean_smhd(moral(dag)))
        found["theta"].append(theta)
    if given["reading"] == "clients" and len(graphs) > 1:
        raise RuntimeError(f"{given}: the order of the clients changed the consensus")
    return {**found, "graphs": len(graphs)}
