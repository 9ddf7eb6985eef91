"""The numbers of columns that have texts, and the cells that are no numbers.

Such a cell is "<30.0", "12 mg", or a number with another decimal sign than the others have.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import listed, shown
from .._base.wording import few_values, wording
from ..errors import InvalidInputError
from .columns import Column
from .location import ColumnLocation
from .lone_texts import SECOND_LINE
from .many_states import has_unit
from .node import Node
from .numbers import Numbers, finished
from .options import RowOptions
from .readings import COMMA, Reading, find_doubt, plain_types, read_as, read_sites
from .texts import AS_NUMBERS, POINT, as_number, is_date


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
        odd = np.array([reading.number(state) is None for state in column.states], bool)
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


def as_numbers(node: Node, decimal: str | None, words: str = ", so the column has no bins") -> Node:
    """The node with a number for each state that some row has. Other cells than numbers are refused.

    `words` is what to say if most cells are no numbers. The states may be equal and in any order. A category
    that no row has may be NaN.
    """
    if plain_types(node):
        with suppress(OverflowError):  # of an int beyond the floats
            return node._replace(
                columns=[
                    column._replace(states=[float(state) for state in column.states])  # type: ignore[arg-type]
                    for column in node.columns
                ]
            )
    readings = read_sites(node, decimal)
    if odd := odd_cells(node, readings):
        raise refuse_odd(odd, filled_cells(node.columns), words)
    if doubt := find_doubt(node, readings):
        raise doubt
    return node._replace(
        columns=[
            column._replace(states=[_number(state, reading) for state in column.states])
            for column, reading in zip(node.columns, readings, strict=True)
        ]
    )


def filled_cells(columns: Sequence[Column]) -> int:
    """The number of cells with a value."""
    missing = sum(int(np.count_nonzero(c.missing)) for c in columns if c.missing is not None)
    return sum(len(column.codes) for column in columns) - missing


def _number(state: object, reading: Reading) -> float:
    number = reading.number(state)
    return math.nan if number is None else number


def read_texts(
    columns: Sequence[Numbers], locations: Sequence[ColumnLocation], options: RowOptions
) -> list[NDArray[np.float64]]:
    """The numbers of one variable at all sites, (rows,) each. NaN stands for a missing value.

    Texts that are no numbers are refused, and so are texts that are two.
    """
    every = [column.values for column in columns]
    if any(column.texts for column in columns):
        node = text_node(columns, locations)
        readings = [
            read_as((*own.known, *column.states), options.decimal)
            for own, column in zip(columns, node.columns, strict=True)
        ]
        if odd := odd_cells(node, readings):
            filled = sum(len(column.texts) + int(np.isfinite(column.values).sum()) for column in columns)
            words = f"; a Gaussian score takes numbers alone: {_instead(odd[0].values[0])}"
            raise refuse_odd(odd, filled, words)
        if doubt := find_doubt(node, readings):
            raise doubt
        for k, (own, column, reading) in enumerate(zip(columns, node.columns, readings, strict=True)):
            numbers = np.array([_number(text, reading) for text in column.states], np.float64)
            every[k] = own.values.copy()  # which may be read again
            every[k][own.rows] = numbers[column.codes]
    return [finished(values, location, options) for values, location in zip(every, locations, strict=True)]


def text_node(columns: Sequence[Numbers], locations: Sequence[ColumnLocation]) -> Node:
    """The texts among the cells of one variable, as a variable of states."""
    rows = [np.array(column.rows, np.intp) for column in columns]
    return Node(
        list(map(_texts_of, columns)),
        [location._replace(kept=own) for location, own in zip(locations, rows, strict=True)],
    )


def _texts_of(column: Numbers) -> Column:
    """The texts among the cells of one site's column, in the order in which they come."""
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
