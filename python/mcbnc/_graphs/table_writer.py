"""Adjacency matrices as tables of text, with named rows and columns. table.py reads them."""

from __future__ import annotations

import csv
import io
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .source import texts
from .structure_writers import refuse_name

_SEPARATORS = ",;\t"


def write_matrix(adjacency: NDArray[np.uint8], nodes: list[Hashable], separator: str = ",") -> str:
    """Write the matrix (n, n). So the table has the nodes without edges too, in their order."""
    return quoted(matrix_rows(adjacency, nodes), separator)


def matrix_rows(adjacency: NDArray[np.uint8], nodes: list[Hashable]) -> list[Sequence[Any]]:
    """The header, and a row for each node, which begins with the node's name."""
    names = texts(nodes, "CSV")
    for name, node in zip(names, nodes, strict=True):
        if not name or name != name.strip():
            problem = "has blanks around it" if name else "is empty"
            raise refuse_name(node, f"a table, since it {problem}")
    return [["", *names], *((name, *row) for name, row in zip(names, adjacency.tolist(), strict=True))]


def quoted(lines: Iterable[Sequence[Any]], separator: str = ",") -> str:
    """Format rows as lines of cells, quoted where they must be.

    If a cell holds what a program may take for a separator or for the end of a line, all cells are quoted.
    """
    rows = list(lines)
    text = _joined(rows, separator, csv.QUOTE_MINIMAL)
    others = "\r" + _SEPARATORS.replace(separator, "")
    return _joined(rows, separator, csv.QUOTE_ALL) if any(mark in text for mark in others) else text


def _joined(rows: list[Sequence[Any]], separator: str, quoting: Literal[0, 1]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n", delimiter=separator, quoting=quoting).writerows(rows)
    return text.getvalue()
