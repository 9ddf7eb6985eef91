"""Boxes, arrows and a legend on axes, as if the axes were a sheet of a size in inches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra
from .glyphs import fonts_for
from .layout import Layout
from .style import Colours, colours_on, inches

FONT = 8.0  # points
MARGIN = 0.12
_HEAD = (0.085, 0.036)  # of an arrow: length, half its width; more with a wide line
_FAINTEST = 0.15  # the opacity of an edge that is not sure at all: it can still be seen
_CURVE = np.linspace(0, 1, 17)
_DASHES = {
    "only": (0, (5, 1.6)),
    "there": (0, (1.2, 1.2)),
    "turned": (0, (6, 1.5, 1.2, 1.5)),
    "apart": (0, (0.8, 2.4)),
    "assumed": (0, (3, 2)),
    "unsure": (0, (1.2, 1.2)),
}

Support = dict[tuple[int, int], float]
"""Of the pairs of nodes, the lower one first, the share of the inputs that join them. Others are in none.
Of opacities, how sure an edge is. Others are opaque."""

Entry = tuple[str, str, bool, float]
"""A line of the legend: text, kind, filled head, share of the inputs or, of the kind "opacity", how sure."""


@dataclass(frozen=True)
class Edge:
    """An edge to draw."""

    tail: int
    head: int
    directed: bool
    kind: str
    """Without another graph "directed" or "reversible"; with one "both", "turned", "only" or "there". Either
    way, "assumed" is a required edge that no site sees, and "apart" such a pair without an edge."""
    unsure: bool = False
    """It is drawn dotted, in the colour of its kind."""


class Pen:
    """Draws on axes as if they were a sheet of a size in inches, with room for a legend at the foot.

    Artists go in by ``add_artist``, which unlike ``add_patch`` does not measure them: the limits are known.
    """

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

    def boxes(
        self, placed: Layout, labels: list[str], sizes: NDArray[np.float64], focus: int | None = None
    ) -> None:
        """Draw the nodes. The box of the node `focus` has a border that stands out."""
        centres = self._moved(placed, placed.at)
        for node, (at, label, (width, height)) in enumerate(zip(centres, labels, sizes, strict=True)):
            stands_out = node == focus
            box = self.patches.FancyBboxPatch(
                at - np.array([width, height]) / 2,
                width,
                height,
                boxstyle=f"round,pad=0,rounding_size={height / 4}",
                facecolor=self.colours.box,
                edgecolor=self.colours.ink if stands_out else self.colours.faint,
                linewidth=(2.0 if stands_out else 0.7) * self.scale,
                zorder=3,
            )
            self.ax.add_artist(box)
            self.ax.text(
                *at,
                label,
                ha="center",
                va="center_baseline",
                fontsize=FONT * self.scale,
                fontfamily=fonts_for([label]),
                color=self.colours.ink,
                parse_math=False,
                zorder=4,
            )

    def edges(
        self, placed: Layout, edges: list[Edge], support: Support | None, opacity: Support | None
    ) -> None:
        for edge, route in zip(edges, placed.routes, strict=True):
            colour, dashes = self._look(edge.kind)
            dashes = _DASHES["unsure"] if edge.unsure else dashes
            pair = min(edge.tail, edge.head), max(edge.tail, edge.head)
            width = _line_width(0.5 if support is None else support.get(pair, 0.0))
            alpha = None if opacity is None else _alpha(opacity.get(pair, 1.0))
            length, half = _HEAD[0] + width / 72, _HEAD[1] + width / 72 * 0.5
            points, tip, neck = _shaft(self._moved(placed, route), length)
            line = self.lines.Line2D(
                *points.T,
                color=colour,
                linewidth=width * self.scale,
                linestyle=dashes,
                alpha=alpha,
                dash_capstyle="butt",
                solid_capstyle="butt",
                zorder=1,
            )
            self.ax.add_artist(line)
            if edge.kind == "apart":  # it has no direction, and is no edge
                continue
            across = np.array([neck[1] - tip[1], tip[0] - neck[0]]) / np.hypot(*(tip - neck)) * half
            head = self.patches.Polygon(
                [tip, neck + across, neck - across],
                facecolor=colour if edge.directed else self.colours.ground,
                edgecolor=colour,
                linewidth=0.7 * self.scale,
                alpha=alpha,
                joinstyle="round",
                zorder=2,
            )
            self.ax.add_artist(head)

    def legend(self, entries: list[Entry], columns: int) -> None:
        handles = []
        for text, kind, filled, share in entries:
            colour, dashes = self._look(kind)
            opacity = kind == "opacity"
            handle = self.lines.Line2D(
                [],
                [],
                label=text,
                color=colour,
                linestyle="none" if kind == "note" else dashes,
                linewidth=_line_width(0.5 if opacity else share) * self.scale,
                alpha=_alpha(share) if opacity else None,
                marker="" if kind in ("width", "opacity", "note", "apart") else ">",
                markersize=5 * self.scale,
                markeredgewidth=0.7 * self.scale,
                markerfacecolor=colour if filled else self.colours.ground,
            )
            handles.append(handle)
        self.ax.legend(
            handles=handles,
            loc="center",
            bbox_to_anchor=(self.width / 2, MARGIN + self.foot / 2 - 0.06),
            bbox_transform=self.ax.transData,
            ncol=columns,
            frameon=False,
            fontsize=FONT * self.scale,
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
        corner = np.array([(self.width - placed.size[0]) / 2, MARGIN + self.foot])
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
            "note": colours.ink,
            "width": colours.faint,
            "opacity": colours.ink,
            "apart": colours.faint,
            "assumed": colours.ink,
            "unsure": colours.ink,
        }[kind]
        return colour, _DASHES.get(kind, "-")


def _line_width(share: float) -> float:
    """In points."""
    return float(0.6 + 1.5 * share)


def _alpha(sure: float) -> float:
    """The opacity of an edge that is so sure."""
    return _FAINTEST + (1 - _FAINTEST) * sure


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
