"""Files of opinions: in CSV tables of edges with numbers, and matrices of numbers; in GraphML probabilities.

Graphs in files of other formats have no numbers.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .._base.files import read_file
from .._base.paths import PathLike, path_text
from .._base.place import placed
from .._base.show import shown
from .._base.wording import files_told
from .._graphs.arc_columns import columns_of_arcs, may_be_variables
from .._graphs.graphml_shares import read_shares
from .._graphs.labels import named
from .._graphs.reading import format_of, is_model, open_text
from .._graphs.source import Text
from .._graphs.table import Row, bit_of, parse_table, square, table_rows
from .named import Place
from .strength_tables import StrengthTable, read_strengths

_SUFFIXES = (".csv", ".tsv")
_GRAPHML = ".graphml"


def numbers_in(path: PathLike, place: Place) -> StrengthTable | None:
    """What a file says of each pair of its nodes. None: it is a file of another kind."""
    if is_model(path) or not os.path.isfile(path):
        return None
    suffix = format_of(path_text(path))
    if suffix == _GRAPHML:
        return _probabilities(path, place)
    return _in_table(path, place) if suffix in _SUFFIXES else None


def _probabilities(path: PathLike, place: Place) -> StrengthTable | None:
    """The probabilities of a file in GraphML. None: it has none."""
    with files_told(), placed(place.argument, place.dag):
        file = read_file(path)
        read = read_shares(file)
        if read is None:
            return None
        source, matrix = read
        return StrengthTable(named(source, file.place).names, matrix, complete=True)


def _in_table(path: PathLike, place: Place) -> StrengthTable:
    with files_told(), placed(place.argument, place.dag):
        text = open_text(path)
        rows = table_rows(text)
    found = read_strengths(rows[0][1], lambda k: [_cell(row, k) for _, row in rows[1:]], place)
    if found is not None:
        return found
    with files_told(), placed(place.argument, place.dag):
        return _edges(text, rows) or _matrix(text, rows)


def _edges(text: Text, rows: list[Row]) -> StrengthTable | None:
    """The edges of a list of arcs. A list that names nodes without edges names all of its nodes."""
    header, body = rows[0][1], rows[1:]
    columns = columns_of_arcs(header, lambda k: [_cell(row, k) for _, row in body])
    if columns is None or (may_be_variables(header) and len(body) in (len(header), len(header) - 1)):
        return None
    source = parse_table(text)
    alone = len(source.names) > len(np.unique(source.arcs))
    return StrengthTable(source.names, source.array.astype(np.float64), complete=alone)


def _matrix(text: Text, rows: list[Row]) -> StrengthTable:
    names, body = square(text, rows)
    matrix = np.zeros((len(names), len(names)))
    for i, (line, cells) in enumerate(body):
        for j, cell in enumerate(cells):
            matrix[i, j] = _number(text, line, cell, names[j])
    return StrengthTable(names, matrix, complete=True)


def _number(text: Text, line: int, cell: str, column: Any) -> float:
    """A number from 0 to 1, or the words of a bit."""
    bit = bit_of(cell)
    if bit is not None:
        return float(bit)
    try:
        number = float(cell)
    except ValueError:
        number = np.nan
    if not 0 <= number <= 1:
        raise text.refuse(
            f"entries are numbers from 0 to 1, but that of {shown(column)} is {shown(cell)}", line
        )
    return number


def _cell(row: list[str], k: int) -> str:
    return row[k] if k < len(row) else ""
