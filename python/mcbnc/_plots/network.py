"""The drawing of a network: boxes, arrows as wide as their support, and what another graph has instead."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra
from .layout import Layout, choose_engine, place
from .style import Colours, NewAxes, axes_for, colours_on, inches, label_of, pyplot_axes, text_size

__all__ = ["Other", "Picture", "draw"]

_FONT = 8.0  # points
_PAD = 0.07  # inches between a name and its box
_MARGIN = 0.12
_LEAST = 3.3  # inches: the width of a journal's column, for the legend to have room
_MOST = 60.0  # inches, of a new figure: as PNG it then has no more than 6,000 dots a side
_HEAD = (0.085, 0.036)  # of an arrow: length, half its width; more with a wide line
_CURVE = np.linspace(0, 1, 17)
_SHARES = (1.0, 0.5, 0.1)  # the widths that the legend shows

_DASHES = {"only": (0, (5, 1.6)), "there": (0, (1.2, 1.2)), "turned": (0, (6, 1.5, 1.2, 1.5))}


@dataclass(frozen=True)
class Other:
    """A graph to compare with, in the same order of nodes."""

    adjacency: NDArray[np.uint8]
    """(n, n); both bits set = undirected."""
    cpdag: NDArray[np.uint8]


@dataclass(frozen=True)
class Picture:
    """The arguments of a picture."""

    nodes: list[Hashable]
    adjacency: NDArray[np.uint8]
    """(n, n): a DAG."""
    cpdag: NDArray[np.uint8]
    support: NDArray[np.float64] | None
    """(n, n), symmetric: the share of the inputs that join a pair. None means that there are no inputs."""
    other: Other | None = None


@dataclass(frozen=True)
class _Edge:
    tail: int
    head: int
    directed: bool
    kind: str
    """Without another graph "directed" or "reversible"; with one "both", "turned", "only" or "there"."""


def draw(
    picture: Picture,
    ax: Any = None,
    layout: str | None = None,
    legend: bool = True,
    new: NewAxes = pyplot_axes,
) -> Any:
    """Draw the network, and return the axes.

    The picture's unit is the inch. On axes of the caller's it is scaled to what room there is
    now, texts and lines too.
    """
    axes = axes_for(ax, new)
    edges = _edges(picture)
    engine = choose_engine(layout, len(edges))
    labels = [label_of(name) for name in picture.nodes]
    widths = [max(text_size(label, _FONT)[0], 0.16) + 2 * _PAD for label in labels]
    height = text_size("Mg", _FONT)[1] + 2 * _PAD
    sizes = np.array([(width, height) for width in widths]).reshape(-1, 2)
    arcs = [(edge.tail, edge.head) for edge in edges]
    placed = place(sizes, arcs, engine)

    width = max(placed.size[0], _LEAST)
    entries = _entries(edges, picture) if legend else []
    columns, rows = _table([text for text, *_ in entries], width)
    foot = (rows * 1.45 * _FONT / 72 + 0.12) if rows else 0.0
    extent = (width + 2 * _MARGIN, placed.size[1] + foot + 2 * _MARGIN)
    shrink = min(1.0, _MOST / max(extent))
    found = axes(extent[0] * shrink, extent[1] * shrink)
    pen = _Pen(found, *extent, foot=foot)
    pen.edges(placed, edges, picture.support)
    pen.boxes(placed, labels, sizes)
    if entries:
        pen.legend(entries, columns)
    return found


def _edges(picture: Picture) -> list[_Edge]:
    """All edges to draw, the graph's own first: they come first where arcs would make a cycle."""
    cpdag, other = picture.cpdag, picture.other
    found = []
    for i, j in np.argwhere(picture.adjacency).tolist():
        directed = not cpdag[j, i]
        if other is None:
            kind = "directed" if directed else "reversible"
        elif not (other.cpdag[i, j] or other.cpdag[j, i]):
            kind = "only"
        else:
            same = cpdag[i, j] == other.cpdag[i, j] and cpdag[j, i] == other.cpdag[j, i]
            kind = "both" if same else "turned"
        found.append(_Edge(i, j, directed, kind))
    if other is not None:
        here = (picture.adjacency | picture.adjacency.T).astype(bool)
        for i, j in np.argwhere(other.adjacency.astype(bool) & ~here).tolist():
            if i < j or not other.adjacency[j, i]:
                found.append(_Edge(i, j, not (other.cpdag[i, j] and other.cpdag[j, i]), "there"))
    return found


def _entries(edges: list[_Edge], picture: Picture) -> list[tuple[str, str, bool, float]]:
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
    shares = _SHARES if picture.support is not None else ()
    return entries + [(f"in {share:.0%} of inputs", "width", True, share) for share in shares]


