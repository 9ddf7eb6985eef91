"""Tables of the kind that came in, with some columns replaced and some rows left out.

They, and lists of them, have an attribute more: the cut points of their bins.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra, is_a
from .._base.libraries import is_frame
from .columns import Column, as_objects
from .location import Lines
from .opened import Opened

CutPoints = dict[Hashable, tuple[float, ...]]
"""The cut points of each column that was cut, by its name."""


class BinnedDict(dict[Hashable, Any]):
    """A dict of columns, or a dict of sites, with the cut points of its bins."""

    bins: Any
    file: str | None = None
    """The path of the CSV file whose rows these are."""
    lines: Lines | None = None
    """The lines of the rows in it."""


class BinnedList(list[Any]):
    """A list of rows, or a list of tables, with the cut points of its bins."""

    bins: Any


class BinnedArray(np.ndarray[Any, Any]):
    """An array (rows, n) with the cut points of its bins. Its views number columns anew and have none."""

    bins: Any


def with_bins(table: Any, bins: Any) -> Any:
    """The table, dict or list with the attribute `bins`. Its kind is a subclass of what it was."""
    binned = _binned(table)
    binned.bins = bins
    return binned


def bins_of(thing: Any) -> Any:
    """The attribute `bins` of a result of discretize. None: it is no such result."""
    if isinstance(thing, (BinnedArray, BinnedDict, BinnedList)):
        return getattr(thing, "bins", None)
    if is_frame(thing):
        from .binned_frame import BinnedFrame

        return thing.bins if isinstance(thing, BinnedFrame) else None
    return None


def _binned(table: Any) -> Any:
    if is_frame(table):
        from .binned_frame import BinnedFrame  # which imports pandas

        return BinnedFrame(table)
    if isinstance(table, np.ndarray):
        return table.view(BinnedArray)
    if isinstance(table, BinnedDict):
        return table
    return BinnedDict(table) if isinstance(table, dict) else BinnedList(table)


class Changed(NamedTuple):
    """A column whose cells have changed."""

    column: Column
    """A missing cell stays without a value."""
    ordered: bool
    """The states are in the order of their codes, which means something."""


def rebuild(
    data: Any, table: Opened, changed: Sequence[Changed | None], kept: NDArray[np.intp] | None
) -> Any:
    """A table like `data`, which `table` describes.

    `changed` has an entry for each column; None means that the column is as it was. `kept` are the
    numbers of the rows that stay, and None means all. A column of a frame becomes a categorical one.
    """
    if hasattr(data, "to_pandas"):
        data = data.to_pandas()
    if is_frame(data):
        return _frame(data, table, changed, kept)
    columns = [_column(old, new, kept) for old, new in zip(table.columns, changed, strict=True)]
    if table.names is not None:
        named = BinnedDict(zip(table.names, columns, strict=True))
        if table.lines is not None:
            named.file, named.lines = table.file, table.lines.only(kept)
        return named
    if isinstance(data, np.ndarray):
        if not any(changed):
            return data.copy() if kept is None else data[kept]
        out = np.empty((len(columns[0]), len(columns)), object)
        for i, column in enumerate(columns):
            out[:, i] = column
        return out
    return [list(row) for row in zip(*columns, strict=True)]


def _frame(
    frame: Any, table: Opened, changed: Sequence[Changed | None], kept: NDArray[np.intp] | None
) -> Any:
    out = frame.copy() if kept is None else frame.iloc[kept].copy()
    for name, change in zip(table.labels, changed, strict=True):
        if change is not None:
            out[name] = _categorical(change)
    return out


def _column(old: Any, new: Changed | None, kept: NDArray[np.intp] | None) -> Any:
    """One column of a dict, an array or a list of rows, of its own kind."""
    if isinstance(old, Column):  # of a CSV file
        return _cells(old if new is None else new.column, kept if new is None else None).tolist()
    if is_a(old, "pandas", "Series"):
        rest = old if kept is None else old.iloc[kept]
        return rest if new is None else type(old)(_categorical(new), index=rest.index, name=old.name)
    if isinstance(old, (list, tuple)):
        if new is not None:
            return _cells(new.column, None).tolist()
        return list(old) if kept is None else [old[i] for i in kept.tolist()]
    if new is not None:
        return _cells(new.column, None) if isinstance(old, np.ndarray) else _categorical(new)
    return old if kept is None else old[kept]


def _categorical(change: Changed) -> Any:
    pandas = import_extra("pandas")
    column = change.column
    codes = column.codes if column.missing is None else np.where(column.missing, -1, column.codes.astype(int))
    return pandas.Categorical.from_codes(codes, column.states, ordered=change.ordered)


def _cells(column: Column, kept: NDArray[np.intp] | None) -> NDArray[Any]:
    """The cells of a column, (rows,) objects."""
    codes = column.codes if column.missing is None else np.where(column.missing, 0, column.codes)
    cells: NDArray[Any] = as_objects(column.states or [None])[codes]
    if column.missing is not None:
        cells[column.missing] = None
    return cells if kept is None else cells[kept]
