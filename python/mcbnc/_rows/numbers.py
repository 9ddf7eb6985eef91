"""Conversion of one column of data to float64. NaN stands for a missing value.

The texts of all sites together decide how they are read. A cell that is no number is "<30.0", "12 mg", or a
number with another decimal sign than the others have.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from .._base.names import is_missing
from .._base.show import listed, shown
from .._base.wording import few_values, wording
from ..errors import InvalidInputError
from .columns import Column, ColumnLocation, Factor, Node, as_floats, as_sequence, as_series
from .options import RowOptions
from .readings import (
    COMMA,
    SECOND_LINE,
    Reading,
    are_numbers,
    count_numbers,
    find_doubt,
    numbers_of_states,
    read_as,
    read_sites,
)
from .state_lists import States
from .texts import AS_NUMBERS, POINT, as_number, has_unit, is_date, means_missing

# What float() makes a number of, although it is no number.
_NO_NUMBERS = (bytes, bool, np.bool_, np.datetime64, np.timedelta64, np.complexfloating)


class Numbers(NamedTuple):
    """The numbers of one site's column, and the texts that are to be read."""

    values: NDArray[np.float64]
    """(rows,). NaN where there is no value, and where a text is to be read."""
    rows: Sequence[int] | NDArray[np.intp]
    """The rows of the texts."""
    texts: Sequence[str]
    known: list[Any]
    """Some of the cells that are read already, which may show the decimal sign of the others."""

    @classmethod
    def plain(cls, values: NDArray[np.float64]) -> Numbers:
        """The numbers of a column without texts."""
        return cls(values, [], [], [])


class WrittenTexts(Sequence[str]):
    """The texts of cells, by codes and the distinct texts that these stand for."""

    def __init__(self, codes: NDArray[Any], states: States, all_occur: bool = False) -> None:
        """`all_occur`: it is known that each of the states is in a cell."""
        self._codes = codes
        self._states = states
        self._all_occur = all_occur

    def __len__(self) -> int:
        return len(self._codes)

    def __iter__(self) -> Iterator[str]:
        states: Any = self._states
        return map(states.__getitem__, self._codes.tolist())

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...

    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return WrittenTexts(self._codes[at], self._states)
        return str(self._states[self._codes[at]])

    def numbers(self, decimal: str | None) -> NDArray[np.float64] | None:
        """The number of each text. None: some text is no number, or may be two, or a state is in no cell."""
        if not self._all_occur:
            return None
        reading = read_as(self._states, decimal)
        if reading.doubtful is not None or count_numbers(self._states, reading) < len(self._states):
            return None
        numbers: NDArray[np.float64] = numbers_of_states(self._states, reading)[self._codes]
        return numbers

    @cached_property
    def column(self) -> Column:
        """The cells as a column, with its states in the order in which they come."""
        rows = np.arange(len(self._codes))
        first = np.empty(len(self._states), np.intp)
        first[self._codes[::-1]] = rows[
            ::-1
        ]  # of equal codes, the last one here, which is the first row, counts
        order = self._codes[first[self._codes] == rows].astype(np.intp)
        place = np.empty(len(self._states), np.intp)
        place[order] = np.arange(len(order))
        return Column(place[self._codes], self._states.in_order(order))


def read_numbers(values: Any, location: ColumnLocation, options: RowOptions) -> Numbers:
    """Read a column of any kind that read_column takes."""
    if isinstance(values, Column):  # which a recipe has read
        return _from_column(values, location, options)
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


def _from_column(column: Column, location: ColumnLocation, options: RowOptions) -> Numbers:
    """The numbers of a column of states. Texts are to be read."""
    if not all(isinstance(state, str) for state in column.states):
        return _from_objects(column.cells().tolist(), location, options)
    states = column.states if isinstance(column.states, States) else States(column.states)
    filled = ~without_value(states, options)[column.codes]
    if column.missing is not None:
        filled &= ~column.missing
    rows = np.flatnonzero(filled)
    texts = WrittenTexts(column.codes[rows], states)
    return Numbers(np.full(len(column.codes), np.nan), rows, texts, [])


