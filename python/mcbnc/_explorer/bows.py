"""Bows of edges around the boxes of other nodes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["find_bows"]

_SIDES = (0, 45, -45, 90, -90, 150, -150)
"""Pixels to the side of the straight line, those that are tried first in front."""
_POINTS = np.linspace(0, 1, 25)[1:-1]
_MARGIN = 3
_MOST_EDGES = 1500  # beyond, no picture can be followed edge by edge


def find_bows(
    at: NDArray[np.float64], sizes: NDArray[np.float64], pairs: Sequence[tuple[int, int]]
) -> list[int]:
    """For each pair of nodes, how far to the side an edge bends that crosses the fewest boxes of others.

    Parameters
    ----------
    at : (n, 2) float64
        The centres of the boxes, in pixels.
    sizes : (n, 2) float64
        Their widths and heights.
    pairs : sequence of (int, int)
        The ends of the edges. Of more than 1500 all go straight.

    Returns
    -------
    list of int
        The distance of the control point of a quadratic Bézier curve from the middle of the straight line.

    Notes
    -----
    O(n len(pairs)). Of equal bows, the first of a fixed list is taken.
    """
    if len(pairs) > _MOST_EDGES:
        return [0] * len(pairs)
    return [_bow(at, sizes, tail, head) for tail, head in pairs]


def _bow(at: NDArray[np.float64], sizes: NDArray[np.float64], tail: int, head: int) -> int:
    others = np.ones(len(at), bool)
    others[[tail, head]] = False
    half = sizes[others] / 2 + _MARGIN
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
    t = _POINTS[:, None]
    points: NDArray[np.float64] = (1 - t) ** 2 * tail + 2 * t * (1 - t) * control + t**2 * head
    return points
