"""What each learner makes of a case, job by job: distances to the truth, CPU seconds, and mishaps."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from draws import Draw
from numpy.typing import NDArray

import mcbnc


class Learner(NamedTuple):
    """How a structure is learned."""

    score: mcbnc.Score | str
    prior: str = "none"
    search: str = "xges"

    def options(self) -> dict[str, Any]:
        return {**self._asdict(), "time_limit": SECONDS, "workers": 1}


SURPLUS = mcbnc.QNML(surplus=2)
LEARNERS = {
    "qNML": Learner("qnml"),
    "qNML, prior": Learner("qnml", "edges"),
    "qNML, surplus": Learner(SURPLUS),
    "qNML, both": Learner(SURPLUS, "edges"),
    "qNML, both, ges": Learner(SURPLUS, "edges", "ges"),
    "BDs": Learner("bds"),
    "BDs, prior": Learner("bds", "edges"),
    "BDeu": Learner("bdeu"),
    "BDeu, prior": Learner("bdeu", "edges"),
    "BIC": Learner("bic"),
    "BIC, prior": Learner("bic", "edges"),
    "AIC, prior": Learner("aic", "edges"),
}
"""Those that learn from one table."""
OF_SITES = ("BDs", "BDs, prior", "qNML", "qNML, prior", "qNML, both")
"""Those that learn from the sites' rows."""
OF_GAPS = ("BDs", "qNML", "qNML, both")
"""Those that learn from different columns and from tables with gaps."""
BEFORE = {"one table": "qNML", "sites": "BDs"}
"""The defaults before the study."""
DEFAULT = "qNML, both"
"""The one that the study led to."""

JOBS = {
    "learn": tuple(LEARNERS),
    "noise": tuple(LEARNERS),
    "learn_jointly": OF_SITES,
    "vote": OF_SITES,
    "vote at 1/3": OF_SITES,
    "consensus": OF_SITES,
    "consensus at 0.5": OF_SITES,
    "different columns": OF_GAPS,
    "gaps": OF_GAPS,
}
EMPTY = "empty"
"""The graph without edges, which each learner has to beat."""
FEW_NODES = 30
"""Cells are filled in networks of at most so many nodes, and that in one case of four."""
SECONDS = 60.0
"""The limit of a call. After it, the class so far counts, and the case says so."""
MEASURES = ("smhd", "shd", "seconds", "aid")
"""By method. AID is that of the class, by what the ancestors say, divided by its most."""


def method(job: str, learner: str) -> str:
    """The name in a case's results."""
    return f"{job}: {learner}"


@dataclass
class Trial:
    """What a call returned, its CPU seconds, and what went wrong."""

    result: Any
    seconds: float = 0.0
    dense: int = 0
    """How many searches were too dense, and went on with few parents."""
    stopped: bool = False
    """Whether the time limit ended a search."""
    failed: str = ""
    """The error. Then there is no result."""


def run(case: Draw, fill: bool) -> tuple[dict[str, list[float]], dict[str, Any]]:
    """All learners in all jobs, on one thread. `fill`: those too that fill cells.

    Returns the measures of each method, and the methods with mishaps. A method that fails counts as the graph
    without edges.
    """
    truth = np.asarray(case.network.dag)  # without names: the tables have none either
    none = np.zeros_like(truth)
    found = {method("learn", EMPTY): measures(none, truth, 0.0)}
    mishaps: dict[str, dict[str, Any]] = {"dense": {}, "stopped": {}, "failed": {}}
    for name, trial in trials(case, fill):
        graph = none if trial.failed else np.asarray(trial.result)
        found[name] = measures(graph, none if name.startswith("noise") else truth, trial.seconds)
        for mishap, kept in mishaps.items():
            if value := getattr(trial, mishap):
                kept[name] = value
    order = [method(job, learner) for job, learners in JOBS.items() for learner in learners]
    every = [method("learn", EMPTY), *order]
    return {name: found[name] for name in every if name in found}, mishaps


def measures(graph: NDArray[np.uint8], truth: NDArray[np.uint8], seconds: float) -> list[float]:
    n = len(truth)
    wrong = mcbnc.metrics.aid(mcbnc.metrics.cpdag(graph), truth, "ancestor") / max(n * (n - 1), 1)
    distances = mcbnc.metrics.smhd(graph, truth), mcbnc.metrics.shd(graph, truth)
    return [*distances, round(seconds, 4), round(wrong, 4)]


