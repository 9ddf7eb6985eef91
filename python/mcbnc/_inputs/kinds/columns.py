"""Tables of polars and pyarrow: a matrix whose columns have the names of the nodes, or a table of arcs."""

from __future__ import annotations

from typing import Any

from ..._base.names import check_names
from ..arc_tables import matrix_of_arcs
from ..column_tables import column_names, is_column_table, stacked
from ..matrix import read_matrix
from ..named import NamedMatrix
from .place import Place

__all__ = ["read", "recognise"]

recognise = is_column_table


def read(table: Any, place: Place) -> NamedMatrix:
    argument, dag, given = place
    arcs = matrix_of_arcs(table, argument, dag, given)
    if arcs is not None:
        return arcs
    names = check_names([*column_names(table)], argument, dag)
    return NamedMatrix(read_matrix(stacked(table), argument, dag, names), names, argument, dag)
