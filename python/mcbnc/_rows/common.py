"""Which columns several tables have in common, and which table differs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.names import differences, same_names
from .._base.wording import wording
from .._inputs.align import Order, common_order
from ..errors import InvalidInputError
from .between import compare_names
from .graph_tables import refuse_graphs
from .options import RowOptions
from .tables import Table, all_labels, select

_SHOWN = 5  # tables in a message, at most


class Common(NamedTuple):
    """The columns that are taken of several tables."""

    tables: list[Table]
    """The tables with these columns alone."""
    left_out: list[list[Hashable]]
    """The columns of each table that are left out."""
    options: RowOptions
    """The options about these columns."""
    accepted: frozenset[Hashable]
    """The columns to be taken as they are."""
    order: Order
    seen: NDArray[np.uint8] | None = None
    """(tables, columns): 1 where a table has a column. None: each has all. Else `order` moves nothing."""


def common_columns(tables: list[Table], options: RowOptions) -> Common:
    """Check which columns the tables have, and bring these to one order."""
    accepted = options.accepted(all_labels(tables))
    refuse_graphs(tables, accepted)
    compare_names(tables, accepted)
    if options.columns == "union" and _differ(tables):
        return _union(tables, options, accepted)
    chosen, left_out = _same_columns(tables, options.columns)
    options = options.without(set().union(*left_out))
    return Common(chosen, left_out, options, accepted, common_order(chosen, options.names, "names"))


def _differ(tables: list[Table]) -> bool:
    """Whether tables with names have other columns than one another."""
    named = [set(table.labels) for table in tables if table.names is not None]
    return any(own != named[0] for own in named)


def _union(tables: list[Table], options: RowOptions, accepted: frozenset[Hashable]) -> Common:
    """All columns that any table has, in the order of the tables."""
    every = all_labels(tables)
    if bare := next((table for table in tables if table.names is None), None):
        raise InvalidInputError(
            f"{bare.place} has no names, so it is unknown which of the {len(every)} columns it has",
            argument=bare.argument,
            dag=bare.dag,
        )
    if options.names is not None:
        same_names(options.names, every, "names", None, "the tables together")
    seen = np.array([[name in own for name in every] for own in map(_labels, tables)], np.uint8)
    return Common(
        tables, [[] for _ in tables], options, accepted, Order(every, True, [None] * len(tables)), seen
    )


def _labels(table: Table) -> set[Hashable]:
    return set(table.labels)


def _same_columns(tables: list[Table], columns: str) -> tuple[list[Table], list[list[Hashable]]]:
    """The tables with the same columns, and for each table the columns that are left out.

    Only names are compared. If `columns` is "common", the columns that not all tables have are left
    out, and else refused. Tables without names have their columns by number, and nothing is left out.
    """
    named = [table for table in tables if table.names is not None]
    if not _differ(tables):
        return tables, [[] for _ in tables]
    if columns != "common":
        raise _differing(named)
    common = set(named[0].labels).intersection(*(table.labels for table in named))
    if not common:
        raise InvalidInputError("the tables have no column in common", argument=tables[0].argument)
    left_out = [
        [] if table.names is None else [name for name in table.labels if name not in common]
        for table in tables
    ]
    chosen = [table if table.names is None else select(table, list(common)) for table in tables]
    return chosen, left_out


def _differing(tables: Sequence[Table]) -> InvalidInputError:
    """An error that names the tables that differ, and their columns.

    A column is expected of all tables if most of them have it. If half of them have it, the first
    table decides.
    """
    every = all_labels(tables)
    sets = [set(table.labels) for table in tables]
    votes = {name: 2 * sum(name in own for own in sets) + (name in sets[0]) for name in every}
    expected = [name for name in every if votes[name] > len(tables)]
    parts, nodes = [], []
    for table, own in zip(tables, sets, strict=True):
        besides = [name for name in table.labels if name not in expected]
        lacks = [name for name in expected if name not in own]
        nodes += besides + lacks
        if besides or lacks:
            parts.append((table, f"{table.place} {differences(table.labels, expected)}"))
    more = f"; so do {len(parts) - _SHOWN} more" if len(parts) > _SHOWN else ""
    shared = sum(all(name in own for own in sets) for name in every)
    union = f"{wording().option('columns', 'union')} takes all"
    cure = f". {wording().option('columns', 'common')} takes the {shared} that all have, and {union}" * bool(
        shared
    )
    cure = cure or f". {union}"
    return InvalidInputError(
        f"not all tables have the same columns: {'; '.join(text for _, text in parts[:_SHOWN])}{more}{cure}",
        argument=tables[0].argument,
        dag=parts[0][0].dag,
        nodes=list(dict.fromkeys(nodes)),
    )
