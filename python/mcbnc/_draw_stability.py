"""The picture of a stability analysis: for each ordered pair, the share of runs with that edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._draw_style import NewAxes, axes_for, colours_on, inches, label_of, pyplot_axes, text_size
from ._graph import import_extra

if TYPE_CHECKING:
    from .stability import Stability

__all__ = ["draw"]

_FONT = 7.0  # points
_CELL = 0.14  # inches
_LEAST = 2.0  # inches of the matrix
_PAD = 0.1
_BAR = 0.75  # for the colour bar and its numbers
_AXIS = 0.25  # for the name of an axis
_FOOT = 0.4


def draw(stability: Stability, ax: Any = None, new: NewAxes = pyplot_axes) -> Any:
    """Draw a matrix whose cell [i, j] is the share of runs with nodes[i] -> nodes[j] or nodes[i] - nodes[j].

    An undirected edge so counts in both cells of its pair: the stronger one of the two tells the
    direction, and two equally strong ones that there is none.

    Parameters
    ----------
    stability : Stability
    ax : matplotlib Axes, optional
        Default: those of a new figure, which grows with the nodes.
    new : function
        What makes the new figure's axes.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    InvalidInputError
        `ax` is no Axes.
    MissingExtraError
        Without matplotlib (the extra ``plot``).
    """
    axes = axes_for(ax, new)
    labels = [label_of(name) for name in stability.nodes]
    n = len(labels)
    side = max(n * _CELL, _LEAST)
    names = max((text_size(label, _FONT)[0] for label in labels), default=0.0) + 0.08
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
    share = stability.directed + stability.undirected
    image = found.imshow(share, cmap=ramp, vmin=0, vmax=1, interpolation="nearest")
    font = min(_FONT, cell * 72 * 0.9)
    found.set_xticks(range(n), labels, rotation=90, fontsize=font, parse_math=False)
    found.set_yticks(range(n), labels, fontsize=font, parse_math=False)
    found.xaxis.tick_top()
    found.xaxis.set_label_position("top")
    found.tick_params(length=0, pad=2, colors=colours.ink)
    found.set_xticks(np.arange(1, n) - 0.5, minor=True)
    found.set_yticks(np.arange(1, n) - 0.5, minor=True)
    found.grid(which="minor", color=colours.ground, linewidth=0.4)
    found.tick_params(which="minor", length=0)
    for spine in found.spines.values():
        spine.set_visible(False)
    low, high = stability.theta_interval()
    found.set_xlabel("to", color=colours.ink, fontsize=_FONT + 1)
    found.set_ylabel("from", color=colours.ink, fontsize=_FONT + 1)
    found.annotate(
        f"{stability.runs} runs; 95 % of θ in [{low:.3g}, {high:.3g}]\nundirected edges are in both cells",
        (0, 0),
        (0, -4),
        xycoords="axes fraction",
        textcoords="offset points",
        va="top",
        fontsize=_FONT,
        color=colours.ink,
    )
    bar = found.inset_axes((1 + 0.12 / side, 0, 0.13 / side, 1))
    found.figure.colorbar(image, cax=bar)
    bar.set_ylabel("share of runs", color=colours.ink, fontsize=_FONT + 1)
    bar.tick_params(labelsize=_FONT, colors=colours.ink)
    bar.patch.set_visible(False)
    return found
