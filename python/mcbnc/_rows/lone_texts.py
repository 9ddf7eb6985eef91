"""A cell that is like no other of its column: no number where all others are, or the name of a type.

In the first row it often belongs to a second line of the header: devices and other programs write units or
types below the names. In the last row it may be a label of sums. Elsewhere it is a slip, such as
``l0``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .._base.show import listed, shown
from .._base.warn import warn
from .._base.wording import few_values
from ..errors import DataWarning
from .columns import Column
from .location import ColumnLocation
from .node import Node
from .readings import read_as

SECOND_LINE = "if it belongs to a second line of names, units or types, take that line out"
_FEWEST = 20  # numbers in a column that is one of numbers


_TYPES = frozenset(
    (
        *(
            "bool",
            "boolean",
            "c",
            "cat",
            "categorical",
            "category",
            "char",
            "class",
            "continuous",
            "d",
            "date",
        ),
        *("discrete", "double", "factor", "float", "int", "integer", "logical", "meta", "nominal", "num"),
        *("number", "numeric", "object", "ordinal", "s", "str", "string", "text", "varchar"),
    )
)


_SUMS = frozenset(
    (
        *("all", "average", "count", "durchschnitt", "gesamt", "insgesamt", "max", "maximum", "mean", "n"),
        *(
            "median",
            "min",
            "minimum",
            "mittel",
            "mittelwert",
            "overall",
            "sd",
            "std",
            "sum",
            "summe",
            "total",
        ),
    )
)


class LoneText(NamedTuple):
    """The only cell of its kind in a site's column."""

    location: ColumnLocation
    row: int
    text: str
    is_type: bool
    """It is the name of a type, and the others need not be numbers."""
    is_sum: bool
    """It is in the last row, and says that the row has sums or means of the others."""


def lone_text(node: Node, texts: Sequence[str]) -> LoneText | None:
    """Such a cell, at the first site that has one. `texts` are the states that are texts."""
    if not texts:
        return None
    for column, location in zip(node.columns, node.locations, strict=True):
        if len(column.codes) <= _FEWEST or column.declared:
            continue
        is_type = _text_of(column, 0) in _TYPES
        is_sum = not is_type and _text_of(column, -1) in _SUMS
        code = int(column.codes[-1 if is_sum else 0]) if is_type or is_sum else _only_word(column)
        if code is None:
            continue
        cells = column.codes == code
        if column.missing is not None:
            cells &= ~column.missing
        if np.count_nonzero(cells) == 1:
            return LoneText(location, int(np.argmax(cells)), str(column.states[code]), is_type, is_sum)
    return None


def _text_of(column: Column, row: int) -> str:
    """The text of a row, without blanks around it and in small letters. It is empty if there is none."""
    if column.missing is not None and column.missing[row]:
        return ""
    state = column.states[column.codes[row]]
    return state.strip().casefold() if isinstance(state, str) else ""


def _only_word(column: Column) -> int | None:
    """The code of the only state that is no number, among two numbers or more."""
    if len(column.states) < 3:
        return None
    reading = read_as(column.states, None)
    words = [code for code, state in enumerate(column.states) if reading.number(state) is None]
    return words[0] if len(words) == 1 else None


def tell_lone_texts(every: Sequence[LoneText]) -> None:
    """Warn of all such cells in one message. A single name of a type may be a state."""
    types = sum(one.is_type for one in every)
    found = [one for one in every if not one.is_type or types > 1 or types < len(every)]
    if not found:
        return
    columns = listed(
        f"{shown(one.text)} in {shown(one.location.name)}{one.location.at(one.row)}" for one in found
    )
    if any(one.row == 0 for one in found):
        problem = f"single cells that are like no others of their columns: {columns}: {SECOND_LINE}"
    elif any(one.is_sum for one in found):
        problem = (
            f"single cells at the end of columns, in a row of sums or means: {columns}: take that row out"
        )
    else:
        cell = "one cell of a column is" if len(found) == 1 else "single cells of columns are"
        problem = f"{cell} no number, where all others are: {columns}: write numbers"
    accept = few_values("accept", [one.location.name for one in found])
    warn(
        f"{found[0].location.place}: {problem}; {accept} means that such texts are states",
        DataWarning,
    )
