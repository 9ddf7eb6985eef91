"""The columns of one variable, cut into bins."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

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

__all__ = ["Bins", "cut", "filled"]

Bins = int | list[float]
"""The number of bins, or the cut points between them."""


def cut(node: Node, bins: Bins, method: str, shared: bool) -> list[Changed]:
    """The columns of all clients with bins for states. Cells without a value get the state "(missing)"."""
    numbers = [_numbers(column, at) for column, at in zip(node.columns, node.locations, strict=True)]
    values = [
        own[column.codes[_rows_with_values(column)]]
        for own, column in zip(numbers, node.columns, strict=True)
    ]
    missing = any(column.missing is not None for column in node.columns)
    bounds, names = _bounds(values, bins, method, shared)
    return [
        _cut_column(column, place_in(own, points), names(points), missing)
        for column, own, points in zip(node.columns, numbers, bounds, strict=True)
    ]


def _bounds(
    values: list[NDArray[np.float64]], bins: Bins, method: str, shared: bool
) -> tuple[list[list[float]], Callable[[list[float]], list[str]]]:
    """The cut points of each client, and what names the bins between them."""
    if isinstance(bins, list):
        return [bins] * len(values), bin_names
    if shared or len(values) == 1:
        return [cut_points(np.concatenate(values), bins, method)] * len(values), bin_names
    return [cut_points(own, bins, method) for own in values], place_names


def filled(node: Node) -> list[Changed | None]:
    """The columns whose missing cells get the state "(missing)". None: the column has no missing cells."""
    return [
        Changed(new, ordered=False) if old.missing is not None else None
        for old, new in zip(node.columns, settle([node], "state")[0].columns, strict=True)
    ]


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
