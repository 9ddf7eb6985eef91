"""Tables of text: an adjacency matrix with names, or a list of arcs like that of bnlearn's ``arcs()``."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from .._base.arrays import zeros
from .._base.names import check_names, same_names
from .._base.show import shown
from .._base.wording import wording
from ..errors import InvalidInputError
from .arc_columns import (
    ArcColumns,
    Known,
    arcs_of,
    are_arrows,
    are_edges,
    check_weights,
    columns_of_arcs,
    first_of_arcs,
    may_be_variables,
    problem_of_others,
    problem_of_strengths,
    tell_numbers,
)
from .source import Source, Text, collect, source_of_matrix

Row = tuple[int, list[str]]
"""The line (from 1) in which a row ends, and the row's cells."""

_SIGNS = ",;\t"
_LINES = 20
"""The number of lines by which a table is recognised."""
_QUOTED = re.compile(r'"[^"]*"')
_BITS = {"0": 0, "1": 1, "0.0": 0, "1.0": 1, "false": 0, "true": 1}


def parse_table(text: Text) -> Source:
    """Read a table with a header. The header, or a column of arrows, shows whether it lists arcs."""
    rows = table_rows(text)
    header, body = rows[0][1], rows[1:]
    _check_one_header(text, rows)
    problem = problem_of_strengths(header)
    if problem is not None:
        raise text.refuse(problem)
    columns = columns_of_arcs(header, lambda k: [row[k] for _, row in body if k < len(row)])
    if columns is None:
        if not _is_square(header, body):
            _check_others(text, header)
        return _matrix(text, rows)
    if columns.tail and {row[0] for _, row in body} == {*header[1:]}:
        return _matrix(text, rows)  # of nodes that are called from and to
    if may_be_variables(header) and _is_square(header, body):
        return _matrix(text, rows)
    return _arcs(text, body, columns, len(header))


def is_table(start: str) -> bool:
    """Whether a text begins as a table of a graph does: titles or arrows of arcs, or a row of 0 and 1.

    `start` are the first lines of a text, of which the last one may not be whole.
    """
    lines = [line for line in start.splitlines()[:_LINES] if line.strip()]
    try:
        (_, header), *body = table_rows(Text("\n".join(lines), ""))
    except InvalidInputError:
        return False
    if len(header) < 2:
        return False
    columns = columns_of_arcs(header, lambda k: [row[k] for _, row in body if k < len(row)])
    if columns is not None or problem_of_strengths(header) is not None:
        return True
    return bool(body) and len(body[0][1]) in (len(header), len(header) + 1) and _is_row(body[0][1])


def may_be_table(start: str) -> bool:
    """Whether the first line of a text has cells."""
    first = _QUOTED.sub("", start.lstrip(" \r\n").partition("\n")[0])
    return any(sign in first for sign in _SIGNS)


def _is_row(cells: list[str]) -> bool:
    """Whether these are the cells of a row of a matrix. The first one may be a name."""
    return all(cell.lower() in _BITS for cell in cells[1:])


def _check_one_header(text: Text, rows: list[Row]) -> None:
    """Refuse a title above the header, and several tables, one behind the other."""
    (line, header), *body = rows
    if len(header) == 1 and body and len(body[0][1]) > 1:
        raise text.refuse(
            f"the first line, {shown(header[0])}, is a title above the header: take it out",
            line,
        )
    again = [line for line, row in body if row == header]
    if again and not _BITS.keys() >= {*header}:  # nodes may be called 0 and 1, as a row of their matrix
        raise text.refuse(
            f"the header comes again here, so these are {len(again) + 1} graphs: put each into a file of its "
            "own",
            again[0],
        )


def _check_others(text: Text, header: list[str]) -> None:
    """Refuse lists of arcs that have more columns, and those of several structures."""
    if first_of_arcs(header[1:]) == 0:  # as mcbnc learn prints several structures
        raise text.refuse("lists of arcs of several structures? mcbnc learn --json writes these for mcbnc")
    problem = problem_of_others(header, "leave the other columns out")
    if problem is not None:
        raise text.refuse(problem)


def _is_square(header: list[str], body: list[Row]) -> bool:
    """Whether there is a row of 0 and 1 for each column. The first cell may be a name."""
    n = len(body)
    return n in (len(header), len(header) - 1) and all(
        len(row) in (n, n + 1) and all(cell.lower() in _BITS for cell in row[-n:]) for _, row in body
    )


