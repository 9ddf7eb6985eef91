"""The kinds of a column, before its cells are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra, is_a
from .location import ColumnLocation

__all__ = ["Factor", "as_floats", "as_sequence", "as_series"]


@dataclass(frozen=True)
class Factor:
    """A column that says which states it may have: a categorical one of pandas, or a factor of R."""

    codes: NDArray[Any]
    """(rows,) integers, each an index into `levels`, or -1 where there is no value."""
    levels: list[Any]
    """Distinct. Some may be in no row."""
    ordered: bool = False
    """True if the order of the levels means something."""

    def cells(self) -> NDArray[Any]:
        """(rows,) objects. None stands for a missing value."""
        every: NDArray[Any] = np.empty(len(self.levels) + 1, object)  # the last is None, which -1 takes
        for code, level in enumerate(self.levels):  # a level may be a tuple, which NumPy would spread out
            every[code] = level
        cells: NDArray[Any] = every[self.codes]
        return cells


def as_series(values: Any) -> Any:
    """A pandas Series of a Series, an Index or an extension array. None: the column is none of these."""
    kinds = (("pandas", "Series"), ("pandas", "Index"), ("pandas.api.extensions", "ExtensionArray"))
    if any(is_a(values, module, name) for module, name in kinds):
        return import_extra("pandas").Series(values)
    return None


def as_sequence(values: Any, location: ColumnLocation, of: str) -> Any:
    """A one-dimensional array as it is, and another sequence as a list. `of` is what the cells are to be."""
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            raise location.refuse(f"a column has one dimension, this has the shape {values.shape}")
        return values
    if isinstance(values, Sequence) and not isinstance(values, (str, bytes)):
        return list(values)
    raise location.refuse(f"a column is a sequence of {of}, not {type(values).__name__}")


def as_floats(array: NDArray[Any]) -> NDArray[np.float64]:
    """The numbers of an array as float64. A long double beyond its range becomes infinite."""
    with np.errstate(over="ignore"):
        return array.astype(np.float64)
