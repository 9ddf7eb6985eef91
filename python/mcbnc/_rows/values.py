"""Conversion of the callers' tables to real-valued data for the engine: one float64 for each cell."""

from __future__ import annotations

import math
import sys
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import is_missing, label
from .._base.show import shown
from .._engine.request import Arrays
from .._inputs.align import Nodes, common_order
from ..errors import InvalidInputError
from .common import same_columns
from .data import blocks_of
from .location import ColumnLocation
from .missing import means_missing
from .options import RowOptions
from .tables import Table

__all__ = ["NumberCells", "Values", "align_values"]


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


@dataclass(frozen=True)
class Values(Nodes):
    """The real-valued data of one call, aligned to one order of the nodes."""

    values: NDArray[np.float64]
    """One-dimensional: the values of all clients, one client after the other, each (n, rows) in C order."""
    rows: list[int]
    """The number of rows of each client."""
    rows_left_out: list[int]
    """The number of rows of each client that are left out, because they have missing values."""
    columns_left_out: list[list[Hashable]]
    """The columns of each client that are left out, because not all clients have them."""
    places: list[tuple[str, int | None, str]]
    """Of each client the argument and the index in it, and what messages call it."""
    nodes: list[Hashable]
    named: bool

    @property
    def r(self) -> int:
        return len(self.rows)

    @property
    def states(self) -> list[list[Hashable]]:
        """No node has states."""
        return []

    def request(self, op: str, **options: Any) -> dict[str, Any]:
        return super().request(op, rows=self.rows, **options)

    @property
    def arrays(self) -> Arrays:
        """The arrays that every request about these data needs."""
        return {"values": self.values, **self.rank()}

    def only(self, clients: list[int]) -> Values:
        """The data of some of the clients."""
        blocks = blocks_of(self.values, self.n, self.rows)
        return replace(
            self,
            values=np.concatenate([blocks[k].ravel() for k in clients]),
            rows=[self.rows[k] for k in clients],
            rows_left_out=[self.rows_left_out[k] for k in clients],
            columns_left_out=[self.columns_left_out[k] for k in clients],
            places=[self.places[k] for k in clients],
        )

    @contextmanager
    def errors_name_tables(self) -> Iterator[None]:
        """In an error of the engine about its array, put the caller's argument."""
        try:
            yield
        except InvalidInputError as error:
            if error.argument != "values" or error.dag is None:
                raise
            argument, dag, place = self.places[error.dag]
            message = str(error).replace(label("values", error.dag), place, 1)
            raise InvalidInputError(message, argument=argument, dag=dag, nodes=error.nodes) from None


def align_values(tables: list[Table], options: RowOptions) -> Values:
    """Bring all tables to the node order of the first table, and each cell to a float64."""
    for argument, unwanted in (
        ("states", options.states is not None),
        ("missing", options.missing == "state"),
    ):
        if unwanted:
            raise InvalidInputError(
                f"{argument}: a Gaussian score takes numbers, which have no states", argument=argument
            )
    every = list(dict.fromkeys(name for table in tables for name in table.labels))
    options.accepted(every)  # an unknown name is an error
    tables, columns_left_out = same_columns(tables, options.columns)
    options = options.without(set().union(*columns_left_out))
    order = common_order(tables, options.names, "names")
    blocks, rows, rows_left_out = [], [], []
    for table, moved in zip(tables, order.moved, strict=True):
        columns = _read_columns(table, options)
        kept = _without_missing(table, columns, options.missing)
        rows.append(len(kept[0]))
        rows_left_out.append(len(columns[0]) - len(kept[0]))
        blocks += kept if moved is None else [kept[i] for i in moved]
    return Values(
        values=np.concatenate(blocks),
        rows=rows,
        rows_left_out=rows_left_out,
        columns_left_out=columns_left_out,
        places=[(table.argument, table.dag, table.place) for table in tables],
        nodes=order.nodes,
        named=order.named,
    )


