"""What the command line prints: CSV, JSON, tables."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

__all__ = ["csv_text", "json_text", "table"]


def csv_text(header: Sequence[Any], rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV, floats in full."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def json_text(record: Mapping[str, Any]) -> str:
    """A record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False) + "\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows as a table with aligned columns, the first to the left, numbers to the right."""
    lines = [list(heads), *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = ""
    for first, *others in lines:
        cells = [first.ljust(widths[0]), *map(str.rjust, others, widths[1:])]
        text += "   ".join(cells).rstrip() + "\n"
    return text


def _cell(value: Any) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value)
