"""The demo's picture: the consensus beside the truth, and to its right how near each method comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .._base.extras import import_extra
from .comparison import Distances
from .comparison import draw as draw_comparison
from .network import Picture
from .network import draw as draw_network

__all__ = ["draw"]

_RIGHT = 6.8  # inches: room for the comparison
_LEAST = 4.5


def draw(network: Picture, methods: Sequence[str], distances: Mapping[str, Distances]) -> Any:
    """Draw both in one new figure, and return the network's axes.

    Each asks for axes that fill a figure of its own, and gets those of a part of this one.
    """
    figure = import_extra("matplotlib.pyplot").figure()
    high = _LEAST

    def left(width: float, height: float) -> Any:
        nonlocal high
        high = max(height, _LEAST)
        figure.set_size_inches(width + _RIGHT, high)
        across, up = width / (width + _RIGHT), height / high
        return figure.add_axes((0, (1 - up) / 2, across, up))

    def right(width: float, height: float) -> Any:
        above = (high - height) / 2
        widths, heights = (figure.get_figwidth() - width, width), (above, height, above)
        grid = figure.add_gridspec(3, 2, wspace=0, hspace=0, width_ratios=widths, height_ratios=heights)
        return figure.add_subfigure(grid[1, 1]).add_axes((0, 0, 1, 1))

    axes = draw_network(network, new=left)
    draw_comparison(methods, distances, new=right)
    return axes
