"""A heat map of shares from 0 to 1, with a label for each row and column."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra
from .glyphs import drawable, fonts_for
from .style import (
    Colours,
    NewAxes,
    axes_for,
    colours_on,
    inches,
    labels_of,
    pyplot_axes,
    text_size,
)

__all__ = ["FONT", "arc_shares", "heat_map"]

FONT = 7.0  # points
_CELL = 0.14  # inches
_LEAST = 2.0  # inches of the matrix
_PAD = 0.1
_BAR = 0.75  # for the colour bar and its numbers
_AXIS = 0.25  # for the name of an axis
_FOOT = 0.4


def arc_shares(
    shares: NDArray[np.float64], nodes: Sequence[Hashable], bar: str, foot: str, ax: Any, new: NewAxes
) -> Any:
    """Draw shares of arcs, from the node of a row to that of a column. `heat_map` has the arguments."""
    found, colours = heat_map(shares, drawable(labels_of(nodes)), bar, foot, ax, new)
    found.set_xlabel("to", color=colours.ink, fontsize=FONT + 1)
    found.set_ylabel("from", color=colours.ink, fontsize=FONT + 1)
    return found


def heat_map(
    shares: NDArray[np.float64],
    labels: Sequence[str],
    bar: str,
    foot: str,
    ax: Any = None,
    new: NewAxes = pyplot_axes,
) -> tuple[Any, Colours]:
    """Draw `shares` (n, n), and return the axes and the colours that show on them.

    Parameters
    ----------
    shares : (n, n)
    labels : sequence of n str
    bar : str
        The name of the scale.
    foot : str
        Below the matrix; two lines at most.
    ax : matplotlib Axes, optional
        Default: those of a new figure, which grows with n.
    new : function
        What makes the new figure's axes.
    """
    axes = axes_for(ax, new)
    n = len(labels)
    side = max(n * _CELL, _LEAST)
    names = max((text_size(label, FONT)[0] for label in labels), default=0.0) + 0.08
    left = _PAD + _AXIS + names
    size = (left + side + _BAR + _PAD, left + side + _FOOT)
    found = axes(*size)
    if ax is None:
        found.set_position((left / size[0], _FOOT / size[1], side / size[0], side / size[1]))
    cell = min(inches(found)) / max(n, 1)
    colours = colours_on(found)
    ramp = import_extra("matplotlib.colors").LinearSegmentedColormap.from_list(
        "share", [colours.box, colours.blue, colours.deep]
    )
    image = found.imshow(shares, cmap=ramp, vmin=0, vmax=1, interpolation="nearest")
    font = min(FONT, cell * 72 * 0.9)
    look = {"fontsize": font, "fontfamily": fonts_for(labels), "parse_math": False}
    found.set_xticks(range(n), labels, rotation=90, **look)
    found.set_yticks(range(n), labels, **look)
    found.xaxis.tick_top()
    found.xaxis.set_label_position("top")
    found.tick_params(length=0, pad=2, colors=colours.ink)
    found.set_xticks(np.arange(1, n) - 0.5, minor=True)
    found.set_yticks(np.arange(1, n) - 0.5, minor=True)
    found.grid(which="minor", color=colours.ground, linewidth=0.4)
    found.tick_params(which="minor", length=0)
    for spine in found.spines.values():
        spine.set_visible(False)
    found.annotate(
        foot,
        (0, 0),
        (0, -4),
        xycoords="axes fraction",
        textcoords="offset points",
        va="top",
        fontsize=FONT,
        color=colours.ink,
    )
    scale = found.inset_axes((1 + 0.12 / side, 0, 0.13 / side, 1))
    found.figure.colorbar(image, cax=scale)
    scale.set_ylabel(bar, color=colours.ink, fontsize=FONT + 1)
    scale.tick_params(labelsize=FONT, colors=colours.ink)
    scale.patch.set_visible(False)
    return found, colours