def table_rows(text: Text) -> list[Row]:
    """The rows that are not empty, their cells without blanks around them, those of the header too.

    The separator is the most frequent one in the first line.
    """
    start = _QUOTED.sub("", text.content).lstrip(" \r\n").partition("\n")[0]
    delimiter = max(_SIGNS, key=start.count)
    reader = csv.reader(io.StringIO(text.content, newline=""), delimiter=delimiter, strict=True)
    rows: list[Row] = []
    try:
        for cells in reader:
            row = [cell.strip() for cell in cells]
            if any(row):
                rows.append((reader.line_num, row))
    except csv.Error as error:
        raise text.refuse(f"no table: {error}", reader.line_num) from error
    if not rows:
        raise text.refuse("it is empty")
    return rows


def _arcs(text: Text, rows: list[Row], columns: ArcColumns, width: int) -> Source:
    """Read one edge from each row. A row whose second name is empty adds a node without an arc."""
    nodes, arcs = [], []
    known: Known = {}
    if columns.weight is not None:
        with _told(text, None):
            check_weights(row[columns.weight] for _, row in rows if len(row) == width)
    for line, row in rows:
        tail, head = (row[columns.tail], row[columns.head]) if len(row) == width else ("", "")
        if not tail:
            raise text.refuse(f"{shown(row)} is no arc", line)
        if tail == head:
            raise text.refuse(f"{shown(tail)} has an arc to itself", line)
        nodes += [tail, head] if head else [tail]
        if head and columns.mark is None:
            arcs.append((tail, head))
        elif head and columns.mark is not None:
            with _told(text, line):
                arcs += arcs_of(tail, row[columns.mark], head, known)
    if columns.of_gephi:
        tell_numbers(text.place, nodes)
    return collect(text, nodes, arcs)


@contextmanager
def _told(text: Text, line: int | None) -> Iterator[None]:
    """Add to errors in the context where in the file they are."""
    try:
        yield
    except InvalidInputError as error:
        raise text.refuse(str(error), line) from None


def _matrix(text: Text, rows: list[Row]) -> Source:
    """Read a matrix with one row of 0 and 1 for each node. The node's name may be the first cell."""
    columns, body = square(text, rows)
    array = zeros(len(columns), text.refuse)
    for i, (line, cells) in enumerate(body):
        for j, (cell, column) in enumerate(zip(cells, columns, strict=True)):
            bit = bit_of(cell)
            if bit is None:
                raise text.refuse(f"entries are 0 or 1, but that of {shown(column)} is {shown(cell)}", line)
            array[i, j] = bit
    return source_of_matrix(columns, array)


def bit_of(cell: str) -> int | None:
    """The 0 or 1 of a cell. None: it has another value."""
    return _BITS.get(cell.lower())


def square(text: Text, rows: list[Row]) -> tuple[list[Hashable], list[Row]]:
    """The names of a square matrix, and the cells of each node's row in their order, without its name."""
    (line, header), body = rows[0], rows[1:]
    n = len(body)
    # If the rows begin with names, the header usually has a cell above them. R's write.table omits it.
    named = all(len(row) == n + 1 for _, row in body)
    columns: list[Hashable] = [*(header[1:] if named and len(header) == n + 1 else header)]
    if len(columns) != n or not n:
        raise text.refuse(
            f"neither an arc list, with the header from,to, nor a square matrix: {len(columns)} names in the "
            f"header, and {n} rows{_hint_at(body)}",
            line,
        )
    cells = [(line, row[1:] if named else row) for line, row in body]
    odd = next(((line, len(row)) for line, row in cells if len(row) != n), None)
    if odd is not None:
        raise text.refuse(f"a row has an entry for each of the {n} nodes, not {odd[1]} entries", odd[0])
    if "" in columns:
        raise text.refuse("a name in the header is empty", rows[0][0])
    try:
        check_names(columns, "header")
        if named:
            order = same_names([row[0] for _, row in body], columns, "its rows", None, "its header")
            cells = [cells[k] for k in order]
    except InvalidInputError as error:
        raise text.refuse(str(error)) from error
    return columns, cells


def _hint_at(body: list[Row]) -> str:
    """What a table may be that is neither a list of arcs nor a matrix."""
    columns = zip(*(row for _, row in body), strict=False)
    if any(are_arrows(cells) or are_edges(cells) for cells in columns):
        return "; edges in cells? write each as a row of a list of arcs"
    return f"; rows of data? {wording().function('learn')} makes a DAG of them"
