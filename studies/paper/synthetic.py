"""The paper's synthetic experiment (appendix B): DAGs that differ from one random DAG by random changes.

"0.75 n random perturbations" can be read in two ways. In "attempts", which is what the authors' code does, an
attempt that the limits forbid counts too, and the random DAG is one of the inputs. In "successes", each
input has 0.75 n changes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from measure import Inputs, moral, smhd
from numpy.typing import NDArray
from perturbation import Perturbed
from store import Params, Stage

import mcbnc

STAGE = Stage("synthetic", 1)
NODES = CLIENTS = (10, 30, 50, 100)
READINGS = ("attempts", "successes")
TIMES = 10
GRID = [k / 20 for k in range(21)]
CHANGES = 0.75  # changes for each node


def params(nodes: int, clients: int, reading: str, repetition: int) -> Params:
    return {"nodes": nodes, "clients": clients, "reading": reading, "repetition": repetition}


def draw(given: Params) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The random DAG G_0, and the inputs, (r, n, n)."""
    n, r, reading = given["nodes"], given["clients"], given["reading"]
    rng = np.random.default_rng([n, r, READINGS.index(reading), given["repetition"]])
    changes = int(CHANGES * n)
    origin = Perturbed(np.eye(n, k=1, dtype=np.uint8))  # the chain
    for _ in range(n * changes):
        origin.attempt(rng)
    dags = [origin.dag] if reading == "attempts" else []
    while len(dags) < r:
        client = Perturbed(origin.dag)
        for _ in range(changes):
            client.attempt(rng) if reading == "attempts" else client.change(rng)
        dags.append(client.dag)
    return origin.dag, np.array(dags)


def run(folder: Path, given: Params) -> dict[str, Any]:
    """The distances to the inputs and to G_0 on a grid of theta, and at the selected theta."""
    gold, dags = draw(given)
    inputs = Inputs(dags)
    trajectory = mcbnc.trajectory(dags, workers=1, progress=False)
    graphs = [trajectory.at(theta).adjacency for theta in GRID]
    selected = trajectory.select()
    return {
        "theta": GRID,
        "smhd_inputs": [inputs.mean_smhd(moral(dag)) for dag in graphs],
        "smhd": [smhd(dag, gold) for dag in graphs],
        "auto": {"theta": selected, "smhd": smhd(trajectory.at(selected).adjacency, gold)},
        "mean_input": float(np.mean([smhd(dag, gold) for dag in dags])),
        "arcs": int(gold.sum()),
    }
