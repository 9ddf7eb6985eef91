"""Places of nodes and edges in a drawing: in layers, by Graphviz's dot or by mcbnc, or on a circle.

Lengths are inches, y points up. A route is a chain of cubic Bézier curves, (3 k + 1, 2): its first
point, then two control points and an end point for each of the k curves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.options import check_word
from .._base.warn import warn
from ..errors import InvalidInputError
from .layout_circle import lay_out_on_a_circle
from .layout_dot import lay_out_by_dot
from .layout_layers import lay_out_in_layers

Arc = tuple[int, int]
Points = NDArray[np.float64]
Engine = Callable[[Points, Sequence[Arc]], "tuple[Points, list[Points]]"]
"""An engine takes the sizes (n, 2) of a connected graph's boxes, and the arcs, which have no cycle. It
returns the centres (n, 2) of the boxes, and the routes of the arcs from border to border. Except on a
circle, each arc points down, from one layer to a lower one."""

_GAP = 0.3  # between components
_WIDE = 1.6  # width over height that a picture of many components aims at
_DOT_ARCS = 600  # beyond, dot may take minutes


class Layout(NamedTuple):
    """A drawing's geometry, its lower left corner at (0, 0)."""

    at: Points
    """(n, 2): the centres of the boxes."""
    routes: list[Points]
    """Of each arc, from its tail's border to its head's."""
    size: Points
    """(2,): width and height."""


def choose_engine(layout: str | None, arcs: int) -> Engine:
    """What the argument `layout` of a picture with this number of arcs asks for.

    The engine refuses its work where there is no dot, or the layers would be too many.
    """
    if layout is None:
        return partial(_by_default, dot=arcs <= _DOT_ARCS)
    return _ENGINES[check_word(layout, "layout", tuple(_ENGINES))]


_ENGINES: dict[str, Engine] = {
    "dot": lay_out_by_dot,
    "layered": lay_out_in_layers,
    "circle": lay_out_on_a_circle,
}


def _by_default(sizes: Points, arcs: Sequence[Arc], dot: bool) -> tuple[Points, list[Points]]:
    """Use dot if it is allowed and installed, else our own layers, else a circle if layers take too long."""
    if dot:
        try:
            return lay_out_by_dot(sizes, arcs)
        except InvalidInputError:
            pass
    try:
        return lay_out_in_layers(sizes, arcs)
    except InvalidInputError as error:
        warn(f"drawn on a circle: {error}", UserWarning)
        return lay_out_on_a_circle(sizes, arcs)


def place(sizes: Points, arcs: Sequence[Arc], engine: Engine) -> Layout:
    """Place boxes of the given sizes (n, 2), and route the arcs between them.

    Each connected component is laid out by itself; the tallest come first, in rows. Arcs point
    down, except those that would close a cycle with arcs before them. Each pair of nodes may have one arc.
    """
    turned = _closing(len(sizes), arcs)
    down = [(j, i) if turn else (i, j) for (i, j), turn in zip(arcs, turned, strict=True)]
    at = np.zeros((len(sizes), 2))
    routes = [np.zeros((0, 2))] * len(arcs)
    parts = []
    for members in _components(len(sizes), arcs):
        index = {node: k for k, node in enumerate(members)}
        own = [a for a, (i, _) in enumerate(arcs) if i in index]
        found: Points = np.zeros((1, 2))
        ways: list[Points] = []
        if own:
            found, ways = engine(sizes[members], [(index[down[a][0]], index[down[a][1]]) for a in own])
        half = sizes[members] / 2
        drawn = np.concatenate([found - half, found + half, *ways])
        parts.append((members, own, found, ways, drawn.min(axis=0), np.ptp(drawn, axis=0)))
    parts.sort(key=lambda part: (-round(part[-1][1], 6), part[0][0]))
    corners, size = _shelves([part[-1] for part in parts])
    for (members, own, found, ways, corner, _), target in zip(parts, corners, strict=True):
        at[members] = found - corner + target
        for a, way in zip(own, ways, strict=True):
            routes[a] = (way[::-1] if turned[a] else way) - corner + target
    return Layout(at, routes, size)


def _closing(n: int, arcs: Sequence[Arc]) -> list[bool]:
    """Which arcs close a cycle with the ones before them, those that do being turned round."""
    reaches = np.eye(n, dtype=bool)
    turned = []
    for i, j in arcs:
        turned.append(bool(reaches[j, i]))
        tail, head = (j, i) if turned[-1] else (i, j)
        reaches[reaches[:, tail]] |= reaches[head]
    return turned


def _components(n: int, arcs: Sequence[Arc]) -> list[list[int]]:
    """The nodes of each connected component, rising."""
    label = list(range(n))

    def root(node: int) -> int:
        while label[node] != node:
            label[node] = node = label[label[node]]
        return node

    for i, j in arcs:
        low, high = sorted((root(i), root(j)))
        label[high] = low
    members: dict[int, list[int]] = {}
    for node in range(n):
        members.setdefault(root(node), []).append(node)
    return list(members.values())


def _shelves(extents: list[Points]) -> tuple[list[Points], Points]:
    """Put rectangles in rows, as they come: their lower left corners, and the size of the whole."""
    area = sum((extent + _GAP).prod() for extent in extents)
    width = max(math.sqrt(_WIDE * area), *(extent[0] for extent in extents), 0.0)
    corners: list[Points] = []
    x = top = bottom = right = 0.0
    for extent in extents:
        if x + extent[0] > width + 1e-9:
            x, top = 0.0, bottom - _GAP
        corners.append(np.array([x, top - extent[1]]))
        bottom = min(bottom, top - extent[1])
        right = max(right, x + extent[0])
        x += extent[0] + _GAP
    return [corner - (0.0, bottom) for corner in corners], np.array([right, -bottom])
