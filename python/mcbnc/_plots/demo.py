"""The demo's picture: the consensus beside the truth, and to its right how near each method comes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .._base.extras import import_extra
from .comparison import Distances
from .comparison import draw as draw_comparison
from .network import Picture
from .network import draw as draw_network

_GAP = 0.3  # inches between the two
_TALLER = 2.0  # times its own height: as far as the comparison is stretched to the network's


def draw(network: Picture, methods: Sequence[str], distances: Mapping[str, Distances]) -> Any:
    """Draw both in one new figure, and return the network's axes.

    Each asks for axes that fill a figure of its own, and gets those of a part of this one. The comparison is
    stretched to the height of the network.
    """
    figure = import_extra("matplotlib.pyplot").figure()
    sizes: list[tuple[float, float]] = []

    def left(width: float, height: float) -> Any:
        sizes.append((width, height))
        figure.set_size_inches(width, height)
        return figure.add_axes((0, 0, 1, 1))

    def right(width: float, height: float) -> Any:
        (beside, network_high) = sizes[0]
        high = max(height, min(network_high, _TALLER * height))
        across, up = beside + _GAP + width, max(network_high, high)
        figure.set_size_inches(across, up)
        axes.set_position((0, (up - network_high) / 2 / up, beside / across, network_high / up))
        ratios = {
            "width_ratios": (beside + _GAP, width),
            "height_ratios": ((up - high) / 2, high, (up - high) / 2),
        }
        grid = figure.add_gridspec(3, 2, left=0, right=1, bottom=0, top=1, wspace=0, hspace=0, **ratios)
        return figure.add_subfigure(grid[1, 1]).add_axes((0, 0, 1, 1))

    axes = draw_network(network, new=left)
    draw_comparison(methods, distances, new=right)
    return axes
