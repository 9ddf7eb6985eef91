"""Tables of arcs: a DataFrame of pandas or polars, or a table of pyarrow, with the columns from and to."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .._base.extras import is_a
from .._base.names import is_missing
from .._base.place import placed
from .._base.show import listed, shown
from .._graphs.arc_columns import first_of_arcs, problem_of_strengths
from .._graphs.source import Source
from ..errors import InvalidInputError
from .arcs import read_arcs
from .column_tables import column_names, column_values, is_column_table
from .named import NamedMatrix

__all__ = ["ArcTable", "arc_table", "matrix_of_arcs"]


class ArcTable:
    """The arcs that a table lists, and the nodes that it lists alone."""

    def __init__(self, tails: list[Any], heads: list[Any]) -> None:
        rows = list(zip(tails, heads, strict=True))
        odd = next((row for row in rows if _is_empty(row[0])), None)
        if odd is not None:
            raise InvalidInputError(f"the row {shown(odd)} is no arc: it says not from where")
        self.pairs: list[tuple[Hashable, Hashable]] = [row for row in rows if not _is_empty(row[1])]
        self.alone: list[Hashable] = [tail for tail, head in rows if _is_empty(head)]

    def source(self, given: list[Hashable] | None) -> Source:
        """The graph. `given` are the names of all nodes, else the nodes are those of the table."""
        return read_arcs(self.pairs, given, self.alone)


def arc_table(thing: Any) -> ArcTable | None:
    """The arcs of a table of a library. None: it is none, or no table of arcs.

    A row without a second end is a node without an arc. Of the table of a result, the arcs are those of
    the result's DAG, whatever else it tells of them. A table of strengths, or one with columns that say
    something unknown about arcs, is an InvalidInputError.
    """
    if is_a(thing, "pandas", "DataFrame"):
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
    first = first_of_arcs(titles)
    if first is None:
        _check_others(titles)
        return None
    return ArcTable(_cells(thing, first), _cells(thing, first + 1))


def matrix_of_arcs(
    table: Any, argument: str, dag: int | None, given: list[Hashable] | None
) -> NamedMatrix | None:
    """The graph of a table of arcs, as an input. None: it is none."""
    with placed(argument, dag):
        arcs = arc_table(table)
        if arcs is None:
            return None
        source = arcs.source(given)
        return NamedMatrix(source.array, source.names, argument, dag, of_arcs=given is None)


def _cells(table: Any, k: int) -> list[Any]:
    """The cells of one column."""
    values: list[Any] = column_values(table, k) if is_column_table(table) else table.iloc[:, k].tolist()
    return values


def _check_others(titles: list[Hashable]) -> None:
    """Refuse a table with the columns from and to among others."""
    for ends in (("from", "to"), ("source", "target")):
        if {*ends} <= {*titles} and len(titles) > 2:
            others = [title for title in titles if title not in ends]
            raise InvalidInputError(
                f"a table of arcs that also has the column {listed(others, shown)}: if each row is an arc "
                f"whatever that says, give frame[{[*ends]}]"
            )


def _is_empty(end: Any) -> bool:
    """Whether a cell holds no node."""
    return (isinstance(end, str) and not end) or (not isinstance(end, str) and is_missing(end))
