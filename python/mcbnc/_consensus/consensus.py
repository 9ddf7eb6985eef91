"""The main functions: many DAGs in, one consensus DAG out; or all thresholds' at once."""

from __future__ import annotations

from typing import Any, Literal

from .._base.options import OUTPUTS, check_word, read_theta
from .._base.paths import PathLike
from .._base.sites import takes_sites
from .._engine.progress import ProgressOption
from .._inputs.arguments import SearchArguments
from .results import ConsensusResult, Trajectory, result_of
from .run import start_run


@takes_sites("dags")
def consensus(
    dags: Any,
    theta: float | Literal["auto"] = 0.5,
    *,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    cap: int | None = None,
    k_max: int | None = 10,
    start: Literal["cpdag", "dag"] = "cpdag",
    output: Literal["extension", "refusion"] = "extension",
    canonical: bool = False,
    knowledge: Any = None,
    order: Any = None,
    seed: int | None = None,
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
    checkpoint: PathLike | None = None,
) -> ConsensusResult:
    """Fuse DAGs, then delete the edges that few of them need.

    Each edge of the fusion has a criticality. The criticality is the weighted mean, over the DAGs,
    of the minimum cut between the ends of the edge: about the number of independent ways in which
    a DAG connects them. The least critical edge is deleted, again and again, until all edges left
    are above `theta`. Source: Torrijos, Puerta, Aledo and Gámez, *Bayesian Network Structural
    Consensus via Greedy Min-Cut Analysis*, AAAI-26, arXiv 2504.00467.

    Parameters
    ----------
    dags : sequence of r >= 1 DAGs, dict of site name to DAG, or one (r, n, n) array
        Messages and results have the names of a dict, or of files. A DAG is one of these, and the kinds may
        be mixed:

        - an (n, n) array-like of 0 and 1 (bool, int or float; NumPy, nested lists or scipy.sparse),
          with [i, j] = 1 meaning i -> j;
        - a pandas DataFrame with the names as index and columns;
        - a :class:`networkx.DiGraph`, or a DAG, a PDAG or a Bayesian network of pgmpy;
        - a list or set of arcs, ``[("a", "b"), ("b", "c")]``, by names or, with `nodes`, by indices
          too. Nodes without arcs are in `nodes` alone;
        - a network, DAG, PDAG or essential graph of pyAgrum, a graph of causal-learn, or what its
          ``pc`` and ``ges`` return;
        - a fitted model of lingam, or a fitted search of ``pgmpy.causal_discovery``;
        - the path of a file that :func:`mcbnc.read` reads. A ``.json`` file of several structures, as
          ``mcbnc learn`` writes it, counts as all of its DAGs, and its path may stand without a list;
        - a bnlearn model string, ``"[A][B|A]"``.

        Of sparse matrices, networks, files, and lists or tables of arcs, no (n, n) arrays are made. So such
        DAGs may have many nodes. One (r, n, n) array may be a ``coo_array`` of scipy.sparse, without an
        object for each DAG. So there may be a million of them.

        Named DAGs must have the same names, in any order, unless `nodes` is "union". Matrices of other tools
        may have another convention: see :doc:`/conventions`.

        A CPDAG or another partially directed graph stands for its class of DAGs. An undirected edge
        is an arc both ways. The class's member is its consistent extension by Dor and Tarsi (1992),
        the first possible sink first in the sorted order of the names, as :meth:`mcbnc.PDAG.to_dag`
        gives it. ``extended`` of the result lists these inputs.
    theta : float or "auto"
        Edges with criticality <= theta are deleted. 0.5 keeps, roughly, what half of the DAGs
        support. "auto" takes the threshold whose result has the least (weighted) mean SMHD to the
        inputs.
    nodes : sequence of hashable, or "union", optional
        The n names of the nodes of unnamed DAGs, in the order of their rows. Default: 0..n-1. "union" takes
        DAGs over different nodes, all by names, and the result is over all nodes. See Notes.
    weights : sequence of r floats, optional
        Finite, >= 0, not all zero. Only their proportions matter.
    outliers : {"keep", "drop"}
        "drop" gives the weight 0 to the DAGs that :func:`mcbnc.agreement` flags, which agree with
        hardly any other DAG. ``dropped`` of the result lists them. See :doc:`/clients`.
    cap : int, optional
        The most that one DAG's cut counts in a criticality, at least 1. With 1, every DAG has one
        vote on each edge. The criticality then is the (weighted) share of the DAGs that need the
        edge, and no longer the paper's. See :doc:`/clients`. Default: no cap.
    k_max : int or None
        Consider only sets H of at most this number of nodes. None means any size.
    start : {"cpdag", "dag"}
        Delete from the fusion's equivalence class (the paper's Algorithm 1) or from the fusion
        itself (the paper's example).
    output : {"extension", "refusion"}
        "extension" is a DAG of the final equivalence class (the paper's Algorithm 1): the one whose
        arrows agree with the inputs, by weight. If all inputs are one DAG and `theta` is below 1,
        the result is that DAG. "refusion" is the fusion of the pruned inputs. "refusion" excludes
        `knowledge`, which a fresh fusion does not have.
    canonical : bool
        First replace each DAG by the canonical DAG of its equivalence class. The answer then
        depends only on what the inputs mean, and the arrows too: they agree with the canonical DAGs.
    knowledge : Knowledge or dict, optional
        Edges that stay and edges that must not be, whatever their criticality: a :class:`mcbnc.Knowledge`,
        or a dict with its keys "required" and "forbidden". A required edge that the fusion lacks is added
        to the fusion. A forbidden edge {u, v} is deleted before any other. See Notes.
    order : sequence of names, optional
        The order of the nodes along which the DAGs are fused, first to last. The order must agree
        with the directions in `knowledge`. ``output="refusion"`` still finds an
        order of its own. Default: the greedy order of :func:`mcbnc.fusion`.
    seed : int, optional
        Draw ties at random, reproducibly. Default: the lowest nodes win. A seed excludes arcs,
        (u, v), in `knowledge`.
    workers : int, optional
        Threads. Default: all cores. The answer does not depend on the number.
    progress : None, bool or function
        None shows a tqdm bar in a terminal or notebook once a run passes a second, if tqdm is
        installed. True shows a bar, and False shows none. The bar shows the phase, about which share
        of the time is over, and the time left once that is known. A threshold may end the run
        earlier. A function is called with (edges_left, edges_at_start, psi). If the function returns
        False, the run stops.
    time_limit : float, optional
        Seconds. After this time no more edges are deleted. The result so far is returned with the
        ``status`` "time_limit". The fusion is always made.
    checkpoint : str or os.PathLike, optional
        A file that keeps what is done, about every 10 seconds and when the run is stopped. The same call
        with the same file goes on from there, after a crash too, and its answer is that of an
        undisturbed run. The file stays, so the same call after the end is answered from it. It is
        invalid together with `seed`. See :doc:`/checkpoints`.

    Returns
    -------
    ConsensusResult

    Raises
    ------
    InvalidInputError
        A bad argument; names it, the DAG and the nodes. Also a ValueError.
    CycleError
        One of the DAGs has a cycle; names it. Also an InvalidInputError.
    OSError
        `checkpoint` cannot be read, or its folder cannot be written.
    LibraryError
        The engine's library cannot be loaded.
    KeyboardInterrupt
        On Ctrl-C, at once, also inside a long run.

    Warns
    -----
    DataWarning
        If the DAGs agree no more than chance. :doc:`/clients` has the rule.

    Notes
    -----
    An exact cut costs O(n d) for degree d. For each edge, a run evaluates the sets H that bounds
    cannot rule out, and evaluates again only what a deletion may have changed. At worst the time is
    exponential in the size of the neighbourhoods. Real networks of a hundred nodes take
    milliseconds.

    ``adjacency`` is found by the algorithm of Dor and Tarsi (1992), which directs the edges of the
    class into one sink after the other. Of the nodes that may be the next sink, it takes the one
    against which the least weight of the inputs' arrows speaks. The choice is greedy: another member
    of the class may have more arrows in common with the inputs. All members mean the same:
    ``reversible`` lists the edges that another member has the other way round.

    ``adjacency`` keeps `knowledge` at every threshold. `knowledge` that no DAG keeps is
    refused before the run. (u, v) together with (v, u) is {u, v}. The DAGs are fused along an order
    that agrees with all directions: those of required arcs, and those that forbidden arcs leave
    open. If the directions have a cycle, no DAG has all of its edges. The order then keeps the required
    arcs, and the pairs whose direction it goes against are forbidden. Every deletion takes an arc out of
    some DAG of the current equivalence class that keeps the directions. The rest of that DAG keeps the
    directions too, and ``adjacency`` is such a DAG. ``cpdag`` is the class of the equivalent DAGs that
    keep the directions. Deletions of forbidden edges are ordinary steps, the least critical first, but
    `theta` and `k_max` do not apply to them. If `time_limit` or `progress` ends a run early, some
    forbidden edges may be left.

    With ``nodes="union"``, each DAG is over some of the nodes, and the others are isolated in it. Only the
    DAGs that have both ends of an edge count in its criticality. A DAG that lacks a node of the conditioning
    set S may join the ends because of that node. So a DAG that joins them and lacks a node of S counts an
    eighth, and one that does not join them counts in full. ``theta="auto"`` goes by the projected SMHD of
    :func:`mcbnc.metrics.mean_smhd`. The result then has ``seen``, ``status(a, b)``, ``explained(a, b)`` and
    ``unsure``: a pair that no DAG has is "not seen together", and never "no edge". If all DAGs have the same
    nodes, the run is the ordinary one. The sum of the scaled weights is at most 2^28 over the root of n, so
    weights are rounded to about seven digits if need be. :doc:`/union` has what to expect.

    Examples
    --------
    >>> import mcbnc
    >>> a = [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
    >>> b = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
    >>> mcbnc.consensus([a, a, b], nodes=["x", "y", "z"]).edges
    [('x', 'z'), ('y', 'z')]
    >>> known = mcbnc.Knowledge(required=[("y", "x")], forbidden=[{"x", "z"}])
    >>> mcbnc.consensus([a, a, b], nodes=["x", "y", "z"], knowledge=known).edges
    [('y', 'x'), ('y', 'z')]
    """
    run, reply = start_run(
        "consensus",
        {"theta": read_theta(theta), "output": check_word(output, "output", OUTPUTS)},
        SearchArguments(dags, nodes, weights, outliers, workers, progress, time_limit),
        {"cap": cap, "k_max": k_max, "start": start, "canonical": canonical, "knowledge": knowledge},
        order=order,
        seed=seed,
        checkpoint=checkpoint,
    )
    return result_of(run, reply, float(reply.info["theta"]), output)


@takes_sites("dags")
def trajectory(
    dags: Any,
    *,
    nodes: Any = None,
    weights: Any = None,
    outliers: Literal["keep", "drop"] = "keep",
    cap: int | None = None,
    k_max: int | None = 10,
    start: Literal["cpdag", "dag"] = "cpdag",
    canonical: bool = False,
    knowledge: Any = None,
    order: Any = None,
    seed: int | None = None,
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
    checkpoint: PathLike | None = None,
) -> Trajectory:
    """Fuse the DAGs and delete edge after edge, until none is left but those required.

    One run answers every threshold, by :meth:`Trajectory.at`. The parameters, and the errors,
    are those of :func:`mcbnc.consensus`.

    Returns
    -------
    Trajectory
    """
    run, _ = start_run(
        "trajectory",
        {"theta": None},
        SearchArguments(dags, nodes, weights, outliers, workers, progress, time_limit),
        {"cap": cap, "k_max": k_max, "start": start, "canonical": canonical, "knowledge": knowledge},
        order=order,
        seed=seed,
        checkpoint=checkpoint,
    )
    return Trajectory(run)
