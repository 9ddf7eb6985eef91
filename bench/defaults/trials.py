"""What each configuration makes of a case, in four jobs: distances to the truth, CPU seconds, and mishaps."""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from draws import Draw

import mcbnc

SEARCHES = ("ges", "xges")
SCORES = ("bdeu", "bds", "qnml", "bic")
CONFIGURATIONS = tuple(f"{search} {score}" for search in SEARCHES for score in SCORES)
DEFAULT = "ges bdeu"
"""What stood before the study."""

LEARN, JOINTLY, VOTE, CONSENSUS = JOBS = ("learn", "learn_jointly", "vote", "consensus")
SECONDS = 60.0
"""The limit of a call. After it, the class so far counts, and the case says so."""


def method(job: str, configuration: str) -> str:
    """The name in a case's results."""
    return f"{job}: {configuration}"


METHODS = tuple(method(job, configuration) for job in JOBS for configuration in CONFIGURATIONS)


@dataclass
class Trial:
    """What a call returned, its CPU seconds, and what went wrong."""

    result: Any
    seconds: float
    dense: int = 0
    """How many searches were too dense, and went on with few parents."""
    stopped: bool = False
    """Whether the time limit ended a search."""
    failed: str = ""
    """The error. Then there is no result."""


def run(case: Draw) -> tuple[dict[str, list[float]], dict[str, Any]]:
    """All configurations in all jobs, on one thread.

    Returns SMHD, SHD and CPU seconds of each method, and the methods with mishaps. A method that fails counts
    as the graph without edges.
    """
    found: dict[str, list[float]] = {}
    truth = np.asarray(case.network.dag)  # without names: the tables have none either
    mishaps: dict[str, dict[str, Any]] = {"dense": {}, "stopped": {}, "failed": {}}
    for configuration in CONFIGURATIONS:
        for job, trial in trials(case, configuration).items():
            name = method(job, configuration)
            graph = np.zeros_like(truth) if trial.failed else np.asarray(trial.result)
            smhd, shd = mcbnc.metrics.smhd(graph, truth), mcbnc.metrics.shd(graph, truth)
            found[name] = [smhd, shd, round(trial.seconds, 4)]
            for mishap, kept in mishaps.items():
                if value := getattr(trial, mishap):
                    kept[name] = value
    return {name: found[name] for name in METHODS}, mishaps


def trials(case: Draw, configuration: str) -> dict[str, Trial]:
    """One configuration in all jobs. Votes and consensus count the learning of the sites' own DAGs in."""
    search, score = configuration.split()
    options = {"search": search, "score": score, "time_limit": SECONDS, "workers": 1}
    states = case.network.arities.tolist()
    sites = mcbnc.Rows(case.sites, states=states)
    table = mcbnc.Rows(case.table, states=states)
    dags = attempt(lambda: mcbnc.learn_many(sites, **options))
    drop = {"outliers": "drop", "workers": 1}
    return {
        LEARN: attempt(lambda: mcbnc.learn(table, **options)),
        JOINTLY: attempt(lambda: mcbnc.learn_jointly(sites, **options)),
        VOTE: after(dags, lambda: mcbnc.baselines.vote(dags.result, kind="skeleton", **drop)),
        CONSENSUS: after(dags, lambda: mcbnc.consensus(dags.result, "auto", **drop)),
    }


def attempt(call: Callable[[], Any]) -> Trial:
    begin = time.process_time()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", mcbnc.DataWarning)
        try:
            result, failed = call(), ""
        except (mcbnc.McbncError, MemoryError) as error:
            result, failed = None, f"{type(error).__name__}: {error}"
    seconds = time.process_time() - begin
    dense = sum(dense_searches(str(each.message)) for each in told)
    answers = result if isinstance(result, list) else [result]
    stopped = any(getattr(each, "status", "complete") != "complete" for each in answers)
    return Trial(result, seconds, dense, stopped, failed)


def after(dags: Trial, call: Callable[[], Any]) -> Trial:
    """A call on the sites' DAGs: their learning is a part of it."""
    if dags.failed:
        return dags
    trial = attempt(call)
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
