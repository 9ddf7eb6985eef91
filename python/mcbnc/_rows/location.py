"""The place of a table, a column or a row in the caller's arguments and files, for errors."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import shown
from .._base.wording import wording
from ..errors import InvalidInputError


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

    def only(self, kept: NDArray[np.intp] | None) -> Lines:
        """The lines of some of the rows, whose numbers are these. None: of all."""
        if kept is None:
            return self
        lines = Lines(0)
        lines._rows = list(range(len(kept)))
        lines._shifts = [self.of(row) - k for k, row in enumerate(kept.tolist())]
        return lines

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


def place_of(argument: str, dag: int | None, file: str | None) -> str:
    """The name of a table in messages, such as ``datasets[2] (h2.csv)`` or ``data``."""
    return wording().place(argument, dag, file)


class ColumnLocation(NamedTuple):
    """The argument, client, name and file of a column.

    In messages, rows of a file are lines, counted from 1, and rows of other tables are numbers from 0.
    """

    argument: str
    dag: int | None
    name: Hashable
    file: str | None = None
    """The path of the client's file. None: the client's table is no file."""
    kept: NDArray[Any] | None = None
    """The caller's numbers of the rows that the column has. None: the column has all of the caller's rows."""
    lines: Lines | None = None
    """The lines of the file's rows. None: the client's table is no file."""

    @property
    def place(self) -> str:
        return place_of(self.argument, self.dag, self.file)

    def refuse(self, problem: str, row: int | None = None) -> InvalidInputError:
        """An error that names the column, the row if one is given, and the problem."""
        return InvalidInputError(
            f"{self.place}: column {shown(self.name)}{'' if row is None else self.at(row)}: {problem}",
            argument=self.argument,
            dag=self.dag,
            nodes=[self.name],
        )

    def at(self, row: int) -> str:
        """Where a row is: ", row 3" of a table, or ", line 5" of a file."""
        if self.kept is not None:
            row = int(self.kept[row])
        return f", row {row}" if self.lines is None else f", line {self.lines.of(row)}"

    def missing(self, row: int, count: int, cure: str) -> InvalidInputError:
        """An error about `count` cells without a value. `row` is the first. `cure` is what helps."""
        more = f", nor in {count - 1} more" if count > 1 else ""
        return self.refuse(f"there is no value{more}: {cure}", row)
