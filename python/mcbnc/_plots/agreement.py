"""The picture of an agreement: the F1 of each two clients, those who agree side by side."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .glyphs import drawable
from .heat_map import heat_map
from .style import NewAxes, labels_of, pyplot_axes

__all__ = ["draw"]


def draw(
    f1: NDArray[np.float64],
    clients: Sequence[Hashable],
    flagged: NDArray[np.bool_],
    threshold: float,
    ax: Any = None,
    new: NewAxes = pyplot_axes,
) -> Any:
    """Draw the matrix of F1, the labels of flagged clients bold and orange.

    Parameters
    ----------
    f1 : (r, r)
    clients : sequence of r labels
    flagged : (r,) bool
    threshold : float
        The median F1 below which a client is flagged.
    ax : matplotlib Axes, optional
        Default: those of a new figure, which grows with the clients.
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
    found, colours = heat_map(
        f1,
        drawable(labels_of(clients)),
        "F1 of the skeletons",
        f"{np.count_nonzero(flagged)} of {len(clients)} clients flagged: median F1\n"
        f"with the others below {threshold:.3g}",
        ax,
        new,
    )
    for axis in (found.xaxis, found.yaxis):
        for label, marked in zip(axis.get_ticklabels(), flagged, strict=True):
            if marked:
                label.set_color(colours.orange)
                label.set_fontweight("bold")
    return found
