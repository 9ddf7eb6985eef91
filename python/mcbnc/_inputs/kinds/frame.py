"""Data frames of pandas: a matrix with the names of the nodes, or a table of arcs."""

from __future__ import annotations

from typing import Any

from ..._base.extras import is_a
from ..._base.names import check_names, label, same_names
from ..._base.rank import sort_key
from ...errors import InvalidInputError
from ..arc_tables import matrix_of_arcs
from ..matrix import ROWS, read_matrix
from ..named import NamedMatrix
from .place import Place

__all__ = ["read", "recognise"]


def recognise(thing: Any) -> bool:
    return is_a(thing, "pandas", "DataFrame")


def read(frame: Any, place: Place) -> NamedMatrix:
    argument, dag, given = place
    return matrix_of_arcs(frame, argument, dag, given) or _read_square(frame, argument, dag)


def _read_square(frame: Any, argument: str, dag: int | None) -> NamedMatrix:
    columns = frame.columns.tolist()
    if frame.shape[0] != frame.shape[1]:
        place = label(argument, dag)
        raise InvalidInputError(
            f"{place} must be a square matrix, (n, n), but its shape is {frame.shape}{ROWS}",
            argument=argument,
            dag=dag,
        )
    columns = check_names(columns, argument, dag)
    rows = check_names(frame.index.tolist(), argument, dag)
    if set(rows) != set(columns):
        hint = ROWS if rows == list(range(len(rows))) else ""
        raise InvalidInputError(
            f"{label(argument, dag)}: the DataFrame's index and columns must hold the same names{hint}",
            argument=argument,
            dag=dag,
            nodes=sorted(set(rows) ^ set(columns), key=sort_key),
        )
    array = read_matrix(frame.to_numpy(), argument, dag, columns if rows == columns else None)
    if rows == columns:
        return NamedMatrix(array, columns, argument, dag)
    moved = same_names(rows, columns, argument, dag, "its columns")
    return NamedMatrix(array[moved], columns, argument, dag)