def without_value(states: States, options: RowOptions) -> NDArray[np.bool_]:
    """The texts that mean that there is no value, (states,)."""
    gone = np.zeros(len(states), bool)
    some = range(len(states)) if options.missing_values else states.facts().gaps
    gone[[at for at in some if has_no_value(states[at], options)]] = True
    return gone


def _from_objects(cells: list[Any], location: ColumnLocation, options: RowOptions) -> Numbers:
    """The numbers of a column of any objects."""
    numbers = np.full(len(cells), np.nan)
    texts: dict[int, str] = {}
    known: list[Any] = []
    for row, cell in enumerate(cells):
        try:
            if has_no_value(cell, options):
                continue
            if isinstance(cell, str):
                texts[row] = cell
            else:
                numbers[row] = _number(cell)
                known = known or [numbers[row]]
        except Exception:  # the methods of a caller's class may raise any exception
            raise _no_number(cell, location, row) from None
    return Numbers(numbers, list(texts), list(texts.values()), known)


def has_no_value(cell: Any, options: RowOptions) -> bool:
    """True if a cell means that there is no value."""
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


class _OddCells(NamedTuple):
    """The cells of one client's column that are no numbers."""

    location: ColumnLocation
    row: int
    """The first of their rows."""
    cells: int
    values: list[Hashable]
    """Distinct, in the order of the rows or of the states. The first is that of `row`."""
    reading: Reading
    """How the other cells are read."""


def odd_cells(node: Node, readings: Sequence[Reading]) -> list[_OddCells]:
    """The cells of a node that are no numbers, for each client that has some."""
    found = []
    for column, location, reading in zip(node.columns, node.locations, readings, strict=True):
        odd = ~are_numbers(column.states, reading)
        if not odd.any():
            continue
        mask = odd[column.codes]
        if column.missing is not None:
            mask &= ~column.missing
        if not mask.any():  # categories that no row has
            continue
        row = int(np.argmax(mask))
        codes = dict.fromkeys([int(column.codes[row]), *np.unique(column.codes[mask]).tolist()])
        values = [column.states[code] for code in codes]
        found.append(_OddCells(location, row, int(mask.sum()), values, reading))
    return found


def refuse_odd(found: Sequence[_OddCells], cells: int, words: str = "", then: str = "") -> InvalidInputError:
    """The error about these of `cells` cells, which names the first one and counts them by site.

    `words` is what to say if most cells are no numbers. `then` is what to do when the cells are numbers.
    """
    first, value = found[0], found[0].values[0]
    count = sum(odd.cells for odd in found)
    told = f"{shown(value)} is no finite number"
    if words and 2 * count > cells:
        return first.location.refuse(f"{told}{words}", first.row)
    values = list(dict.fromkeys(value for odd in found for value in odd.values))
    if count == 1 and first.row == 0 and cells > 1 and not any(map(str.isdigit, str(value))):
        return first.location.refuse(f"{told}: {SECOND_LINE}", 0)
    more = "" if count == 1 else f", nor {'is' if count == 2 else 'are'} {count - 1} more of {cells} cells"
    if len(values) > 1:
        more += f", such as {listed(values[1:], shown)}"
    if len(found) > 1:
        more += f" ({listed([f'{odd.location.place}: {odd.cells}' for odd in found])})"
    return first.location.refuse(f"{told}{more}: {_cure(values, first.reading)}{then}", first.row)


def _cure(values: list[Hashable], reading: Reading) -> str:
    """What to do about cells with these values."""
    value = values[0]
    other = COMMA if reading.decimal == POINT else POINT
    if isinstance(value, str) and as_number(value, other) is not None:
        here, there = ("comma", "point") if reading.decimal == POINT else ("point", "comma")
        return f"its decimal sign is a {here}, that of the others is a {there}: write all with the same one"
    if is_date(value):
        return AS_NUMBERS
    others = [value for value in values if not has_unit(value)]
    if not others:
        return "write the numbers alone, without the unit"
    no_value = few_values("missing_values", others)
    without = ", without a unit" if len(others) < len(values) else ""
    return f"write a number there{without}, or pass {no_value} if that means that there is no value"


