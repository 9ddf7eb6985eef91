"""Tables of polars and pyarrow: a matrix whose columns have the names of the nodes, or a table of arcs."""

from __future__ import annotations

from typing import Any

from ..._base.names import check_names
from ..arc_tables import column_names, matrix_of_arcs, stacked
from ..matrix import read_matrix
from ..named import NamedMatrix, Place


def read(table: Any, place: Place) -> NamedMatrix:
    arcs = matrix_of_arcs(table, place)
    if arcs is not None:
        return arcs
    names = check_names([*column_names(table)], place.argument, place.dag)
    return place.graph(read_matrix(stacked(table), place, names), names)
