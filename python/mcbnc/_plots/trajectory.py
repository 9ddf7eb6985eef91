"""The picture of a trajectory: what each threshold costs and gives."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.options import check_theta
from .._base.show import theta_text
from .style import NewAxes, axes_for, colours_on, pyplot_axes

_SIZE = (5.4, 3.5)  # inches
_PLACE = (0.12, 0.14, 0.78, 0.71)  # of the axes in a figure of ours
_ROOM = 1.25  # the axes' height over what they must show
_LITTLE = 1.6  # times that height: what may as well be shown whole


def draw(
    theta: NDArray[np.float64],
    edges: NDArray[np.int64],
    mean_smhd: NDArray[np.float64],
    treewidth: NDArray[np.int64],
    selected: float,
    ax: Any = None,
    new: NewAxes = pyplot_axes,
) -> Any:
    """Draw the states of a run, each from its `theta` (k,) on, and return the axes.

    Edges and SMHD are both numbers of edges, so they share the left axis. Treewidth has the right axis.
    A fusion may have many times the edges of the other states, and would flatten them. So the left
    axis ends above the selected state and the distance of the last state, and lines leave it at the
    top. If all states need little more than that, the axis shows all of them.
    """
    selected = check_theta(selected, argument="select")
    axes = axes_for(ax, new)(*_SIZE)
    if ax is None:
        axes.set_position(_PLACE)
    colours = colours_on(axes)
    state = max(int(np.searchsorted(theta, selected, side="right")) - 1, 0)
    end = max(float(theta[-1]), selected) * 1.04 or 1.0
    steps = partial(_steps, np.append(theta, end), selected, state)
    right = axes.twinx()
    axes.set_zorder(right.get_zorder() + 1)  # the lines of the left axis are drawn over the others
    axes.patch.set_visible(False)
    lines = [
        steps(axes, mean_smhd, colours.blue, "-", "mean SMHD to the inputs"),
        steps(axes, edges, colours.orange, (0, (5, 1.6)), "edges"),
        steps(right, treewidth, colours.green, (0, (1.2, 1.2)), "treewidth (right)"),
    ]
    axes.axvline(selected, color=colours.faint, linewidth=0.8, zorder=0)
    top = _top(edges, mean_smhd, state)
    shown = np.maximum(edges, mean_smhd) <= top
    axes.set(xlabel="threshold θ", ylabel="number of edges", xlim=(0, end), ylim=(0, top))
    right.set_ylabel("treewidth", color=colours.green)
    right.tick_params(axis="y", colors=colours.green)
    right.set_ylim(0, _ROOM * max(treewidth[shown].max(), 1))
    for one in (axes, right):
        one.spines["top"].set_visible(False)
        one.locator_params(axis="y", integer=True)
    axes.legend(
        handles=lines, frameon=False, loc="lower center", bbox_to_anchor=(0.5, 1), ncol=3, fontsize="small"
    )
    if not shown[0]:
        first = theta_text(theta[0], *theta[1:2])
        note = f"off the scale at θ = {first}: {edges[0]} edges, mean SMHD {mean_smhd[0]:.4g}"
        _corner_note(axes, note, colours.ink)
    chosen = theta_text(selected, *theta[state + 1 : state + 2])
    axes.set_title(
        f"θ = {chosen}: {edges[state]} edges, mean SMHD {mean_smhd[state]:.4g}, treewidth {treewidth[state]}",
        fontsize="medium",
        pad=24,  # over the legend
    )
    return axes


def _steps(
    x: NDArray[np.float64],
    selected: float,
    state: int,
    axes: Any,
    values: NDArray[Any],
    colour: str,
    dashes: Any,
    label: str,
) -> Any:
    """Draw values (k,) as steps over x (k + 1,), with a dot at the selected state, and return the line."""
    (line,) = axes.plot(
        x,
        np.append(values, values[-1]),
        drawstyle="steps-post",
        color=colour,
        linestyle=dashes,
        label=label,
    )
    axes.plot([selected], [values[state]], "o", color=colour, markersize=5, clip_on=False)
    return line


def _top(edges: NDArray[np.int64], mean_smhd: NDArray[np.float64], state: int) -> float:
    """The upper end of the left axis: see :func:`draw`."""
    top = _ROOM * max(edges[state], mean_smhd[state], mean_smhd[-1], 1)
    whole = _ROOM * max(edges.max(), mean_smhd.max(), 1)
    return float(whole if whole <= _LITTLE * top else top)


def _corner_note(axes: Any, text: str, colour: Any) -> None:
    """Write a note into the upper right corner of the axes."""
    axes.text(
        0.985,
        0.985,
        text,
        transform=axes.transAxes,
        ha="right",
        va="top",
        fontsize="small",
        color=colour,
    )
