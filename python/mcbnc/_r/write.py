"""Results in values that reticulate converts without NumPy. A matrix is bytes, column by column."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.show import theta_text
from .._comparing.agreement import Agreement
from .._comparing.comparison import Comparison
from .._consensus.explain import Explanation
from .._consensus.resampled import Stability
from .._consensus.results import ConsensusResult, Trajectory
from .._consensus.steps import Breakpoint
from .._graphs.graph import PDAG, Graph
from .._learning.bootstrapped import Bootstrap, strength_table
from .._learning.jointly_learned import JointlyLearned
from .._learning.learned import Learned
from .._results.result import Result
from .._rows.binned import CutPoints
from .._rows.cutting import bin_names, place_names
from .._rows.missing import MISSING_STATE
from ..datasets import Clients

__all__ = [
    "write_agreement",
    "write_binned",
    "write_bootstrap",
    "write_clients",
    "write_comparison",
    "write_consensus",
    "write_explanation",
    "write_graph",
    "write_jointly",
    "write_learned",
    "write_matrix",
    "write_psi",
    "write_result",
    "write_stability",
    "write_theta",
    "write_trajectory",
]

_R_DIGITS = 7
_NAMES = ("from", "to", "u", "v", "client", "nearest")
"""The columns of tables that hold names, which need not be texts."""


def write_consensus(result: ConsensusResult) -> dict[str, Any]:
    return {
        **write_result(result),
        "theta": write_theta(result, result.theta),
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
        **write_result(learned),
        "score": learned.score,
        "criterion": learned.criterion,
        "rows": learned.rows,
    }


def write_jointly(learned: JointlyLearned) -> dict[str, Any]:
    return {
        **write_learned(learned),
        "method": learned.method,
        "scores": dict(learned.scores),
        "dropped": [i + 1 for i in learned.dropped],
        "sites": [write_learned(site) for site in learned.sites],
    }


def write_bootstrap(boot: Bootstrap) -> dict[str, Any]:
    return {
        "nodes": _texts(boot.nodes),
        "strength": _listed(strength_table(boot)),
        "dags": [write_matrix(dag) for dag in boot.dags],
        "resamples": boot.resamples,
        "rows": boot.rows,
        "seed": boot.seed,
        "criterion": boot.criterion,
        "status": boot.status,
        "seconds": boot.seconds,
        "python": boot,
    }


def write_stability(stable: Stability) -> dict[str, Any]:
    interval = stable.theta_interval()
    return {
        "nodes": _texts(stable.nodes),
        "edges": _listed(stable._columns()),
        "thetas": stable.thetas.tolist(),
        "theta_interval": list(interval),
        "theta_texts": list(map(theta_text, interval)),
        "runs": stable.runs,
        "dropped": [i + 1 for i in stable.dropped],
        "status": stable.status,
        "seconds": stable.seconds,
        "python": stable,
    }


def write_agreement(agreed: Agreement) -> dict[str, Any]:
    kept = "f1" in agreed._arrays
    return {
        "clients": _listed(agreed._columns()),
        "f1": agreed.f1.ravel().tolist() if kept else None,
        "outliers": [i + 1 for i in agreed.outliers],
        "threshold": agreed.threshold,
        "python": agreed,
    }


def write_binned(
    tables: list[dict[Hashable, Any]], bins: CutPoints | list[CutPoints]
) -> dict[str, list[dict[str, Any]]]:
    """The columns that were cut, as codes and levels, and the cut points: shared ones once."""
    every = bins if isinstance(bins, list) else [bins] * len(tables)
    return {
        "tables": [
            {str(name): _write_factor(table[name], points) for name, points in own.items() if name in table}
            for table, own in zip(tables, every, strict=True)
        ],
        "bins": [
            {str(name): list(points) for name, points in own.items()}
            for own in (bins if isinstance(bins, list) else [bins])
        ],
    }


def write_cells(table: dict[Hashable, list[Any]] | None) -> list[dict[str, Any]]:
    """The columns of a file in their order, which R has not read. None: R has the table."""
    columns = () if table is None else table.items()
    return [
        {"name": str(name), "cells": ["" if cell is None else str(cell) for cell in cells]}
        for name, cells in columns
    ]


def _write_factor(labels: list[str], points: Sequence[float]) -> dict[str, Any]:
    """A column of bins: the code of each row, an int32 from 0, and all bins from the first to the last."""
    levels = bin_names(points)
    if not set(labels) <= {*levels, MISSING_STATE}:  # the clients have bins of their own
        levels = place_names(points)
    if MISSING_STATE in labels:
        levels = [*levels, MISSING_STATE]
    code = {level: k for k, level in enumerate(levels)}
    return {"codes": bytearray(np.array([code[x] for x in labels], np.int32).tobytes()), "levels": levels}


def write_explanation(told: Explanation) -> dict[str, Any]:
    columns = told._columns()
    cuts = ["; ".join(f"{a} -- {b}" for a, b in edges) for edges in columns.pop("cut_edges")]
    return {
        "words": told.words,
        "present": told.present,
        "psi": told.psi,
        "S": _texts(told.S),
        "H": _texts(told.H),
        "inputs": {**_listed(columns), "cut_edges": cuts},
        "python": told,
    }


def write_theta(run: ConsensusResult | Trajectory, theta: float) -> float:
    """The threshold as R has it: one that is the same number when it is typed as R prints it.

    R prints seven digits. If these are another number, it is the next greater threshold of few digits that
    gives the same graph: 1/3 is 0.3334, since 0.3333333 gives another one.
    """
    return float(theta) if float(f"{theta:.{_R_DIGITS}g}") == theta else float(run._theta_text(theta))


def write_graph(graph: Graph | PDAG) -> dict[str, Any]:
    return {"nodes": _texts(graph.nodes), "adjacency": write_matrix(graph.adjacency)}


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
            **{name: [getattr(point, name) for point in run.breakpoints] for name in Breakpoint._fields},
            "theta": [write_theta(run, theta) for theta in run.thetas],
        },
        "theta_texts": [run._theta_text(theta) for theta in run.thetas],
        "selected": write_theta(run, run.select()),
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
        "results": {name: write_matrix(np.asarray(graph)) for name, graph in comparison.results.items()},
        "python": comparison,
    }


def write_clients(clients: Clients) -> dict[str, Any]:
    return {
        "nodes": _texts(clients.nodes),
        "dags": [write_matrix(dag) for dag in clients.dags],
        "gold": write_matrix(clients.gold),
        "provenance": clients.provenance,
    }


def write_result(result: Result) -> dict[str, Any]:
    return {
        "nodes": _texts(result.nodes),
        "adjacency": write_matrix(result.adjacency),
        "cpdag": write_matrix(result.cpdag),
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


def _listed(columns: dict[str, Any]) -> dict[str, list[Any]]:
    """The columns of a table as lists of plain values."""
    return {
        name: _texts(column) if name in _NAMES else np.asarray(column).tolist()
        for name, column in columns.items()
    }


def _texts(names: Any) -> list[str]:
    return [str(name) for name in names]


def write_matrix(matrix: NDArray[Any]) -> bytearray:
    """The bytes of an (n, n) matrix of 0 and 1, column by column."""
    return bytearray(matrix.astype(np.uint8).tobytes(order="F"))
