"""The picture of a comparison: how far each method is from the inputs and from the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra
from .._base.show import shown
from ..errors import InvalidInputError
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

_FONT = 8.0  # points
_ROW = 0.25  # inches
_SIDE = 2.5  # inches of each panel
_GAP = 0.25
_PAD = 0.1
_HEAD = 0.62  # for the legend and the panels' names
_FOOT = 0.3
_FAR = 3.0  # times the median distance: what is farther is named in words, or it would flatten the rest
_DASHES = (0, (3, 2))
_NOTE_GAP = 0.12  # inches, between the end of the scale and the notes
_NOTES_MOST = 0.5  # of a panel: more is not taken from small axes of the caller's
_APART = 0.17  # of a row: between what is measured from the inputs and what from the truth


class Distances(NamedTuple):
    """One kind of distance."""

    methods: NDArray[np.float64]
    """(m,): of each method."""
    inputs: NDArray[np.float64]
    """(r,): of each input."""
    median: float
    """The distances of the median input."""


class _Marks(NamedTuple):
    """How one kind of distance is drawn."""

    label: str
    colour: str
    marker: str
    shift: float
    distances: Distances


def draw(
    methods: Sequence[str],
    distances: Mapping[str, Distances],
    ax: Any = None,
    new: NewAxes = pyplot_axes,
) -> Any:
    """Draw a row for each of m methods, and one for the inputs; SMHD to the left, SHD to the right.

    `distances` has "mean_smhd" and "mean_shd", to the inputs, and "smhd_to_gold" and "shd_to_gold" if there
    is a gold standard. Inputs over different nodes have no "mean_shd" and no row. `ax` is two axes. Default:
    those of a figure that `new` makes. Returns the left ones.
    """
    has_inputs = any(len(each.inputs) for each in distances.values())
    labels = [*drawable(labels_of(methods)), *(["each input"] if has_inputs else [])]
    panels = _panels(labels, ax, new)
    for axes, measure in zip(panels, ("smhd", "shd"), strict=True):
        colours = colours_on(axes)
        if marks := _marks(distances, measure, colours):
            _draw_panel(axes, marks, colours, len(labels))
        else:
            axes.set_axis_off()
            continue
        axes.set_title(measure.upper(), fontsize=_FONT + 1, color=colours.ink, loc="left")
    panels[0].set_yticks(
        range(len(labels)), labels, fontsize=_FONT, fontfamily=fonts_for(labels), parse_math=False
    )
    panels[1].set_yticks(range(len(labels)), [""] * len(labels))
    if has_inputs:
        faint = colours_on(panels[0]).faint
        panels[0].plot([], [], color=faint, linewidth=0.9, linestyle=_DASHES, label="the median input")
    panels[0].legend(
        frameon=False,
        fontsize=_FONT,
        loc="lower left",
        bbox_to_anchor=(0, 1 + 0.22 / inches(panels[0])[1]),
        ncol=3,
        columnspacing=1.2,
        borderaxespad=0,
        handletextpad=0.2,
    )
    return panels[0]


def _panels(labels: list[str], ax: Any, new: NewAxes) -> tuple[Any, Any]:
    """The caller's two axes, or those of a new figure that has room for the labels."""
    if ax is not None:
        try:
            left, right = ax
        except (TypeError, ValueError):
            raise InvalidInputError(
                f"ax must be two matplotlib Axes, for SMHD and SHD, or None, not {shown(ax)}", argument="ax"
            ) from None
        return axes_for(left, new)(0, 0), axes_for(right, new)(0, 0)
    margin = _PAD + max(text_size(label, _FONT)[0] for label in labels) + 0.12
    rows = _ROW * len(labels)
    width, height = margin + 2 * _SIDE + _GAP + _PAD, rows + _HEAD + _FOOT
    first = axes_for(None, new)(width, height)
    place = (_FOOT / height, _SIDE / width, rows / height)
    first.set_position((margin / width, *place))
    second = first.figure.add_axes(((margin + _SIDE + _GAP) / width, *place))
    return first, second


def _marks(distances: Mapping[str, Distances], measure: str, colours: Colours) -> list[_Marks]:
    to_inputs, to_gold = distances.get(f"mean_{measure}"), distances.get(f"{measure}_to_gold")
    apart = 0.0 if to_gold is None or to_inputs is None else _APART
    found = []
    if to_inputs is not None:
        found.append(_Marks("to the inputs, mean", colours.blue, "o", -apart, to_inputs))
    if to_gold is not None:
        found.append(_Marks("to the gold", colours.orange, "D", apart, to_gold))
    return found


def _draw_panel(axes: Any, kinds: list[_Marks], colours: Colours, rows: int) -> None:
    every = np.concatenate([values for kind in kinds for values in kind.distances[:2]])
    near = every[every <= _FAR * max(float(np.median(every)), 1)]
    end = 1.06 * max(float(near.max()), 1)
    axes.hlines(range(rows), 0, end, color=colours.faint, linewidth=0.4, alpha=0.5, zorder=0)
    notes: list[tuple[float, str, str]] = []
    for kind in kinds:
        methods, inputs, median = kind.distances
        y = np.arange(len(methods)) + kind.shift
        shown_ones = methods <= end
        axes.plot(
            methods[shown_ones],
            y[shown_ones],
            kind.marker,
            color=kind.colour,
            markersize=5.5 if kind.marker == "o" else 4.5,
            label=kind.label,
            clip_on=False,
        )
        far = zip(y[~shown_ones], methods[~shown_ones], strict=True)
        notes += [(at, f"{value:.4g} →", kind.colour) for at, value in far]
        axes.plot(
            np.minimum(inputs, end),
            np.full(len(inputs), rows - 1 + kind.shift),
            "|",
            color=kind.colour,
            markersize=6,
            markeredgewidth=0.9,
            alpha=0.7,
        )
        if median <= end:
            axes.axvline(median, color=kind.colour, linewidth=0.7, linestyle=_DASHES, zorder=0)
    right = _write_notes(axes, notes, end)
    axes.set(xlim=(0, right), ylim=(rows - 0.5, -0.5))
    axes.tick_params(axis="y", length=0)
    axes.tick_params(labelsize=_FONT, colors=colours.ink)
    locator = import_extra("matplotlib.ticker").MaxNLocator(nbins=6, integer=True, steps=[1, 2, 2.5, 5, 10])
    axes.xaxis.set_major_locator(locator)  # axes of the caller's may have fixed ticks
    axes.set_xticks([tick for tick in axes.get_xticks() if 0 <= tick <= end])
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(colours.faint)
    axes.spines["bottom"].set_bounds(0, end)


def _write_notes(axes: Any, notes: list[tuple[float, str, str]], end: float) -> float:
    """Write the distances that are off the scale beyond its `end`, and return the right end of the axes.

    The notes have a column of their own, so they cover no mark.
    """
    if not notes:
        return end
    column = max(text_size(text, _FONT - 1)[0] for _, text, _ in notes) + _NOTE_GAP
    right = end / (1 - min(column / inches(axes)[0], _NOTES_MOST))
    for at, text, colour in notes:
        axes.text(right, at, text, ha="right", va="center", fontsize=_FONT - 1, color=colour)
    return right
