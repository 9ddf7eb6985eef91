"""Few rows: a warning where rows can hardly determine a structure.

Where the truth is known, `learn` was often no nearer to it than the graph without edges: in most tables of 20
rows, in many of 50, and in most of those with fewer than two rows for a column (docs/defaults.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from .._base.show import counted
from .._base.warn import warn
from ..errors import DataWarning
from .missing import few_tables
from .table import Table

_LEAST, _FOR_EACH = 50, 2
"""Rows below which a table has few, and rows for each of its columns."""


def tell_few(data: Table, places: Sequence[str]) -> None:
    """Warn of the tables with few rows for their columns. `places` are what messages call the tables."""
    columns = data.has().sum(axis=1).tolist()
    every = zip(places, data.rows, columns, strict=True)
    told = [f"{place}: {problem(rows, n)}" for place, rows, n in every if are_few(rows, n)]
    if told:
        warn(f"{few_tables(told)}. {ADVICE}", DataWarning)


def tell_few_together(data: Table) -> None:
    """Warn of tables that have few rows for all their columns even together."""
    rows = sum(data.rows)
    if are_few(rows, data.n):
        warn(f"all tables together: {problem(rows, data.n)}. {ADVICE}", DataWarning)


def are_few(rows: int, columns: int) -> bool:
    return columns > 1 and rows < max(_LEAST, _FOR_EACH * columns)


def problem(rows: int, columns: int) -> str:
    verb = "is" if rows == 1 else "are"
    return f"{counted(rows, 'row')} {verb} few for {counted(columns, 'column')}"


ADVICE = (
    "A structure of so few rows is often no nearer to the truth than none. Leave columns out, "
    "or get more rows"
)
