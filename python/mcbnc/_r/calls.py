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
from .._consensus.results import ConsensusResult, Trajectory
from .._consensus.stability import stability
from .._graphs.reading import read
from .._inputs.writing import write as write_file
from .._learning.bootstrap import bootstrap
from .._learning.jointly import learn_jointly
from .._learning.learn import learn, learn_many
from .._learning.pool import pool
from .._learning.sources import Pooled
from .._plots.layout import choose_engine, place
from .._rows.binned import with_recipe
from .._rows.discretize import discretize
from .._rows.report import Report
from .._rows.rows import Rows
from ..baselines import vote
from ..datasets import load
from . import write
from .read import Many, read_dag, read_dags, read_matrix, read_opinions, read_table, read_tables
from .words import R_WORDS, describe, in_r

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
        warnings.simplefilter("ignore")  # other libraries' warnings to developers
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


def _skeleton(a: Any, gold: Any) -> Reply:
    ours, true = read_dag(a), read_dag(gold)
    precision, recall = metrics.skeleton_precision_recall(ours, true)
    return {"precision": precision, "recall": recall, "f1": metrics.skeleton_f1(ours, true)}


def _derived(metric: str, a: Any) -> Reply:
    """The moral graph or the CPDAG of a graph."""
    graph = read(a) if isinstance(a, str) else read_dag(a)
    return {"nodes": list(map(str, graph.nodes)), "adjacency": write.matrix(_DERIVED[metric](graph))}


def _rows(data: Any, single: bool, made: Any = None, **options: Any) -> Reply:
    """`made` are the hashes of the recipes that have made the tables; "" stands for none."""
    tables: Any = read_table(data) if single else read_tables(data)
    if single and made:
        tables = _marked(tables, made)
    elif made:
        every = tables.values() if isinstance(tables, dict) else tables
        marked = [_marked(table, recipe) for table, recipe in zip(every, made, strict=True)]
        tables = dict(zip(tables, marked, strict=True)) if isinstance(tables, dict) else marked
    return {"python": Rows(tables, **{name: value for name, value in options.items() if value is not None})}


def _marked(table: Any, recipe: str) -> Any:
    return with_recipe(table, recipe, None, None) if recipe else table


def _recipe(report: Report, every: bool) -> str:
    proposed = report.recipe()
    return str(proposed.accept() if every else proposed)


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
    return {**write.binned(binned, cuts), "files": list(map(write.cells, files))}


def _write(path: str, python: Any = None, graph: Any = None) -> None:
    """Write what Python made, with its probabilities if it has any, or a graph of R."""
    write_file(read_dag(graph) if python is None else python, path)


def _explore(result: Pooled | Trajectory | ConsensusResult, path: str) -> None:
    """Write the page of a result."""
    result.explore(path)


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


_DISTANCES = {"smhd": metrics.smhd, "shd": metrics.shd}
_DERIVED = {"moral": metrics.moral, "cpdag": metrics.cpdag}


def _pool(opinions: Many, rows: Any, answers: Any, **options: Any) -> Reply:
    """`rows` are one table, tables by site, what bootstrap() returned, or None."""
    if isinstance(rows, dict) and "single" in rows:
        rows = read_table(rows["tables"]) if rows["single"] else read_tables(rows["tables"])
    found = pool(read_opinions(opinions), rows, answers=_answers(answers), **options)
    return write.pooled(found)


def _answers(answers: list[list[str]] | None) -> dict[tuple[str, str], str] | None:
    """Rows of a, b and the answer."""
    return None if answers is None else {(a, b): word for a, b, word in answers}


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "consensus": lambda dags, **options: write.consensus(consensus(read_dags(dags), **options)),
    "trajectory": lambda dags, **options: write.trajectory(trajectory(read_dags(dags), **options)),
    "at": lambda trajectory, theta, output: write.consensus(
        trajectory.at(trajectory.select() if theta == "auto" else theta, output)
    ),
    "psi": lambda result: write.psi(result),
    "select": lambda trajectory, **options: write.theta(trajectory, trajectory.select(**options)),
    "learn": lambda data, **options: write.learned(learn(read_table(data), **options)),
    "learn_many": lambda datasets, **options: list(
        map(write.learned, learn_many(read_tables(datasets), **options))
    ),
    "learn_jointly": lambda datasets, **options: write.jointly(
        learn_jointly(read_tables(datasets), **options)
    ),
    "bootstrap": lambda data, **options: write.bootstrap(bootstrap(read_table(data), **options)),
    "pool": _pool,
    "answer": lambda pooled, answers: write.pooled(pooled.answer(_answers(answers))),
    "contested": lambda pooled, k: write.contested(pooled.contested(k)),
    "explain_pair": lambda pooled, a, b: write.pair_odds(pooled.explain(a, b)),
    "averaged": lambda bootstrap, threshold: write.result(bootstrap.averaged(threshold)),
    "at_most": lambda bootstrap, q: write.result(bootstrap.at_most(q)),
    "stability": lambda dags, **options: write.stability(stability(read_dags(dags), **options)),
    "agreement": lambda dags, **options: write.agreement(agreement(read_dags(dags), **options)),
    "chance": lambda result: write.chance(result),
    "chance_told": lambda result: write.chance_told(result),
    "provenance": lambda result: write.provenance(result.provenance),
    "explain": lambda result, u, v: write.explanation(result.explain(u, v)),
    "explore": _explore,
    "read": lambda path, names=None: write.graph(read(path, names=names)),
    "distance": lambda metric, a, b: _DISTANCES[metric](read_dag(a), read_dag(b)),
    "skeleton": _skeleton,
    "mean_smhd": lambda a, dags, **options: metrics.mean_smhd(read_dag(a), read_dags(dags), **options),
    "derived": _derived,
    "treewidth": lambda a, method: metrics.treewidth(read_dag(a), method),
    "score": lambda a, data, **options: metrics.score(read_dag(a), read_table(data), **options),
    "rows": _rows,
    "describe_rows": lambda rows: repr(rows),
    "check": lambda rows, score: write.checked(rows.report(score)),
    "recipe": _recipe,
    "tidy": lambda rows: write.tidied(rows),
    "vote": lambda dags, **options: write.vote(vote(read_dags(dags), **options)),
    "write": _write,
    "report": lambda rows, score: str(rows.report(score)),
    "discretize": _discretize,
    "compare": lambda dags, gold, **options: write.comparison(
        compare(read_dags(dags), None if gold is None else read_dag(gold), **options)
    ),
    "load": lambda name: write.clients(load(name)),
    "layout": _layout,
    "set_limits": _set_limits,
}
"""The functions of R's calls, by name. Their arguments are plain values, and objects that Python made."""
