"""Data in CSV files. The header holds the names, a row is a case, and a cell is a state or a number.

The sign between the cells is right if all lines have equally many cells by it, more than one. The header
alone cannot decide: in ``RR, mmHg;sex`` one comma belongs to a name, and each row may have a comma too, which
is a decimal sign. Files that are no table of rows are refused, although a reader would find cells in them.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise
from pathlib import PurePath
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .._base.files import opened, undecodable, unzippable
from .._base.names import check_names
from .._base.paths import path_problem
from .._base.show import counted, listed, shorten, shown
from .._base.wording import wording
from .._graphs.arc_columns import first_of_arcs
from ..errors import InvalidInputError
from .columns import Column, Lines, in_order, place_of, smallest
from .readings import COMMA
from .texts import POINT, as_number, is_date

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


_GRAPH = "and no table of rows; mcbnc.consensus and mcbnc.read take graphs"
IS_ARC_LIST = f"it is a list of arcs, which is a graph {_GRAPH}"
IS_MATRIX = f"it is the adjacency matrix of a graph {_GRAPH}"
_NETWORKS = (
    *(".bif", ".bifxml", ".bn", ".cpdag", ".dagitty", ".dne", ".dot", ".dsc", ".dsl", ".gml", ".graphml"),
    *(".gv", ".json", ".net", ".pgmx", ".uai", ".xdsl", ".xmlbif"),
)
_PICTURES = (".gif", ".jpeg", ".jpg", ".pdf", ".png", ".svg", ".webp")
_READERS = {
    ".dta": "pandas.read_stata",
    ".feather": "pandas.read_feather",
    ".ods": "pandas.read_excel",
    ".parquet": "pandas.read_parquet",
    ".rda": "R",
    ".rds": "R",
    ".sas7bdat": "pandas.read_sas",
    ".sav": "pandas.read_spss",
    ".xls": "pandas.read_excel",
    ".xlsx": "pandas.read_excel",
}

# The first line of a graph of Graphviz, dagitty, Tetrad or in GML, of a network in BIF, .net, .dsc, .dne or
# .uai, of a model string, of XML and of JSON. _graphs/recognising.py knows them by more than one line.
_OPENINGS = re.compile(
    r"\s*((strict\s+)?(di)?graph\b[^,;\t]*\{|graph\s*\[\s*(directed|node|comment|creator|$)|creator\s+\""
    r"|(network|variable|net|bnet|node|p?dag)\b[^,;\t]*\{|belief network\b|graph nodes:"
    r"|(?-i:BAYES|MARKOV)\s*$|\[[^\[\],;]+\]\s*(\[|$)|<|\{)",
    re.IGNORECASE,
)
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f]")


def refused_suffix(path: str | os.PathLike[str]) -> str | None:
    """What a file is by its suffix, and what to do with it. None: it may be a table of rows."""
    suffix = PurePath(os.fspath(path).removesuffix(".gz")).suffix.lower()
    if suffix in _NETWORKS:
        return "it is a network, no table of rows; mcbnc.read reads networks"
    if suffix in _PICTURES:
        return "it is a picture, no table of rows"
    if suffix in _READERS:
        return f"it is no CSV file; read it by {_READERS[suffix]}, and give mcbnc the table"
    return None


def refused_header(header: str) -> str | None:
    """What a file is by its first line, and what to do with it. None: it may be a table of rows."""
    if _CONTROL.search(header):
        return "it is no text, so no table of rows"
    if _OPENINGS.match(header):
        return f"{shown(header.strip())} is no header of a table; mcbnc.read reads networks"
    return None


def untitled(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """What a file is in which a column has no title, by its header and the first rows."""
    if first_of_arcs(header) is not None:
        return IS_ARC_LIST
    if header[0].strip() and not any(map(str.strip, header[1:])):
        return title_line(header[0], len(header))
    if not header[0] and sorted(row[0] for row in rows if row) == sorted(header[1:]):
        return IS_MATRIX
    return wording().no_row_numbers()


_PUT = "put a line of names before it"


def repeated_names(names: Sequence[str]) -> str:
    """What is wrong with a header that has a name twice, which a row of data often has."""
    repeated = [name for name, count in Counter(names).items() if count > 1]
    come = "comes" if len(repeated) == 1 else "come"
    return (
        f"names must differ, but {listed(repeated, shown)} {come} more than once. If the first line is a row "
        f"of data, {_PUT}"
    )


def header_again(line: int, problem: str | None) -> str:
    """What is wrong with a file in which this line is equal to the header.

    `problem` is that of `unlike_names`: the names may be values.
    """
    again = (
        f"line {line} is equal to the first line: if both are names, as in files that were put together, "
        "take it out"
    )
    return again if problem is None else f"{problem}. {again[0].upper()}{again[1:]}"


def _number(name: str) -> float | None:
    """The number that a name is with a decimal point, or else with a comma."""
    with_point = as_number(name, POINT)
    return as_number(name, COMMA) if with_point is None else with_point


class Doubt(str):
    """What seems wrong with a header that may be right."""


def unlike_names(names: Sequence[str], occurs: Sequence[bool]) -> str | None:
    """What is wrong with a header that looks like a row of data, a Doubt if it may be right. None: nothing.

    `occurs`: whether each name is also a value of its column.
    """
    numbers = [_number(name) for name in names]
    first = listed(names, shown)
    counted = all(b - a == 1 for a, b in pairwise([n for n in numbers if n is not None]))
    values = [also or number is not None for also, number in zip(occurs, numbers, strict=True)]
    if not all(values):
        no_words = [n is not None or is_date(name) for n, name in zip(numbers, names, strict=True)]
        most = 2 * sum(map(max, no_words, occurs)) > len(names)
        return Doubt(_taken(first)) if most and any(no_words) and (any(occurs) or not counted) else None
    in_order = counted and None not in numbers and len(names) > 1  # 0, 1, 2 ... as programs number columns
    if not in_order and (all(occurs) or any(n is None for n in numbers)):
        return (
            f"its first line, {first}, looks like a row of data: each cell is a number or a value that its "
            f"column has again. If it is, {_PUT}. If these are names, give the columns other ones"
        )
    if in_order and not all(occurs):
        return None
    return Doubt(_taken(first))


def _taken(first: str) -> str:
    return f"the first line, {first}, is taken for the names of the columns. If it is a row of data, {_PUT}"


DELIMITERS = ",;\t|"
_QUOTED = re.compile(r'"[^"]*"')
_TOLD = re.compile(r'"?sep=([^\w\s"]|\t)"?[,;\t|]*\s*', re.IGNORECASE)


class Ambiguous(Exception):
    """Several signs part all lines alike. The message shows what the file means by each of them."""


def told_delimiter(line: str) -> str | None:
    """The separator that a line such as "sep=;" sets, as Excel reads it. None: it is no such line."""
    told = _TOLD.fullmatch(line)
    return told[1] if told else None


def candidates_in(header: str) -> list[str]:
    """The signs that the header has outside quotes, the most frequent first."""
    bare = _QUOTED.sub("", header)
    return sorted((sign for sign in DELIMITERS if sign in bare), key=bare.count, reverse=True)


def delimiter_of(lines: Sequence[str], candidates: Sequence[str]) -> str:
    """The one of the candidates by which all lines have equally many cells. If none is, the first.

    Raises
    ------
    Ambiguous
        If several are.
    """
    right = [sign for sign in candidates if _parts_all_alike(lines, sign)]
    if len(right) > 1:
        told = " or ".join(f"sep={_line(sign)}" for sign in right)
        readings = " and ".join(_reading(lines, sign) for sign in right)
        raise Ambiguous(
            f"all lines have equally many cells by {listed(right, shown)}: {readings}. Write "
            f"the sign in a line before the first one, {told}, or put names and cells with the "
            "other sign in double quotes"
        )
    return right[0] if right else candidates[0]


def _line(sign: str) -> str:
    return "<tab>" if sign == "\t" else sign


def _parts_all_alike(lines: Iterable[str], sign: str) -> bool:
    cells = 0
    try:
        for row in csv.reader(lines, delimiter=sign, strict=True):
            if row and len(row) != cells:
                if cells or len(row) == 1:
                    return False
                cells = len(row)
    except csv.Error:
        return False
    return cells > 1


def _reading(lines: Sequence[str], sign: str) -> str:
    """What the first row means by a sign, such as "by ';' 'RR, mmHg' is '120,5'"."""
    rows = csv.reader(lines, delimiter=sign, strict=True)
    names, cells = next(rows), next((row for row in rows if row), [])
    pairs = [f"{shown(name)} is {shown(cell)}" for name, cell in zip(names, cells, strict=False)]
    return f"by {shown(sign)} {listed(pairs or map(shown, names))}"


def one_cell_a_line(name: str, cells: Iterable[str]) -> str | None:
    """What is wrong with a file of one column, if all of its lines are parted by another sign. None: nothing.

    `name` is the only cell of the header, and `cells` are those of the rows.
    """
    every = list(cells)
    for sign in (*DELIMITERS, None):
        parts = {len(cell.split(sign)) for cell in every}
        if len(parts) != 1 or (count := parts.pop()) == 1:
            continue
        if len(name.split(sign)) == count:
            how = "by blanks" if sign is None else f"by {shown(sign)} inside of quotes"
            return (
                f"there is one column, {shown(name)}, and each line has {count} words: the cells are parted "
                f"{how}. Part them by a comma, a semicolon, a tab or |. If this is one column, give it a "
                "name of one word"
            )
        if sign not in (None, ","):  # a cell in quotes may have a decimal comma
            return title_line(name, count)
    return None


def title_line(first: str, cells: int) -> str:
    """What is wrong with a first line that is a title or a comment. `cells` are those of each other line."""
    return (
        f"the first line, which begins with {shown(first)}, has fewer cells than each other line, which has "
        f"{cells}: if it is a title or a comment, take it out. If it lacks the name of the first column, add "
        "that"
    )
