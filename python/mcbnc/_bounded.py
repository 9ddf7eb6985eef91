"""Fusions whose treewidth is bounded, by a greedy and by a genetic search."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import numpy as np

from ._base.options import check_count, check_word, read_time_limit
from ._engine.progress import ProgressOption, make_watch
from ._results.baseline import find
from ._results.bounded import Bounded

__all__ = ["bounded", "genetic"]

Kind = Literal["fusion", "inputs", "arcs"]
_KINDS = ("fusion", "inputs", "arcs")


def bounded(
    dags: Any,
    max_treewidth: int,
    kind: Kind = "fusion",
    *,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
) -> Bounded:
    """The greedy fusion within a bound on the treewidth."""
    which = check_word(kind, "kind", _KINDS)
    return find(
        "bounded",
        f"bounded fusion on {which}",
        dags,
        make=partial(Bounded, which, None),
        watch=make_watch(progress, unit="arc"),
        nodes=nodes,
        weights=weights,
        outliers=outliers,
        workers=workers,
        genes=which,
        max_treewidth=check_count(max_treewidth, "max_treewidth", none="..."),
        time_limit=read_time_limit(time_limit),
    )


def genetic(
    dags: Any,
    max_treewidth: int,
    kind: Kind = "fusion",
    population: int = 100,
    generations: int = 100,
    seed: int | None = None,
    start: Literal["greedy", "mcbnc", "random"] = "greedy",
    fitness: Literal["inputs", "fusion"] = "inputs",
    *,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
) -> Bounded:
    """The genetic fusion within a bound on the treewidth."""
    which = check_word(kind, "kind", _KINDS)
    drawn = int(np.random.default_rng().integers(2**32)) if seed is None else check_count(seed, "seed")
    return find(
        "genetic",
        f"genetic fusion on {which}",
        dags,
        make=partial(Bounded, which, drawn),
        watch=make_watch(progress, unit="generation"),
        nodes=nodes,
        weights=weights,
        outliers=outliers,
        workers=workers,
        genes=which,
        max_treewidth=check_count(max_treewidth, "max_treewidth", none="..."),
        population=check_count(population, "population", least=2, none="..."),
        generations=check_count(generations, "generations", least=1, none="..."),
        seed=drawn,
        **{"from": check_word(start, "start", ("greedy", "mcbnc", "random"))},
        fitness=check_word(fitness, "fitness", ("inputs", "fusion")),
        time_limit=read_time_limit(time_limit),
    )
