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

import json
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._inputs.digest import name_text
from .columns import smallest
from .table import Table
from .texts import text_of

_KEPT = 4 << 20
"""Tables of no more bytes are kept until the digest is asked for: it would take 1/50 of a quick call."""
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
    has = range(table.n) if table.seen is None else np.flatnonzero(table.seen[client]).tolist()
    own = [_column_digest(table.nodes[node], table.states[node], alone.column(0, node)) for node in has]
    return sha256(f"{rows}\n".encode() + b"".join(sorted(own))).hexdigest()


def _column_digest(name: Hashable, states: list[Hashable] | None, cells: NDArray[Any]) -> bytes:
    if states is None:
        return _digest(name, None, _numbers(cells))
    codes, occurs = _occurring(cells, len(states))
    texts = [_text(states[k]) for k in occurs]
    order = sorted(range(len(texts)), key=texts.__getitem__)
    width = smallest(len(texts) + 1)
    place = np.full(len(states) + 1, len(texts), width)
    place[[occurs[k] for k in order]] = np.arange(len(order), dtype=width)
    if not np.array_equal(place[:-1], np.arange(len(states), dtype=width)) or codes.dtype != width:
        codes = place[codes]
    return _digest(name, [texts[k] for k in order], [codes.astype(width.newbyteorder("<"), copy=False)])


def _text(state: Hashable) -> str:
    """The text of a state. So a file's 1 is a frame's."""
    return text_of(state) or f"{type(state).__name__}"


def _occurring(cells: NDArray[Any], states: int) -> tuple[NDArray[Any], list[int]]:
    """The codes, and which of the states have one. Few bytes are looked at where all states occur."""
    if cells.dtype != np.uint8:
        return cells, np.flatnonzero(np.bincount(cells, minlength=states)[:states]).tolist()
    content = cells.tobytes()
    return cells, [k for k in range(states) if content.find(k) >= 0]


def _numbers(cells: NDArray[np.float64]) -> Iterator[NDArray[Any]]:
    """The numbers, some at a time, with one zero and one NaN. They are then in the caches."""
    for first in range(0, len(cells), _AT_ONCE):
        part = cells[first : first + _AT_ONCE] + 0.0  # -0.0 becomes 0.0
        missing = np.isnan(part)
        if missing.any():
            part[missing] = np.nan
        yield part.astype("<f8", copy=False)


def _digest(name: Hashable, states: list[str] | None, parts: Iterable[NDArray[Any]]) -> bytes:
    listed = "null" if states is None else json.dumps(states, ensure_ascii=False, separators=(",", ":"))
    head = f"[{name_text(name)},{listed}]\n".encode("utf-8", "backslashreplace")
    from hashlib import sha256

    found = sha256(head)
    for part in parts:
        found.update(part.data)
    return found.digest()
