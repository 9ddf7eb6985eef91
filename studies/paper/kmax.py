"""The ablation of k_max (the paper's appendix C.4), on one network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from cases import load_case, timed
from measure import smhd
from networks import Network
from store import Params, Stage

import mcbnc

STAGE = Stage("kmax", 1)
NETWORK = "diabetes"
VALUES = (0, 1, 2, 3, 4, 5, 10, 15, 20)


def params(network: Network, clients: int, rows: int, k_max: int) -> Params:
    facts = {"network": network.name, "checksum": network.checksum, "clients": clients, "rows": rows}
    return {**facts, "k_max": k_max}


def run(folder: Path, given: Params) -> dict[str, Any]:
    """The curve of the distance to the true network, the selected theta, and the seconds of the run."""
    case, _ = load_case(folder, given["network"], given["clients"], given["rows"])
    trajectory, seconds = timed(
        lambda case: mcbnc.trajectory(case.dags, k_max=given["k_max"], progress=False, **case.options), case
    )
    thetas = [0.0, *(theta for theta in trajectory.thetas.tolist() if theta > 0)]
    distances = [smhd(trajectory.at(theta).adjacency, case.network.gold) for theta in thetas]
    selected = trajectory.select()
    return {
        "theta": selected,
        "smhd": distances[thetas.index(selected)],
        "seconds": seconds,
        "mean_input": float(np.mean([smhd(dag, case.network.gold) for dag in case.dags])),
        "curve": {"theta": thetas, "smhd": distances},
    }
