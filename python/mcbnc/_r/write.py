"""Results in values that reticulate converts without NumPy. A matrix is bytes, column by column."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._comparing.comparison import Comparison
from .._consensus.results import ConsensusResult, Trajectory
from .._consensus.steps import Breakpoint
from .._learning.learned import Learned
from .._results.result import Result
from ..datasets import Clients

__all__ = [
    "write_clients",
    "write_comparison",
    "write_consensus",
    "write_learned",
    "write_psi",
    "write_trajectory",
]


def write_consensus(result: ConsensusResult) -> dict[str, Any]:
    return {
        **_write_result(result),
        "theta": result.theta,
        "theta_text": result._theta_text(result.theta),
        "order": _texts(result.order),
        "dropped": [i + 1 for i in result.dropped],
        "extended": [i + 1 for i in result.extended],
    }


def write_psi(result: ConsensusResult) -> list[float]:
    """The criticality of each edge, in the order of ``edges``."""
    psi: list[float] = result._edge_columns()["psi"].tolist()
    return psi


def write_learned(learned: Learned) -> dict[str, Any]:
    return {
        **_write_result(learned),
        "score": learned.score,
        "criterion": learned.criterion,
        "rows": learned.rows,
    }


def write_trajectory(run: Trajectory) -> dict[str, Any]:
    steps = list(run)
    return {
        "nodes": _texts(run.nodes),
        "steps": {
            "from": _texts(step.u for step in steps),
            "to": _texts(step.v for step in steps),
            "undirected": [step.undirected for step in steps],
            "psi": [step.psi for step in steps],
            "edges_left": [step.edges_left for step in steps],
        },
        "breakpoints": {
            name: [getattr(point, name) for point in run.breakpoints] for name in Breakpoint._fields
        },
        "theta_texts": [run._theta_text(theta) for theta in run.thetas],
        "selected": run.select(),
        "selected_text": run._theta_text(run.select()),
        "status": run.status,
        "seconds": run.seconds,
        "python": run,
    }


def write_comparison(comparison: Comparison) -> dict[str, Any]:
    return {
        "nodes": _texts(comparison.nodes),
        "table": _columns(comparison.table),
        "inputs": _columns(comparison.inputs),
        "dropped": [i + 1 for i in comparison.dropped],
        "results": {name: _bytes(np.asarray(graph)) for name, graph in comparison.results.items()},
        "python": comparison,
    }


def write_clients(clients: Clients) -> dict[str, Any]:
    return {
        "nodes": _texts(clients.nodes),
        "dags": [_bytes(dag) for dag in clients.dags],
        "gold": _bytes(clients.gold),
        "provenance": clients.provenance,
    }


def _write_result(result: Result) -> dict[str, Any]:
    return {
        "nodes": _texts(result.nodes),
        "adjacency": _bytes(result.adjacency),
        "cpdag": _bytes(result.cpdag),
        "edges": _write_edges(result),
        "status": result.status,
        "seconds": result.seconds,
        "python": result,
    }


def _write_edges(result: Result) -> dict[str, list[Any]]:
    """The columns of ``to_frame()`` without ``psi``, which takes a search. :func:`write_psi` has it."""
    columns = Result._edge_columns(result)
    ends = {name: _texts(columns.pop(name)) for name in ("from", "to")}
    return {**ends, **{name: column.tolist() for name, column in columns.items()}}


def _columns(table: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """The columns of a table of rows."""
    return {name: [row[name] for row in table] for name in table[0]}


def _texts(names: Any) -> list[str]:
    return [str(name) for name in names]


def _bytes(matrix: NDArray[Any]) -> bytearray:
    return bytearray(matrix.astype(np.uint8).tobytes(order="F"))
