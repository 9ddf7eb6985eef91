"""Tables of arcs: a DataFrame of pandas or polars, or a table of pyarrow, with the columns from and to."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from .._base.extras import has_module, is_a
from .._base.names import is_missing
from .._base.show import listed, shown
from .._graphs.arc_columns import first_of_arcs, problem_of_strengths
from .._graphs.source import Source
from ..errors import InvalidInputError
from .arcs import read_arcs

__all__ = ["ArcTable", "arc_table"]

_KINDS: dict[str, tuple[str, Callable[[Any, int], list[Any]]]] = {
    "polars": ("columns", lambda frame, k: frame[:, k].to_list()),
    "pyarrow": ("column_names", lambda table, k: table.column(k).to_pylist()),
}
"""Of each library, what has the titles of a table, and how a column becomes a list."""


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

        def column(k: int) -> list[Any]:
            values: list[Any] = thing.iloc[:, k].tolist()
            return values

    else:
        library = next((name for name in _KINDS if has_module(thing, name)), None)
        if library is None or not hasattr(thing, _KINDS[library][0]) or not hasattr(thing, "shape"):
            return None  # also a lazy frame
        attribute, values_of = _KINDS[library]
        titles = list(getattr(thing, attribute))

        def column(k: int) -> list[Any]:
            return values_of(thing, k)

    problem = problem_of_strengths(titles)
    if problem is not None:
        raise InvalidInputError(problem)
    first = first_of_arcs(titles)
    if first is None:
        _check_others(titles)
        return None
    return ArcTable(column(first), column(first + 1))


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
