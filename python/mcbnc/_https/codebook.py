"""A code book: which states each node may have, whatever states occur in anybody's rows."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from .._base.files import File, read_file
from .._base.show import shown
from ..errors import InvalidInputError
from .names import Names, read_names_file

__all__ = ["read_codebook"]

_COLUMNS = ("node", "state")


def read_codebook(path: str) -> Names:
    """Read the nodes and their states: ``.json`` as :func:`read_names_file` does, or a table.

    The table has a row for each state, with the columns "node" and "state". Other columns, such as labels,
    are left out. Nodes and states come in the order of their rows.
    """
    if Path(path).suffix.lower() == ".json":
        book = read_names_file(path)
        if book.states is None:
            raise InvalidInputError(f'{path}: a code book has "states", which list those of each node')
        return book
    file = read_file(path)
    states: dict[str, list[str]] = {}
    for line, node, state in _rows(file):
        listed = states.setdefault(node, [])
        if not node or state in listed:
            problem = f"{shown(node)} has the state {shown(state)} already" if node else "there is no node"
            raise file.refuse(f"line {line}: {problem}")
        listed.append(state)
    if not states:
        raise file.refuse("a code book has a row for each state of each node, and there is none")
    return Names(list(states), states)


def _rows(file: File) -> list[tuple[int, str, str]]:
    """The number of the line, the node and the state of each row."""
    lines = list(io.StringIO(file.text(), newline=""))
    header = lines[0] if lines else ""
    reader = csv.reader(lines, delimiter=max(",;\t", key=header.count), strict=True)
    try:
        columns = next(reader, [])
        if any(columns.count(name) != 1 for name in _COLUMNS):
            raise file.refuse(f"a code book has one column {_COLUMNS[0]!r} and one column {_COLUMNS[1]!r}")
        node, state = map(columns.index, _COLUMNS)
        rows = []
        for row in reader:
            if row and len(row) != len(columns):
                raise file.refuse(f"line {reader.line_num} has {len(row)} cells in place of {len(columns)}")
            if row:
                rows.append((reader.line_num, row[node], row[state]))
    except csv.Error as error:
        raise file.refuse(f"line {reader.line_num}: {error}") from error
    return rows
