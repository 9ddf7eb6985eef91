"""The lines of a CSV file that its rows are in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

__all__ = ["Lines"]


class Lines:
    """The line in which each row begins, counted from 1 as editors do.

    A row may have several lines, because quoted cells may, and there may be empty lines between rows. Most
    rows follow one another, so only the rows that do not are kept.
    """

    def __init__(self, before: int) -> None:
        """`before` is the number of lines that the reader does not see."""
        self._before = before
        self._rows: list[int] = []
        self._shifts: list[int] = []

    def of(self, row: int) -> int:
        """The line in which a row begins. The row was read before."""
        return row + self._shifts[bisect_right(self._rows, row) - 1]

    def rows(self, reader: Any) -> Iterator[list[str]]:
        """The rows of a reader of module csv, without empty lines and without empty rows at the end.

        Spreadsheets write ``;;;`` for rows at the end that were cleared.
        """
        row, shift = 0, None
        end = reader.line_num
        empty: list[tuple[int, list[str]]] = []
        for cells in reader:
            line, end = end + 1, reader.line_num
            if not cells:
                continue
            if len(cells) > 1 and not cells[0].strip() and not any(map(str.strip, cells)):
                empty.append((line, cells))
                continue
            for at, own in [*empty, (line, cells)] if empty else ((line, cells),):
                if at - row != shift:
                    shift = at - row
                    self._rows.append(row)
                    self._shifts.append(shift + self._before)
                row += 1
                yield own
            empty.clear()