def _table(texts: list[str], width: float) -> tuple[int, int]:
    """How many columns of entries fit beside each other, and so how many rows there are."""
    if not texts:
        return 0, 0
    entry = max(text_size(text, _FONT)[0] for text in texts) + 0.5
    columns = min(max(int(width / entry), 1), len(texts))
    return columns, -(-len(texts) // columns)


class _Pen:
    """Draws on axes as if they were a sheet of so many inches, with room for a legend at the foot."""

    def __init__(self, ax: Any, width: float, height: float, foot: float) -> None:
        self.ax = ax
        self.colours: Colours = colours_on(ax)
        self.patches = import_extra("matplotlib.patches")
        self.lines = import_extra("matplotlib.lines")
        room = inches(ax)
        self.scale = min(room[0] / width, room[1] / height)
        ax.set(xlim=(0, width), ylim=(0, height))
        ax.set_aspect("equal")
        ax.set_axis_off()
        self.width, self.foot = width, foot

    def boxes(self, placed: Layout, labels: list[str], sizes: NDArray[np.float64]) -> None:
        for at, label, (width, height) in zip(self._moved(placed, placed.at), labels, sizes, strict=True):
            box = self.patches.FancyBboxPatch(
                at - np.array([width, height]) / 2,
                width,
                height,
                boxstyle=f"round,pad=0,rounding_size={height / 4}",
                facecolor=self.colours.box,
                edgecolor=self.colours.faint,
                linewidth=0.7 * self.scale,
                zorder=3,
            )
            self.ax.add_patch(box)
            self.ax.text(
                *at,
                label,
                ha="center",
                va="center_baseline",
                fontsize=_FONT * self.scale,
                color=self.colours.ink,
                parse_math=False,
                zorder=4,
            )

    def edges(self, placed: Layout, edges: list[_Edge], support: NDArray[np.float64] | None) -> None:
        for edge, route in zip(edges, placed.routes, strict=True):
            colour, dashes = self._look(edge.kind)
            width = _line_width(0.5 if support is None else support[edge.tail, edge.head])
            length, half = _HEAD[0] + width / 72, _HEAD[1] + width / 72 * 0.5
            points, tip, neck = _shaft(self._moved(placed, route), length)
            line = self.lines.Line2D(
                *points.T,
                color=colour,
                linewidth=width * self.scale,
                linestyle=dashes,
                dash_capstyle="butt",
                solid_capstyle="butt",
                zorder=1,
            )
            self.ax.add_line(line)
            across = np.array([neck[1] - tip[1], tip[0] - neck[0]]) / np.hypot(*(tip - neck)) * half
            head = self.patches.Polygon(
                [tip, neck + across, neck - across],
                facecolor=colour if edge.directed else self.colours.ground,
                edgecolor=colour,
                linewidth=0.7 * self.scale,
                joinstyle="round",
                zorder=2,
            )
            self.ax.add_patch(head)

    def legend(self, entries: list[tuple[str, str, bool, float]], columns: int) -> None:
        handles = []
        for text, kind, filled, share in entries:
            colour, dashes = self._look(kind)
            handle = self.lines.Line2D(
                [],
                [],
                label=text,
                color=colour,
                linestyle=dashes,
                linewidth=_line_width(share) * self.scale,
                marker="" if kind == "width" else ">",
                markersize=5 * self.scale,
                markeredgewidth=0.7 * self.scale,
                markerfacecolor=colour if filled else self.colours.ground,
            )
            handles.append(handle)
        self.ax.legend(
            handles=handles,
            loc="center",
            bbox_to_anchor=(self.width / 2, _MARGIN + self.foot / 2 - 0.06),
            bbox_transform=self.ax.transData,
            ncol=columns,
            frameon=False,
            fontsize=_FONT * self.scale,
            labelcolor=self.colours.ink,
            handlelength=2.6,
            handletextpad=0.6,
            columnspacing=1.4,
            labelspacing=0.35,
            borderpad=0,
            borderaxespad=0,
        )

    def _moved(self, placed: Layout, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """From the layout's inches to the sheet's."""
        corner = np.array([(self.width - placed.size[0]) / 2, _MARGIN + self.foot])
        moved: NDArray[np.float64] = points + corner
        return moved

    def _look(self, kind: str) -> tuple[Any, Any]:
        """The colour and the line style of a kind of edge."""
        colours = self.colours
        colour = {
            "directed": colours.blue,
            "both": colours.blue,
            "reversible": colours.orange,
            "only": colours.orange,
            "turned": colours.purple,
            "there": colours.green,
            "ink": colours.ink,
            "width": colours.faint,
        }[kind]
        return colour, _DASHES.get(kind, "-")


def _line_width(share: float) -> float:
    """In points."""
    return float(0.6 + 1.5 * share)


def _shaft(route: NDArray[np.float64], length: float) -> tuple[NDArray[np.float64], Any, Any]:
    """A route as a polyline that ends where its head, so long, begins; with the head's tip and that place."""
    t = _CURVE[:, None]
    curves = [
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d
        for a, b, c, d in (route[k : k + 4] for k in range(0, len(route) - 1, 3))
    ]
    points = np.concatenate([curves[0][:1], *(curve[1:] for curve in curves)])
    tip = points[-1]
    outside = np.flatnonzero(np.hypot(*(points - tip).T) > length)
    last = int(outside[-1]) if len(outside) else 0
    near, far = points[last], points[last + 1]
    # The point at which the last step into the circle around the tip crosses the circle.
    low, high = 0.0, 1.0
    for _ in range(20):
        middle = (low + high) / 2
        if np.hypot(*(near + middle * (far - near) - tip)) > length:
            low = middle
        else:
            high = middle
    neck = near + low * (far - near)
    return np.concatenate([points[: last + 1], neck[None]]), tip, neck
