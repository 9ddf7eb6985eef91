"""The place of a table or of a column in the caller's arguments, for errors."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from numpy.typing import NDArray

from .._base.show import shown
from .._base.wording import wording
from ..errors import InvalidInputError
from .lines import Lines

__all__ = ["ColumnLocation", "place_of"]


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
        if row is not None and self.kept is not None:
            row = int(self.kept[row])
        at = "" if row is None else f", row {row}" if self.lines is None else f", line {self.lines.of(row)}"
        return InvalidInputError(
            f"{self.place}: column {shown(self.name)}{at}: {problem}",
            argument=self.argument,
            dag=self.dag,
            nodes=[self.name],
        )

    def missing(self, row: int, count: int, cure: str) -> InvalidInputError:
        """An error about `count` cells without a value. `row` is the first. `cure` says what helps."""
        more = f", nor in {count - 1} more" if count > 1 else ""
        return self.refuse(f"there is no value{more}: {cure}", row)
