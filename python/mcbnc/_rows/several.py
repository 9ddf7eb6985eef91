"""Whether data are one table or several, where a function takes both."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np

from .._base.extras import is_a

__all__ = ["several_tables"]


def several_tables(data: Any) -> dict[Hashable, Any] | None:
    """Several tables, by the names of a dict or by number. None: the data are one table."""
    if isinstance(data, Mapping):
        return dict(data) if data and all(map(_is_table, data.values())) else None
    return dict(enumerate(data)) if _are_several(data) else None


def _is_table(value: Any) -> bool:
    """True if a value of a dict is a table, and no column."""
    if is_a(value, "pandas", "DataFrame") or isinstance(value, (str, os.PathLike, Mapping)):
        return True
    if isinstance(value, np.ndarray):
        return value.ndim == 2
    return hasattr(value, "to_pandas") and hasattr(value, "columns")  # of polars or pyarrow


def _are_several(data: Any) -> bool:
    """True if the data are a sequence of tables. A list of lists of cells is one table."""
    if isinstance(data, np.ndarray):
        return data.ndim == 3
    if not isinstance(data, (list, tuple)):
        return False
    return any(
        not isinstance(item, (list, tuple)) or (item and isinstance(item[0], (list, tuple))) for item in data
    )
