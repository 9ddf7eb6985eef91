"""Data frames of pandas: a matrix with the names of the nodes, or a table of arcs."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from numpy.typing import NDArray

from ..._base.names import check_names, same_names
from ..._base.rank import sort_key
from ..arc_tables import matrix_of_arcs
from ..matrix import ROWS, read_matrix
from ..named import NamedMatrix, Place


def read(frame: Any, place: Place) -> NamedMatrix:
    return matrix_of_arcs(frame, place) or _read_square(frame, place)


def _read_square(frame: Any, place: Place) -> NamedMatrix:
    cells, names = square(frame, place)
    return place.graph(read_matrix(cells, place, names), names)


def square(frame: Any, place: Place) -> tuple[NDArray[Any], list[Hashable]]:
    """The cells of a matrix with names on both sides, its rows in the order of its columns, and these."""
    if frame.shape[0] != frame.shape[1]:
        raise place.refuse(f" must be a square matrix, (n, n), but its shape is {frame.shape}{ROWS}")
    argument, dag = place[:2]
    columns = check_names(frame.columns.tolist(), argument, dag)
    rows = check_names(frame.index.tolist(), argument, dag)
    if set(rows) != set(columns):
        hint = ROWS if rows == list(range(len(rows))) else ""
        raise place.refuse(
            f": the DataFrame's index and columns must hold the same names{hint}",
            sorted(set(rows) ^ set(columns), key=sort_key),
        )
    cells: NDArray[Any] = frame.to_numpy()
    return (
        cells if rows == columns else cells[same_names(rows, columns, argument, dag, "its columns")]
    ), columns
