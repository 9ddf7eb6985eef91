"""Several ways to one DAG from many, side by side: what to look at before believing any of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

import numpy as np

from . import baselines
from ._comparison import YARDSTICKS, Comparison
from ._graph import Graph
from ._measures import mean, measure, median
from ._options import read_workers
from ._outliers import read_outliers
from ._show import shown
from .consensus import consensus
from .convert import Arrays, Inputs, read_dags, read_graph, read_weights
from .errors import InvalidInputError
from .fusion import fusion
from .metrics import measured

__all__ = ["METHODS", "Comparison", "compare"]


class _Given(NamedTuple):
    """What the methods work on."""

    dags: list[Graph]
    kept: list[Graph]
    """Those that were not dropped."""
    options: dict[str, Any]


def _of(function: Callable[..., Any], *more: Any, **options: Any) -> Callable[[_Given], Any]:
    return lambda given: function(given.dags, *more, **options, **given.options)


METHODS: dict[str, Callable[[_Given], Any]] = {
    "mcbnc auto": _of(consensus, "auto", progress=False),
    "mcbnc 0.5": _of(consensus, 0.5, progress=False),
    "mcbnc cap 1": _of(consensus, "auto", cap=1, progress=False),
    "fusion": lambda given: fusion(given.kept, workers=given.options["workers"]),
    "vote arcs": _of(baselines.vote),
    "vote skeleton": _of(baselines.vote, kind="skeleton"),
    "averaged": _of(baselines.averaged),
    "climb": _of(baselines.climb),
    "climb shd": _of(baselines.climb, "shd"),
}
_DEFAULT = tuple(name for name in METHODS if name != "climb shd")


def compare(
    dags: Any,
    gold: Any = None,
    methods: Any = None,
    *,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
) -> Comparison:
    """Set the consensus beside the baselines, and all of them beside the inputs.

    Parameters
    ----------
    dags, nodes, weights, outliers, workers
        As in :func:`mcbnc.consensus`.
    gold : graph, optional
        The true network, if it is known: anything that :mod:`mcbnc.metrics` takes.
    methods : sequence of str, or mapping, optional
        Names out of "mcbnc auto", "mcbnc 0.5", "mcbnc cap 1", "fusion", "vote arcs", "vote skeleton",
        "averaged", "climb" and "climb shd". Default: all but the last. A mapping gives each row's
        name one of these; or a function, to be called with a list of the DAGs that were not dropped
        (each a :class:`mcbnc.Graph`, aligned), that returns a graph; or a graph.

    Returns
    -------
    Comparison

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`; or a method is unknown, or what it returned is no graph over
        these nodes.

    Notes
    -----
    The consensus and the baselines are :func:`mcbnc.consensus` (with theta "auto", 0.5, and "auto" with
    ``cap=1``), :func:`mcbnc.fusion` (of what was not dropped) and :mod:`mcbnc.baselines`, each with its
    defaults. Distances to the inputs are weighted as the methods are, and so leave out what was dropped.

    Of two skeletons without edges precision, recall and F1 are 1; of one, the precision is 1 where the
    method's is empty, and the recall where the gold's is.

    To be near to the inputs is what climbs aim at and votes come close to; it is no proof of being near
    to the truth, which only `gold` can tell. See :doc:`/baselines`.

    Examples
    --------
    >>> clients = mcbnc.datasets.load("alarm")                                         # doctest: +SKIP
    >>> mcbnc.compare(clients.dags, clients.gold, nodes=clients.nodes).plot()          # doctest: +SKIP
    """
    chosen = _read_methods(methods)
    threads = read_workers(workers)
    inputs = read_dags(dags, nodes)
    weighted, dropped = read_outliers(outliers, inputs, read_weights(weights, inputs.r), threads)
    truth = None if gold is None else read_graph(gold, "gold")
    given = _given(inputs, weighted, dropped, workers)
    crowd = [read_graph(dag, "dags", i) for i, dag in enumerate(given.dags)]
    if truth is not None:
        measured([], [crowd[0], truth], {}, threads)  # do they go together? Before all work
    results: dict[str, Any] = {}
    seconds: dict[str, float | None] = {}
    for name, method in chosen.items():
        start = time.perf_counter()
        results[name] = method(given) if callable(method) else method
        seconds[name] = time.perf_counter() - start if callable(method) else None
    found = [read_graph(result, f"methods[{name!r}]") for name, result in results.items()]
    rows = measure([*crowd, *found], crowd, weighted, truth, threads)
    share = weighted.get("weights", np.ones(inputs.r))
    own = rows[: inputs.r]
    table = [
        {"method": name, **row, "seconds": seconds[name]} for name, row in zip(results, rows[inputs.r :])
    ]
    for name, middle in zip(YARDSTICKS, (mean, median)):
        columns = {key: middle(np.array([row[key] for row in own], float), share) for key in own[0]}
        table.append({"method": name, **columns, "seconds": None})
    return Comparison(inputs.nodes, table, own, dropped, results)


def _read_methods(methods: Any) -> dict[str, Any]:
    """What each row is made by: a function of what is given, or a graph."""
    if methods is None:
        methods = _DEFAULT
    if isinstance(methods, str):
        raise _refuse_methods(methods)
    if not isinstance(methods, Mapping):
        try:
            methods = {name: name for name in methods}
        except TypeError:
            raise _refuse_methods(methods) from None
    if not methods:
        raise _refuse_methods(methods)
    return {str(name): _read_method(name, method) for name, method in methods.items()}


def _read_method(name: Any, method: Any) -> Any:
    if isinstance(method, str) and method in METHODS:
        return METHODS[method]
    if isinstance(method, str) and method == name:  # else it may be a file, or a model string
        raise InvalidInputError(
            f"methods: there is no method {shown(method)}; there are {', '.join(map(repr, METHODS))}",
            argument="methods",
        )
    if callable(method):
        return lambda given: method(given.kept)
    return method


def _refuse_methods(methods: Any) -> InvalidInputError:
    return InvalidInputError(
        f"methods must be names, or a mapping of names to methods or graphs, not {shown(methods)}",
        argument="methods",
    )


def _given(inputs: Inputs, weights: Arrays, dropped: list[int], workers: Any) -> _Given:
    dags = [Graph(graph.copy(), inputs.nodes, inputs.named) for graph in inputs.graphs]
    gone = set(dropped)
    kept = [dag for i, dag in enumerate(dags) if i not in gone]
    return _Given(dags, kept, {"weights": weights.get("weights"), "workers": workers})
