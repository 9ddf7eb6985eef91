"""The whole trajectory of a case, with all measures at every breakpoint of theta."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from cases import load_case
from measure import Dag, measure
from networks import Network
from store import Params, Stage

import mcbnc

STAGE = Stage("curves", 3)
MEASURES = ("smhd", "shd", "smhd_inputs", "bdeu", "bdeu_paper", "treewidth", "edges")


def params(network: Network, clients: int, rows: int) -> Params:
    return {
        "network": network.name, "checksum": network.checksum, "clients": clients, "rows": rows,
    }  # fmt: skip


def run(folder: Path, given: Params) -> dict[str, Any]:
    """The columns of a curve, a row for each state, the selected theta, and the distance among the inputs."""
    case, inputs = load_case(folder, given["network"], given["clients"], given["rows"])
    trajectory = mcbnc.trajectory(case.dags, progress=False, **case.options)
    curve: dict[str, list[float]] = {key: [] for key in ("theta", *MEASURES, "seconds")}
    for theta, dag, seconds in states(trajectory, mcbnc.fusion(case.dags, **case.options).adjacency):
        found = measure(folder, case.network.name, dag, inputs, case.rows)
        for key, value in (("theta", theta), *((key, found[key]) for key in MEASURES), ("seconds", seconds)):
            curve[key].append(value)
    within = inputs.mean_within()
    return {"selected": trajectory.select(), "steps": len(trajectory), "within": within, "curve": curve}


def states(trajectory: mcbnc.Trajectory, fusion: Dag) -> Iterator[tuple[float, Dag, float]]:
    """Theta, DAG and seconds since the run began, of every state: the fusion first, the last one empty.

    The fusion has theta 0 and no time. If some deletions cost nothing, a second state has theta 0.
    """
    yield 0.0, fusion, 0.0
    highest = np.maximum.accumulate([step.psi for step in trajectory])
    for theta in trajectory.thetas.tolist():
        steps = int(np.searchsorted(highest, theta, side="right"))
        yield theta, trajectory.at(theta).adjacency, trajectory[steps - 1].seconds
