"""The picture of an agreement: the F1 of each two clients, those who agree side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._draw_matrix import heat_map
from ._draw_style import NewAxes, label_of, pyplot_axes

if TYPE_CHECKING:
    from .agreement import Agreement

__all__ = ["draw"]


def draw(agreement: Agreement, order: list[int], ax: Any = None, new: NewAxes = pyplot_axes) -> Any:
    """Draw the matrix of F1 in this order of the clients, the labels of flagged ones bold and orange.

    Parameters
    ----------
    agreement : Agreement
    order : list of int
        Of all clients.
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
    names, flagged = agreement.clients, agreement.flagged
    found, colours = heat_map(
        agreement.f1[np.ix_(order, order)],
        [label_of(names[i]) for i in order],
        "F1 of the skeletons",
        f"{np.count_nonzero(flagged)} of {len(order)} clients flagged: median F1\n"
        f"with the others below {agreement.threshold:.3g}",
        ax,
        new,
    )
    for axis in (found.xaxis, found.yaxis):
        for label, i in zip(axis.get_ticklabels(), order, strict=True):
            if flagged[i]:
                label.set_color(colours.orange)
                label.set_fontweight("bold")
    return found
