"""How wide a graph is: triangulations of its moral graph, and its treewidth."""

from __future__ import annotations

from typing import Any, Literal

from .._base.options import check_word, read_time_limit
from .._inputs.ask import ask, together
from .._inputs.convert import read_graph
from ._triangulation import Treewidth, Triangulation, named_lists, triangulation_of

__all__ = ["exact_treewidth", "treewidth", "triangulation"]

_METHODS = ("min-fill", "min-degree")


def treewidth(a: Any, method: Literal["min-fill", "min-degree"] = "min-fill") -> int:
    """The treewidth of the moral graph by a greedy triangulation: an upper bound.

    The largest clique of :func:`triangulation` less one; 0 without edges. For the exact value:
    :func:`exact_treewidth`.
    """
    word = check_word(method, "method", _METHODS)
    found = [read_graph(a, "a")]
    inputs = together(found)
    reply = ask("treewidth", found, inputs, {"graphs": inputs.graphs}, method=word)
    return int(reply.arrays["value"][0])


def triangulation(a: Any, method: Literal["min-fill", "min-degree"] = "min-fill") -> Triangulation:
    """Triangulate the moral graph by eliminating its nodes one by one.

    Parameters
    ----------
    a : graph
    method : "min-fill" or "min-degree"
        Which node goes next: one that needs the fewest new edges among its neighbours, or one that has
        the fewest neighbours (Koller and Friedman 2009, section 9.4.3.2). Ties go to the lowest name.

    Returns
    -------
    Triangulation
        Its width is that of :func:`treewidth`. Min-fill takes O(n^2 + (m + f) (n / 64 + d)) time, for m
        moral edges, f edges filled in, and at most d neighbours of a node on the way.

    Examples
    --------
    >>> from mcbnc import metrics
    >>> square = [[0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    >>> metrics.triangulation(square).cliques
    [[0, 1, 3], [1, 2, 3]]
    """
    word = check_word(method, "method", _METHODS)
    found = [read_graph(a, "a")]
    inputs = together(found)
    reply = ask("triangulation", found, inputs, {"graphs": inputs.graphs}, method=word)
    return triangulation_of(reply.arrays, inputs.nodes)


def exact_treewidth(a: Any, *, time_limit: float | None = 10.0) -> Treewidth:
    """The treewidth of the moral graph, proved, or the bounds known when the time is over.

    Parameters
    ----------
    a : graph
    time_limit : float or None
        Seconds. To be out of time is no error, see :attr:`Treewidth.status`. Ctrl-C ends it at once.

    Returns
    -------
    Treewidth
        Its `triangulation` proves `value` from above; `lower` is proved by its `minor`, or by a search
        that found nothing narrower.

    Notes
    -----
    A lower bound comes of contracting nodes (MMD+, least-c: Bodlaender, Koster and Wolle 2004). Nodes are
    eliminated where that is safe (Bodlaender, Koster and van den Eijkhof 2005), and what is left is taken
    apart at separators that are cliques but for at most one node (Bodlaender and Koster 2006). For each
    part, positive-instance driven dynamic programming (Tamaki 2017; Bouchitté and Todinca 2001) says
    whether the bound can be met; if not, it rises by one. The time grows exponentially, in the worst
    case, with the part's size; Bayesian networks of hundreds of nodes mostly take milliseconds.

    Examples
    --------
    >>> from mcbnc import metrics
    >>> square = [[0, 1, 0, 1], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 1, 0]]
    >>> value, proved = metrics.exact_treewidth(square)
    >>> value, proved
    (2, True)
    """
    seconds = read_time_limit(time_limit)
    found = [read_graph(a, "a")]
    inputs = together(found)
    reply = ask("exact_treewidth", found, inputs, {"graphs": inputs.graphs}, time_limit=seconds)
    arrays = reply.arrays
    lower, degree = int(arrays["lower"][0]), int(arrays["minor_degree"][0])
    best = triangulation_of(arrays, inputs.nodes)
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
