"""The arguments `required` and `forbidden`: edges by the names of their ends, as the engine takes them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from typing import Any

from .._base.names import find_node
from .._base.show import shown
from ..errors import InvalidInputError

__all__ = ["pairs", "read_constraints", "respell"]

_EDGE = "(u, v) for u -> v or {u, v} for either direction"


def read_constraints(required: Any, forbidden: Any, nodes: list[Hashable]) -> dict[str, list[list[int]]]:
    """The options of a request, each edge as u, v and whether it is undirected; none where none is given.

    That they go together is for the engine to check.
    """
    index = {name: i for i, name in enumerate(nodes)}
    given = (("required", required), ("forbidden", forbidden))
    return {name: _read_edges(edges, name, index) for name, edges in given if edges is not None}


def respell(
    edges: list[list[int]], nodes: list[Hashable]
) -> list[tuple[Hashable, ...] | frozenset[Hashable]]:
    """Edges that were read, in a caller's spelling."""
    return [(frozenset if undirected else tuple)((nodes[u], nodes[v])) for u, v, undirected in edges]


def pairs(edges: list[list[int]]) -> set[frozenset[int]]:
    """The pairs of nodes that edges, once read, join."""
    return {frozenset(edge[:2]) for edge in edges}


def _read_edges(edges: Any, argument: str, index: dict[Hashable, int]) -> list[list[int]]:
    # tolist() makes Python's own numbers and strings of NumPy's.
    found = edges.tolist() if hasattr(edges, "tolist") else edges
    try:
        if isinstance(found, (str, bytes, Mapping)):
            raise TypeError
        return [_read_edge(edge, argument, index) for edge in found]
    except TypeError:
        raise InvalidInputError(
            f"{argument} must be a sequence of edges, {_EDGE}, not {shown(edges)}", argument=argument
        ) from None


def _read_edge(edge: Any, argument: str, index: dict[Hashable, int]) -> list[int]:
    ends = list(edge) if isinstance(edge, (tuple, list, Set)) else []
    if len(ends) != 2:
        raise InvalidInputError(f"{argument} must hold edges, {_EDGE}, not {shown(edge)}", argument=argument)
    u, v = (find_node(end, index, argument) for end in ends)
    return [u, v, int(isinstance(edge, Set))]
