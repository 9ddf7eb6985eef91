"""Tables of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def aligned_table(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Format rows as a table. The first column is aligned to the left, all others to the right."""
    lines = [list(heads), *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    text = ""
    for first, *others in lines:
        cells = [first.ljust(widths[0]), *map(str.rjust, others, widths[1:])]
        text += "   ".join(cells).rstrip() + "\n"
    return text


def _cell(value: Any) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value)
