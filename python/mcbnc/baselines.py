"""Simpler methods that make one DAG out of many, for comparison with a consensus.

All baselines take `dags`, `nodes`, `weights`, `outliers` and `workers` as :func:`mcbnc.consensus`
does, raise the same errors, and return a :class:`Baseline`. :func:`bounded` and :func:`genetic` keep the
treewidth within a bound, and return a :class:`Bounded`, which is one. Equal DAGs are processed once. The
answer does not depend on the order of the DAGs or on `workers`. With names, the answer does not depend on
the order of the columns either. Ties go to the lowest nodes. Named nodes are in sorted order.
:func:`mcbnc.compare` compares the baselines with the consensus, and :doc:`/baselines` reports their
accuracy.

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

from ._base.options import NO_LIMIT, STARTS, check_word, read_number, read_whole
from ._base.sites import takes_sites
from ._bounded import bounded, genetic
from ._engine.progress import ProgressOption
from ._inputs.arguments import DagArguments, SearchArguments
from ._results.baseline import Baseline, find, find_averaged
from ._results.bounded import Bounded
from ._results.union_vote import find_vote

__all__ = ["Baseline", "Bounded", "averaged", "bounded", "climb", "dsep_vote", "genetic", "vote"]


@takes_sites("dags")
def vote(
    dags: Any,
    threshold: float = 0.5,
    kind: Literal["arcs", "skeleton"] = "arcs",
    *,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
    explained: int | None = None,
) -> Baseline:
    """Vote on arcs or on pairs: those that more than a given share of the DAGs have are taken.

    Parameters
    ----------
    dags, weights, outliers, workers
        As in :func:`mcbnc.consensus`.
    nodes : sequence of hashable, or "union"
        As in :func:`mcbnc.consensus`. "union" takes DAGs with names over different nodes: shares are among
        the DAGs that have both ends. Of a pair that no DAG has nothing is claimed: ``status(a, b)`` of the
        result is then "not seen together", and else "edge" or "no edge". If the rows are at hand,
        :func:`mcbnc.learn_jointly` with ``columns="union"`` is more accurate.
    threshold : float
        From 0 to 1. An arc or pair is taken if its share of the weight is greater. At 1 nothing is
        taken. At 0 everything that any DAG has is taken.
    kind : {"arcs", "skeleton"}
        "arcs" counts each arc. Arcs go into the DAG by falling share. An arc that would close a
        cycle is left out, and ``left_out`` lists it.

        "skeleton" counts pairs that are joined in either direction. Then v-structures are decided.
        Take a path a - c - b of the skeleton in which a and b are not joined. The DAGs that have
        this path, with a and b not joined, vote on it. The path becomes a -> c <- b if more than half
        of their weight has this v-structure. V-structures go in by falling share. A v-structure that
        would turn an arc or close a cycle is left out as a whole. The other edges are oriented
        without a further v-structure, so that Meek's rules followed by any completion would give an
        equivalent DAG. If no DAG has the skeleton and exactly these v-structures, a greedy choice of
        sinks adds as few v-structures as it can. No edge is ever lost. ``conflicts`` lists the
        v-structures that were left out or added.
    explained : int, optional
        At least 1, for ``kind="skeleton"`` and ``nodes="union"``. The vote then has two rounds. A DAG that
        lacks a node may join two others because of it. So in the second round a join that the rest of the
        first round's class explains counts one of `explained`. Default: 8, an eighth. 1 counts all joins in
        full, which is the vote of one round.

    Returns
    -------
    Baseline
        With ``kind="skeleton"`` and ``nodes="union"`` it has two members more.
        ``explained(a, b)`` are the sites whose join of a pair the rest explains. ``unsure`` are the edges
        whose every join is explained: dotted in pictures, and counted in the ``repr``. ``to_frame()`` has
        the column ``share``, which the threshold was compared with, and the column ``unsure``. Its
        column ``support`` counts all joins in full.

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`. Or `explained` is given to another vote.

    Notes
    -----
    A join of a and b by a DAG is explained if no set of the nodes that the DAG has d-separates a and b in
    the class of the first round without the edge between a and b. Of the class the extension by the lowest
    sink first is taken, so names that sort otherwise may explain other joins. No join of a DAG with all
    nodes is explained. So DAGs over the same nodes make the vote of one round. V-structures are decided in
    full in both rounds.

    The time is O(r n^2) for "arcs". For "skeleton" the time is O(r (n^2 + p)), where p is the number of
    paths of two edges in the skeleton. The memory, in addition to the DAGs, is O(n^2).
    """
    return find_vote(
        DagArguments(dags, nodes, weights, outliers, workers),
        read_number(threshold, "threshold"),
        check_word(kind, "kind", ("arcs", "skeleton")),
        read_whole(explained, "explained", "None for 8"),
    )


@takes_sites("dags")
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
    """The averaged network: the pairs that are strong enough, each in its more frequent direction.

    The rule is that of M. Scutari and R. Nagarajan, *Identifying significant edges in graphical
    models of molecular networks*, Artificial Intelligence in Medicine 57 (2013), in the form of R's
    bnlearn (``averaged.network`` of a ``custom.strength``).

    Parameters
    ----------
    dags, nodes, weights, outliers, workers
        As in :func:`mcbnc.consensus`.
    threshold : float or "auto"
        From 0 to 1. The strength of a pair is the share of the weight that joins the pair. A pair is
        taken if its strength is greater than the threshold, or 1. "auto" is the paper's estimate: at
        this threshold, the distribution function of the strengths is nearest, by area, to one with
        steps at 0 and 1 only.
    cpdag : bool
        True counts the arcs of the DAGs' CPDAGs, an undirected edge as half an arc each way. False
        counts the arcs of the DAGs themselves.

    Returns
    -------
    Baseline

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`.

    Notes
    -----
    Let F be the distribution function of the strengths. The area is least at F(1/2). The estimate is
    the inverse of F there, the largest strength of at most 1/2. So "auto" takes the pairs that more
    than half of the weight joins. ``threshold`` is the estimate.

    bnlearn differs in these points:

    - bnlearn finds the least area by a numerical search that ends within 1e-4 of it, on either side.
      If the search ends above, bnlearn's threshold is the next larger strength, and the pairs of just
      that strength are out.
    - bnlearn's strengths are sums of the rounded shares of both directions. Here strengths are rounded
      once.
    - If every strength is above 1/2, bnlearn's threshold is the least strength. Here it is 0.
    - Both leave out arcs that close a cycle. Here the strongest arcs go in first. bnlearn (5.2.1) sorts
      them the other way round. Here ties go to the more frequent arc, then to the lowest nodes.
    - In bnlearn, a pair that is as frequent both ways stays undirected, or is dropped if a cycle is in
      its way. Here the pair is oriented last, without a new v-structure where that is possible.
      :func:`vote` describes how, and ``conflicts`` lists the pairs where it is not.

    The time is O(r n^2).
    """
    return find_averaged(DagArguments(dags, nodes, weights, outliers, workers), threshold, cpdag)


@takes_sites("dags")
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
    """Hill climbing from the empty DAG to a DAG near to the inputs, arc by arc.

    Each step takes the best addition, deletion or reversal of an arc, until none is an improvement.
    The source is DAGBag (R. Wang and J. Peng, *Learning directed acyclic graphs via bootstrap
    aggregating*, arXiv 1406.2098). The end is a local optimum: no DAG that differs in one arc is
    nearer, but other DAGs may be.

    Parameters
    ----------
    dags, nodes, weights, outliers, workers
        As in :func:`mcbnc.consensus`.
    distance : {"smhd", "shd"}
        "smhd" is the mean SMHD to the inputs. A moral graph shows little about directions. So among
        DAGs with the same mean SMHD, a DAG with a smaller mean SHD of the arcs is better.

        "shd" is DAGBag's own distance, the mean SHD of the arcs. The SHD of the arcs is the number of
        pairs of nodes with an arc in only one of two DAGs, or with arcs in opposite directions. It is not
        :func:`mcbnc.metrics.shd`, which compares CPDAGs.
    time_limit : float, optional
        Seconds. After this time the climb by SMHD ends where it is, with the ``status`` "time_limit".

    Returns
    -------
    Baseline

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`.

    Notes
    -----
    Let f(u, v) be the share of the arc u -> v. "shd" takes the arcs with 2 f(u, v) + f(v, u) > 1, by
    falling 2 f(u, v) + f(v, u), unless they close a cycle. Once those arcs are in, no deletion or
    reversal is an improvement. "smhd" stores the change of the distance that each arc would make. After a
    move it updates only the changes that the move affects. A step takes O(n^2) time in the worst case.
    """
    which = check_word(distance, "distance", ("smhd", "shd"))
    given = SearchArguments(dags, nodes, weights, outliers, workers, False, time_limit)
    return find(Baseline, "climb", f"climb by {which.upper()}", given, distance=which)


@takes_sites("dags")
def dsep_vote(
    dags: Any,
    share: float = 0.5,
    *,
    k_max: int | None = 10,
    start: Literal["cpdag", "dag"] = "cpdag",
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
) -> Baseline:
    """Vote on d-separation: edges of the fusion go while enough of the DAGs separate their ends.

    The search is that of ``HeuristicConsensusBES`` in the Java library consensusBN
    (UCLM-SIMD/consensusBN, 2025). It is prior art for :func:`mcbnc.consensus` with ``cap=1``.

    Parameters
    ----------
    dags, k_max, start, nodes, weights, outliers, workers, progress
        As in :func:`mcbnc.consensus`.
    share : float
        From 0 to 1. An edge is deleted only while at least this share of the weight separates its ends.
        At 1 all DAGs have to agree. At 0 every edge goes.
    time_limit : float, optional
        Seconds. After this time the deletions end where they are, with the ``status`` "time_limit".

    Returns
    -------
    Baseline

    Raises
    ------
    InvalidInputError, CycleError
        As in :func:`mcbnc.consensus`.

    Notes
    -----
    The vote starts from the class of the fusion. The deletion of u -> v or u - v with the set S counts
    the weight of the DAGs in which S d-separates u and v. The deletion of the greatest share goes first.
    Ties go as in :func:`mcbnc.consensus`. The vote ends before the first deletion whose share is below
    `share`. Both sides of this test are correctly rounded quotients, so 0.9 is met by nine of ten DAGs.

    A minimum cut is 0 if and only if S separates. So one minus the share is the criticality with
    ``cap=1``. A consensus with ``cap=1`` and theta = 1 - share differs in one point: its DAGs lose the
    cuts of each deletion. Here the DAGs stay as they are.

    consensusBN differs in these points:

    - Of the sets H of one edge, consensusBN takes the first that is better than the best deletion so
      far. Here the best of all sets H is taken.
    - consensusBN deletes no edge whose ends no DAG separates, even if the share is 0.
    - Its ties depend on the order of hash tables, and its shares are summed up in floating point.

    The time is that of a run of :func:`mcbnc.consensus`. The worst case is exponential in `k_max`.
    """
    return find(
        Baseline,
        "dsep_vote",
        "vote on d-separation",
        SearchArguments(dags, nodes, weights, outliers, workers, progress, time_limit),
        share=read_number(share, "share"),
        k_max=read_whole(k_max, "k_max", NO_LIMIT),
        start=check_word(start, "start", STARTS),
    )


def __dir__() -> list[str]:
    """The public names alone, for completion in a shell or an editor."""
    return __all__
