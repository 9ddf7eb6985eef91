"""Tables of text: an adjacency matrix with names, or a list of arcs like that of bnlearn's ``arcs()``."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Hashable, Sequence

from .._base.arrays import zeros
from .._base.names import check_names, same_names
from .._base.show import shown
from .._base.wording import wording
from ..errors import InvalidInputError
from .arc_columns import first_of_arcs, problem_of_strengths
from .source import Source, Text, collect, source_of_matrix

Row = tuple[int, list[str]]
"""The line (from 1) in which a row ends, and the row's cells."""

_QUOTED = re.compile(r'"[^"]*"')
_BITS = {"0": 0, "1": 1, "0.0": 0, "1.0": 1, "false": 0, "true": 1}


def parse_table(text: Text) -> Source:
    """Read a table with a header. The header decides between a list of arcs and a matrix."""
    rows = _rows(text)
    header = rows[0][1]
    problem = problem_of_strengths(header)
    if problem is not None:
        raise text.refuse(problem)
    first = first_of_arcs(header)
    if first is None or (first and {row[0] for _, row in rows[1:]} == {*header[1:]}):
        return _matrix(text, rows)  # in the second case, the matrix of nodes that are called from and to
    return _arcs(text, rows[1:], first, len(header))


def _rows(text: Text) -> list[Row]:
    """The rows that are not empty, their cells without blanks around them, those of the header too.

    The separator is the most frequent one in the first line.
    """
    start = _QUOTED.sub("", text.content).lstrip(" \r\n").partition("\n")[0]
    delimiter = max(",;\t", key=start.count)
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


def _arcs(text: Text, rows: list[Row], first: int, columns: int) -> Source:
    """Read one arc from each row. A row whose second name is empty adds a node without an arc."""
    nodes, arcs = [], []
    for line, row in rows:
        tail, head = row[first : first + 2] if len(row) == columns else ("", "")
        if not tail:
            raise text.refuse(f"{shown(row)} is no arc", line)
        if tail == head:
            raise text.refuse(f"{shown(tail)} has an arc to itself", line)
        nodes += [tail, head] if head else [tail]
        if head:
            arcs.append((tail, head))
    return collect(text, nodes, arcs)


def _matrix(text: Text, rows: list[Row]) -> Source:
    """Read a matrix with one row of 0 and 1 for each node. The node's name may be the first cell."""
    (line, header), body = rows[0], rows[1:]
    n = len(body)
    # If the rows begin with names, the header usually has a cell above them. R's write.table omits it.
    named = all(len(row) == n + 1 for _, row in body)
    columns: list[Hashable] = [*(header[1:] if named and len(header) == n + 1 else header)]
    if len(columns) != n or not n:
        raise text.refuse(
            f"neither an arc list, with the header from,to, nor a square matrix: {len(columns)} names in the "
            f"header, and {n} rows{_hint_at(header)}",
            line,
        )
    array = zeros(n, text.refuse)
    for i, (line, row) in enumerate(body):
        cells = row[1:] if named else row
        if len(cells) != n:
            raise text.refuse(f"a row has an entry for each of the {n} nodes, not {len(cells)} entries", line)
        for j, (cell, column) in enumerate(zip(cells, columns, strict=True)):
            bit = _BITS.get(cell.lower())
            if bit is None:
                raise text.refuse(f"entries are 0 or 1, but that of {shown(column)} is {shown(cell)}", line)
            array[i, j] = bit
    if "" in columns:
        raise text.refuse("a name in the header is empty", rows[0][0])
    try:
        check_names(columns, "header")
        if named:
            array = array[same_names([row[0] for _, row in body], columns, "its rows", None, "its header")]
    except InvalidInputError as error:
        raise text.refuse(str(error)) from error
    return source_of_matrix(columns, array)


def _hint_at(header: Sequence[str]) -> str:
    """What a table may be that is neither a list of arcs nor a matrix."""
    if first_of_arcs(header[1:]) == 0:  # as mcbnc learn prints several structures
        return "; lists of arcs of several structures? mcbnc learn --json writes these for mcbnc"
    return f"; rows of data? {wording().function('learn')} makes a DAG of them"
