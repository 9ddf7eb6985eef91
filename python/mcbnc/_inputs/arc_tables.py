"""Tables of arcs: a DataFrame of pandas or polars, or a table of pyarrow, with the columns from and to.

Tables of polars and pyarrow name their columns and not their rows.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.extras import is_a
from .._base.libraries import is_column_table, is_frame
from .._base.names import is_missing
from .._base.place import placed
from .._base.show import shown
from .._graphs.arc_columns import (
    Known,
    arcs_of,
    check_weights,
    columns_of_arcs,
    problem_of_others,
    problem_of_strengths,
    tell_numbers,
)
from ..errors import InvalidInputError
from .arcs import read_arcs
from .named import NamedMatrix, Place


class ArcTable:
    """The arcs that a table lists, and the nodes that it lists alone."""

    def __init__(
        self,
        tails: list[Any],
        heads: list[Any],
        marks: list[Any] | None = None,
        of_gephi: bool = False,
        nodes: Any = None,
    ) -> None:
        self.of_gephi = of_gephi
        rows = list(zip(tails, heads, strict=True))
        odd = next((row for row in rows if _is_empty(row[0])), None)
        if odd is not None:
            raise InvalidInputError(f"the row {shown(odd)} is no arc: its first node is missing")
        self.pairs: list[tuple[Hashable, Hashable]]
        if marks is None:
            self.pairs = [row for row in rows if not _is_empty(row[1])]
        else:
            told = (row for row in zip(tails, marks, heads, strict=True) if not _is_empty(row[2]))
            known: Known = {}
            self.pairs = [arc for row in told for arc in arcs_of(*row, known)]
        self.alone: list[Hashable] = [tail for tail, head in rows if _is_empty(head)]
        self.nodes: list[Hashable] | None = nodes if self._has_ends_in(nodes) else None
        """All nodes, if the table tells them. A table whose names were changed tells those of before."""

    def _has_ends_in(self, nodes: Any) -> bool:
        if not isinstance(nodes, list) or not all(isinstance(node, Hashable) for node in nodes):
            return False
        return {*self.alone, *(end for pair in self.pairs for end in pair)} <= {*nodes}


def arc_table(thing: Any) -> ArcTable | None:
    """The arcs of a table of a library. None: it is no table, or no table of arcs.

    A row without a second end is a node without an arc. Of the table of a result, the arcs are those of
    the result's DAG, whatever else it has. A table of strengths, or one with columns of unknown meaning
    for arcs, is an InvalidInputError.
    """
    if is_frame(thing):
        titles = thing.columns.tolist()
        if len(thing) == len(titles) and {*thing.index.tolist()} == {*titles}:
            return None  # the matrix of nodes that are called from and to
    elif is_column_table(thing):
        titles = [*column_names(thing)]
    else:
        return None
    problem = problem_of_strengths(titles)
    if problem is not None:
        raise InvalidInputError(problem)
    columns = columns_of_arcs(titles, partial(cells_of, thing))
    if columns is None:
        problem = problem_of_others(titles, "give these two columns alone")
        if problem is not None:
            raise InvalidInputError(problem)
        return None
    if columns.weight is not None:
        check_weights(cells_of(thing, columns.weight))
    marks = None if columns.mark is None else cells_of(thing, columns.mark)
    nodes = thing.attrs.get("nodes") if is_frame(thing) else None
    return ArcTable(
        cells_of(thing, columns.tail), cells_of(thing, columns.head), marks, columns.of_gephi, nodes
    )


def matrix_of_arcs(table: Any, place: Place) -> NamedMatrix | None:
    """The graph of a table of arcs, as an input. None: it is none."""
    with placed(place.argument, place.dag):
        arcs = arc_table(table)
        if arcs is None:
            return None
        given = arcs.nodes if place.given is None else place.given
        source = read_arcs(arcs.pairs, given, arcs.alone)
        if arcs.of_gephi:
            tell_numbers(place.label, source.names)
        return place.graph(source.adjacency, source.names, of_arcs=given is None)


def cells_of(table: Any, k: int) -> list[Any]:
    """The cells of one column."""
    if is_a(table, "polars", "DataFrame"):
        return list(table[:, k].to_list())
    return list(table.column(k).to_pylist() if is_column_table(table) else table.iloc[:, k].tolist())


def _is_empty(end: Any) -> bool:
    """Whether a cell holds no node."""
    return (isinstance(end, str) and not end) or (not isinstance(end, str) and is_missing(end))


def column_names(table: Any) -> list[Hashable]:
    """The names of the columns. The rows of an adjacency matrix are in the same order."""
    return list(getattr(table, "column_names", None) or table.columns)


def stacked(table: Any) -> NDArray[Any]:
    """The cells, (rows, columns). A cell without a value is NaN or None."""
    columns = table.get_columns() if is_a(table, "polars", "DataFrame") else table.columns
    return np.column_stack([column.to_numpy() for column in columns]) if columns else np.zeros((0, 0))
