"""The deletion of every edge of a fusion, and what each input says there."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import parts
from .._engine.request import Told
from .._results.over_nodes import Joins
from .._results.seen import PairStatus, Seen
from .explain import fraction
from .run import Run

Pair = tuple[int, int]
Cuts = dict[int, list[Pair]]


class Evidence(NamedTuple):
    """The deletion of an edge: the one that a step made, or the best one after the last step."""

    step: int | None
    """None where no step deleted the edge."""
    psi: float
    fraction: str | None
    """psi as "num/den". None: the DAGs are over the same nodes."""
    H: list[int]
    S: list[int]
    cuts: Cuts
    """The cut of each input that has one."""


def find_evidence(run: Run) -> dict[Pair, Evidence]:
    """The deletion of each edge of the fusion, by its ends i < j.

    The cost is that of pruning the inputs again, plus one search for each edge that the last step leaves.
    """
    steps = {name: np.ascontiguousarray(run.steps[name]) for name in ("s_ptr", "s")}
    left = run.ask("evidence", steps).arrays
    cuts: list[Cuts] = [{} for _ in range(len(run.psi) + len(left["psi"]))]
    for deletion, dag, a, b in left["cuts"].tolist():
        cuts[deletion].setdefault(dag, []).append((a, b))
    return {
        **_described(run.steps, cuts[: len(run.psi)], range(len(run.psi))),
        **_described(left, cuts[len(run.psi) :], [None] * len(left["psi"])),
    }


def _described(steps: Told, cuts: list[Cuts], numbers: Sequence[int | None]) -> dict[Pair, Evidence]:
    """The deletions in the arrays of steps, by the ends of the edge."""
    H, S = ([part.tolist() for part in parts(steps[f"{name}_ptr"], steps[name])] for name in ("h", "s"))
    fractions: Sequence[str | None] = [None] * len(cuts)
    if "step_weight" in steps:
        fractions = list(map(fraction, steps["score"].tolist(), steps["step_weight"].tolist()))
    return {
        (min(u, v), max(u, v)): Evidence(number, psi, part, h, s, cut)
        for (u, v, _), number, psi, part, h, s, cut in zip(
            steps["step_edges"].tolist(), numbers, steps["psi"].tolist(), fractions, H, S, cuts, strict=True
        )
    }


class PairTold(NamedTuple):
    """What DAGs over different nodes say of two nodes. DAGs of weight 0 do not count.

    If a step deleted the edge, ``joined``, ``apart``, ``blind`` and ``psi`` are of this deletion. Else they
    are of the best one after the last step. They are None if the run had no such edge: then a refusion made
    it.
    """

    a: Hashable
    b: Hashable
    status: PairStatus
    """A required edge that no DAG sees is "not seen together" too."""
    seen: int
    """How many DAGs have both."""
    joined: int | None
    """How many of these join them given the deletion's S."""
    apart: int | None
    """How many of these keep them apart given S."""
    blind: int | None
    """How many of those that join them lack a node of S. Each of these counts an eighth."""
    psi: str | None
    """The criticality, exact, as "num/den"."""
    explained: list[Hashable]
    """The sites whose join the rest of the answer explains."""


def tell_pairs(
    run: Run, has: NDArray[np.uint8], seen: Seen, joins: Joins, answer: NDArray[np.bool_]
) -> list[PairTold]:
    """What is known of each pair that the answer joins, or that DAGs of some weight join.

    `has` is (r, n): 1 where a DAG of some weight has a node. `answer` is (n, n), symmetric.
    """
    found = find_evidence(run)
    told = []
    for i, j in np.argwhere(np.triu(answer | (joined_by(run, has) > 0))).tolist():
        a, b = run.nodes[i], run.nodes[j]
        both = int(seen.sites[i, j])
        counts: tuple[int | None, int | None, int | None] = (None, None, None)
        if (one := found.get((i, j))) is not None:
            joining = [k for k in one.cuts if has[k, i] and has[k, j]]
            counts = len(joining), both - len(joining), sum(not has[k, one.S].all() for k in joining)
        explained = run.sites_of(joins.of(i, j))
        psi = None if one is None else one.fraction
        told.append(PairTold(a, b, seen.status(a, b, answer), both, *counts, psi, explained))
    return told


def joined_by(run: Run, has: NDArray[np.uint8]) -> NDArray[np.int64]:
    """(n, n), symmetric: how many DAGs of some weight join each pair. `has` is as in :func:`tell_pairs`."""
    graphs = run.inputs.graphs[has.any(axis=1)]
    arcs = graphs.sum(axis=0, dtype=np.int64)
    joined: NDArray[np.int64] = arcs + arcs.T
    return joined
