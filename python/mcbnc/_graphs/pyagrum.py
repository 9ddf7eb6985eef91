"""pyAgrum's networks and graphs. pyAgrum is never imported: its objects name their module."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..errors import InvalidInputError
from .source import Source, source_of_arcs


def pyagrum_source(graph: Any) -> Source:
    """Read a graph of pyAgrum. The nodes of a network have names, those of a bare graph their numbers."""
    if not hasattr(graph, "arcs"):
        raise InvalidInputError(f"a {type(graph).__name__} of pyAgrum has no arcs; directions are needed")
    ids = sorted(graph.nodes())
    if not ids:
        raise InvalidInputError("it has no nodes")
    position = {node: i for i, node in enumerate(ids)}
    edges = graph.edges() if hasattr(graph, "edges") else ()
    both_ways = [pair for u, v in edges for pair in ((u, v), (v, u))]
    arcs = [(position[u], position[v]) for u, v in [*graph.arcs(), *both_ways]]
    return source_of_arcs(_names(graph, ids), arcs)


def _names(graph: Any, ids: list[int]) -> list[Hashable]:
    if hasattr(graph, "variable"):
        return [graph.variable(node).name() for node in ids]
    # Nodes of a bare graph may lack a name, which nameFromId does not report.
    named = all(map(graph.hasName, ids)) if hasattr(graph, "hasName") else hasattr(graph, "nameFromId")
    return [graph.nameFromId(node) for node in ids] if named else list(ids)
