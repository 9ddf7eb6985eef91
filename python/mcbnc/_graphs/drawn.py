"""A graph that a file gives as nodes with labels and as edges that are drawn: GML and GraphML.

yEd draws each edge with an arrow of some shape, or none, at either end. The other tools say of each graph
or edge whether it is directed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from .._base.show import as_text, shown
from ..errors import InvalidInputError
from .arc_columns import check_weights
from .latents import warn_of_latents
from .marks import CIRCLE, HEAD, TAIL, link, problem, ways_of
from .source import Source, Text, collect

Refuse = Callable[[str, int], InvalidInputError]
Marks = tuple[str, str]

DIRECTED: Marks = (TAIL, HEAD)
UNDIRECTED: Marks = (TAIL, TAIL)
_HEADS = ("standard", "delta", "white_delta", "plain", "short", "concave", "convex")
_ARROWS = {
    "none": TAIL,
    **dict.fromkeys(_HEADS, HEAD),
    **dict.fromkeys(("circle", "transparent_circle"), CIRCLE),
}
"""The marks that the arrows of yEd stand for."""


class _Edge(NamedTuple):
    tail: str
    head: str
    marks: Marks
    at: int


class Drawing:
    """The nodes and the edges of one graph, in the order of the file.

    `text` is what errors without a line name. `refuse` makes an error of a problem and of a place in the
    file, which are those of :meth:`node` and :meth:`edge`.
    """

    def __init__(self, text: Text, refuse: Refuse) -> None:
        self._text = text
        self._refuse = refuse
        self._labels: dict[str, str] = {}
        self._latents: list[str] = []
        self._edges: list[_Edge] = []
        self._weights: dict[str, int] = {}

    def node(self, name: str, said: Mapping[str, str], at: int, drawn: str = "") -> None:
        """Add a node with what the file says of it. `drawn` is its label if nothing else is."""
        if not name:
            raise self._refuse("a node has no id", at)
        if name in self._labels:
            raise self._refuse(f"the node {shown(name)} comes more than once", at)
        label = said.get("label") or said.get("name") or drawn
        self._labels[name] = " ".join(label.split())
        if said.get("observed", "").lower() in ("no", "false"):  # as DoWhy writes it
            self._latents.append(name)

    def edge(self, tail: str, head: str, marks: Marks, at: int, weight: str = "") -> None:
        """Add an edge. Its nodes may come later."""
        if tail == head:
            raise self._refuse(f"{shown(tail)} has an arc to itself", at)
        self._edges.append(_Edge(tail, head, marks, at))
        self._weights.setdefault(_plain(weight), at)

    def source(self) -> Source:
        """The graph, in which an undirected edge is arcs both ways."""
        arcs: dict[tuple[str, str], int] = {}
        lines: dict[tuple[str, str], int] = {}
        for u, v, marks, at in self._edges:
            for end in (u, v):
                if end not in self._labels:
                    raise self._refuse(f"the edge has the end {shown(end)}, which is no node", at)
            ways = ways_of(*marks)
            if ways is None:
                raise self._refuse(problem(link(*marks), self._called(u), self._called(v)), at)
            if all(ways):
                lines.update(dict.fromkeys(((u, v), (v, u)), at))
            else:
                arcs[(u, v) if ways[0] else (v, u)] = at
        both = next((arc for arc in arcs if arc in lines), None)
        if both is not None:
            u, v = map(self._called, both)
            raise self._refuse(
                f"the edge of {as_text(u)} and {as_text(v)} comes twice: as an arrow and as undirected",
                max(arcs[both], lines[both]),
            )
        try:
            check_weights(self._weights)
        except InvalidInputError as error:
            raise self._refuse(str(error), max(self._weights.values())) from None
        if self._latents:
            warn_of_latents(self._text.place, self._latents)
        source = collect(self._text, self._labels, [*arcs, *lines])
        return source._replace(labels=[self._labels[str(name)] for name in source.names])

    def _called(self, name: str) -> str:
        """What errors call a node: its label, if it has one."""
        return self._labels[name] or name


def _plain(weight: str) -> str:
    """A weight as a text that is the same for 1 and 1.0. Empty: there is none."""
    try:
        return repr(float(weight))
    except ValueError:
        return weight


def marks_of_yed(at_source: str, at_target: str) -> Marks:
    """The marks of an edge with these arrows of yEd. A ValueError says which arrow stands for none."""
    for arrow in (at_source, at_target):
        if arrow not in _ARROWS:
            raise ValueError(
                f"the edge has the arrow {shown(arrow)}, which stands for neither an arrowhead, a circle nor "
                f"nothing: these are {', '.join(_ARROWS)}"
            )
    return _ARROWS[at_source], _ARROWS[at_target]