def _read_columns(table: Table, options: RowOptions) -> list[NDArray[np.float64]]:
    """The numbers of each column. NaN stands for a missing value. All columns have the same length."""
    marked = _numbers_of(options.missing_values)
    read = []
    for column, name in zip(table.columns, table.labels, strict=True):
        location = table.location(name)
        numbers = _read_column(column, location, options)
        numbers = np.where(np.isin(numbers, marked), np.nan, numbers) if marked else numbers
        if np.isinf(numbers).any():
            row = int(np.argmax(np.isinf(numbers)))
            raise _no_number(float(numbers[row]), location, row)
        read.append(numbers)
    rows = len(read[0]) if table.rows is None else table.rows
    for numbers, name in zip(read, table.labels, strict=True):
        if len(numbers) != rows:
            raise table.location(name).refuse(
                f"it has {len(numbers)} rows, but {shown(table.labels[0])} has {rows}"
            )
    return read


def _without_missing(
    table: Table, columns: list[NDArray[np.float64]], missing: str
) -> list[NDArray[np.float64]]:
    """The columns without the rows that have a missing value. `missing` is "error" or "drop"."""
    gone = [np.isnan(column) for column in columns]
    if not any(mask.any() for mask in gone):
        return columns
    counts = [int(np.count_nonzero(mask)) for mask in gone]
    if missing == "error":
        i = next(i for i, count in enumerate(counts) if count)
        raise table.location(table.labels[i]).refuse(
            f"there is no value{f', nor in {counts[i] - 1} more' * (counts[i] > 1)}: "
            "missing='drop' leaves such rows out",
            int(np.argmax(gone[i])),
        )
    kept = ~np.logical_or.reduce(gone)
    if not kept.any():
        worst = int(np.argmax(counts))
        raise table.location(table.labels[worst]).refuse(
            f"{counts[worst]} of {len(kept)} rows have no value here, and missing='drop' leaves no row at "
            "all: leave the column out"
        )
    return [column[kept] for column in columns]


def _numbers_of(texts: frozenset[str]) -> list[float]:
    """Those of the texts that are finite numbers."""
    numbers = []
    for text in texts:
        with suppress(ValueError):
            numbers.append(float(text))
    return [number for number in numbers if math.isfinite(number)]


def _read_column(values: Any, location: ColumnLocation, options: RowOptions) -> NDArray[np.float64]:
    """The numbers of a pandas Series, Index or extension array, a one-dimensional array, or a sequence."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(
        values, (pandas.Series, pandas.Index, pandas.api.extensions.ExtensionArray)
    ):
        series = pandas.Series(values)
        if getattr(series.dtype, "kind", "O") in "iuf":
            numbers: NDArray[np.float64] = series.to_numpy(np.float64, na_value=np.nan)
            return numbers
        values = series.to_numpy()
    if isinstance(values, np.ma.MaskedArray):
        hidden = np.ma.getmaskarray(values)
        numbers = np.full(len(values), np.nan)
        numbers[~hidden] = _from_array(values.data[~hidden], location, options)
        return numbers
    if isinstance(values, np.ndarray):
        return _from_array(values, location, options)
    if isinstance(values, Sequence) and not isinstance(values, (str, bytes)):
        return _from_objects(list(values), location, options)
    raise location.refuse(f"a column is a sequence of numbers, not {type(values).__name__}")


def _from_array(array: NDArray[Any], location: ColumnLocation, options: RowOptions) -> NDArray[np.float64]:
    if array.ndim != 1:
        raise location.refuse(f"a column has one dimension, this has the shape {array.shape}")
    if array.dtype.kind in "iuf":
        return array.astype(np.float64)
    if array.dtype.kind in "mM":  # dates and durations, which NumPy may turn into whole numbers
        raise location.refuse(f"a Gaussian score takes numbers alone, not {array.dtype}")
    return _from_objects(array.tolist(), location, options)


def _from_objects(cells: list[Any], location: ColumnLocation, options: RowOptions) -> NDArray[np.float64]:
    """The numbers of a column of any objects."""
    numbers = np.empty(len(cells))
    for row, cell in enumerate(cells):
        text = cell if isinstance(cell, str) else None
        if is_missing(cell) or (
            text is not None and (means_missing(text) or text.strip() in options.missing_values)
        ):
            numbers[row] = np.nan
            continue
        try:
            if isinstance(cell, (str, bytes, bool, np.bool_)):
                raise TypeError
            numbers[row] = float(cell)
        except Exception:  # the __float__ of a caller's class may raise any exception
            raise _no_number(cell, location, row) from None
    return numbers


def _no_number(cell: Any, location: ColumnLocation, row: int) -> InvalidInputError:
    return location.refuse(f"{shown(cell)} is no finite number; a Gaussian score takes numbers alone", row)
