"""Conversion of one column of data to float64. NaN stands for a missing value.

Texts are left for readings.py, because the texts of all sites together decide how they are read.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.names import is_missing
from .._base.show import shown
from ..errors import InvalidInputError
from .columns import Factor, as_floats, as_sequence, as_series
from .location import ColumnLocation
from .missing import means_missing
from .options import RowOptions
from .texts import AS_NUMBERS, WITH_POINT, is_date

# What float() makes a number of, although it is no number.
_NO_NUMBERS = (bytes, bool, np.bool_, np.datetime64, np.timedelta64, np.complexfloating)


class Numbers(NamedTuple):
    """The numbers of one site's column, and the texts that are to be read."""

    values: NDArray[np.float64]
    """(rows,). NaN where there is no value, and where a text is to be read."""
    rows: list[int]
    """The rows of the texts."""
    texts: list[str]
    known: list[Any]
    """Some of the cells that are read already, which may show the decimal sign of the others."""

    @classmethod
    def plain(cls, values: NDArray[np.float64]) -> Numbers:
        """The numbers of a column without texts."""
        return cls(values, [], [], [])


class NumberCells:
    """Cells of a CSV file that are numbers. A missing value becomes NaN."""

    def __init__(self, options: RowOptions) -> None:
        self._options = options
        self._parts: list[NDArray[np.float64]] = []
        self._rows: list[int] = []
        self._texts: list[str] = []
        self._known: list[str] = []

    def add(self, cells: Sequence[str], first: int) -> None:
        part = self._plain(cells)
        if part is None:
            part = np.full(len(cells), np.nan)
            filled = [row for row, cell in enumerate(cells) if not _has_no_value(cell, self._options)]
            texts = [cells[row] for row in filled]
            numbers = self._plain(texts)
            if numbers is not None:
                part[filled] = numbers
            else:
                self._rows += [first + row for row in filled]
                self._texts += texts
        self._parts.append(part)

    def has(self, text: str) -> bool:
        return False  # numbers are not kept as texts

    def texts(self) -> Collection[str]:
        return self._texts

    def column(self) -> Numbers:
        values = np.concatenate(self._parts) if self._parts else np.zeros(0)
        return Numbers(values, self._rows, self._texts, self._known)

    def _plain(self, cells: Sequence[str]) -> NDArray[np.float64] | None:
        """The numbers of cells that are all written as Python writes numbers. None: some may not be."""
        try:
            part = np.fromiter(map(float, cells), np.float64, len(cells))
        except ValueError:
            return None
        joined = "\n".join(cells)
        if "_" in joined or not np.isfinite(part).all():  # Python reads 1_000 as a number
            return None
        known = cells[:1]
        if "." in joined:
            with_point = WITH_POINT.search(joined)
            if with_point is None:  # each point may part thousands
                return None
            known = [with_point[0]]
        self._known += known
        return part


def read_numbers(values: Any, location: ColumnLocation, options: RowOptions) -> Numbers:
    """Read a column of any kind that read_column takes."""
    if isinstance(values, Factor):
        return _from_array(values.cells(), location, options)
    series = as_series(values)
    if series is not None:
        if getattr(series.dtype, "kind", "O") in "iuf":
            return Numbers.plain(series.to_numpy(np.float64, na_value=np.nan))
        values = series.to_numpy()
    cells = as_sequence(values, location, "numbers")
    if isinstance(cells, np.ma.MaskedArray):
        hidden = np.ma.getmaskarray(cells)
        rows = np.flatnonzero(~hidden)
        seen = _from_array(cells.data[rows], location, options)
        numbers = np.full(len(cells), np.nan)
        numbers[rows] = seen.values
        return seen._replace(values=numbers, rows=rows[seen.rows].tolist())
    if isinstance(cells, np.ndarray):
        return _from_array(cells, location, options)
    return _from_objects(cells, location, options)


def finished(
    numbers: NDArray[np.float64], location: ColumnLocation, options: RowOptions
) -> NDArray[np.float64]:
    """The numbers with NaN for those that the caller calls missing. Infinite ones are refused."""
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


def _from_array(array: NDArray[Any], location: ColumnLocation, options: RowOptions) -> Numbers:
    if array.dtype.kind in "iuf":
        return Numbers.plain(as_floats(array))
    if array.dtype.kind in "mM":  # dates and durations, which NumPy may turn into whole numbers
        advice = f": {AS_NUMBERS}" if array.dtype.kind == "M" else ""
        raise location.refuse(f"a Gaussian score takes numbers alone, not {array.dtype}{advice}")
    return _from_objects(array.tolist(), location, options)


def _from_objects(cells: list[Any], location: ColumnLocation, options: RowOptions) -> Numbers:
    """The numbers of a column of any objects."""
    numbers = np.full(len(cells), np.nan)
    texts: dict[int, str] = {}
    known: list[Any] = []
    for row, cell in enumerate(cells):
        try:
            if _has_no_value(cell, options):
                continue
            if isinstance(cell, str):
                texts[row] = cell
            else:
                numbers[row] = _number(cell)
                known = known or [numbers[row]]
        except Exception:  # the methods of a caller's class may raise any exception
            raise _no_number(cell, location, row) from None
    return Numbers(numbers, list(texts), list(texts.values()), known)


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
