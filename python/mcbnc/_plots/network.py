"""The drawing of a network: boxes, arrows as wide as their support, and what another graph has instead."""

from __future__ import annotations

from collections.abc import Hashable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency
from .._base.warn import warn
from .glyphs import drawable
from .layout import choose_engine, place
from .pen import FONT, MARGIN, Edge, Entry, Pen, Support
from .style import NewAxes, axes_for, labels_of, pyplot_axes, text_size

_PAD = 0.07  # inches between a name and its box
_LEAST = 3.3  # inches: the width of a journal's column, for the legend to have room
_WIDEST = 16.0  # inches, of a new figure: what a notebook shows with names that can be read
_HIGHEST = 60.0  # inches: as PNG a figure then has no more than 6,000 dots a side
_READABLE = 4.5  # points: smaller names cannot be read at the figure's size
_SHARES = (1.0, 0.5, 0.1)  # the widths that the legend shows
_CHANCES = (0.97, 0.5, 0.1)  # the opacities that it shows


@dataclass(frozen=True)
class Other:
    """A graph to compare with, in the same order of nodes."""

    graph: Adjacency
    """Arcs both ways are an undirected edge."""
    cpdag: Adjacency


@dataclass(frozen=True)
class Apart:
    """The pairs of nodes that are unknown, since no site sees both."""

    apart: NDArray[np.bool_]
    """(n, n), symmetric."""
    drawn: NDArray[np.intp]
    """(pairs, 2): those that are drawn, besides the edges among them, which were required."""


@dataclass(frozen=True)
class Picture:
    """The arguments of a picture."""

    nodes: list[Hashable]
    graph: Adjacency
    """A DAG."""
    cpdag: Adjacency
    support: Support | None
    """None means that there are no inputs."""
    other: Other | None = None
    apart: Apart | None = None
    """None: each pair is seen somewhere."""
    opacity: Support | None = None
    """Of the pairs that the graph joins, how sure each is. None: nobody knows."""
    unsure: AbstractSet[tuple[int, int]] = frozenset()
    """The arcs of the graph that are drawn dotted, as the rest explains each join."""


@dataclass(frozen=True)
class Part:
    """Which nodes to draw, with all edges between them."""

    focus: int | None = None
    """If given, only this node and those near it are drawn."""
    hops: int = 2
    """How many edges, of any direction, lead from the focus to the farthest nodes that are drawn."""
    isolated: bool = True
    """False leaves out the nodes at which no edge is drawn, but for the focus."""


_WHOLE = Part()


def draw(
    picture: Picture,
    ax: Any = None,
    layout: str | None = None,
    legend: bool = True,
    new: NewAxes = pyplot_axes,
    part: Part = _WHOLE,
) -> Any:
    """Draw the network, or a part of it, and return the axes.

    The picture's unit is the inch. On axes of the caller's it is scaled to what room there is
    now, texts and lines too. So it is in a new figure that would be too large.
    """
    axes = axes_for(ax, new)
    edges = _edges(picture)
    kept, edges = _select(len(picture.nodes), edges, part)
    engine = choose_engine(layout, len(edges))
    labels = drawable(labels_of(picture.nodes[node] for node in kept))
    widths = [max(text_size(label, FONT)[0], 0.16) + 2 * _PAD for label in labels]
    height = text_size("Mg", FONT)[1] + 2 * _PAD
    sizes = np.array([(width, height) for width in widths]).reshape(-1, 2)
    place_of = {node: k for k, node in enumerate(kept)}
    placed = place(sizes, [(place_of[edge.tail], place_of[edge.head]) for edge in edges], engine)

    width = max(placed.size[0], _LEAST)
    entries = _entries(edges, picture, len(kept)) if legend else []
    columns, rows = _table([text for text, *_ in entries], width)
    foot = (rows * 1.45 * FONT / 72 + 0.12) if rows else 0.0
    extent = (width + 2 * MARGIN, placed.size[1] + foot + 2 * MARGIN)
    shrink = min(1.0, _WIDEST / extent[0], _HIGHEST / extent[1])
    if shrink * FONT < _READABLE and ax is None and new is pyplot_axes:
        warn(
            f"the names of {len(kept)} nodes are only {shrink * FONT:.2g} points high in a figure that is "
            f"{_WIDEST:g} inches wide; plot(focus=NODE, hops=2) draws a part, and a .pdf can be enlarged",
            UserWarning,
        )
    found = axes(extent[0] * shrink, extent[1] * shrink)
    pen = Pen(found, *extent, foot=foot)
    pen.edges(placed, edges, picture.support, picture.opacity)
    pen.boxes(placed, labels, sizes, None if part.focus is None else place_of[part.focus])
    if entries:
        pen.legend(entries, columns)
    return found


