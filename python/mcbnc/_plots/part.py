"""The part of a network that is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from .pen import Edge

__all__ = ["WHOLE", "Part", "select"]


@dataclass(frozen=True)
class Part:
    """Which nodes to draw, with all edges between them."""

    focus: int | None = None
    """If given, only this node and those near it are drawn."""
    hops: int = 2
    """How many edges, of any direction, lead from the focus to the farthest nodes that are drawn."""
    isolated: bool = True
    """False leaves out the nodes at which no edge is drawn, but for the focus."""


WHOLE = Part()


def select(n: int, edges: list[Edge], part: Part) -> tuple[list[int], list[Edge]]:
    """The nodes of the part, rising, and the edges between them. Takes O(n + edges)."""
    kept = set(range(n)) if part.focus is None else _near(part.focus, edges, part.hops)
    inside = [edge for edge in edges if edge.tail in kept and edge.head in kept]
    if not part.isolated:
        joined = {end for edge in inside for end in (edge.tail, edge.head)}
        kept &= joined | {part.focus}
    return sorted(kept), inside


def _near(focus: int, edges: list[Edge], hops: int) -> set[int]:
    """The nodes at most so many edges away."""
    neighbours: dict[int, set[int]] = {}
    for edge in edges:
        neighbours.setdefault(edge.tail, set()).add(edge.head)
        neighbours.setdefault(edge.head, set()).add(edge.tail)
    found = rim = {focus}
    for _ in range(hops):
        rim = {node for last in rim for node in neighbours.get(last, ())} - found
        if not rim:
            break
        found = found | rim
    return found
