"""Edges that are required or forbidden: edges between names become edges between indices."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from typing import Any

from .._base.extras import lazy_hint
from .._base.names import find_node
from .._base.options import list_of
from .._base.place import placed
from .._base.show import shown
from ..errors import InvalidInputError
from .known import Edges

Edge = tuple[Hashable, ...] | frozenset[Hashable]
"""An edge by the names of its two ends: a tuple for the arc u -> v, a frozenset for either direction."""

_MOST = 1 << 22
"""An iterator without an end is not taken until the memory is full."""
_EDGE = "(u, v) for u -> v or {u, v} for either direction"


def respell(edges: Edges, nodes: list[Hashable]) -> list[Edge]:
    """The inverse of :func:`index_edges`: a tuple (u, v) for an arc, a frozenset {u, v} for an edge."""
    return [(frozenset if undirected else tuple)((nodes[u], nodes[v])) for u, v, undirected in edges]


def list_edges(edges: Any, argument: str) -> tuple[Edge, ...]:
    """The edges of `required` or `forbidden`, by names.

    A table with the columns from and to lists arcs. None is no edge.
    """
    if edges is None:
        return ()
    from .arc_tables import arc_table  # most calls have no edges

    with placed(argument):
        table = arc_table(edges)
    if table is not None:
        return tuple(table.pairs)
    # tolist() turns NumPy's numbers and strings into Python's own.
    items = edges.tolist() if hasattr(edges, "tolist") else edges
    try:
        if isinstance(items, (str, bytes, Mapping)):
            raise TypeError
        items = list_of(items, _MOST, argument)
        return tuple(_edge(edge, argument, items) for edge in items)
    except TypeError:
        raise InvalidInputError(
            f"{argument} must be a sequence of edges, {_EDGE}, not {shown(edges)}{lazy_hint(edges)}",
            argument=argument,
        ) from None


def index_edges(edges: tuple[Edge, ...], argument: str, nodes: list[Hashable]) -> Edges:
    """The edges that :func:`list_edges` made, by the indices of these nodes."""
    index = {name: i for i, name in enumerate(nodes)}
    return [_index_edge(edge, argument, index) for edge in edges]


def _edge(edge: Any, argument: str, every: list[Any]) -> Edge:
    ends = tuple(edge) if isinstance(edge, (tuple, list, Set)) else ()
    if len(ends) != 2:
        one = len(every) == 2 and all(isinstance(end, (str, int)) for end in every)
        hint = f"; to give one edge, write [({shown(every[0])}, {shown(every[1])})]" if one else ""
        message = f"{argument} must hold edges, {_EDGE}, not {shown(edge)}{hint}"
        raise InvalidInputError(message, argument=argument)
    return frozenset(ends) if isinstance(edge, Set) else ends


def _index_edge(edge: Edge, argument: str, index: dict[Hashable, int]) -> list[int]:
    u, v = (find_node(end, index, argument) for end in edge)
    if isinstance(edge, frozenset):  # the order in a set of strings is another one in each process
        return [min(u, v), max(u, v), 1]
    return [u, v, 0]
