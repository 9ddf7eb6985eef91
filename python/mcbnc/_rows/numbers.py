"""Conversion of one column of data to float64. NaN stands for a missing value."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import is_missing
from .._base.show import shown
from ..errors import InvalidInputError
from .dates import AS_NUMBERS, is_date
from .kinds import Factor, as_floats, as_sequence, as_series
from .location import ColumnLocation
from .missing import means_missing
from .options import RowOptions

__all__ = ["NumberCells", "read_numbers"]

# What float() makes a number of, although it is none.
_NO_NUMBERS = (str, bytes, bool, np.bool_, np.datetime64, np.timedelta64, np.complexfloating)


class NumberCells:
    """Cells of a CSV file that are numbers. A missing value becomes NaN."""

    def __init__(self, options: RowOptions, location: ColumnLocation) -> None:
        self._options = options
        self._location = location
        self._parts: list[NDArray[np.float64]] = []

    def add(self, cells: Sequence[str], first: int) -> None:
        try:
            part = np.fromiter(map(float, cells), np.float64, len(cells))
            plain = "_" not in "".join(cells)  # Python reads 1_000 as a number
        except ValueError:
            plain = False
        if not plain or not np.isfinite(part).all() or self._options.missing_values:
            part = np.array([self._number(cell, row) for row, cell in enumerate(cells, first)], np.float64)
        self._parts.append(part)

    def column(self) -> NDArray[np.float64]:
        return np.concatenate(self._parts) if self._parts else np.zeros(0)

    def _number(self, cell: str, row: int) -> float:
        if means_missing(cell) or cell.strip() in self._options.missing_values:
            return math.nan
        try:
            number = float(cell)
        except ValueError:
            number = math.nan
        if not math.isfinite(number) or "_" in cell:
            raise _no_number(cell, self._location, row)
        return number


def read_numbers(values: Any, location: ColumnLocation, options: RowOptions) -> NDArray[np.float64]:
    """Read a column of any kind that read_column takes. The result is (rows,)."""
    numbers = _read_cells(values, location, options)
    if marked := _numbers_of(options.missing_values):
        numbers = np.where(np.isin(numbers, marked), np.nan, numbers)
    infinite = np.isinf(numbers)
    if infinite.any():
        row = int(np.argmax(infinite))
        raise _no_number(float(numbers[row]), location, row)
    return numbers


def _numbers_of(texts: frozenset[str]) -> list[float]:
    """Those of the texts that are finite numbers."""
    numbers = []
    for text in texts:
        with suppress(ValueError):
            numbers.append(float(text))
    return [number for number in numbers if math.isfinite(number)]


def _read_cells(values: Any, location: ColumnLocation, options: RowOptions) -> NDArray[np.float64]:
    if isinstance(values, Factor):
        return _from_array(values.cells(), location, options)
    series = as_series(values)
    if series is not None:
        if getattr(series.dtype, "kind", "O") in "iuf":
            numbers: NDArray[np.float64] = series.to_numpy(np.float64, na_value=np.nan)
            return numbers
        values = series.to_numpy()
    cells = as_sequence(values, location, "numbers")
    if isinstance(cells, np.ma.MaskedArray):
        hidden = np.ma.getmaskarray(cells)
        numbers = np.full(len(cells), np.nan)
        numbers[~hidden] = _from_array(cells.data[~hidden], location, options)
        return numbers
    if isinstance(cells, np.ndarray):
        return _from_array(cells, location, options)
    return _from_objects(cells, location, options)


def _from_array(array: NDArray[Any], location: ColumnLocation, options: RowOptions) -> NDArray[np.float64]:
    if array.dtype.kind in "iuf":
        return as_floats(array)
    if array.dtype.kind in "mM":  # dates and durations, which NumPy may turn into whole numbers
        advice = f": {AS_NUMBERS}" if array.dtype.kind == "M" else ""
        raise location.refuse(f"a Gaussian score takes numbers alone, not {array.dtype}{advice}")
    return _from_objects(array.tolist(), location, options)


def _from_objects(cells: list[Any], location: ColumnLocation, options: RowOptions) -> NDArray[np.float64]:
    """The numbers of a column of any objects."""
    numbers = np.empty(len(cells))
    for row, cell in enumerate(cells):
        try:
            numbers[row] = math.nan if _has_no_value(cell, options) else _number(cell)
        except Exception:  # the methods of a caller's class may raise any exception
            raise _no_number(cell, location, row) from None
    return numbers


def _has_no_value(cell: Any, options: RowOptions) -> bool:
    if isinstance(cell, str):
        return means_missing(cell) or cell.strip() in options.missing_values
    return is_missing(cell)


def _number(cell: Any) -> float:
    if isinstance(cell, _NO_NUMBERS) or getattr(cell, "ndim", 0) != 0:
        raise TypeError
    return float(cell)


def _no_number(cell: Any, location: ColumnLocation, row: int) -> InvalidInputError:
    advice = f": {AS_NUMBERS}" if is_date(cell) else ""
    return location.refuse(
        f"{shown(cell)} is no finite number; a Gaussian score takes numbers alone{advice}", row
    )
