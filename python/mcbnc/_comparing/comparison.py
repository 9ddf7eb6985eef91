"""The result of a comparison of methods."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.extras import import_extra
from .._base.text import aligned_table
from .._inputs.outliers import describe_dags

if TYPE_CHECKING:
    from .._plots.comparison import Distances

__all__ = ["HEADS", "YARDSTICKS", "Comparison"]

YARDSTICKS = ("mean input", "median input")
"""The last rows of a table."""

HEADS = {
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


class Comparison:
    """Methods side by side, and the inputs as their yardstick. Made by :func:`mcbnc.compare`."""

    def __init__(
        self,
        nodes: list[Hashable],
        table: list[dict[str, Any]],
        inputs: list[dict[str, Any]],
        dropped: list[int],
        results: dict[str, Any],
    ) -> None:
        self._nodes = nodes
        self._table = table
        self._inputs = inputs
        self._dropped = dropped
        self._results = results

    def __repr__(self) -> str:
        methods = f"{len(self._table) - len(YARDSTICKS)} methods over {len(self._nodes)} nodes"
        return f"<Comparison: {methods} and {self._describe_inputs()}>\n{self._text()}".rstrip()

    @property
    def nodes(self) -> list[Hashable]:
        """The n nodes' names (0..n-1 where unnamed), in the order of the first DAG given."""
        return list(self._nodes)

    @property
    def table(self) -> list[dict[str, Any]]:
        """A row for each method, in the order asked for, and two for the inputs themselves.

        A row has "method", "edges", "treewidth" (by min-fill) and "seconds" (None for a graph that was
        ready). "mean_smhd" and "mean_shd" are the (weighted) means of the distances to the inputs. With a
        gold standard a row also has "smhd_to_gold", "shd_to_gold", and "precision", "recall" and "f1" of
        the skeleton.

        "mean input" and "median input" have, column by column, the (weighted) mean and median of what
        the inputs would have in the methods' place, each compared with all of them, itself included.
        """
        return [dict(row) for row in self._table]

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """A row for each input, as if it were a method's result: the spread behind the last two rows."""
        return [dict(row) for row in self._inputs]

    @property
    def results(self) -> dict[str, Any]:
        """The result of each method, by name."""
        return dict(self._results)

    @property
    def dropped(self) -> list[int]:
        """The indices of the DAGs that were dropped as outliers."""
        return list(self._dropped)

    def to_frame(self) -> Any:
        """The table as a ``pandas.DataFrame``, a method a row. Needs pandas."""
        return import_extra("pandas").DataFrame(self._table).set_index("method")

    def plot(self, ax: Any = None) -> Any:
        """Draw the distances to the inputs, and to the gold standard. Needs matplotlib (the extra ``plot``).

        A row for each method and one for the inputs, a small mark for each of these; to the left SMHD,
        to the right SHD.

        Parameters
        ----------
        ax : sequence of two matplotlib Axes, optional
            For SMHD and for SHD. Default: those of a new figure.

        Returns
        -------
        tuple of two matplotlib Axes

        Raises
        ------
        InvalidInputError
            `ax` is not two Axes.
        MissingExtraError
            Without matplotlib.
        """
        from .._plots.comparison import draw

        return draw(*self._picture(), ax)

    def _repr_html_(self) -> str:
        from .._plots.comparison import draw
        from .._plots.html import card

        facts = {"inputs": self._describe_inputs(), "nodes": len(self._nodes)}
        rows = [[_cell(key, row[key]) for key in row] for row in self._table]
        heads = [HEADS[key] for key in self._table[0]]
        return card("Comparison", facts, lambda new: draw(*self._picture(), new=new)[0], table=(heads, rows))

    def _picture(self) -> tuple[list[str], dict[str, Distances]]:
        """The arguments of the picture: the methods' names, and the distances that there are."""
        from .._plots.comparison import Distances

        methods, median = self._table[: -len(YARDSTICKS)], self._table[-1]

        def distances(key: str) -> Distances:
            ours, theirs = (np.array([row[key] for row in rows], float) for rows in (methods, self._inputs))
            return Distances(ours, theirs, median[key])

        kinds = ("mean_smhd", "mean_shd", "smhd_to_gold", "shd_to_gold")
        return [row["method"] for row in methods], {key: distances(key) for key in kinds if key in median}

    def _describe_inputs(self) -> str:
        return describe_dags(len(self._inputs), self._dropped)

    def _text(self) -> str:
        rows = [[_cell(key, row[key]) for key in row] for row in self._table]
        return aligned_table([HEADS[key] for key in self._table[0]], rows)


def _cell(key: str, value: Any) -> str:
    """A value of the table in words; nothing where there is none."""
    if value is None:
        return ""
    if key in ("precision", "recall", "f1"):
        return f"{value:.2f}"
    if key == "seconds":
        return f"{value:.3f}"
    return f"{value:.1f}" if isinstance(value, float) else str(value)
