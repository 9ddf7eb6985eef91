"""Triangulations of the moral graph, and its treewidth."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import ReadOnlyArrays, as_array, parts, read_only
from .._base.named_array import with_names
from .._base.options import check_word, read_time_limit
from .._base.show import counted
from .._engine.request import Told
from .._inputs.align import Nodes
from .._inputs.ask import ask, read_graphs

_METHODS = ("min-fill", "min-degree")


@dataclass(frozen=True, repr=False, eq=False)  # eq=False: arrays have no single truth value
class Triangulation(ReadOnlyArrays):
    """A chordal graph with all edges of a moral graph. ``numpy.asarray`` of it is :attr:`adjacency`.

    The clique tree is a tree decomposition of the moral graph. Every edge is in some clique. For each
    node, :attr:`tree` connects the cliques that hold the node.
    """

    nodes: list[Hashable]
    """The names of the n nodes, in the order of the graph. Unnamed nodes are 0..n-1."""
    order: list[Hashable]
    """A perfect elimination order, first to last. The later neighbours of each node are a clique."""
    width: int
    """The size of the largest clique, less one. Without edges the width is 0."""
    fill: list[tuple[Hashable, Hashable]]
    """The edges that the moral graph does not have, each as two names."""
    cliques: list[list[Hashable]]
    """The maximal cliques, which are the nodes of a junction tree."""
    tree: list[tuple[int, int]]
    """The edges of the junction tree, each as two indices into :attr:`cliques`."""
    adjacency: NDArray[np.uint8]
    """(n, n) uint8, read-only, symmetric: [i, j] = 1 where nodes[i] - nodes[j]."""

    def __repr__(self) -> str:
        return (
            f"<Triangulation: width {self.width}, {counted(len(self.cliques), 'clique')} "
            f"over {counted(len(self.nodes), 'node')}, "
            f"{counted(len(self.fill), 'edge')} filled in>"
        )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return as_array(self.adjacency, dtype, copy)


@dataclass(frozen=True, repr=False, eq=False)
class Treewidth:
    """Bounds of a treewidth, and their proofs. ``value, proved = ...`` unpacks the result."""

    value: int
    """The treewidth if :attr:`proved`, else an upper bound."""
    proved: bool
    """Whether :attr:`lower` equals :attr:`value`, so that no triangulation is narrower."""
    lower: int
    """A lower bound of the treewidth."""
    triangulation: Triangulation
    """A triangulation of width :attr:`value`. The order and the clique tree prove the upper bound."""
    evidence: Literal["minor", "search"]
    """The proof of the lower bound: :attr:`minor`, or a complete search that found nothing narrower."""
    minor: list[list[Hashable]]
    """Disjoint sets of nodes, each connected in the moral graph.

    If each set is contracted to one node, every such node has at least :attr:`minor_degree` neighbours.
    So no elimination order has a width below :attr:`minor_degree`.
    """
    minor_degree: int
    """The bound that :attr:`minor` proves: :attr:`lower` if the evidence is "minor", else less."""
    status: Literal["complete", "time_limit", "memory_limit", "cancelled"]
    """Why the search ended. "memory_limit" means that the search held 512 MiB."""
    seconds: float
    """The time that the engine took, in seconds."""

    def __iter__(self) -> Iterator[int | bool]:
        return iter((self.value, self.proved))

    def __repr__(self) -> str:
        if self.proved:
            known = f"{self.value}, proved by {'a minor' if self.evidence == 'minor' else 'search'}"
        else:
            known = f"{self.lower} to {self.value}, {self.status}"
        return f"<Treewidth: {known} in {self.seconds:.3g} s>"


def treewidth(a: Any, method: Literal["min-fill", "min-degree"] = "min-fill", *, nodes: Any = None) -> int:
    """An upper bound of the treewidth of the moral graph, by a greedy triangulation.

    The bound is the width of :func:`triangulation`: the size of its largest clique, less one. Without
    edges the bound is 0. :func:`exact_treewidth` gives the exact value.

    Parameters
    ----------
    a : graph
    method : "min-fill" or "min-degree"
        As in :func:`triangulation`.
    nodes : sequence of n names, optional
        As in :func:`triangulation`.
    """
    word = check_word(method, "method", _METHODS)
    matrices, inputs = read_graphs(nodes, a=a)
    reply = ask("treewidth", matrices, inputs, inputs.graph_arrays, method=word)
    return int(reply.arrays["value"][0])


def triangulation(
    a: Any, method: Literal["min-fill", "min-degree"] = "min-fill", *, nodes: Any = None
) -> Triangulation:
    """Triangulate the moral graph by eliminating its nodes one by one.

    Parameters
    ----------
    a : graph
    method : "min-fill" or "min-degree"
        The rule that chooses the next node (Koller and Friedman 2009, section 9.4.3.2). "min-fill"
        takes a node that needs the fewest new edges among its neighbours. "min-degree" takes a node
        with the fewest neighbours. Ties go to the lowest name.
    nodes : sequence of n names, optional
        The names of the nodes of graphs without names, such as arrays. Default: 0..n-1.

    Returns
    -------
    Triangulation
        Its width is the bound of :func:`treewidth`.

    Notes
    -----
    The time of "min-fill" is O(n^2 + (m + f) (n / 64 + d)). Here m is the number of moral edges, f is
    the number of edges filled in, and d is the largest number of neighbours that a node has
    during the elimination.

    Examples
    --------
    >>> from mcbnc import metrics
    >>> square = [[0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    >>> metrics.triangulation(square).cliques
    [[0, 1, 3], [1, 2, 3]]
    """
    word = check_word(method, "method", _METHODS)
    matrices, inputs = read_graphs(nodes, a=a)
    reply = ask("triangulation", matrices, inputs, inputs.graph_arrays, method=word)
    return _triangulation_of(reply.arrays, inputs)


def exact_treewidth(a: Any, *, time_limit: float | None = 10.0, nodes: Any = None) -> Treewidth:
    """The treewidth of the moral graph with a proof, or the bounds known at the end of the time limit.

    Parameters
    ----------
    a : graph
    time_limit : float or None
        Seconds; None for no limit. The end of the time limit is not an error: :attr:`Treewidth.status`
        reports it. Ctrl-C ends the search at once.
    nodes : sequence of n names, optional
        The names of the nodes of graphs without names, such as arrays. Default: 0..n-1.

    Returns
    -------
    Treewidth
        Its `triangulation` proves the upper bound `value`. Its `minor`, or a search that matrices nothing
        narrower, proves the lower bound `lower`.

    Notes
    -----
    The algorithm has four steps:

    1. Contracting nodes gives a lower bound (MMD+, least-c: Bodlaender, Koster and Wolle 2004).
    2. Nodes are eliminated where this is safe (Bodlaender, Koster and van den Eijkhof 2005).
    3. The rest is split at separators that are cliques, except for at most one node (Bodlaender and
       Koster 2006).
    4. For each part, positive-instance driven dynamic programming (Tamaki 2017; Bouchitté and Todinca
       2001) decides whether the part has a triangulation as narrow as the bound. While the part has
       none, the bound rises by one.

    In the worst case, the time grows exponentially with the size of a part. Bayesian networks of hundreds
    of nodes mostly take milliseconds.

    Examples
    --------
    >>> from mcbnc import metrics
    >>> square = [[0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    >>> value, proved = metrics.exact_treewidth(square)
    >>> value, proved
    (2, True)
    """
    seconds = read_time_limit(time_limit)
    matrices, inputs = read_graphs(nodes, a=a)
    reply = ask("exact_treewidth", matrices, inputs, inputs.graph_arrays, time_limit=seconds)
    arrays = reply.arrays
    lower, degree = int(arrays["lower"][0]), int(arrays["minor_degree"][0])
    best = _triangulation_of(arrays, inputs)
    return Treewidth(
        value=best.width,
        proved=lower == best.width,
        lower=lower,
        triangulation=best,
        evidence="minor" if degree == lower else "search",
        minor=_named_lists(arrays["minor_ptr"], arrays["minor"], inputs.nodes),
        minor_degree=degree,
        status=cast("Any", reply.info["status"]),
        seconds=float(reply.info["seconds"]),
    )


def _triangulation_of(arrays: Told, over: Nodes) -> Triangulation:
    """Read the triangulation in the engine's answer."""
    nodes = over.nodes
    parents = enumerate(arrays["parent"].tolist())
    return Triangulation(
        nodes=nodes,
        order=[nodes[i] for i in arrays["order"].tolist()],
        width=int(arrays["value"][0]),
        fill=[(nodes[i], nodes[j]) for i, j in arrays["fill"].tolist()],
        cliques=_named_lists(arrays["clique_ptr"], arrays["cliques"], nodes),
        tree=[(k, parent) for k, parent in parents if parent >= 0],
        adjacency=with_names(read_only(arrays["adjacency"]), nodes, over.named),
    )


def _named_lists(ptr: NDArray[Any], flat: NDArray[Any], nodes: list[Hashable]) -> list[list[Hashable]]:
    """The lists of names for lists of nodes in a flat one."""
    return parts(ptr, [nodes[i] for i in flat.tolist()])
