"""Triangulations of the moral graph, and its treewidth."""

from __future__ import annotations

from typing import Any, Literal

from .._base.options import check_word, read_time_limit
from .._inputs.ask import ask, read_graphs
from ._triangulation import Treewidth, Triangulation, named_lists, triangulation_of

__all__ = ["exact_treewidth", "treewidth", "triangulation"]

_METHODS = ("min-fill", "min-degree")


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
    reply = ask("treewidth", matrices, inputs, {"graphs": inputs.graphs}, method=word)
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
    reply = ask("triangulation", matrices, inputs, {"graphs": inputs.graphs}, method=word)
    return triangulation_of(reply.arrays, inputs)


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
    reply = ask("exact_treewidth", matrices, inputs, {"graphs": inputs.graphs}, time_limit=seconds)
    arrays = reply.arrays
    lower, degree = int(arrays["lower"][0]), int(arrays["minor_degree"][0])
    best = triangulation_of(arrays, inputs)
    return Treewidth(
        value=best.width,
        proved=lower == best.width,
        lower=lower,
        triangulation=best,
        evidence="minor" if degree == lower else "search",
        minor=named_lists(arrays["minor_ptr"], arrays["minor"], inputs.nodes),
        minor_degree=degree,
        status=reply.info["status"],
        seconds=float(reply.info["seconds"]),
    )
