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
from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import partial
from itertools import chain, islice, pairwise
from pathlib import PurePath
from typing import Any, NamedTuple

from .._base.files import opened, undecodable, unzippable
from .._base.names import check_names
from .._base.paths import path_problem
from .._base.show import counted, listed, shorten, shown
from .._base.wording import wording
from .._graphs.arc_columns import first_of_arcs
from ..errors import InvalidInputError
from .cells import UNCLOSED, Fault, Table, Wanted, read_columns
from .columns import Column, Lines, place_of
from .lines import rewritten
from .numbers import Numbers
from .readings import COMMA
from .stream import Stream
from .texts import POINT, as_number, is_date

_LONGEST = 1 << 26
"""The first line is read up to this many characters: a thousand for each name of the largest table."""
_NAME_LINES = 1000  # of the header, whose names may have several lines
_LISTED = 16  # states that are looked through one by one


class CsvFile(NamedTuple):
    """The content of a file."""

    names: list[Hashable]
    columns: list[Any]
    lines: Lines
    """The lines of its rows."""
    doubt: str | None
    """What seems wrong with its header."""
    skipped: int
    """The lines that a recipe left out."""


def read_csv(path: str | os.PathLike[str], argument: str, dag: int | None, wanted: Wanted) -> CsvFile:
    """Read a file."""

    def refuse(problem: str) -> InvalidInputError:
        message = f"{place_of(argument, dag, os.fspath(path))}: {shorten(problem, 800)}"
        return InvalidInputError(message, argument=argument, dag=dag)

    if problem := refused_suffix(path):
        raise refuse(problem)
    try:
        with opened(path) as raw:
            before = skipped = 0
            if wanted.lines is not None:
                raw, before, skipped = rewritten(raw, wanted.lines.skip, wanted.lines.encoding)
            stream = Stream(raw)
            stream.lines = before
            names, sign = _header(stream)
            check_names([*names], argument, dag, "column", os.fspath(path))
            table = read_columns(stream, names, sign, wanted, partial(_unlike, names))
            return CsvFile([*names], table.columns, table.lines, _doubt(names, table), skipped)
    except InvalidInputError:
        raise
    except (Fault, Ambiguous) as error:
        raise refuse(str(error)) from None
    except UnicodeDecodeError as error:
        raise refuse(undecodable(error)) from error
    except unzippable as error:
        raise refuse(f"the compressed file is damaged: {error}") from error
    except ValueError as error:  # a null character in the path, or too much content
        raise refuse(str(error)) from error
    except OSError as error:
        raise refuse(f"the file cannot be read: {path_problem(os.fspath(path), error)}") from error


def _header(stream: Stream) -> tuple[list[str], str]:
    """The names of the columns, and the sign between cells. Raises Fault if the first line has no names."""
    header = stream.line(_LONGEST)
    if problem := refused_header(header):
        raise Fault(problem)
    if len(header) == _LONGEST:
        raise Fault(f"its first line is no header: it has {_LONGEST} characters or more")
    told = told_delimiter(header)
    if told is not None:
        header = stream.line(_LONGEST)
    before = stream.lines - bool(header)
    first, sign = ([header], told) if told is not None else _separated(header, stream)
    reader = csv.reader(chain(first, stream.rest()), delimiter=sign, strict=True)
    try:
        names = next(reader, [])
        if not names:
            raise Fault("its first line, which is the header, is empty" if header else "it is empty")
        if not all(map(str.strip, names)):
            raise Fault(untitled(names, list(islice(reader, len(names)))))
    except csv.Error as error:
        problem = UNCLOSED if str(error) == "unexpected end of data" else str(error)
        raise Fault(f"line {before + reader.line_num}: {problem}") from None
    if len(set(names)) < len(names):
        raise Fault(repeated_names(names))
    stream.unread(first[reader.line_num :])
    return names, sign


def _separated(header: str, stream: Stream) -> tuple[list[str], str]:
    """The lines that a header may have, and the sign between cells. Few files need to be read for that."""
    first = [header]
    quotes = header.count('"')
    while quotes % 2 and len(first) < _NAME_LINES and (more := stream.line()):
        first.append(more)
        quotes += more.count('"')
    candidates = candidates_in("".join(first))
    if len(candidates) < 2:
        return first, candidates[0] if candidates else ","
    rest = stream.all()
    return first, delimiter_of([*first, *io.StringIO(rest, newline="")], candidates)


def _doubt(names: Sequence[str], table: Table) -> str | None:
    """What seems wrong with the names, beside the cells. Raises Fault if they can be no names."""
    if len(names) == 1 and (problem := one_cell_a_line(names[0], _texts_of(table.columns[0]))):
        raise Fault(problem)
    occurs = [_has(column, name) for column, name in zip(table.columns, names, strict=True)]
    problem = unlike_names(names, occurs)
    if table.again is not None and not isinstance(problem, Doubt):
        raise Fault(header_again(table.again, problem))
    if problem is not None and not isinstance(problem, Doubt):
        raise Fault(problem)
    return problem


def _texts_of(column: Column | Numbers) -> Sequence[Any]:
    """The texts of all cells that are no plain numbers."""
    return column.states if isinstance(column, Column) else column.texts


def _has(column: Column | Numbers, name: str) -> bool:
    """Whether a cell has this text, as far as is known: numbers are not kept as texts."""
    if not isinstance(column, Column):
        return False
    states: Sequence[Any] = column.states
    if len(states) <= _LISTED:
        return name in states
    at = bisect_left(states, name)
    return at < len(states) and states[at] == name


def _unlike(names: list[str], alike: bool, line: int, cells: int) -> str:
    """What is wrong with a row that has another number of cells than there are names. `alike`: all have."""
    if alike and cells > len(names):
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