def numbers_by_state(
    node: Node, decimal: str | None, words: str = ", so the column has no bins"
) -> list[NDArray[np.float64]]:
    """The number of each state of each client, (states,). Other cells than numbers are refused.

    `words` is what to say if most cells are no numbers. A category that no row has may be NaN.
    """
    readings = read_sites(node, decimal)
    if odd := odd_cells(node, readings):
        raise refuse_odd(odd, filled_cells(node.columns), words)
    if doubt := find_doubt(node, readings):
        raise doubt
    each = zip(node.columns, readings, strict=True)
    return [numbers_of_states(column.states, reading) for column, reading in each]


def filled_cells(columns: Sequence[Column]) -> int:
    """The number of cells with a value."""
    missing = sum(int(np.count_nonzero(c.missing)) for c in columns if c.missing is not None)
    return sum(len(column.codes) for column in columns) - missing


def read_texts(
    columns: Sequence[Numbers], locations: Sequence[ColumnLocation], options: RowOptions
) -> list[NDArray[np.float64]]:
    """The numbers of one variable at all sites, (rows,) each. NaN stands for a missing value.

    Texts that are no numbers are refused, and so are texts that are two.
    """
    sure = [_sure_numbers(column, options) for column in columns]
    every = [own for own in sure if own is not None]
    if len(every) < len(sure):
        every = [column.values.copy() for column in columns]  # which may be read again
        node = text_node(columns, locations)
        readings = [
            read_as([*own.known, *column.states] if own.known else column.states, options.decimal)
            for own, column in zip(columns, node.columns, strict=True)
        ]
        if odd := odd_cells(node, readings):
            filled = sum(len(column.texts) + int(np.isfinite(column.values).sum()) for column in columns)
            words = f"; a Gaussian score takes numbers alone: {_instead(odd[0].values[0])}"
            raise refuse_odd(odd, filled, words)
        if doubt := find_doubt(node, readings):
            raise doubt
        for k, (own, column, reading) in enumerate(zip(columns, node.columns, readings, strict=True)):
            numbers = numbers_of_states(column.states, reading)
            every[k][own.rows] = numbers[column.codes]
    return [finished(values, location, options) for values, location in zip(every, locations, strict=True)]


def _sure_numbers(column: Numbers, options: RowOptions) -> NDArray[np.float64] | None:
    """The numbers of a column, (rows,). None: its texts are to be looked at one by one, in their order."""
    if not column.texts:
        return column.values
    if not isinstance(column.texts, WrittenTexts) or column.known:
        return None
    numbers = column.texts.numbers(options.decimal)
    if numbers is None or len(numbers) == len(column.values):
        return numbers
    every = column.values.copy()
    every[column.rows] = numbers
    return every


def text_node(columns: Sequence[Numbers], locations: Sequence[ColumnLocation]) -> Node:
    """The texts among the cells of one variable, as a variable of states."""
    rows = [np.array(column.rows, np.intp) for column in columns]
    return Node(
        list(map(_texts_of, columns)),
        [location.only(own) for location, own in zip(locations, rows, strict=True)],
    )


def _texts_of(column: Numbers) -> Column:
    """The texts among the cells of one site's column, in the order in which they come."""
    if isinstance(column.texts, WrittenTexts):
        return column.texts.column
    code = {text: k for k, text in enumerate(dict.fromkeys(column.texts))}
    return Column(np.array([code[text] for text in column.texts], np.intp), list(code))


def _instead(cell: object) -> str:
    """What to do about a column with mostly cells that are no numbers."""
    if is_date(cell):
        return AS_NUMBERS
    words = wording()
    return (
        f"leave the column out, or discretise the others ({words.function('discretize')}) and learn from "
        f"states ({words.option('score', 'bdeu')})"
    )
