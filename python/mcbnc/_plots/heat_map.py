"""Heat maps of shares from 0 to 1: of an agreement, of a stability analysis, and of a bootstrap.

Each function draws on the axes `ax`, or without them on those that `new` makes of a new figure, which grows
with the matrix, and returns the axes. InvalidInputError says that `ax` is no Axes, and MissingExtraError that
there is no matplotlib. What draws is imported by the first picture, since results come without one.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra
from .._base.show import theta_text

if TYPE_CHECKING:
    from .style import Colours, NewAxes

_FONT = 7.0  # points
_CELL = 0.14  # inches
_LEAST = 2.0  # inches of the matrix
_PAD = 0.1
_BAR = 0.75  # for the colour bar and its numbers
_AXIS = 0.25  # for the name of an axis
_FOOT = 0.4


class HeatMapped:
    """A result whose picture is a heat map, in a notebook too."""

    def plot(self, ax: Any = None) -> Any:
        """Draw the heat map whose cells the class describes. Needs matplotlib (the extra ``plot``).

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw. Default: a new figure, which grows with the number of rows.

        Returns
        -------
        matplotlib Axes

        Raises
        ------
        InvalidInputError
            `ax` is no Axes, or there is no matrix to draw.
        MissingExtraError
            Without matplotlib.
        """
        return self._draw(ax=ax)

    def _repr_html_(self) -> str:
        from .html import MOST_NODES, card

        shown = 0 < self._rows_drawn() <= MOST_NODES
        return card(type(self).__name__, self._facts(), (lambda new: self._draw(new=new)) if shown else None)

    def _facts(self) -> dict[str, Any]:
        """The lines above the picture in a notebook."""
        raise NotImplementedError

    def _rows_drawn(self) -> int:
        """How many rows the picture has; 0 if a notebook has none to show."""
        raise NotImplementedError

    def _draw(self, **where: Any) -> Any:
        """Draw on the given axes `ax`, or on those that `new` makes."""
        raise NotImplementedError


def draw_agreement(
    f1: NDArray[np.float64],
    clients: Sequence[Hashable],
    flagged: NDArray[np.bool_],
    threshold: float,
    ax: Any = None,
    new: NewAxes | None = None,
) -> Any:
    """Draw the F1 (r, r) of each two of r clients. The labels of those `flagged` (r,) are bold and orange.

    `threshold` is the median F1 below which a client is flagged.
    """
    foot = (
        f"{np.count_nonzero(flagged)} of {len(clients)} clients flagged: median F1\n"
        f"with the others below {threshold:.3g}"
    )
    found, colours = _heat_map(f1, clients, "F1 of the skeletons", foot, ax, new)
    for axis in (found.xaxis, found.yaxis):
        for label, marked in zip(axis.get_ticklabels(), flagged, strict=True):
            if marked:
                label.set_color(colours.orange)
                label.set_fontweight("bold")
    return found


def draw_stability(
    shares: NDArray[np.float64],
    nodes: Sequence[Hashable],
    runs: int,
    thetas: tuple[float, float],
    ax: Any = None,
    new: NewAxes | None = None,
) -> Any:
    """Draw shares (n, n): [i, j] is that of the runs with nodes[i] -> nodes[j] or nodes[i] - nodes[j].

    An undirected edge so counts in both cells of its pair: the stronger one of the two tells the
    direction, and two equally strong ones that there is none. `thetas` are the ends of the middle 95 % of the
    runs' thresholds.
    """
    low, high = map(theta_text, thetas)
    foot = f"{runs} runs; 95 % of θ in [{low}, {high}]\nundirected edges are in both cells"
    return _arc_shares(shares, nodes, "share of runs", foot, ax, new)


def draw_strength(
    shares: NDArray[np.float64],
    nodes: Sequence[Hashable],
    resamples: int,
    ax: Any = None,
    new: NewAxes | None = None,
) -> Any:
    """Draw shares (n, n): [i, j] is that of the resamples with nodes[i] -> nodes[j].

    An undirected edge counts as half an edge in each of its two cells.
    """
    foot = f"{resamples} resamples of the rows\nan undirected edge is half in each of its cells"
    return _arc_shares(shares, nodes, "strength × direction", foot, ax, new)


def _arc_shares(
    shares: NDArray[np.float64], nodes: Sequence[Hashable], bar: str, foot: str, ax: Any, new: NewAxes | None
) -> Any:
    """Draw shares of arcs, from the node of a row to that of a column."""
    found, colours = _heat_map(shares, nodes, bar, foot, ax, new)
    found.set_xlabel("to", color=colours.ink, fontsize=_FONT + 1)
    found.set_ylabel("from", color=colours.ink, fontsize=_FONT + 1)
    return found


def _heat_map(
    shares: NDArray[np.float64], names: Sequence[Hashable], bar: str, foot: str, ax: Any, new: NewAxes | None
) -> tuple[Any, Colours]:
    """Draw shares (n, n), and return the axes and the colours that show on them.

    `bar` is the name of the scale, and `foot` what stands below the matrix, two lines at most.
    """
    from .glyphs import drawable, fonts_for
    from .style import axes_for, colours_on, inches, labels_of, pyplot_axes, text_size

    axes = axes_for(ax, new or pyplot_axes)
    labels = drawable(labels_of(names))
    n = len(labels)
    side = max(n * _CELL, _LEAST)
    widest = max((text_size(label, _FONT)[0] for label in labels), default=0.0) + 0.08
    left = _PAD + _AXIS + widest
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
    font = min(_FONT, cell * 72 * 0.9)
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
        fontsize=_FONT,
        color=colours.ink,
    )
    scale = found.inset_axes((1 + 0.12 / side, 0, 0.13 / side, 1))
    found.figure.colorbar(image, cax=scale)
    scale.set_ylabel(bar, color=colours.ink, fontsize=_FONT + 1)
    scale.tick_params(labelsize=_FONT, colors=colours.ink)
    scale.patch.set_visible(False)
    return found, colours
