"""Lists of arcs that were given as tables of rows. Rows they would be of the variables "from" and "to"."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Set

from .._base.wording import wording
from .._graphs.arc_columns import first_of_arcs
from ..errors import InvalidInputError
from .sniff import IS_ARC_LIST
from .tables import Table

__all__ = ["refuse_arc_lists"]


def refuse_arc_lists(tables: Iterable[Table], accepted: Set[Hashable]) -> None:
    """Refuse tables whose columns are those of a list of arcs, unless all of these are accepted."""
    for table in tables:
        if table.names is None or accepted >= set(table.names):
            continue
        if first_of_arcs(table.names) is not None:
            accept = wording().option_list("accept", table.names)
            raise InvalidInputError(
                f"{table.place}: {IS_ARC_LIST}; {accept} says that its columns are variables",
                argument=table.argument,
                dag=table.dag,
                nodes=table.names,
            )
