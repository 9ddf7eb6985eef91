"""The picture of a stability analysis: for each ordered pair, the share of runs with that edge."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.show import theta_text
from .heat_map import arc_shares
from .style import NewAxes, pyplot_axes

__all__ = ["draw"]


def draw(
    shares: NDArray[np.float64],
    nodes: Sequence[Hashable],
    runs: int,
    thetas: tuple[float, float],
    ax: Any = None,
    new: NewAxes = pyplot_axes,
) -> Any:
    """Draw a matrix whose cell [i, j] is the share of runs with nodes[i] -> nodes[j] or nodes[i] - nodes[j].

    An undirected edge so counts in both cells of its pair: the stronger one of the two tells the
    direction, and two equally strong ones that there is none.

    Parameters
    ----------
    shares : (n, n)
    nodes : sequence of n names
    runs : int
        How many runs there are.
    thetas : (low, high)
        The middle 95 % of the runs' thresholds.
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
    low, high = map(theta_text, thetas)
    return arc_shares(
        shares,
        nodes,
        "share of runs",
        f"{runs} runs; 95 % of θ in [{low}, {high}]\nundirected edges are in both cells",
        ax,
        new,
    )
