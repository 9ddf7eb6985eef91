"""The picture of a stability analysis: for each ordered pair, the share of runs with that edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._draw_matrix import FONT, heat_map
from ._draw_style import NewAxes, label_of, pyplot_axes

if TYPE_CHECKING:
    from .stability import Stability

__all__ = ["draw"]


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
    low, high = stability.theta_interval()
    found, colours = heat_map(
        stability.directed + stability.undirected,
        [label_of(name) for name in stability.nodes],
        "share of runs",
        f"{stability.runs} runs; 95 % of θ in [{low:.3g}, {high:.3g}]\nundirected edges are in both cells",
        ax,
        new,
    )
    found.set_xlabel("to", color=colours.ink, fontsize=FONT + 1)
    found.set_ylabel("from", color=colours.ink, fontsize=FONT + 1)
    return found
