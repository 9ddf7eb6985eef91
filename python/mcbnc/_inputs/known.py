"""What is known of edges, as a request has it: required and forbidden edges between indices of nodes."""

from __future__ import annotations

from collections.abc import Mapping

Edges = list[list[int]]
"""Edges as a request has them: (edges, 3), each with u, v, and 1 if the edge is undirected, else 0."""

Known = Mapping[str, Edges | None]
"""The fields "required" and "forbidden" of a request, among others."""


def pairs(edges: Edges) -> set[frozenset[int]]:
    """The pairs of nodes, as indices, that the edges join."""
    return {frozenset(edge[:2]) for edge in edges}


def required_pairs(known: Known | None) -> set[frozenset[int]]:
    """The pairs that required edges join."""
    return pairs((known or {}).get("required") or [])


def ruled_out(known: Known) -> Edges:
    """The arcs that required and forbidden edges rule out one by one, and so may allow the other way."""
    against = [[v, u, 0] for u, v, undirected in known["required"] or () if not undirected]
    return against + [edge for edge in known["forbidden"] or () if not edge[2]]


def as_pairs(edges: Edges | None) -> Edges | None:
    """The same, where arcs both ways are one undirected edge. So an arc that is added is no third one."""
    if edges is None:
        return None
    given = {(u, v) for u, v, undirected in edges if not undirected}
    merged = [
        (min(u, v), max(u, v), 1) if not undirected and (v, u) in given else (u, v, undirected)
        for u, v, undirected in edges
    ]
    return [[*edge] for edge in dict.fromkeys(merged)]


def known_among(known: Known, place: Mapping[int, int]) -> dict[str, Edges | None]:
    """What is known of some of the nodes, by their places among these."""
    return {
        name: known[name]
        and [[place[a], place[b], way] for a, b, way in known[name] or () if a in place and b in place]
        for name in ("required", "forbidden")
    }
