"""The command line's output for other programs: CSV and JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._base.show import listed, shown
from .._graphs.table_writer import quoted
from ._streams import say

if TYPE_CHECKING:
    from .._results.result import Result

EDGE_COLUMNS = ("from", "to", "reversible")


def edge_rows(result: Result) -> list[tuple[Any, ...]]:
    """A row of :data:`EDGE_COLUMNS` for each edge. Whether it is reversible is "yes" or "no".

    A node without edges has a row too, with empty cells after its name. So a reader has all nodes.
    """
    reversible = set(result.reversible)
    edges = [(*edge, "yes" if edge in reversible else "no") for edge in result.edges]
    joined = {node for edge in result.edges for node in edge}
    return edges + [(node, "", "") for node in result.nodes if node not in joined]


def edges_text(result: Result) -> str:
    return csv_text(EDGE_COLUMNS, edge_rows(result))


def csv_text(header: Sequence[Any], rows: Iterable[Sequence[Any]], separator: str = ",") -> str:
    """Format rows as CSV. Floats have all their digits.

    Names stay as they are, also those that a spreadsheet takes for formulas: stderr has a warning of them.
    """
    lines = [header, *rows]
    # A spreadsheet may evaluate cells (CSV injection), but not numbers.
    found = {cell: None for line in lines for cell in line if isinstance(cell, str) and _is_formula(cell)}
    if found:
        say(f"a spreadsheet may take these for formulas: {listed(found, shown)}", "warning")
    return quoted(lines, separator)


def table_text(columns: Mapping[Any, Sequence[Any]]) -> str:
    """Format a table, which has its columns by name."""
    return csv_text(list(columns), list(zip(*columns.values(), strict=True)))


def _is_formula(cell: str) -> bool:
    if not cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return False
    try:
        float(cell)
    except ValueError:
        return True
    return False


def json_text(record: Mapping[str, Any]) -> str:
    """Format a record as one line of JSON. JSON has no NaN, so an unknown score is null."""
    return json.dumps(_with_nulls(record), ensure_ascii=False, allow_nan=False) + "\n"


def _with_nulls(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _with_nulls(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_nulls(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def rows_text(rows: int, left_out: int) -> str:
    """A number of rows, and of how many they are if some were left out."""
    return f"{rows} of {rows + left_out}" if left_out else str(rows)
