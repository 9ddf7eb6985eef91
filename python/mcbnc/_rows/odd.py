"""Cells that are no numbers, in a column where the others are: "<30.0", "12 mg", or another decimal sign."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from .._base.show import listed, shown
from .._base.wording import wording
from ..errors import InvalidInputError
from .dates import AS_NUMBERS, is_date
from .location import ColumnLocation
from .many_states import have_units
from .node import Node
from .readings import COMMA, Reading
from .texts import POINT, as_number

__all__ = ["OddCells", "odd_cells", "refuse_odd"]

_SHOWN = 5  # values that the message says how to declare, at most


class OddCells(NamedTuple):
    """The cells of one client's column that are no numbers."""

    location: ColumnLocation
    row: int
    """The first of their rows."""
    cells: int
    values: list[Hashable]
    """Distinct, in the order of the rows or of the states. The first is that of `row`."""
    reading: Reading
    """How the other cells are read."""


def odd_cells(node: Node, readings: Sequence[Reading]) -> list[OddCells]:
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
        found.append(OddCells(location, row, int(mask.sum()), values, reading))
    return found


def refuse_odd(found: Sequence[OddCells], cells: int, words: str = "", then: str = "") -> InvalidInputError:
    """The error about these of `cells` cells, which names the first one and counts them by site.

    `words` is what to say if most cells are no numbers. `then` is what to do when the cells are numbers.
    """
    first, value = found[0], found[0].values[0]
    count = sum(odd.cells for odd in found)
    told = f"{shown(value)} is no finite number"
    if words and 2 * count > cells:
        return first.location.refuse(f"{told}{words}", first.row)
    values = list(dict.fromkeys(value for odd in found for value in odd.values))
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
    if have_units(values):
        return "write the numbers alone, without the unit"
    more = f" and {len(values) - _SHOWN} more" if len(values) > _SHOWN else ""
    no_value = wording().option_list("missing_values", values[:_SHOWN], more)
    return f"write a number there, or say {no_value} if that means that there is no value"
