"""The columns of one variable, cut into bins."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import shown
from .bins import bin_names, cut_points, place_in, place_names
from .columns import Column, smallest
from .location import ColumnLocation
from .missing import MISSING_STATE, settle
from .node import Node
from .rebuild import Changed
from .texts import as_number

__all__ = ["Bins", "Cut", "cut", "filled"]

Bins = int | list[float]
"""The number of bins, or the cut points between them."""


class Cut(NamedTuple):
    """What cutting makes of the columns of one variable."""

    columns: list[Changed]
    points: list[list[float]]
    """The cut points of each column."""


def cut(node: Node, bins: Sequence[Bins], method: str, shared: bool) -> Cut:
    """The columns of all clients with bins for states. Cells without a value get the state of such cells.

    `bins` has an entry for each client. If it is a number, and `shared`, it is the same for all clients.
    """
    numbers = [_numbers(column, at) for column, at in zip(node.columns, node.locations, strict=True)]
    values = [
        own[column.codes[_rows_with_values(column)]]
        for own, column in zip(numbers, node.columns, strict=True)
    ]
    missing = any(column.missing is not None for column in node.columns)
    points = _points(values, bins, method, shared)
    names = bin_names if all(own == points[0] for own in points) else place_names
    columns = [
        _cut_column(column, place_in(own, bounds), names(bounds), missing)
        for column, own, bounds in zip(node.columns, numbers, points, strict=True)
    ]
    return Cut(columns, points)


def _points(
    values: list[NDArray[np.float64]], bins: Sequence[Bins], method: str, shared: bool
) -> list[list[float]]:
    """The cut points of each client."""
    first = bins[0]
    if shared and not isinstance(first, list):
        return [cut_points(np.concatenate(values), first, method)] * len(values)
    return [
        how if isinstance(how, list) else cut_points(own, how, method)
        for own, how in zip(values, bins, strict=True)
    ]


def filled(node: Node) -> Changed | None:
    """One client's column with a state for its missing cells. None: it has no missing cells."""
    if node.columns[0].missing is None:
        return None
    return Changed(settle([node], "state")[0].columns[0], ordered=False)


def _cut_column(column: Column, place: NDArray[np.intp], names: list[str], missing: bool) -> Changed:
    """The column with the bin `place`, (states,), in place of each state."""
    states: list[Hashable] = [*names, MISSING_STATE] if missing else [*names]
    rows = _rows_with_values(column)
    codes = np.zeros(len(column.codes), smallest(len(states)))
    codes[rows] = place[column.codes[rows]]
    if column.missing is not None:
        codes[column.missing] = len(names)
    return Changed(Column(codes, states), ordered=True)


def _rows_with_values(column: Column) -> NDArray[np.intp]:
    """The numbers of the rows whose cell has a value."""
    return np.arange(len(column.codes)) if column.missing is None else np.flatnonzero(~column.missing)


def _numbers(column: Column, location: ColumnLocation) -> NDArray[np.float64]:
    """The number that each state is, (states,). A category that no row has may be NaN."""
    numbers = np.array([_number(state) for state in column.states], np.float64)
    rows = _rows_with_values(column)
    bad = ~np.isfinite(numbers)[column.codes[rows]]
    if bad.any():
        row = int(rows[np.argmax(bad)])
        state = column.states[column.codes[row]]
        raise location.refuse(f"{shown(state)} is no finite number, so the column has no bins", row)
    return numbers


def _number(state: Hashable) -> float:
    """The number that a state is, or NaN."""
    number = as_number(state)
    return math.nan if number is None else number
