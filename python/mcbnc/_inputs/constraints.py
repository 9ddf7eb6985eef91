"""The arguments `required` and `forbidden`: edges by the names of their ends, as the engine takes them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from typing import Any

from .._base.names import find_node
from .._base.show import shown
from ..errors import InvalidInputError

__all__ = ["Edges", "pairs", "read_edges", "respell"]

Edges = list[list[int]]
"""Edges as a request has them, each as u, v and whether it is undirected."""

_EDGE = "(u, v) for u -> v or {u, v} for either direction"


def respell(edges: Edges, nodes: list[Hashable]) -> list[tuple[Hashable, ...] | frozenset[Hashable]]:
    """Edges that were read, in a caller's spelling."""
    return [(frozenset if undirected else tuple)((nodes[u], nodes[v])) for u, v, undirected in edges]


def pairs(edges: Edges) -> set[frozenset[int]]:
    """The pairs of nodes that edges, once read, join."""
    return {frozenset(edge[:2]) for edge in edges}


def read_edges(edges: Any, argument: str, nodes: list[Hashable]) -> Edges | None:
    """The argument `required` or `forbidden`; None where it is not given.

    That the two go together is for the engine to check.
    """
    if edges is None:
        return None
    index = {name: i for i, name in enumerate(nodes)}
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
