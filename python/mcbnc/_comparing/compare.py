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
from .._inputs.convert import is_union, read_dags
from .._inputs.graphs import read_graph
from .._inputs.inputs import Inputs
from .._inputs.named import NamedMatrix
from .._inputs.origin import OfDags, Origin
from .._inputs.outliers import read_outliers
from .._inputs.weights import read_weights
from .._results.chance import told_once
from ..errors import DataWarning, InvalidInputError
from .measures import describe_over, mean, measure, measure_over, measured, median

if TYPE_CHECKING:
    from .._plots.comparison import Distances


class _MethodInput(NamedTuple):
    """The input of the methods."""

    dags: list[Graph] | dict[Hashable, Graph]
    """By site if the sites have names."""
    kept: list[Graph]
    """The DAGs that were not dropped."""
    blank: Graph | None
    """A graph of all nodes without edges, if the DAGs may be over different nodes."""
    options: dict[str, Any]
    """The arguments of :func:`compare` that methods may have too, by name."""


def _of(function: Callable[..., Any], **fixed: Any) -> Callable[[_MethodInput], Any]:
    """The method that calls a function of the DAGs with the options that the function has."""
    names = signature(function).parameters

    def method(given: _MethodInput) -> Any:
        options = {name: value for name, value in given.options.items() if name in names}
        return function(given.dags, **fixed, **options)

    return method


def _fused(given: _MethodInput) -> Any:
    """The fusion. A first DAG without edges has the nodes of dropped DAGs too, in the common order."""
    blank = () if given.blank is None else (given.blank,)
    options = {name: given.options[name] for name in ("workers", "nodes") if name in given.options}
    return fusion([*blank, *given.kept], **options)


