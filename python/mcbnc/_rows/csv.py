"""Data in CSV files. The header holds the names, a row is a case, and a cell is a state or a number."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .._base.files import opened, undecodable, unzippable
from .._base.names import check_names
from .._base.paths import path_problem
from .._base.show import counted, shorten
from ..errors import InvalidInputError
from .columns import Column, in_order, smallest
from .location import Lines, place_of
from .separators import Ambiguous, candidates_in, delimiter_of, one_cell_a_line, title_line, told_delimiter
from .sniff import (
    Doubt,
    header_again,
    refused_header,
    refused_suffix,
    repeated_names,
    unlike_names,
    untitled,
)

# A file is read in parts of this many rows, because cells as text need a hundred times the memory of codes.
_AT_ONCE = 50_000
_LONGEST = 1 << 26
"""The first line is read up to this many characters: a thousand for each name of the largest table."""
_NAME_LINES = 1000  # of the header, whose names may have several lines
# What an error of Python's reader means.
_CAUSES = {"unexpected end of data": "a quote is opened, but the file ends before it is closed"}


class Cells(Protocol):
    """The cells of one column, which come part by part."""

    def add(self, cells: Sequence[str], first: int) -> None:
        """Take the cells of the rows from number `first` on."""

    def column(self) -> Any:
        """The column of all cells."""

    def has(self, text: str) -> bool:
        """Whether a cell is this text, as far as is known."""

    def texts(self) -> Collection[str]:
        """The texts of all cells that are no plain numbers, as far as is known."""


class StateCells:
    """Cells that are states. A state is the text of its cells, unchanged."""

    def __init__(self) -> None:
        self._code: dict[str, int] = {}
        self._parts: list[NDArray[Any]] = []

    def add(self, cells: Sequence[str], first: int) -> None:
        code = self._code
        for state in set(cells).difference(code):
            code[state] = len(code)
        self._parts.append(np.fromiter(map(code.__getitem__, cells), smallest(len(code)), len(cells)))

    def has(self, text: str) -> bool:
        return text in self._code

    def texts(self) -> Collection[str]:
        return self._code

    def column(self) -> Column:
        codes = np.concatenate(self._parts) if self._parts else np.zeros(0, np.uint8)
        states: list[Hashable] = [*self._code]
        return in_order(codes, states, sorted(range(len(states)), key=[*self._code].__getitem__))


class CsvFile(NamedTuple):
    """The content of a file."""

    names: list[Hashable]
    columns: list[Any]
    lines: Lines
    """The lines of its rows."""
    doubt: str | None
    """What seems wrong with its header."""


def read_csv(
    path: str | os.PathLike[str], argument: str, dag: int | None, kind: Callable[[], Cells]
) -> CsvFile:
    """Read a file whose cells are of one kind."""

    def refuse(problem: str) -> InvalidInputError:
        message = f"{place_of(argument, dag, os.fspath(path))}: {shorten(problem, 800)}"
        return InvalidInputError(message, argument=argument, dag=dag)

    if problem := refused_suffix(path):
        raise refuse(problem)
    try:
        with opened(path) as raw, io.TextIOWrapper(raw, encoding="utf-8-sig", newline="") as file:
            header = file.readline(_LONGEST)  # read once only, because the file may be a pipe
            if problem := refused_header(header):
                raise refuse(problem)
            if len(header) == _LONGEST:
                raise refuse(f"its first line is no header: it has {_LONGEST} characters or more")
            told = told_delimiter(header)
            before = 0 if told is None else 1
            lines = Lines(before)
            if told is not None:
                header = file.readline(_LONGEST)
            text, delimiter = (chain((header,), file), told) if told is not None else _separated(header, file)
            reader = csv.reader(text, delimiter=delimiter, strict=True)
            cells = next(reader, [])
            if not cells:
                raise refuse("its first line, which is the header, is empty" if header else "it is empty")
            if not all(map(str.strip, cells)):
                raise refuse(untitled(cells, list(islice(reader, len(cells)))))
            if len(set(cells)) < len(cells):
                raise refuse(repeated_names(cells))
            names: list[Hashable] = [*cells]
            check_names(names, argument, dag, "column", os.fspath(path))
            columns = [kind() for _ in names]
            problem, again = _add_rows(cells, lines.rows(reader), columns, lines)
            if problem:
                raise refuse(problem)
            if len(cells) == 1 and (problem := one_cell_a_line(cells[0], columns[0].texts())):
                raise refuse(problem)
            occurs = [column.has(cell) for column, cell in zip(columns, cells, strict=True)]
            problem = unlike_names(cells, occurs)
            if again is not None and not isinstance(problem, Doubt):
                raise refuse(header_again(again, problem))
            if problem is not None and not isinstance(problem, Doubt):
                raise refuse(problem)
            return CsvFile(names, [column.column() for column in columns], lines, problem)
    except InvalidInputError:
        raise
    except Ambiguous as error:
        raise refuse(str(error)) from None
    except UnicodeDecodeError as error:
        raise refuse(undecodable(error)) from error
    except unzippable as error:
        raise refuse(f"the compressed file is damaged: {error}") from error
    except csv.Error as error:
        raise refuse(f"line {before + reader.line_num}: {_CAUSES.get(str(error), str(error))}") from error
    except ValueError as error:  # a null character in the path, or too much content
        raise refuse(str(error)) from error
    except OSError as error:
        raise refuse(f"the file cannot be read: {path_problem(os.fspath(path), error)}") from error


def _separated(header: str, file: Iterable[str]) -> tuple[Iterable[str], str]:
    """The lines of a file, and the sign between their cells. Few files need to be read for that."""
    first = [header]
    rest = iter(file)
    quotes = header.count('"')
    while quotes % 2 and len(first) < _NAME_LINES and (more := next(rest, None)) is not None:
        first.append(more)
        quotes += more.count('"')
    candidates = candidates_in("".join(first))
    if len(candidates) < 2:
        return chain(first, rest), candidates[0] if candidates else ","
    lines = [*first, *rest]
    return lines, delimiter_of(lines, candidates)


def _add_rows(
    names: list[str], rows: Iterator[list[str]], columns: list[Cells], lines: Lines
) -> tuple[str | None, int | None]:
    """Add all rows to the columns, and return a problem and the line of a row that is equal to the names.

    Problems are a row of another length, and no rows.
    """
    first, again = 0, None
    while chunk := list(islice(rows, _AT_ONCE)):
        for i, row in enumerate(chunk, first):
            if len(row) != len(columns):
                return _unlike(names, chunk, lines.of(i), len(row)), None
        for cells, column in zip(zip(*chunk, strict=True), columns, strict=True):
            column.add(cells, first)
        if again is None and names[0] in columns[0].texts() and names in chunk:
            again = lines.of(first + chunk.index(names))
        first += len(chunk)
    return None if first else "it has a header, and no rows", again


def _unlike(names: list[str], chunk: Sequence[Sequence[str]], line: int, cells: int) -> str:
    """What is wrong with a row that has another number of cells than there are names."""
    if len(chunk) > 1 and {len(row) for row in chunk} == {cells} and cells > len(names):
        return title_line(names[0], cells)
    return f"line {line} has {counted(cells, 'cell')} for {counted(len(names), 'column')}"
