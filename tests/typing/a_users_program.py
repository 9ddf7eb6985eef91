"""A program as a user writes it. mypy and pyright read it in their strict modes, and never run it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Literal

import numpy as np
import numpy.typing as npt

import mcbnc
from mcbnc.estimators import StructureLearner


def fuse(paths: Sequence[str], theta: float | Literal["auto"]) -> mcbnc.ConsensusResult:
    dags = [mcbnc.read(path) for path in paths]
    knowledge = mcbnc.Knowledge(required=[("a", "b")], tiers=[["a"], ["b", "c"]])
    return mcbnc.consensus(dags, theta, weights=[1.0] * len(dags), knowledge=knowledge, cap=1, time_limit=5)


def look(result: mcbnc.ConsensusResult) -> dict[str, float]:
    matrix: npt.NDArray[np.uint8] = result.adjacency
    edges: list[tuple[Hashable, Hashable]] = result.edges
    status: str = result.status
    whole = result.trajectory
    first: mcbnc.Step = whole[0]
    return {"edges": float(matrix.sum()), "listed": len(edges), status: first.psi, "theta": result.theta}


def every_threshold(dags: npt.NDArray[np.uint8]) -> mcbnc.ConsensusResult:
    def watch(left: int, at_start: int, psi: float) -> bool:
        return psi < 2.0

    progress: Callable[[int, int, float], bool] = watch
    run: mcbnc.Trajectory = mcbnc.trajectory(dags, nodes=["a", "b"], progress=progress)
    thresholds: npt.NDArray[np.float64] = run.thetas
    return run.at(float(thresholds.max()))


def from_rows(tables: dict[str, npt.NDArray[np.int64]]) -> float:
    learned: list[mcbnc.Learned] = mcbnc.learn_many(tables, score=mcbnc.BDeu(ess=2.0), search="ges")
    together: mcbnc.JointlyLearned = mcbnc.learn_jointly(tables, score="bdeu")
    pooled: mcbnc.Pooled = mcbnc.learn(tables["north"], opinions={"ann": [("a", "b")]}, score="bic")
    of_sites: mcbnc.Pooled = mcbnc.learn_jointly(tables, opinions=[pooled], outliers="keep")
    alone: mcbnc.Learned = mcbnc.learn(tables["north"], chance=0)
    strengths: mcbnc.Bootstrap = mcbnc.bootstrap(mcbnc.Rows(tables["north"], missing="drop"), 50, seed=1)
    learner: StructureLearner = StructureLearner(criterion="qnml", max_parents=3).fit(tables["north"])
    vote: mcbnc.baselines.Baseline = mcbnc.baselines.vote(learned, 0.5, "skeleton")
    distance: int = mcbnc.metrics.smhd(vote, together)
    edges = len(strengths.consensus()) + len(of_sites.edges)
    return distance + learner.score_ + alone.score + edges


def refused(dags: Sequence[npt.NDArray[np.uint8]]) -> tuple[str | None, int | None]:
    try:
        with mcbnc.limits(memory=1 << 30):
            mcbnc.fusion(dags)
    except mcbnc.CycleError as error:
        return str(error.cycle), error.dag
    except mcbnc.InvalidInputError as error:
        return error.argument, None
    return None, None


mcbnc.show_versions()
