"""The arguments `required` and `forbidden`: edges between names become edges between indices."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from typing import Any

from .._base.extras import lazy_hint
from .._base.listing import list_of
from .._base.names import find_node
from .._base.place import placed
from .._base.show import shown
from ..errors import InvalidInputError
from .arc_tables import arc_table

__all__ = ["Edges", "pairs", "read_edges", "respell"]

Edges = list[list[int]]
"""Edges as a request has them: (edges, 3), each with u, v, and 1 if the edge is undirected, else 0."""

_EDGE = "(u, v) for u -> v or {u, v} for either direction"


def respell(edges: Edges, nodes: list[Hashable]) -> list[tuple[Hashable, ...] | frozenset[Hashable]]:
    """The inverse of :func:`read_edges`: a tuple (u, v) for an arc, a frozenset {u, v} for an edge."""
    return [(frozenset if undirected else tuple)((nodes[u], nodes[v])) for u, v, undirected in edges]


def pairs(edges: Edges) -> set[frozenset[int]]:
    """The pairs of nodes, as indices, that the edges join."""
    return {frozenset(edge[:2]) for edge in edges}


def read_edges(edges: Any, argument: str, nodes: list[Hashable]) -> Edges | None:
    """Read the argument `required` or `forbidden`. The result is None if the argument is not given.

    A table with the columns from and to lists arcs.
    The engine checks that the two arguments do not contradict each other.
    """
    if edges is None:
        return None
    index = {name: i for i, name in enumerate(nodes)}
    with placed(argument):
        table = arc_table(edges)
    if table is not None:
        edges = table.pairs
    # tolist() turns NumPy's numbers and strings into Python's own.
    items = edges.tolist() if hasattr(edges, "tolist") else edges
    try:
        if isinstance(items, (str, bytes, Mapping)):
            raise TypeError
        items = list_of(items, max(1 << 20, 2 * len(nodes) ** 2), argument)
        return [_read_edge(edge, argument, index, items) for edge in items]
    except TypeError:
        raise InvalidInputError(
            f"{argument} must be a sequence of edges, {_EDGE}, not {shown(edges)}{lazy_hint(edges)}",
            argument=argument,
        ) from None


def _read_edge(edge: Any, argument: str, index: dict[Hashable, int], every: list[Any]) -> list[int]:
    ends = list(edge) if isinstance(edge, (tuple, list, Set)) else []
    if len(ends) != 2:
        one = len(every) == 2 and all(isinstance(end, (str, int)) for end in every)
        hint = f"; to give one edge, write [({shown(every[0])}, {shown(every[1])})]" if one else ""
        message = f"{argument} must hold edges, {_EDGE}, not {shown(edge)}{hint}"
        raise InvalidInputError(message, argument=argument)
    u, v = (find_node(end, index, argument) for end in ends)
    if isinstance(edge, Set):  # the order in a set of strings is another one in each process
        return [min(u, v), max(u, v), 1]
    return [u, v, 0]
