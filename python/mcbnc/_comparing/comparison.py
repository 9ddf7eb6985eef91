"""The result of a comparison of methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.extras import import_extra
from .._base.show import counted
from .._base.text import aligned_table
from .._inputs.origin import OfDags, Origin

if TYPE_CHECKING:
    from .._plots.comparison import Distances

YARDSTICKS = ("mean input", "median input")
"""The names of the last rows of a table, which describe the inputs."""

_HEADS = {
    "method": "",
    "mean_smhd": "SMHD to inputs",
    "mean_shd": "SHD to inputs",
    "smhd_to_gold": "SMHD to gold",
    "shd_to_gold": "SHD to gold",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "edges": "edges",
    "treewidth": "treewidth",
    "seconds": "seconds",
}


class Comparison(OfDags):
    """A table of methods, and of the inputs for comparison. :func:`mcbnc.compare` returns it."""

    def __init__(
        self,
        origin: Origin,
        table: list[dict[str, Any]],
        inputs: list[dict[str, Any]],
        results: dict[str, Any],
    ) -> None:
        self._origin = origin
        self._table = table
        self._inputs = inputs
        self._results = results

    def __repr__(self) -> str:
        methods = counted(len(self._table) - len(YARDSTICKS), "method")
        nodes = counted(len(self._origin.nodes), "node")
        inputs = self._origin.describe_inputs()
        return f"<Comparison: {methods} over {nodes} and {inputs}>\n{self._text()}".rstrip()

    @property
    def table(self) -> list[dict[str, Any]]:
        """A row for each method, in the order of the argument `methods`, and two rows for the inputs.

        ================================  ===============================================================
        key                               value
        ================================  ===============================================================
        "method"                          the name of the row
        "mean_smhd", "mean_shd"           the weighted mean distances to the inputs
        "smhd_to_gold", "shd_to_gold"     the distances to the gold standard, if there is one
        "precision", "recall", "f1"       those of the skeleton, if there is a gold standard
        "edges"                           the number of edges
        "treewidth"                       the width of a min-fill triangulation
        "seconds"                         the time of the method; None for a graph that the caller gave
        ================================  ===============================================================

        The rows "mean input" and "median input" hold, for each column, the weighted mean and the weighted
        median of :attr:`inputs`.
        """
        return [dict(row) for row in self._table]

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """A row for each input, with the same columns as if the input were the result of a method.

        With site names, each row has its name too, by the key "site".
        Each input is compared with all inputs, itself included.
        """
        if self._origin.sites is None:
            return [dict(row) for row in self._inputs]
        return [{"site": site, **row} for site, row in zip(self.sites, self._inputs, strict=True)]

    @property
    def results(self) -> dict[str, Any]:
        """The result of each method, by name."""
        return dict(self._results)

    def to_frame(self) -> Any:
        """The table as a :class:`pandas.DataFrame` with a row for each method. Needs pandas."""
        return import_extra("pandas").DataFrame(self._table).set_index("method")

    def plot(self, ax: Any = None) -> Any:
        """Draw the distances to the inputs, and to the gold standard. Needs matplotlib (the extra ``plot``).

        Each method has a row. One more row has a small mark for each input. SMHD is on the left, and SHD
        is on the right.

        Parameters
        ----------
        ax : sequence of two matplotlib Axes, optional
            For SMHD and for SHD. Default: the Axes of a new figure.

        Returns
        -------
        matplotlib Axes
            The left ones. The others are those at their right in the same figure, ``figure.axes[1]`` of a new
            figure.

        Raises
        ------
        InvalidInputError
            `ax` is not two Axes.
        MissingExtraError
            matplotlib is not installed.
        """
        from .._plots.comparison import draw

        return draw(*self._picture(), ax)

    def _repr_html_(self) -> str:
        from .._plots.comparison import draw
        from .._plots.html import card

        facts = {"inputs": self._origin.describe_inputs(), "nodes": len(self._origin.nodes)}
        rows = [[_cell(key, row[key]) for key in row] for row in self._table]
        heads = [_HEADS[key] for key in self._table[0]]
        return card("Comparison", facts, lambda new: draw(*self._picture(), new=new), table=(heads, rows))

    def _picture(self) -> tuple[list[str], dict[str, Distances]]:
        """The arguments of the plot: the methods' names, and the distances that the table has."""
        from .._plots.comparison import Distances

        methods, median = self._table[: -len(YARDSTICKS)], self._table[-1]

        def distances(key: str) -> Distances:
            ours, theirs = (np.array([row[key] for row in rows], float) for rows in (methods, self._inputs))
            return Distances(ours, theirs, median[key])

        kinds = ("mean_smhd", "mean_shd", "smhd_to_gold", "shd_to_gold")
        return [row["method"] for row in methods], {key: distances(key) for key in kinds if key in median}

    def _text(self) -> str:
        rows = [[_cell(key, row[key]) for key in row] for row in self._table]
        return aligned_table([_HEADS[key] for key in self._table[0]], rows)


def _cell(key: str, value: Any) -> str:
    """A value of the table as text. The text of None is empty."""
    if value is None:
        return ""
    if key in ("precision", "recall", "f1"):
        return f"{value:.2f}"
    if key == "seconds":
        return f"{value:.3f}"
    return f"{value:.1f}" if isinstance(value, float) else str(value)
