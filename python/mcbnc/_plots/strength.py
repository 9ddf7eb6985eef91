"""The picture of a bootstrap: for each ordered pair, how often its edge points that way."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .heat_map import arc_shares
from .style import NewAxes, pyplot_axes

__all__ = ["draw"]


def draw(
    shares: NDArray[np.float64],
    nodes: Sequence[Hashable],
    resamples: int,
    ax: Any = None,
    new: NewAxes = pyplot_axes,
) -> Any:
    """Draw a matrix whose cell [i, j] is the share of resamples with nodes[i] -> nodes[j].

    Parameters
    ----------
    shares : (n, n)
        An undirected edge counts as half an edge in each of its two cells.
    nodes : sequence of n names
    resamples : int
        The number of resamples.
    ax : matplotlib Axes, optional
        Default: those of a new figure, which grows with the nodes.
    new : function
        It makes the new figure's axes.

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
    return arc_shares(
        shares,
        nodes,
        "strength × direction",
        f"{resamples} resamples of the rows\nan undirected edge is half in each of its cells",
        ax,
        new,
    )
