"""A cell that is no number, in a column of which all other cells are numbers.

In the first row it often belongs to a second line of the header: devices and other programs write units or
types below the names. Elsewhere it is a slip, such as ``l0``.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from .._base.show import listed, shown
from .._base.warn import warn
from .._base.wording import few_values
from ..errors import DataWarning
from .location import ColumnLocation
from .node import Node
from .readings import read_as

SECOND_LINE = "if it belongs to a second line of names, units or types, take that line out"
_FEWEST = 20  # numbers in a column that is one of numbers
_NUMBER = re.compile(r"(?<!\w)[<>~≤≥]?\s*[-+\u2212]?\d+(?:[.,]\d+)*(?!\w*-)")


class LoneText(NamedTuple):
    """The only cell of a site's column that is no number."""

    location: ColumnLocation
    row: int
    text: str


def holds_number(value: Hashable) -> bool:
    """True of a text in which a number stands apart from letters, such as "130.7 mmHg" and "<30.0"."""
    return isinstance(value, str) and _NUMBER.search(value) is not None


def lone_text(node: Node, texts: Sequence[str]) -> LoneText | None:
    """The only cell that is no number at the first site that has one such cell. `texts` are states."""
    if len(texts) < 2:
        return None
    for column, location in zip(node.columns, node.locations, strict=True):
        if len(column.codes) <= _FEWEST:
            continue
        reading = read_as(column.states, None)
        words = [code for code, state in enumerate(column.states) if reading.number(state) is None]
        if len(words) != 1 or len(column.states) < 3:
            continue
        cells = column.codes == words[0]
        if column.missing is not None:
            cells &= ~column.missing
        if np.count_nonzero(cells) == 1:
            return LoneText(location, int(np.argmax(cells)), str(column.states[words[0]]))
    return None


def tell_lone_texts(found: Sequence[LoneText]) -> None:
    """Warn of all such cells in one message."""
    if not found:
        return
    columns = listed(
        f"{shown(one.text)} in {shown(one.location.name)}{one.location.at(one.row)}" for one in found
    )
    what = "one cell of a column is" if len(found) == 1 else "single cells of columns are"
    second = f"; {SECOND_LINE}" if any(one.row == 0 for one in found) else ""
    accept = few_values("accept", [one.location.name for one in found])
    warn(
        f"{found[0].location.place}: {what} no number, where all others are: {columns}: write numbers{second}; "
        f"{accept} says that such texts are states",
        DataWarning,
    )
