"""The JSON objects of ``consensus`` and ``trajectory``."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._consensus.results import ConsensusResult, Trajectory
from .._graphs.graph import PDAG
from ._files import Dags

__all__ = ["consensus_record", "trajectory_record"]


def consensus_record(result: ConsensusResult, dags: Dags) -> dict[str, Any]:
    """The JSON object of a consensus."""
    cpdag = PDAG(np.asarray(result.cpdag), result.nodes, result.named)
    return {
        "theta": result.theta,
        "nodes": result.nodes,
        "edges": result.edges,
        "reversible": result.reversible,
        "cpdag": {"directed": cpdag.directed, "undirected": cpdag.undirected},
        **_run(result, dags),
    }


def trajectory_record(run: Trajectory, dags: Dags) -> dict[str, Any]:
    """The JSON object of a trajectory."""
    return {
        "breakpoints": [state._asdict() for state in run.breakpoints],
        "selected": run.select(),
        "nodes": run.nodes,
        **_run(run, dags),
    }


def _run(run: ConsensusResult | Trajectory, dags: Dags) -> dict[str, Any]:
    """What the objects of both have."""
    return {
        "order": run.order,
        "fusion_edges": int(np.count_nonzero(run.fusion)),
        "dropped": [dags.places[i] for i in run.dropped],
        "extended": [dags.places[i] for i in run.extended],
        "status": run.status,
        "seconds": run.seconds,
    }
