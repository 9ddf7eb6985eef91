"""Comparison of the methods that make one DAG out of many."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from .. import baselines
from .._base.adjacency import copies
from .._base.extras import import_extra
from .._base.names import read_names
from .._base.options import read_size, read_time_limit, read_workers
from .._base.show import counted, listed, shown
from .._base.sites import takes_sites
from .._base.text import aligned_table
from .._base.warn import warn
from .._consensus.consensus import consensus
from .._consensus.fusion import fusion
from .._engine.progress import Latch, ProgressOption, read_progress
from .._engine.request import CANCELLED, TIME_LIMIT
from .._graphs.graph import Graph
from .._inputs.convert import read_dags
from .._inputs.graphs import read_graph
from .._inputs.named import NamedMatrix
from .._inputs.origin import OfDags, Origin
from .._inputs.outliers import read_outliers
from .._inputs.weights import read_weights
from .._results.chance import told_once
from ..errors import DataWarning, InvalidInputError
from .measures import mean, measure, measured, median

if TYPE_CHECKING:
    from .._plots.comparison import Distances


class _MethodInput(NamedTuple):
    """The input of the methods."""

    dags: list[Graph] | dict[Hashable, Graph]
    """By site if the sites have names."""
    kept: list[Graph]
    """The DAGs that were not dropped."""
    options: dict[str, Any]
    """The arguments of :func:`compare` that methods may have too, by name."""


def _of(function: Callable[..., Any], **fixed: Any) -> Callable[[_MethodInput], Any]:
    """The method that calls a function of the DAGs with the options that the function has."""
    names = signature(function).parameters

    def method(given: _MethodInput) -> Any:
        options = {name: value for name, value in given.options.items() if name in names}
        return function(given.dags, **fixed, **options)

    return method


METHODS: dict[str, Callable[[_MethodInput], Any]] = {
    "mcbnc auto": _of(consensus, theta="auto"),
    "mcbnc 0.5": _of(consensus, theta=0.5),
    "mcbnc cap 1": _of(consensus, theta="auto", cap=1),
    "fusion": lambda given: fusion(given.kept, workers=given.options["workers"]),
    "vote arcs": _of(baselines.vote, kind="arcs"),
    "vote skeleton": _of(baselines.vote, kind="skeleton"),
    "averaged": _of(baselines.averaged),
    "climb": _of(baselines.climb, distance="smhd"),
    "climb shd": _of(baselines.climb, distance="shd"),
    "dsep vote": _of(baselines.dsep_vote),
}
_DEFAULT = tuple(name for name in METHODS if name not in ("climb shd", "dsep vote"))

# The methods that need a bound on the treewidth.
_KINDS = ("fusion", "inputs", "arcs")
BOUNDED_METHODS = {f"bounded {kind}": _of(baselines.bounded, kind=kind) for kind in _KINDS}
BOUNDED_METHODS |= {f"genetic {kind}": _of(baselines.genetic, kind=kind, seed=0) for kind in _KINDS}


@takes_sites("dags")
def compare(
    dags: Any,
    gold: Any = None,
    methods: Any = None,
    *,
    max_treewidth: int | None = None,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
) -> Comparison:
    """Compare the consensus with the baselines, and all of them with the inputs.

    Parameters
    ----------
    dags, nodes, weights, outliers, workers
        As in :func:`mcbnc.consensus`.
    gold : graph, optional
        The true network, if it is known: anything that :mod:`mcbnc.metrics` takes. `nodes` are the names
        of an array here too.
    methods : sequence of str, or mapping, optional
        Names out of "mcbnc auto", "mcbnc 0.5", "mcbnc cap 1", "fusion", "vote arcs", "vote skeleton",
        "averaged", "climb", "climb shd" and "dsep vote". Default: all but the last two. A mapping gives
        the name of each row one of these names, a function, or a graph. The function is called with a
        list of the DAGs that were not dropped, each an aligned :class:`mcbnc.Graph`, and returns a graph.

        With `max_treewidth` there are more names: "bounded fusion", "bounded inputs", "bounded arcs",
        "genetic fusion", "genetic inputs" and "genetic arcs".
    max_treewidth : int, optional
        The bound on the treewidth of the bounded and genetic methods. They need it.
    progress : None, bool or function
        As in :func:`mcbnc.consensus`, for each consensus, "dsep vote", and each bounded or genetic method.
        If a function returns False, no further method begins.
    time_limit : float, optional
        Seconds for each consensus, each climb, "dsep vote", and each bounded or genetic method. The
        ``status`` of a result shows whether it ended early.

    Returns
    -------
    Comparison

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`. Also if a method is unknown, or if it returned something other than
        a graph over these nodes.

    Warns
    -----
    DataWarning
        Which methods ended early, so that their rows are of what they had found until then. Which methods did
        not begin after `progress` returned False: they have no row.

    Notes
    -----
    The methods have their default options, apart from these:

    - "mcbnc auto", "mcbnc 0.5" and "mcbnc cap 1" are :func:`mcbnc.consensus` with theta "auto", with
      theta 0.5, and with theta "auto" and ``cap=1``;
    - "fusion" is :func:`mcbnc.fusion` of the DAGs that were not dropped;
    - "vote arcs" and "vote skeleton" are :func:`mcbnc.baselines.vote` of this kind;
    - "averaged" is :func:`mcbnc.baselines.averaged`;
    - "climb" and "climb shd" are :func:`mcbnc.baselines.climb` by SMHD and by SHD;
    - "dsep vote" is :func:`mcbnc.baselines.dsep_vote`;
    - "bounded ..." and "genetic ..." are :func:`mcbnc.baselines.bounded` and :func:`mcbnc.baselines.genetic`
      of this kind, with the bound `max_treewidth`. The seed is 0.

    Methods that need rows are no names here. Their results go in as graphs: ``methods={"vote": "vote
    skeleton", "jointly": mcbnc.learn_jointly(datasets)}``.

    Means of distances to the inputs use the weights of the methods. So DAGs that were dropped have no part
    in them.

    If neither skeleton has an edge, precision, recall and F1 are 1. If only the method's skeleton is
    empty, the precision is 1. If only the gold standard's skeleton is empty, the recall is 1.

    Climbs minimise the distance to the inputs, and votes come close to the least distance. A small
    distance to the inputs is no proof of a small distance to the truth. Only `gold` can show the
    latter. See :doc:`/baselines`.

    Examples
    --------
    >>> clients = mcbnc.datasets.load("alarm")                                         # doctest: +SKIP
    >>> mcbnc.compare(clients.dags, clients.gold, nodes=clients.nodes).plot()          # doctest: +SKIP
    """
    chosen = _read_methods(methods)
    bound = _read_bound(max_treewidth, chosen)
    threads, limit = read_workers(workers), read_time_limit(time_limit)
    progress = read_progress(progress)
    names = None if nodes is None else read_names(nodes, "nodes")
    inputs = read_dags(dags, names)
    weighted, dropped = read_outliers(outliers, inputs, read_weights(weights, inputs.r), threads)
    every = [Graph(graph, inputs.nodes, inputs.named) for graph in copies(inputs.stack)]
    for graph in every:
        graph._gaussian = inputs.gaussian
    references = [read_graph(dag, "dags", i) for i, dag in enumerate(every)]
    truth = None if gold is None else _read_graph(gold, "gold", names)
    if truth is not None:
        measured([], [references[0], truth], {}, threads)  # for the checks of `gold` only, before all work
    kept = [dag for dag, gone in zip(every, np.isin(range(inputs.r), dropped), strict=True) if not gone]
    options = {
        "max_treewidth": bound,
        "weights": weighted.get("weights"),
        "workers": workers,
        "progress": progress,
        "time_limit": limit,
    }
    dags = every if inputs.sites is None else dict(zip(inputs.sites, every, strict=True))
    given = _MethodInput(dags, kept, options)
    with told_once():
        results, seconds = _run(chosen, given)
    _tell_stopped(results, [name for name in chosen if name not in results])
    matrices = [_read_graph(result, f"methods[{name!r}]", names) for name, result in results.items()]
    rows, share = measure([*references, *matrices], references, weighted, truth, threads)
    own, theirs = rows[: inputs.r], rows[inputs.r :]
    table = [
        {"method": name, **row, "seconds": seconds[name]} for name, row in zip(results, theirs, strict=True)
    ]
    for name, middle in zip(YARDSTICKS, (mean, median), strict=True):
        columns = {key: middle(np.array([row[key] for row in own], float), share) for key in own[0]}
        table.append({"method": name, **columns, "seconds": None})
    return Comparison(Origin.of(inputs, dropped), table, own, results)


def _read_graph(graph: Any, argument: str, names: list[Hashable] | None) -> NamedMatrix:
    """Read a graph to be compared. As among the DAGs, `names` are those of a graph without names."""
    matrix = read_graph(graph, argument, None, names)
    return matrix._replace(names=names) if matrix.names is None and matrix.n == len(names or ()) else matrix


def _run(chosen: dict[str, Any], given: _MethodInput) -> tuple[dict[str, Any], dict[str, float | None]]:
    """Run each method. Return the results and the times in seconds, both by name.

    No method begins after the caller's `progress` returned False. It has no result then.
    """
    results: dict[str, Any] = {}
    seconds: dict[str, float | None] = {}
    progress = given.options["progress"]
    for name, method in chosen.items():
        if callable(method) and isinstance(progress, Latch) and progress.stopped:
            continue
        start = time.perf_counter()
        results[name] = method(given) if callable(method) else method
        seconds[name] = time.perf_counter() - start if callable(method) else None
    return results, seconds


def _tell_stopped(results: dict[str, Any], left: list[str]) -> None:
    """Warn of the methods that ended early, and of those that did not begin."""
    early = [
        name for name, result in results.items() if getattr(result, "status", "") in (CANCELLED, TIME_LIMIT)
    ]
    if early:
        warn(
            f"compare: {listed(early, shown)} ended early. The table has what was found until then",
            DataWarning,
        )
    if left:
        warn(
            f"progress stopped compare before {listed(left, shown)} had begun. The table has no row of them",
            DataWarning,
        )


def _read_bound(max_treewidth: Any, chosen: dict[str, Any]) -> int | None:
    """Read the argument `max_treewidth`, which some of the methods need."""
    if max_treewidth is not None:
        return read_size(max_treewidth, "max_treewidth")
    for name, method in chosen.items():
        if any(method is known for known in BOUNDED_METHODS.values()):  # a graph may be an array
            raise InvalidInputError(f"max_treewidth: {shown(name)} needs a bound", argument="max_treewidth")
    return None


def _read_methods(methods: Any) -> dict[str, Any]:
    """Read the argument `methods`: for each row a function of the input, or a graph."""
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
    read: dict[str, Any] = {}
    for name, method in methods.items():
        if str(name) in (*YARDSTICKS, *read):
            raise InvalidInputError(f"methods: another row is named {shown(str(name))}", argument="methods")
        read[str(name)] = _read_method(name, method)
    return read


def _read_method(name: Any, method: Any) -> Any:
    known = METHODS | BOUNDED_METHODS
    if isinstance(method, str) and method in known:
        return known[method]
    if isinstance(method, str) and method == name:  # any other string may be a file or a model string
        raise InvalidInputError(
            f"methods: there is no method {shown(method)}; there are {', '.join(map(repr, known))}",
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


YARDSTICKS = ("mean input", "median input")
"""The names of the last rows of a table, which describe the inputs."""

_HEADS = {
    "method": "",
    "mean_smhd": "SMHD to inputs",
    "mean_shd": "SHD to inputs",
    "smhd_to_gold": "SMHD to gold",
    "shd_to_gold": "SHD to gold",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "edges": "edges",
    "treewidth": "treewidth",
    "seconds": "seconds",
}


class Comparison(OfDags):
    """A table of methods, and of the inputs for comparison. :func:`mcbnc.compare` returns it."""

    def __init__(
        self,
        origin: Origin,
        table: list[dict[str, Any]],
        inputs: list[dict[str, Any]],
        results: dict[str, Any],
    ) -> None:
        self._origin = origin
        self._table = table
        self._inputs = inputs
        self._results = results

    def __repr__(self) -> str:
        methods = counted(len(self._table) - len(YARDSTICKS), "method")
        nodes = counted(len(self._origin.nodes), "node")
        inputs = self._origin.describe_inputs()
        return f"<Comparison: {methods} over {nodes} and {inputs}>\n{self._text()}".rstrip()

    @property
    def table(self) -> list[dict[str, Any]]:
        """A row for each method, in the order of the argument `methods`, and two rows for the inputs.

        ================================  ===============================================================
        key                               value
        ================================  ===============================================================
        "method"                          the name of the row
        "mean_smhd", "mean_shd"           the weighted mean distances to the inputs
        "smhd_to_gold", "shd_to_gold"     the distances to the gold standard, if there is one
        "precision", "recall", "f1"       those of the skeleton, if there is a gold standard
        "edges"                           the number of edges
        "treewidth"                       the width of a min-fill triangulation
        "seconds"                         the time of the method; None for a graph that the caller gave
        ================================  ===============================================================

        The rows "mean input" and "median input" hold, for each column, the weighted mean and the weighted
        median of :attr:`inputs`.
        """
        return [dict(row) for row in self._table]

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """A row for each input, with the same columns as if the input were the result of a method.

        With site names, each row has its name too, by the key "site".
        Each input is compared with all inputs, itself included.
        """
        if self._origin.sites is None:
            return [dict(row) for row in self._inputs]
        return [{"site": site, **row} for site, row in zip(self.sites, self._inputs, strict=True)]

    @property
    def results(self) -> dict[str, Any]:
        """The result of each method, by name."""
        return dict(self._results)

    def to_frame(self) -> Any:
        """The table as a :class:`pandas.DataFrame` with a row for each method. Needs pandas."""
        return import_extra("pandas").DataFrame(self._table).set_index("method")

    def plot(self, ax: Any = None) -> Any:
        """Draw the distances to the inputs, and to the gold standard. Needs matplotlib (the extra ``plot``).

        Each method has a row. One more row has a small mark for each input. SMHD is on the left, and SHD
        is on the right.

        Parameters
        ----------
        ax : sequence of two matplotlib Axes, optional
            For SMHD and for SHD. Default: the Axes of a new figure.

        Returns
        -------
        matplotlib Axes
            The left ones. The others are those at their right in the same figure, ``figure.axes[1]`` of a new
            figure.

        Raises
        ------
        InvalidInputError
            `ax` is not two Axes.
        MissingExtraError
            matplotlib is not installed.
        """
        from .._plots.comparison import draw

        return draw(*self._picture(), ax)

    def _repr_html_(self) -> str:
        from .._plots.comparison import draw
        from .._plots.html import card

        facts = {"inputs": self._origin.describe_inputs(), "nodes": len(self._origin.nodes)}
        rows = [[_cell(key, row[key]) for key in row] for row in self._table]
        heads = [_HEADS[key] for key in self._table[0]]
        return card("Comparison", facts, lambda new: draw(*self._picture(), new=new), table=(heads, rows))

    def _picture(self) -> tuple[list[str], dict[str, Distances]]:
        """The arguments of the plot: the methods' names, and the distances that the table has."""
        from .._plots.comparison import Distances

        methods, median = self._table[: -len(YARDSTICKS)], self._table[-1]

        def distances(key: str) -> Distances:
            ours, theirs = (np.array([row[key] for row in rows], float) for rows in (methods, self._inputs))
            return Distances(ours, theirs, median[key])

        kinds = ("mean_smhd", "mean_shd", "smhd_to_gold", "shd_to_gold")
        return [row["method"] for row in methods], {key: distances(key) for key in kinds if key in median}

    def _text(self) -> str:
        rows = [[_cell(key, row[key]) for key in row] for row in self._table]
        return aligned_table([_HEADS[key] for key in self._table[0]], rows)


def _cell(key: str, value: Any) -> str:
    """A value of the table as text. The text of None is empty."""
    if value is None:
        return ""
    if key in ("precision", "recall", "f1"):
        return f"{value:.2f}"
    if key == "seconds":
        return f"{value:.3f}"
    return f"{value:.1f}" if isinstance(value, float) else str(value)