def _edges(picture: Picture) -> list[Edge]:
    """All edges to draw, the graph's own first: they come first where arcs would make a cycle."""
    cpdag, other = _arcs(picture.cpdag), picture.other
    theirs = set() if other is None else _arcs(other.cpdag)
    found = []
    for i, j in picture.graph.arcs.tolist():
        directed = (j, i) not in cpdag
        if picture.apart is not None and picture.apart.apart[i, j]:
            kind = "assumed"
        elif other is None:
            kind = "directed" if directed else "reversible"
        elif (i, j) not in theirs and (j, i) not in theirs:
            kind = "only"
        else:
            same = all((arc in cpdag) == (arc in theirs) for arc in ((i, j), (j, i)))
            kind = "both" if same else "turned"
        found.append(Edge(i, j, directed, kind, (i, j) in picture.unsure))
    if other is not None:
        here, there = _arcs(picture.graph), _arcs(other.graph)
        for i, j in sorted(arc for arc in there if arc not in here and arc[::-1] not in here):
            if i < j or (j, i) not in there:
                found.append(Edge(i, j, not ((i, j) in theirs and (j, i) in theirs), "there"))
    if picture.apart is not None:
        drawn = {frozenset((edge.tail, edge.head)) for edge in found}
        pairs = picture.apart.drawn.tolist()
        found += [Edge(i, j, False, "apart") for i, j in pairs if frozenset((i, j)) not in drawn]
    return found


def _arcs(graph: Adjacency) -> set[tuple[int, int]]:
    return {(i, j) for i, j in graph.arcs.tolist()}


def _entries(edges: list[Edge], picture: Picture, kept: int) -> list[Entry]:
    """The legend: text, kind, filled head, share of the inputs."""
    count = {kind: sum(edge.kind == kind for edge in edges) for kind in (edge.kind for edge in edges)}
    if picture.other is not None:
        names = {"both": "in both", "turned": "direction differs", "only": "only here", "there": "only there"}
        entries = [(f"{text} ({count.get(kind, 0)})", kind, True, 0.5) for kind, text in names.items()]
        if any(not edge.directed for edge in edges):
            entries.append(("reversible", "ink", False, 0.5))
    else:
        entries = [
            (f"directed ({count.get('directed', 0)})", "directed", True, 0.5),
            (f"reversible ({count.get('reversible', 0)})", "reversible", False, 0.5),
        ]
    if picture.apart is not None:
        shown, every = count.get("apart", 0), int(np.count_nonzero(np.triu(picture.apart.apart)))
        of = f"{shown} of {every}" if shown < every else str(every)
        entries.append((f"not seen together ({of})", "apart", False, 0.5))
    if "assumed" in count:
        entries.append((f"required, not seen ({count['assumed']})", "assumed", True, 0.5))
    if any(edge.unsure for edge in edges):
        entries.append((f"unsure ({sum(edge.unsure for edge in edges)})", "unsure", True, 0.5))
    shares = _SHARES if picture.support is not None else ()
    entries += [(f"in {share:.0%} of inputs", "width", True, share) for share in shares]
    shares = _CHANCES if picture.opacity is not None else ()
    entries += [(f"chance to be true {share:.0%}", "opacity", True, share) for share in shares]
    if kept < len(picture.nodes):
        entries.append((f"{kept} of {len(picture.nodes)} nodes are shown", "note", False, 0.0))
    return entries


def _table(texts: list[str], width: float) -> tuple[int, int]:
    """How many columns of entries fit beside each other, and so how many rows there are."""
    if not texts:
        return 0, 0
    entry = max(text_size(text, FONT)[0] for text in texts) + 0.5
    columns = min(max(int(width / entry), 1), len(texts))
    return columns, -(-len(texts) // columns)


def _select(n: int, edges: list[Edge], part: Part) -> tuple[list[int], list[Edge]]:
    """The nodes of the part, rising, and the edges between them. Takes O(n + edges)."""
    kept = set(range(n)) if part.focus is None else _near(part.focus, edges, part.hops)
    inside = [edge for edge in edges if edge.tail in kept and edge.head in kept]
    if not part.isolated:
        joined = {end for edge in inside for end in (edge.tail, edge.head)}
        kept &= joined | {part.focus}
    return sorted(kept), inside


def _near(focus: int, edges: list[Edge], hops: int) -> set[int]:
    """The nodes at most this number of edges away."""
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
