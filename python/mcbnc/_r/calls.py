"""One function for all calls of R. It returns errors and warnings as values, because R raises its own."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .. import metrics
from .._base.memory import asked_limit, set_limits
from .._base.scoring import read_record
from .._base.wording import worded
from .._comparing.agreement import agreement
from .._comparing.compare import compare
from .._consensus.consensus import consensus, trajectory
from .._consensus.stability import stability
from .._graphs.reading import read
from .._learning.bootstrap import bootstrap
from .._learning.jointly import learn_jointly
from .._learning.learn import learn, learn_many
from .._plots.layout import choose_engine, place
from .._rows.discretize import discretize
from .._rows.rows import Rows
from ..datasets import load
from .read import Many, read_dag, read_dags, read_matrix, read_table, read_tables
from .words import R_WORDS, describe, in_r
from .write import (
    write_agreement,
    write_binned,
    write_bootstrap,
    write_cells,
    write_clients,
    write_comparison,
    write_consensus,
    write_explanation,
    write_graph,
    write_jointly,
    write_learned,
    write_matrix,
    write_psi,
    write_result,
    write_stability,
    write_theta,
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
    with warnings.catch_warnings(record=True) as caught, worded(R_WORDS):
        warnings.simplefilter("ignore")  # what other libraries say to developers
        warnings.simplefilter("always", UserWarning)
        try:
            reply: Reply = {"value": _FUNCTIONS[function](**_with_score(arguments))}
        except Exception as error:
            reply = {"error": describe(error)}
    return {**reply, "warnings": [in_r(str(warning.message)) for warning in caught]}


def _with_score(arguments: dict[str, Any]) -> dict[str, Any]:
    """A score is a name, or a dict of its name and parameters."""
    if not isinstance(score := arguments.get("score"), dict):
        return arguments
    return {**arguments, "score": read_record(score)}


def _consensus(dags: Many, **options: Any) -> Reply:
    return write_consensus(consensus(read_dags(dags), **options))


def _trajectory(dags: Many, **options: Any) -> Reply:
    return write_trajectory(trajectory(read_dags(dags), **options))


def _at(trajectory: Any, theta: Any, output: Any) -> Reply:
    return write_consensus(trajectory.at(trajectory.select() if theta == "auto" else theta, output))


def _psi(result: Any) -> list[float]:
    return write_psi(result)


def _select(trajectory: Any, **options: Any) -> float:
    return write_theta(trajectory, trajectory.select(**options))


def _learn(data: dict[str, Any], **options: Any) -> Reply:
    return write_learned(learn(read_table(data), **options))


def _learn_many(datasets: Many, **options: Any) -> list[Reply]:
    return [write_learned(learned) for learned in learn_many(read_tables(datasets), **options)]


def _learn_jointly(datasets: Many, **options: Any) -> Reply:
    return write_jointly(learn_jointly(read_tables(datasets), **options))


def _bootstrap(data: dict[str, Any], **options: Any) -> Reply:
    return write_bootstrap(bootstrap(read_table(data), **options))


def _averaged(bootstrap: Any, threshold: Any) -> Reply:
    return write_result(bootstrap.averaged(threshold))


def _stability(dags: Many, **options: Any) -> Reply:
    return write_stability(stability(read_dags(dags), **options))


def _agreement(dags: Many, **options: Any) -> Reply:
    return write_agreement(agreement(read_dags(dags), **options))


def _explain(result: Any, u: str, v: str) -> Reply:
    return write_explanation(result.explain(u, v))


def _read(path: str) -> Reply:
    return write_graph(read(path))


def _distance(metric: str, a: Any, b: Any) -> int:
    distance: int = {"smhd": metrics.smhd, "shd": metrics.shd}[metric](read_dag(a), read_dag(b))
    return distance


def _skeleton(a: Any, gold: Any) -> Reply:
    ours, true = read_dag(a), read_dag(gold)
    precision, recall = metrics.skeleton_precision_recall(ours, true)
    return {"precision": precision, "recall": recall, "f1": metrics.skeleton_f1(ours, true)}


def _mean_smhd(a: Any, dags: Many, weights: Any) -> float:
    return metrics.mean_smhd(read_dag(a), read_dags(dags), weights)


def _derived(metric: str, a: Any) -> Reply:
    """The moral graph or the CPDAG of a graph."""
    graph = read(a) if isinstance(a, str) else read_dag(a)
    adjacency = {"moral": metrics.moral, "cpdag": metrics.cpdag}[metric](graph)
    return {"nodes": list(map(str, graph.nodes)), "adjacency": write_matrix(adjacency)}


def _treewidth(a: Any, method: Any) -> int:
    return metrics.treewidth(read_dag(a), method)


def _score(a: Any, data: dict[str, Any], **options: Any) -> float:
    return metrics.score(read_dag(a), read_table(data), **options)


def _rows(data: Any, single: bool, **options: Any) -> Reply:
    tables = read_table(data) if single else read_tables(data)
    return {"python": Rows(tables, **{name: value for name, value in options.items() if value is not None})}


def _describe_rows(rows: Any) -> str:
    return repr(rows)


def _report(rows: Any, score: str) -> str:
    return f"{rows.report(score)}"


def _discretize(datasets: Many | Rows, single: bool, bins: Any, **options: Any) -> Reply:
    tables = read_tables(datasets)
    rows = tables if isinstance(tables, Rows) else Rows(next(iter(tables)) if single else tables)
    cut = discretize(rows, bins, **options)
    by_site = rows._several and isinstance(cut, dict)
    binned = [cut] if not rows._several else list(cut.values()) if by_site else cut
    apart = by_site and bool(cut.bins) and all(isinstance(own, dict) for own in cut.bins.values())
    files = [
        table if isinstance(path, str) else None for path, table in zip(rows._given, binned, strict=True)
    ]
    cuts = list(cut.bins.values()) if apart else cut.bins
    return {**write_binned(binned, cuts), "files": list(map(write_cells, files))}


def _compare(dags: Many, gold: Any, **options: Any) -> Reply:
    truth = None if gold is None else read_dag(gold)
    return write_comparison(compare(read_dags(dags), truth, **options))


def _load(name: str) -> Reply:
    return write_clients(load(name))


def _set_limits(memory: Any) -> float | None:
    """Set the limit for good, and return what it was. R's whole numbers end at 2^31."""
    before = asked_limit()
    set_limits(memory)
    return None if before is None else float(before)


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
    "learn_jointly": _learn_jointly,
    "bootstrap": _bootstrap,
    "averaged": _averaged,
    "stability": _stability,
    "agreement": _agreement,
    "explain": _explain,
    "read": _read,
    "distance": _distance,
    "skeleton": _skeleton,
    "mean_smhd": _mean_smhd,
    "derived": _derived,
    "treewidth": _treewidth,
    "score": _score,
    "rows": _rows,
    "describe_rows": _describe_rows,
    "report": _report,
    "discretize": _discretize,
    "compare": _compare,
    "load": _load,
    "layout": _layout,
    "set_limits": _set_limits,
}