METHODS: dict[str, Callable[[_MethodInput], Any]] = {
    "mcbnc auto": _of(consensus, theta="auto"),
    "mcbnc 0.5": _of(consensus, theta=0.5),
    "mcbnc cap 1": _of(consensus, theta="auto", cap=1),
    "fusion": _fused,
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

# The methods that take DAGs over different nodes.
_OVER_NODES = ("mcbnc auto", "mcbnc 0.5", "mcbnc cap 1", "fusion", "vote arcs", "vote skeleton")
UNION_METHODS = {name: METHODS[name] for name in _OVER_NODES}
UNION_METHODS["vote plain"] = _of(baselines.vote, kind="skeleton", explained=1)


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
        As in :func:`mcbnc.consensus`, `nodes` "union" too. See Notes.
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

    With ``nodes="union"``, the DAGs may be over different nodes. The names then are "mcbnc auto",
    "mcbnc 0.5", "mcbnc cap 1", "fusion", "vote arcs", "vote skeleton" and "vote plain", and all are the
    default. "vote skeleton" asks which joins the rest explains, and "vote plain" does not (``explained=1``).
    "mean_smhd" is the projected SMHD of :func:`mcbnc.metrics.mean_smhd`. There is no "mean_shd". `gold`, and
    each graph in `methods`, has all nodes. An input lacks nodes, so no distance of it is comparable. So the
    table has no rows of the inputs, and :attr:`Comparison.inputs` has other columns.

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
    union = is_union(nodes)
    chosen = _read_methods(methods, union)
    bound = _read_bound(max_treewidth, chosen)
    threads, limit = read_workers(workers), read_time_limit(time_limit)
    progress = read_progress(progress)
    names = None if nodes is None or union else read_names(nodes, "nodes")
    inputs = read_dags(dags, nodes if union else names, union=True)
    weighted, dropped = read_outliers(outliers, inputs, read_weights(weights, inputs.r), threads)
    every = _graphs(inputs)
    blank = Graph(np.zeros((inputs.n, inputs.n), np.uint8), inputs.nodes, inputs.named) if union else None
    base = read_graph(every[0], "dags", 0) if blank is None else read_graph(blank, "dags")
    truth = None if gold is None else _read_graph(gold, "gold", names)
    if truth is not None:
        measured([], [base, truth], {}, threads)  # for the checks of `gold` only, before all work
    kept = [dag for dag, gone in zip(every, np.isin(range(inputs.r), dropped), strict=True) if not gone]
    options = {
        "max_treewidth": bound,
        "weights": weighted.get("weights"),
        "workers": workers,
        "progress": progress,
        "time_limit": limit,
    }
    if union:
        options["nodes"] = nodes
    dags = every if inputs.sites is None else dict(zip(inputs.sites, every, strict=True))
    given = _MethodInput(dags, kept, blank, options)
    with told_once():
        results, seconds = _run(chosen, given)
    _tell_stopped(results, [name for name in chosen if name not in results])
    matrices = [_read_graph(result, f"methods[{name!r}]", names) for name, result in results.items()]
    middles: list[dict[str, Any]] = []
    if union:
        theirs = measure_over(matrices, inputs, base, weighted, truth, threads)
        own = describe_over(inputs, base, threads)
    else:
        references = [read_graph(dag, "dags", i) for i, dag in enumerate(every)]
        rows, share = measure([*references, *matrices], references, weighted, truth, threads)
        own, theirs = rows[: inputs.r], rows[inputs.r :]
        for name, middle in zip(YARDSTICKS, (mean, median), strict=True):
            columns = {key: middle(np.array([row[key] for row in own], float), share) for key in own[0]}
            middles.append({"method": name, **columns, "seconds": None})
    table = [
        {"method": name, **row, "seconds": seconds[name]} for name, row in zip(results, theirs, strict=True)
    ]
    return Comparison(Origin.of(inputs, dropped), table + middles, own, results)


def _graphs(inputs: Inputs) -> list[Graph]:
    """The DAGs, each over its own nodes."""
    every = []
    for k, matrix in enumerate(copies(inputs.stack)):
        if inputs.seen is None:
            graph = Graph(matrix, inputs.nodes, inputs.named)
        else:
            own = np.flatnonzero(inputs.seen[k])
            graph = Graph(matrix.matrix[np.ix_(own, own)], [inputs.nodes[i] for i in own.tolist()], True)
        graph._gaussian = inputs.gaussian
        every.append(graph)
    return every


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


def _read_methods(methods: Any, union: bool) -> dict[str, Any]:
    """Read the argument `methods`: for each row a function of the input, or a graph."""
    if methods is None:
        methods = tuple(UNION_METHODS) if union else _DEFAULT
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
        read[str(name)] = _read_method(name, method, union)
    return read


def _read_method(name: Any, method: Any, union: bool) -> Any:
    same = METHODS | BOUNDED_METHODS
    known, others = (UNION_METHODS, same) if union else (same, UNION_METHODS)
    if isinstance(method, str) and method in known:
        return known[method]
    if isinstance(method, str) and method in others:
        nodes, here = (
            ("the same nodes", "different nodes") if union else ("different nodes", "the same nodes")
        )
        raise InvalidInputError(
            f"methods: {shown(method)} is for DAGs over {nodes}; for DAGs over {here} there are "
            f"{', '.join(map(repr, known))}",
            argument="methods",
        )
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
        methods = counted(len(self._methods()), "method")
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
        median of :attr:`inputs`. With ``nodes="union"`` there are no such rows, and there is no "mean_shd".
        """
        return [dict(row) for row in self._table]

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """A row for each input, with the same columns as if the input were the result of a method.

        With site names, each row has its name too, by the key "site".
        Each input is compared with all inputs, itself included. With ``nodes="union"`` the columns are
        "nodes", "edges", "treewidth" and "median_f1". The last one is the median F1 of the skeleton with
        those of the other inputs, on the nodes that both have. It is None if no other input has four of them
        and an edge there.
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

        methods = self._methods()
        median = next((row for row in self._table if row["method"] == YARDSTICKS[1]), {})

        def distances(key: str) -> Distances:
            ours = np.array([row[key] for row in methods], float)
            theirs = np.array([row[key] for row in self._inputs if key in row], float)
            return Distances(ours, theirs, median.get(key, float("nan")))

        kinds = ("mean_smhd", "mean_shd", "smhd_to_gold", "shd_to_gold")
        found = {key: distances(key) for key in kinds if key in self._table[0]}
        return [row["method"] for row in methods], found

    def _methods(self) -> list[dict[str, Any]]:
        """The rows of the methods."""
        return [row for row in self._table if row["method"] not in YARDSTICKS]

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
