"""Tables of polars and pyarrow. They name their columns and not their rows."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.extras import is_a

__all__ = ["column_names", "column_values", "is_column_table", "stacked"]


def is_column_table(thing: Any) -> bool:
    """Whether this is a table of polars or pyarrow. The check imports neither."""
    return is_a(thing, "polars", "DataFrame") or is_a(thing, "pyarrow", "Table")


def column_names(table: Any) -> list[Hashable]:
    """The names of the columns. The rows of an adjacency matrix are in the same order."""
    return list(getattr(table, "column_names", None) or table.columns)


def column_values(table: Any, k: int) -> list[Any]:
    """The cells of one column."""
    if is_a(table, "polars", "DataFrame"):
        return list(table[:, k].to_list())
    return list(table.column(k).to_pylist())


def stacked(table: Any) -> NDArray[Any]:
    """The cells, (rows, columns). A cell without a value is NaN or None."""
    columns = table.get_columns() if is_a(table, "polars", "DataFrame") else table.columns
    return np.column_stack([column.to_numpy() for column in columns]) if columns else np.zeros((0, 0))