def trials(case: Draw, fill: bool) -> Iterator[tuple[str, Trial]]:
    """All jobs of all learners. Votes and consensus count the learning of the sites' own DAGs in."""
    states = case.network.arities.tolist()
    table, noise = (mcbnc.Rows(rows, states=states) for rows in (case.table, case.noise))
    sites = mcbnc.Rows(case.sites, states=states)
    drop = {"outliers": "drop", "workers": 1}
    for name, learner in LEARNERS.items():
        yield method("learn", name), attempt(mcbnc.learn, table, **learner.options())
        yield method("noise", name), attempt(mcbnc.learn, noise, **learner.options())
    for name in OF_SITES:
        options = LEARNERS[name].options()
        yield method("learn_jointly", name), attempt(mcbnc.learn_jointly, sites, **options)
        dags = attempt(mcbnc.learn_many, sites, **options)
        for job, share in (("vote", 0.5), ("vote at 1/3", 1 / 3)):
            yield method(job, name), after(dags, mcbnc.baselines.vote, share, kind="skeleton", **drop)
        for job, theta in (("consensus", "auto"), ("consensus at 0.5", 0.5)):
            yield method(job, name), after(dags, mcbnc.consensus, theta, **drop)
    if fill:
        yield from filled(case, states)


def filled(case: Draw, states: list[int]) -> Iterator[tuple[str, Trial]]:
    """The jobs in which cells are filled: sites that lack columns, and a table that lacks cells."""
    names = [str(v) for v in range(len(states))]
    listed = {name: [str(s) for s in range(count)] for name, count in zip(names, states, strict=True)}
    tables = [
        {names[v]: rows[:, v].astype(str) for v in range(len(states)) if v not in lacks}
        for rows, lacks in zip(case.sites, case.lacking, strict=True)
    ]
    seen = {name for table in tables for name in table}
    apart = mcbnc.Rows(tables, columns="union", states={v: listed[v] for v in names if v in seen})
    cells = {name: [str(c) if c >= 0 else None for c in case.gaps[:, v]] for v, name in enumerate(names)}
    gaps = mcbnc.Rows(cells, missing="fill", states=listed)
    for name in OF_GAPS:
        options = {**LEARNERS[name].options(), "seed": 0}
        union = attempt(mcbnc.learn_jointly, apart, **options)
        yield method("different columns", name), in_order(union, names)
        yield method("gaps", name), in_order(attempt(mcbnc.learn, gaps, **options), names)


def in_order(trial: Trial, names: list[str]) -> Trial:
    """The graph over all nodes in their order: one that no site has is joined to none."""
    if not trial.failed:
        place = [names.index(name) for name in trial.result.nodes]
        graph = np.zeros((len(names), len(names)), np.uint8)
        graph[np.ix_(place, place)] = np.asarray(trial.result)
        trial.result = graph
    return trial


def attempt(call: Callable[..., Any], *arguments: Any, **options: Any) -> Trial:
    begin = time.process_time()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", mcbnc.DataWarning)
        try:
            result, failed = call(*arguments, **options), ""
        except (mcbnc.McbncError, MemoryError) as error:
            result, failed = None, f"{type(error).__name__}: {error}"
    seconds = time.process_time() - begin
    dense = sum(dense_searches(str(each.message)) for each in told)
    answers = result if isinstance(result, list) else [result]
    stopped = any(str(getattr(each, "status", "complete")) != "complete" for each in answers)
    return Trial(result, seconds, dense, stopped, failed)


def after(dags: Trial, call: Callable[..., Any], *arguments: Any, **options: Any) -> Trial:
    """A call on the sites' DAGs: their learning is a part of it."""
    if dags.failed:
        return dags
    trial = attempt(call, dags.result, *arguments, **options)
    trial.seconds += dags.seconds
    trial.dense += dags.dense
    trial.stopped |= dags.stopped
    return trial


def dense_searches(message: str) -> int:
    """How many searches a warning names as too dense: each with the node, the rest by their number."""
    if "joined to one another in too many ways" not in message:
        return 0
    more = re.search(r"\band (\d+) more", message)
    return len(re.findall(r"\(at ", message)) + int(more[1] if more else 0)
