"""Tables that are too large are refused before their columns are read."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._base.arrays import LARGE
from .._base.memory import require_memory
from .._base.show import counted
from .._engine.request import Arrays, needed_for
from .columns import Column
from .numbers import Numbers
from .tables import Table

__all__ = ["count_rows", "require_room"]

_TIMES = 3  # the cells are here as one array, and the engine takes them twice


def require_room(tables: list[Table], real: bool, then: str) -> None:
    """Refuse tables of more cells than may be taken, as real values or as states.

    `then` is the engine's operation on them. The error tells what suffices for that too.
    """
    n, rows = tables[0].n, [count_rows(table) for table in tables]
    cells = n * sum(rows)
    least = _TIMES * (8 if real else 1) * cells
    if least >= LARGE:
        what = f"{counted(sum(rows), 'row')} of {counted(n, 'column')}"
        require_memory(least, what, enough=lambda: _enough(n, rows, real, then))


def count_rows(table: Table) -> int:
    """The number of rows. 0 if nobody knows before the columns are read."""
    if table.rows is not None:
        return table.rows
    first = table.columns[0]
    if isinstance(first, Numbers):
        return len(first.values)
    if isinstance(first, Column):
        return len(first.codes)
    try:
        return len(first)
    except Exception:  # it has no length, or its __len__ raises. Its reader says what is wrong
        return 0


def _enough(n: int, rows: list[int], real: bool, then: str) -> int:
    """What the engine says of arrays of that size. It refuses before it reads them: no page is in use."""
    request: dict[str, Any] = {"op": "learn", "n": n, "r": len(rows), "rows": rows}
    cells = n * sum(rows)
    arrays: Arrays
    if real:
        request |= {"score": "bge"}
        arrays = {"values": np.zeros(cells)}
    else:
        request |= {"score": "bdeu", "width": 1}
        arrays = {"data": np.zeros(cells, np.uint8), "arity": np.full(n, 2, np.int32)}
    learned = needed_for(request, arrays)
    if then == "bootstrap":
        return max(learned, needed_for({**request, "op": then, "runs": 1 << 10, "seed": 0}, arrays))
    if then == "learn_jointly":
        dags = np.zeros((len(rows), n, n), np.uint8)
        return max(learned, needed_for({**request, "op": then}, {**arrays, "dags": dags}))
    return learned
