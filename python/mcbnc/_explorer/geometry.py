"""Where nodes and edges lie. The nodes stay there at every threshold.

The lengths are CSS pixels, and y points down, as in a browser.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._plots.layout import Arc, place
from .._plots.layout_circle import lay_out_on_a_circle
from .._plots.layout_layers import lay_out_in_layers
from .._plots.style import labels_of
from ..errors import InvalidInputError

HEIGHT = 28
"""Of a node's box."""

_FONT = 13
_PAD = 22
_INCH = 96  # pixels; the layouts reckon in inches
_SHAPE = 1.25  # width over height that a picture aims at
_MOST_STRETCH = 4.0
_SIDES = (0, 45, -45, 90, -90, 150, -150)
"""Pixels to the side of the straight line, those that are tried first in front."""
_ON_CURVE = np.linspace(0, 1, 25)[1:-1]
_CLEARANCE = 3
_MOST_EDGES = 1500  # beyond, no picture can be followed edge by edge
_NARROW = "fijlrtI.,:;'`|!()[]{} -_/\\"
_WIDE = "mwMW@%&<>=+~#"


class Geometry(NamedTuple):
    """The boxes of the nodes, and the bends of some edges."""

    labels: list[str]
    at: NDArray[np.int64]
    """(n, 2): the centres."""
    widths: list[int]
    routes: dict[Arc, Route]
    """The ways of the arcs that the layout knows."""
    bows: dict[Arc, int]
    """How far every other edge bends to the side, in pixels."""

    def placed(self) -> dict[str, list[Any]]:
        """The boxes, as the page has them."""
        x, y = self.at.T.tolist()
        return {"label": self.labels, "x": x, "y": y, "width": self.widths}


class Route(NamedTuple):
    """The way of an arc, as a browser's graph library takes it."""

    leaves: tuple[int, int]
    """Where it leaves the tail's box, as an offset from the box's centre."""
    enters: tuple[int, int]
    bends: list[tuple[float, float]]
    """Of each point between: the share of the way from the tail's centre to the head's, and the pixels
    to the side of it."""


def lay_out(names: Sequence[object], choices: Iterable[Sequence[Arc]], pairs: Sequence[Arc]) -> Geometry:
    """Place the nodes for the first of several sets of arcs that can be laid out in layers.

    Layers of many arcs take too long. If that is so for all sets, the nodes lie on a circle, as suits the
    last set. `pairs` are all edges that are ever drawn. The layout does not depend on the machine, because
    it uses neither fonts nor other programs.
    """
    labels = labels_of(names)
    widths = [_PAD + round(_text_width(label)) for label in labels]
    sizes = np.array([(width, HEIGHT) for width in widths], float).reshape(-1, 2) / _INCH
    for arcs in choices:
        try:
            placed = place(sizes, arcs, lay_out_in_layers)
        except InvalidInputError:
            continue
        break
    else:
        placed = place(sizes, arcs, lay_out_on_a_circle)
    scale = np.array([1, -_stretch(placed.size)]) * _INCH
    at = np.rint(placed.at * scale)
    centres = placed.at * (1, -1) * _INCH
    routes = {}
    for (i, j), way in zip(arcs, placed.routes, strict=True):
        leaves, enters = way[0] * (1, -1) * _INCH - centres[i], way[-1] * (1, -1) * _INCH - centres[j]
        routes[i, j] = Route(_whole(leaves), _whole(enters), _relative(way[3:-1:3] * scale, at[i], at[j]))
    rest = [(i, j) for i, j in pairs if (i, j) not in routes and (j, i) not in routes]
    bows = dict(zip(rest, _find_bows(at, sizes * _INCH, rest), strict=True))
    return Geometry(labels, at.astype(np.int64), widths, routes, bows)


def route_of(pair: Arc, geometry: Geometry) -> list[list[float]]:
    """The way from i to j: where it leaves and where it enters, the shares and the distances of its bends."""
    if route := geometry.routes.get(pair):
        leaves, enters, bends = route
    elif route := geometry.routes.get((pair[1], pair[0])):
        enters, leaves, back = route
        bends = [(round(1 - share, 3), -aside) for share, aside in reversed(back)]
    else:
        return []
    return [list(leaves), list(enters), [share for share, _ in bends], [aside for _, aside in bends]]


def _stretch(size: NDArray[np.float64]) -> float:
    """How much higher the layers are apart than the layout put them, so that the picture is less flat."""
    return min(max(float(size[0]) / max(float(size[1]), 1e-9) / _SHAPE, 1.0), _MOST_STRETCH)


def _whole(offset: NDArray[np.float64]) -> tuple[int, int]:
    x, y = np.rint(offset).astype(int).tolist()
    return x, y


def _relative(
    points: NDArray[np.float64], tail: NDArray[np.float64], head: NDArray[np.float64]
) -> list[tuple[float, float]]:
    """The points as shares of the way from tail to head, and distances from it."""
    way = head - tail
    length = float(np.hypot(*way))
    along = (points - tail) @ way / length**2
    aside = (points - tail) @ np.array([-way[1], way[0]]) / length
    return [(round(a, 3), round(b, 1)) for a, b in zip(along.tolist(), aside.tolist(), strict=True)]


def _text_width(text: str) -> float:
    """About how wide a text is in the fonts of user interfaces."""
    return _FONT * sum(map(_glyph_width, text))


def _glyph_width(glyph: str) -> float:
    """In units of the font's size."""
    if unicodedata.combining(glyph) or unicodedata.category(glyph) in ("Mn", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(glyph) in "WF":
        return 1.05
    if glyph in _WIDE:
        return 0.92
    if glyph in _NARROW:
        return 0.38
    return 0.7 if glyph.isupper() or glyph.isdigit() else 0.58


def _find_bows(
    at: NDArray[np.float64], sizes: NDArray[np.float64], pairs: Sequence[tuple[int, int]]
) -> list[int]:
    """For each pair of nodes, how far to the side an edge bends that crosses the fewest boxes of others.

    `at` and `sizes` (n, 2) are the centres and the sizes of the boxes, in pixels. A bow is the distance of
    the control point of a quadratic Bézier curve from the middle of the straight line. Of equal bows, the
    first of a fixed list is taken. Of more than 1500 pairs all go straight. O(n len(pairs)).
    """
    if len(pairs) > _MOST_EDGES:
        return [0] * len(pairs)
    return [_bow(at, sizes, tail, head) for tail, head in pairs]


def _bow(at: NDArray[np.float64], sizes: NDArray[np.float64], tail: int, head: int) -> int:
    others = np.ones(len(at), bool)
    others[[tail, head]] = False
    half = sizes[others] / 2 + _CLEARANCE
    best, least = 0, len(at)
    for side in _SIDES:
        curve = _curve(at[tail], at[head], side)
        inside = (np.abs(curve[:, None] - at[others]) < half).all(axis=2)
        crossed = int(inside.any(axis=0).sum())
        if crossed < least:
            best, least = side, crossed
        if not crossed:
            break
    return best


def _curve(tail: NDArray[np.float64], head: NDArray[np.float64], side: float) -> NDArray[np.float64]:
    """Points of the curve whose control point lies `side` pixels beside the middle."""
    way = head - tail
    normal = np.array([-way[1], way[0]]) / max(float(np.hypot(*way)), 1e-9)
    control = (tail + head) / 2 + normal * side
    t = _ON_CURVE[:, None]
    points: NDArray[np.float64] = (1 - t) ** 2 * tail + 2 * t * (1 - t) * control + t**2 * head
    return points
