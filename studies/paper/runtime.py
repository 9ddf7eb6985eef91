"""The runtime of MCBNC beside the genetic and the greedy fusions of bounded treewidth.

The networks are those of the genetic fusions' own studies. The inputs are learned here, and perturbed there.
The bound is the treewidth of the true network by min-fill. MCBNC takes the state of its trajectory with the
least mean SMHD to the inputs within the bound.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from cases import load_case, timed
from measure import moral, smhd
from methods import BOUNDED, Case, Method
from networks import Network
from store import Params, Stage

import mcbnc

STAGE = Stage("runtime", 1)
NETWORKS = (
    "asia", "child", "insurance", "water", "mildew", "alarm", "barley", "hailfinder", "hepar2", "win95pts",
)  # fmt: skip
CLIENTS = (5, 10, 20, 30, 50)


def _mcbnc(case: Case) -> Any:
    trajectory = mcbnc.trajectory(case.dags, progress=False, **case.options)
    return trajectory.at(trajectory.select(max_treewidth=case.bound))


def _genetic(kind: Any) -> Method:
    return lambda case: mcbnc.baselines.genetic(
        case.dags, case.bound, kind, seed=0, progress=False, **case.options
    )


METHODS: dict[str, Method] = {
    "mcbnc": _mcbnc,
    **{f"genetic {kind}": _genetic(kind) for kind in ("fusion", "inputs", "arcs")},
    **BOUNDED,
}


def params(network: Network, clients: int, rows: int, method: str) -> Params:
    facts = {"network": network.name, "checksum": network.checksum, "clients": clients, "rows": rows}
    return {**facts, "method": method}


def run(folder: Path, given: Params) -> dict[str, Any]:
    """The seconds of a method, and the distances of its graph."""
    case, inputs = load_case(folder, given["network"], given["clients"], given["rows"])
    graph, seconds = timed(METHODS[given["method"]], case)
    dag = np.asarray(graph)
    return {
        "seconds": seconds,
        "smhd": smhd(dag, case.network.gold),
        "smhd_inputs": inputs.mean_smhd(moral(dag)),
        "treewidth": mcbnc.metrics.treewidth(dag),
        "bound": case.bound,
        "status": graph.status,
        "generations": getattr(graph, "generations", 0),
    }
