"""Simpler ways to one DAG from many, for a consensus to be judged by.

All take what :func:`mcbnc.consensus` takes for `dags`, `nodes`, `weights`, `outliers` and `workers`,
raise what it raises, and return a :class:`Baseline`. Equal DAGs are worked on once; the answer depends
neither on the order of the DAGs nor on `workers` nor, with names, on the order of the columns. Ties
go to the lowest nodes: the first, where there are names, in sorted order. :func:`mcbnc.compare` sets
them beside the consensus; :doc:`/baselines` says what is known of their accuracy.

>>> from mcbnc import baselines
>>> a = [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
>>> b = [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
>>> baselines.vote([a, a, b], nodes=["x", "y", "z"]).edges
[('x', 'z'), ('y', 'z')]
>>> baselines.averaged([a, a, b]).threshold
0.3333333333333333
"""

from __future__ import annotations

from typing import Any, Literal

from ._base.options import check_flag, check_word, read_number, read_time_limit
from ._results.baseline import Baseline, find

__all__ = ["Baseline", "averaged", "climb", "vote"]


def vote(
    dags: Any,
    threshold: float = 0.5,
    kind: Literal["arcs", "skeleton"] = "arcs",
    *,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
) -> Baseline:
    """The arcs, or the pairs, that more than a share of the DAGs have.

    Parameters
    ----------
    dags, nodes, weights, outliers, workers
        As in :func:`mcbnc.consensus`.
    threshold : float
        From 0 to 1. What is in must have a greater share of the weight: at 1 nothing has, at 0
        everything that any DAG has is in.
    kind : {"arcs", "skeleton"}
        "arcs" counts each arc. Those in go into the DAG by falling share, unless they close a cycle
        with those there already; ``left_out`` has these.

        "skeleton" counts pairs joined either way. A path a - c - b of the skeleton with a and b not
        joined becomes a -> c <- b if more than half of the DAGs that have that very path (by weight;
        a and b not joined there either) have it so: this is the majority of their CPDAGs. Such
        v-structures go in by falling share, each whole, or not at all if it would turn an arc or
        close a cycle. The other edges are oriented so that no further v-structure comes of it, as
        Meek's rules and any completion of theirs would. Where no DAG has the skeleton and
        just these v-structures, one with as few new ones as a greedy choice of sinks finds is
        taken: no edge is ever lost, and ``conflicts`` has the v-structures in question.

    Returns
    -------
    Baseline

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`.

    Notes
    -----
    Takes O(r (n^2 + paths)) time, the paths those of two edges in the skeleton (for "skeleton"),
    and O(n^2) memory beside the DAGs.
    """
    share = read_number(threshold, "threshold")
    which = check_word(kind, "kind", ("arcs", "skeleton"))
    common = {"nodes": nodes, "weights": weights, "outliers": outliers, "workers": workers}
    method = "vote on arcs" if which == "arcs" else "vote on the skeleton"
    return find("vote", method, dags, **common, threshold=share, kind=which)


def averaged(
    dags: Any,
    threshold: float | Literal["auto"] = "auto",
    *,
    cpdag: bool = True,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
) -> Baseline:
    """The averaged network: pairs strong enough, each in its more frequent direction.

    The rule is that of M. Scutari and R. Nagarajan, *Identifying significant edges in graphical
    models of molecular networks*, Artificial Intelligence in Medicine 57 (2013), in the form that
    R's bnlearn gives it (``averaged.network`` of a ``custom.strength``).

    Parameters
    ----------
    dags, nodes, weights, outliers, workers
        As in :func:`mcbnc.consensus`.
    threshold : float or "auto"
        From 0 to 1. A pair's strength is the share of the weight that joins it; the pairs in are
        those of a greater strength, and those of strength 1. "auto" is the paper's estimate: where
        the strengths' distribution function is nearest, by area, to one with steps at 0 and 1 only.
    cpdag : bool
        Count the arcs of the DAGs' CPDAGs, an undirected edge as half an arc each way; or those of the
        DAGs themselves.

    Returns
    -------
    Baseline

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`.

    Notes
    -----
    That area is least at F(1/2), F being the distribution function; the estimate, its inverse there,
    is the largest strength of at most 1/2. So "auto" takes the pairs that more than half of the weight
    joins; ``threshold`` tells the estimate.

    bnlearn differs in this:

    - It finds the least area by a numerical search that ends near 1e-4 of it, on either side; from
      above, its threshold is the next larger strength, and the pairs of just that strength are out.
    - Its strengths are sums of the two directions' rounded shares; here they are rounded once.
    - Where every strength is above 1/2, its threshold is the least of them; here it is 0.
    - Arcs that close a cycle are left out by both. Here the strongest go in first; bnlearn (5.2.1)
      sorts them the other way round. Ties go here to the more frequent arc, then to the lowest.
    - A pair as frequent both ways stays undirected there, or goes where a cycle is in its way. Here it
      is oriented last, so that it makes no v-structure where that can be (:func:`vote` says how;
      ``conflicts`` has what could not).

    Takes O(r n^2) time.
    """
    flag = check_flag(cpdag, "cpdag")
    auto = isinstance(threshold, str) and threshold == "auto"
    share = None if auto else read_number(threshold, "threshold", "a finite number, or 'auto'")
    common = {"nodes": nodes, "weights": weights, "outliers": outliers, "workers": workers}
    return find("averaged", "averaged network", dags, **common, threshold=share, cpdag=flag)


def climb(
    dags: Any,
    distance: Literal["smhd", "shd"] = "smhd",
    *,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
    time_limit: float | None = None,
) -> Baseline:
    """Climb from the empty DAG to one near to the inputs, arc by arc.

    Each step takes the best addition, deletion or reversal of an arc, until none is an improvement:
    as in DAGBag (R. Wang and J. Peng, *Learning directed acyclic graphs via bootstrap aggregating*,
    arXiv 1406.2098). The end is a local optimum: no DAG one arc away is nearer; others may be.

    Parameters
    ----------
    dags, nodes, weights, outliers, workers
        As in :func:`mcbnc.consensus`.
    distance : {"smhd", "shd"}
        "smhd": the mean SMHD to the inputs; of DAGs level in it, the one of the lesser mean SHD of
        the arcs, since a moral graph says little about directions.
        "shd": DAGBag's own, the mean SHD of the arcs: the pairs of nodes with an arc in just one of
        two DAGs, or in opposite directions. (:func:`mcbnc.metrics.shd` compares CPDAGs.)
    time_limit : float, optional
        Seconds, after which the climb to a least SMHD ends where it is, its ``status`` "time_limit".

    Returns
    -------
    Baseline

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`.

    Notes
    -----
    "shd" comes down to the arcs u -> v with 2 f(u, v) + f(v, u) > 1, f being their shares, by falling
    2 f(u, v) + f(v, u), unless they close a cycle: once those are in, no deletion or reversal helps.
    "smhd" keeps what each arc would add, and brings up to date only what a move has changed: O(n^2) a
    step at worst.
    """
    which = check_word(distance, "distance", ("smhd", "shd"))
    seconds = read_time_limit(time_limit)
    common = {"nodes": nodes, "weights": weights, "outliers": outliers, "workers": workers}
    return find("climb", f"climb by {which.upper()}", dags, **common, distance=which, time_limit=seconds)
