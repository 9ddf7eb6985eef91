"""The SHA-256 of the cells of a table, whatever the library that holds them.

It is of the cells as they are taken: after rows without a value were left out, for example. The names, the
texts of the states and the numbers count, and so does the order of the rows. The order of the columns and the
states of other tables do not.

A column's digest is of a line of JSON, ``[name, states]``, and of its cells. The states are the texts of
those that occur, sorted. A cell is the place of its state, as an unsigned integer of the fewest bytes that
hold them and one more, little-endian. A cell without a value has their number. A column of numbers has null
for states, and each cell is a float64, little-endian. The digest of the table is of the number of rows, as a
line of text, and of the columns' digests, sorted.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._inputs.digest import json_line, name_text
from .columns import smallest
from .table import Table
from .texts import text_of

_KEPT = 1 << 20
"""Tables of no more bytes are kept until the digest is asked for: it would take 1/30 of a quick call."""
_AT_ONCE = 1 << 13
"""Numbers that are looked at together."""


class Content:
    """The digest of one client's cells. Nothing of the cells is in what is pickled."""

    def __init__(self, table: Table, client: int) -> None:
        self._table: tuple[Table, int] | None = table, client
        self._value = ""
        if table.cells.nbytes > _KEPT:
            self._find()

    @property
    def value(self) -> str:
        return self._value or self._find()

    def _find(self) -> str:
        kept = self._table
        if kept is not None:  # else another thread has found it
            self._value = _table_digest(*kept)
            self._table = None
        return self._value

    def __getstate__(self) -> dict[str, Any]:
        return {"_value": self.value, "_table": None}


def _table_digest(table: Table, client: int) -> str:
    from hashlib import sha256  # takes a while to import, and few calls are asked for digests

    rows, first = table.rows[client], table.n * sum(table.rows[:client])
    alone = replace(table, cells=table.cells[first : first + table.n * rows], rows=[rows])
    (block,) = alone.blocks()
    has = range(table.n) if table.seen is None else np.flatnonzero(table.seen[client]).tolist()
    own = []
    for node in has:
        states = table.states[node]
        cells = block[node] if states is None or table.coded else alone.column(0, node)
        own.append(_column_digest(table.nodes[node], states, cells))
    return sha256(f"{rows}\n".encode() + b"".join(sorted(own))).hexdigest()


def _column_digest(name: Hashable, states: Sequence[Hashable] | None, cells: NDArray[Any]) -> bytes:
    if states is None:
        return _digest(name, None, _numbers(cells))
    occurs = _occurring(cells, len(states))
    every = [*states]
    texts = [_text(every[k]) for k in occurs]
    order = sorted(range(len(texts)), key=texts.__getitem__)
    width = smallest(len(texts) + 1)
    if cells.dtype != width or len(occurs) < len(states) or order != list(range(len(order))):
        place = np.full(len(states) + 1, len(texts), width)
        place[[occurs[k] for k in order]] = np.arange(len(order), dtype=width)
        cells = place[cells]
    codes = cells if width.itemsize == 1 else cells.astype(width.newbyteorder("<"), copy=False)
    return _digest(name, [texts[k] for k in order], [codes])


def _text(state: Hashable) -> str:
    """The text of a state. So a file's 1 is a frame's."""
    return text_of(state) or f"{type(state).__name__}"


def _occurring(cells: NDArray[Any], states: int) -> list[int]:
    """Which of the states a cell has. Few bytes are looked at where all states occur."""
    if cells.dtype != np.uint8:
        return np.flatnonzero(np.bincount(cells, minlength=states)[:states]).tolist()
    content = cells.tobytes()
    return [k for k in range(states) if content.find(k) >= 0]


def _numbers(cells: NDArray[np.float64]) -> Iterator[NDArray[Any]]:
    """The numbers, some at a time, with one zero and one NaN. They are then in the caches."""
    for first in range(0, len(cells), _AT_ONCE):
        part = cells[first : first + _AT_ONCE] + 0.0  # -0.0 becomes 0.0
        missing = np.isnan(part)
        if missing.any():
            part[missing] = np.nan
        yield part.astype("<f8", copy=False)


def _digest(name: Hashable, states: list[str] | None, parts: Iterable[NDArray[Any]]) -> bytes:
    listed = "null" if states is None else json_line(states)
    head = f"[{name_text(name)},{listed}]\n".encode("utf-8", "backslashreplace")
    from hashlib import sha256

    found = sha256(head)
    for part in parts:
        found.update(part.data)
    return found.digest()
