"""The data that a score takes: states for the discrete scores, numbers for the Gaussian ones, or both.

Tables that are too large are refused before their columns are read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .._base.arrays import LARGE
from .._base.memory import require_memory
from .._base.scoring import cells_of
from .._base.show import counted
from .._engine.request import needed_for
from .columns import Column
from .csv import Cells, StateCells
from .numbers import NumberCells, Numbers
from .opened import Opened, all_labels
from .options import RowOptions

# Bytes of a cell. The cells are here as one array, and the engine takes them twice. Of mixed columns, the
# different numbers are objects of Python while they are read.
_BYTES = {"states": 3, "any": 3, "numbers": 3 * 8, "mixed": 3 * 8 + 40}

_PIECES = {"bootstrap": 1 << 10, "learn_union": 3}
"""Those that the engine's operations share among workers, where they are not the tables."""


def require_room(tables: list[Opened], columns: str, score: str | None, then: str) -> None:
    """Refuse tables of more cells than may be taken, as numbers or as states.

    `then` is the engine's operation on them. The error names what suffices for that too.
    """
    n = len(all_labels(tables)) if columns == "union" else tables[0].n
    rows = [count_rows(table) for table in tables]
    cells = n * sum(rows)
    kind = cells_of(score)
    least = _BYTES[kind] * cells
    if least >= LARGE:
        what = f"{counted(sum(rows), 'row')} of {counted(n, 'column')}"
        require_memory(least, what, enough=lambda: _enough(n, rows, kind, then))


def count_rows(table: Opened) -> int:
    """The number of rows. 0 if it is unknown before the columns are read."""
    if table.rows is not None:
        return table.rows
    first = table.columns[0]
    if isinstance(first, Numbers):
        return len(first.values)
    if isinstance(first, Column):
        return len(first.codes)
    try:
        return len(first)
    except Exception:  # it has no length, or its __len__ raises. Its reader reports what is wrong
        return 0


def _enough(n: int, rows: list[int], kind: str, then: str) -> int:
    """What the engine's operations take for cells of so many rows."""
    states = kind in ("states", "any")
    beside = n * (4 + len(rows))  # the numbers of states, and which columns each table has
    held = n * sum(rows) * (1 if states else 8) + beside
    if then == "learn_union" and not states:
        then = "learn_union numbers"
    pieces = {"learn": len(rows), then: _PIECES.get(then, len(rows))}
    return max(needed_for(op, n, bytes=held, pieces=count) for op, count in pieces.items())


def cells_for(score: str | None, options: RowOptions) -> Callable[[], Cells]:
    """What the cells of a CSV file are."""
    return partial(NumberCells, options) if cells_of(score) == "numbers" else StateCells
