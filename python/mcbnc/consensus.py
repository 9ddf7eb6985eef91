"""The main job: many DAGs in, one consensus DAG out."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._arrays import read_only
from ._options import OUTPUTS, check_word, read_theta
from ._request import Reply
from ._result import Result, shares
from ._run import Run, start_run
from ._saved import PathLike
from .explain import Explanation, explain
from .progress import ProgressOption
from .saving import save_run
from .trajectory import Trajectory

__all__ = ["ConsensusResult", "consensus"]


class ConsensusResult(Result):
    """A consensus of DAGs. ``numpy.asarray(result)`` is :attr:`adjacency`.

    Made by :func:`mcbnc.consensus` and :meth:`mcbnc.Trajectory.at`. It holds plain arrays: it may
    be pickled, sent to another process, and used after a fork.
    """

    _title = "Consensus"

    def __init__(self, run: Run, reply: Reply, theta: float) -> None:
        super().__init__(run.nodes, run.named, reply, run.status)
        self._run = run
        self._theta = theta

    def __repr__(self) -> str:
        return (
            f"<ConsensusResult: {np.count_nonzero(self.adjacency)} edges over {len(self._nodes)} nodes from "
            f"{self._run.inputs_told()}, theta {self.theta:.4g} (fusion: {self._run.edges_at_start} edges), "
            f"{self.status} in {self.seconds:.3g} s>"
        )

    @property
    def theta(self) -> float:
        """The threshold in force; with ``theta="auto"`` the one chosen."""
        return self._theta

    @property
    def order(self) -> list[Hashable]:
        """The node order along which the DAGs were fused, first to last."""
        return [self._nodes[i] for i in self._run.order.tolist()]

    @property
    def fusion(self) -> NDArray[np.uint8]:
        """(n, n) uint8, read-only: the fusion with what is required, before any deletion. A DAG."""
        return read_only(self._run.fusion)

    @property
    def dropped(self) -> list[int]:
        """The indices of the inputs that ``outliers="drop"`` gave the weight 0."""
        return list(self._run.dropped)

    @property
    def trajectory(self) -> Trajectory:
        """The steps taken, from the fusion to this result."""
        return Trajectory(self._run)

    def explain(self, u: Hashable, v: Hashable) -> Explanation:
        """Why the consensus joins u and v, or does not.

        Parameters
        ----------
        u, v : names
            Two different nodes, in any order.

        Returns
        -------
        Explanation
            Prints as words and a table, a row for each input.

        Raises
        ------
        InvalidInputError
            Where u or v is no node, or both are the same.

        Notes
        -----
        Costs a search over the deletions of this edge, one cut in each input and the inputs' I-maps;
        the run is not made again.
        """
        return explain(self._run, self._adjacency, self._cpdag, self._theta, u, v)

    def save(self, path: PathLike) -> None:
        """Save this, with the inputs, options and steps behind it, for :func:`mcbnc.load`.

        Parameters
        ----------
        path : str or os.PathLike
            One JSON file, written whole or not at all.

        Raises
        ------
        InvalidInputError
            If a node's name is neither a str, nor an int of 64 bits, nor a tuple of these.
        OSError
            If the file cannot be written.
        """
        save_run(path, self._run, self)

    def _facts(self) -> dict[str, Any]:
        return {
            "edges": f"{np.count_nonzero(self.adjacency)} (fusion: {self._run.edges_at_start})",
            "nodes": len(self._nodes),
            "inputs": self._run.inputs_told(),
            "threshold θ": f"{self.theta:.4g}",
            **self._run.cap_told(),
            "status": f"{self.status} in {self.seconds:.3g} s",
        }

    def _support(self) -> NDArray[np.float64]:
        return shares(self._run.inputs.graphs, self._run.weights)


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
    required: Any = None,
    forbidden: Any = None,
    seed: int | None = None,
    workers: int | None = None,
    progress: ProgressOption = None,
    time_limit: float | None = None,
) -> ConsensusResult:
    """Fuse DAGs over the same nodes, then delete the edges that few of them need.

    Each edge of the fusion has a criticality: the weighted mean, over the DAGs, of the minimum
    cut between its ends (about: by how many independent ways a DAG connects them). The least
    critical edge is deleted, again and again, until all left are above `theta` (Torrijos, Puerta,
    Aledo and Gámez, *Bayesian Network Structural Consensus via Greedy Min-Cut Analysis*, AAAI-26,
    arXiv 2504.00467).

    Parameters
    ----------
    dags : sequence of r >= 1 DAGs, or one (r, n, n) array
        Each an (n, n) array-like of 0 and 1 (bool, int or float; NumPy, nested lists or
        scipy.sparse) with [i, j] = 1 meaning i -> j; or a pandas DataFrame with the names as index
        and columns; a ``networkx.DiGraph``; a pgmpy DAG or Bayesian network; a path to a file that
        :func:`mcbnc.read` reads; a bnlearn model string, ``"[A][B|A]"``. Kinds may be mixed.
        Named DAGs must have the same names, in any order.
    theta : float or "auto"
        Edges with criticality <= theta are deleted; 0.5 keeps, roughly, what half of the DAGs
        support. "auto" takes the threshold whose result has the least (weighted) mean SMHD to the
        inputs.
    nodes : sequence of hashable, optional
        The n names of the nodes of unnamed DAGs, in the order of their rows. Default: 0..n-1.
    weights : sequence of r floats, optional
        Finite, >= 0, not all zero. Only their proportions matter.
    outliers : {"keep", "drop"}
        "drop" gives the weight 0 to the DAGs that :func:`mcbnc.agreement` flags: those that agree
        with hardly any other. ``dropped`` of the result tells which. See :doc:`/clients`.
    cap : int, optional
        The most that one DAG's cut counts in a criticality, at least 1. With 1, every DAG has one
        vote on each edge: criticality then is the (weighted) share of the DAGs that need it, and no
        longer the paper's. See :doc:`/clients`. Default: as much as it is.
    k_max : int or None
        Consider only sets H of at most so many nodes; None: any.
    start : {"cpdag", "dag"}
        Delete from the fusion's equivalence class (the paper's Algorithm 1) or from the fusion
        itself (the paper's example).
    output : {"extension", "refusion"}
        A DAG of the final class (the paper's Algorithm 1), or the fusion of the pruned inputs;
        not with `required` or `forbidden`, which a fresh fusion does not know.
    canonical : bool
        First replace each DAG by a canonical one of its equivalence class, so that the answer
        depends only on what the inputs mean.
    required : iterable, optional
        Edges that stay, whatever their criticality: (u, v) for the arc u -> v, a set {u, v} for an
        edge in either direction. One that the fusion lacks is added to it.
    forbidden : iterable, optional
        Edges that must not be, whatever their criticality: (u, v) bars the arc u -> v and lets
        v -> u be, {u, v} bars both, and is deleted before any other edge. See Notes.
    seed : int, optional
        Draw ties at random, reproducibly. Default: the lowest nodes win. Not with arcs, (u, v), in
        `required` or `forbidden`.
    workers : int, optional
        Threads. Default: all cores. The answer does not depend on it.
    progress : None, bool or function
        None: a tqdm bar in a terminal or notebook once a run passes a second, if tqdm is there.
        True: a bar. False: none. A function is called with (edges_left, edges_at_start, psi),
        and stops the run by returning False.
    time_limit : float, optional
        Seconds, after which no more edges are deleted and the result so far is returned, its
        ``status`` "time_limit". The fusion is always made.

    Returns
    -------
    ConsensusResult

    Raises
    ------
    InvalidInputError
        A bad argument; says which, which DAG, which nodes. Also a ValueError.
    CycleError
        One of the DAGs has a cycle; says which. Also an InvalidInputError.
    LibraryError
        The engine's library cannot be loaded.
    KeyboardInterrupt
        On Ctrl-C, at once, also inside a long run.

    Notes
    -----
    An exact cut costs O(n d) for degree d; a run evaluates, for each edge, the sets H that bounds
    cannot rule out, and re-evaluates only what a deletion may have changed. Exponential in the
    size of the neighbourhoods at worst; real networks of a hundred nodes take milliseconds.

    `required` and `forbidden` are kept by ``adjacency`` at every threshold, and reported before
    the run where they contradict each other; (u, v) together with (v, u) is {u, v}. The DAGs are
    fused along an order that goes with all directions, the one asked for and the one left open by
    a forbidden arc: there must be such an order. Every deletion takes an arc out of some DAG of
    the current equivalence class that keeps the directions; what is left of that DAG keeps them
    too, and ``adjacency`` is such a DAG. ``cpdag`` is its whole class, in which a required arc may
    be undirected. Deletions of forbidden edges are ordinary steps, the least critical first, but
    `theta` and `k_max` do not bear on them. A run cut short by `time_limit` or `progress` may not
    have come to the last of them.

    Examples
    --------
    >>> import mcbnc
    >>> a = [[0, 0, 1], [0, 0, 1], [0, 0, 0]]
    >>> b = [[0, 1, 1], [0, 0, 1], [0, 0, 0]]
    >>> mcbnc.consensus([a, a, b], nodes=["x", "y", "z"]).edges
    [('x', 'z'), ('y', 'z')]
    >>> mcbnc.consensus([a, a, b], nodes=["x", "y", "z"], required=[("y", "x")], forbidden=[{"x", "z"}]).edges
    [('y', 'x'), ('z', 'y')]
    """
    request = {"theta": read_theta(theta), "output": check_word(output, "output", OUTPUTS)}
    run, reply = start_run(
        dags,
        request,
        nodes=nodes,
        weights=weights,
        outliers=outliers,
        cap=cap,
        k_max=k_max,
        start=start,
        canonical=canonical,
        required=required,
        forbidden=forbidden,
        seed=seed,
        workers=workers,
        progress=progress,
        time_limit=time_limit,
    )
    return ConsensusResult(run, reply, float(reply.info["theta"]))
