"""One function for all calls of R. It returns errors and warnings as values, because R raises its own."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .._comparing.compare import compare
from .._consensus.consensus import consensus, trajectory
from .._learning.learn import learn, learn_many
from .._plots.layout import choose_engine, place
from ..datasets import load
from .read import read_dag, read_dags, read_matrix, read_table
from .words import describe, in_r
from .write import (
    write_clients,
    write_comparison,
    write_consensus,
    write_learned,
    write_psi,
    write_trajectory,
)

__all__ = ["call"]

Reply = dict[str, Any]


def call(function: str, arguments: dict[str, Any]) -> Reply:
    """Call a function by its name, with the arguments as R writes them.

    Returns
    -------
    dict
        "value", or "error" as :func:`describe` makes it; and "warnings", a list of texts. Ctrl-C is no
        value: KeyboardInterrupt is raised.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")  # what other libraries say to developers
        warnings.simplefilter("always", UserWarning)
        try:
            reply: Reply = {"value": _FUNCTIONS[function](**arguments)}
        except Exception as error:
            reply = {"error": describe(error)}
    return {**reply, "warnings": [in_r(str(warning.message)) for warning in caught]}


def _consensus(dags: list[Any], **options: Any) -> Reply:
    return write_consensus(consensus(read_dags(dags), **options))


def _trajectory(dags: list[Any], **options: Any) -> Reply:
    return write_trajectory(trajectory(read_dags(dags), **options))


def _at(trajectory: Any, theta: Any, output: Any) -> Reply:
    return write_consensus(trajectory.at(trajectory.select() if theta == "auto" else theta, output))


def _psi(result: Any) -> list[float]:
    return write_psi(result)


def _select(trajectory: Any, **options: Any) -> float:
    theta: float = trajectory.select(**options)
    return theta


def _learn(data: dict[str, Any], **options: Any) -> Reply:
    return write_learned(learn(read_table(data), **options))


def _learn_many(datasets: list[dict[str, Any]], **options: Any) -> list[Reply]:
    return [write_learned(learned) for learned in learn_many(list(map(read_table, datasets)), **options)]


def _compare(dags: list[Any], gold: Any, **options: Any) -> Reply:
    truth = None if gold is None else read_dag(gold)
    return write_comparison(compare(read_dags(dags), truth, **options))


def _load(name: str) -> Reply:
    return write_clients(load(name))


def _layout(adjacency: Any, sizes: Any, layout: str | None) -> Reply:
    """Place boxes of the given widths and heights, in inches.

    Return their centres, the routes of the arcs in the order of the edges, and the size of the whole.
    """
    boxes = np.frombuffer(sizes, np.float64).reshape(-1, 2)
    arcs = [(i, j) for i, j in np.argwhere(read_matrix(adjacency)).tolist()]
    placed = place(boxes, arcs, choose_engine(layout, len(arcs)))
    return {
        "centres": placed.at.T.ravel().tolist(),
        "routes": [route.T.ravel().tolist() for route in placed.routes],
        "size": placed.size.tolist(),
    }


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "consensus": _consensus,
    "trajectory": _trajectory,
    "at": _at,
    "psi": _psi,
    "select": _select,
    "learn": _learn,
    "learn_many": _learn_many,
    "compare": _compare,
    "load": _load,
    "layout": _layout,
}
