"""The results that are drawn as heat maps."""

from __future__ import annotations

from typing import Any


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
