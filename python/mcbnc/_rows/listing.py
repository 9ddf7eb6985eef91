"""What a site tells of its table, so that all sites can have one recipe: names, states, ranges, fixed bins.

No row is told, no number of a row, and no value of a column of very many values. A list can stand in the
place of its table where a recipe is suggested: a column then has the states without rows, and a column of
numbers has numbers that are distributed as the bins tell. `agreed.py` applies a recipe to lists.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .._base.show import counted, listed, shown
from .._base.warn import warn
from ..errors import DataWarning
from .between import rows_of_states
from .codes import codes_of_states
from .columns import Column, Node, from_codes
from .fixed_bins import Bin, counted_bins, ends_of, numbers_like
from .missing import mark_missing
from .numbers import odd_cells
from .opened import Opened
from .options import RowOptions
from .readings import FEW, numbers_in, numbers_of_states, read_as, read_sites
from .rules import is_identifier, looks_measured
from .suggest.finding import MOST_STATES


class ListedColumn(NamedTuple):
    """What is told of a column: states, or a range with bins, or neither."""

    states: tuple[Hashable, ...] | None = None
    ends: tuple[float, float] | None = None
    """Of numbers: the ends of the bins that have the least and the greatest."""
    bins: tuple[Bin, ...] = ()


class SiteList(NamedTuple):
    """What a site tells of its table."""

    site: str
    """What a recipe calls it."""
    place: str
    """What messages call it."""
    columns: dict[Hashable, ListedColumn]
    recipe: str | None = None
    """The hash of the recipe that made the table. None: the columns are as they were."""


def list_columns(table: Opened, options: RowOptions) -> dict[Hashable, ListedColumn]:
    """What the site of a table tells of its columns. A DataWarning names what it does not tell."""
    return {label: _listed(table, at, options) for at, label in enumerate(table.labels)}


def _listed(table: Opened, at: int, options: RowOptions) -> ListedColumn:
    location = table.location(table.labels[at])
    node = mark_missing(Node([table.column(at)], [location]), options, False, ())
    (column,) = node.columns
    if column.order is not None:  # the states of a code book
        return ListedColumn(tuple(column.order))
    numbers = numbers_in(node, read_sites(node, options.decimal))
    if looks_measured(node, options.decimal) or (
        len(numbers) > FEW and len(numbers) == len(node.states) and not is_identifier([column])
    ):
        found = _numbers(node, options.decimal)
        if found is not None:
            return found
    elif len(column.states) <= MOST_STATES and not is_identifier([column]):
        return ListedColumn(tuple(column.states))
    warn(
        f"{location.place}: {shown(location.name)} has {counted(len(column.states), 'value')}: its name "
        "alone is listed",
        DataWarning,
    )
    return ListedColumn()


def _numbers(node: Node, decimal: str | None) -> ListedColumn | None:
    """The range and the bins of a column of numbers. None: there is no range."""
    (column,), (location,) = node.columns, node.locations
    reading = read_as(column.states, decimal)
    values = np.repeat(numbers_of_states(column.states, reading), rows_of_states(column))
    values = values[np.isfinite(values)]
    ends = ends_of(values)
    if ends is None:
        return None
    doubts = [shown(value) for odd in odd_cells(node, [reading]) for value in odd.values]
    doubts += [shown(code.value) for _, codes in _codes(node, decimal) for code in codes]
    if doubts:
        warn(
            f"{location.place}: {shown(location.name)} has values that may be no numbers, {listed(doubts)}: "
            "a recipe can mend them, and mcbnc.check suggests how",
            DataWarning,
        )
    return ListedColumn(ends=ends, bins=tuple(counted_bins(values)))


def _codes(node: Node, decimal: str | None) -> Sequence[Any]:
    found = codes_of_states(node, node.states, decimal)
    return [] if found is None else found.sites


def table_of(told: SiteList, dag: int) -> Opened:
    """A table in which a recipe is suggested. Its columns of states have no rows."""
    table = Opened([], [*told.columns], None, [*told.columns], {}, "datasets", dag)
    columns = [_as_column(table, name, own) for name, own in told.columns.items()]
    return table._replace(columns=columns)


def _as_column(table: Opened, name: Hashable, own: ListedColumn) -> Column:
    if own.ends is not None:
        numbers = numbers_like(own.bins, *own.ends) or [*own.ends]
        states, codes = np.unique(np.array(numbers), return_inverse=True)
        return Column(codes, states.tolist(), declared=True)
    return from_codes(np.zeros(0, np.intp), [*(own.states or ())], table.location(name))._replace(
        declared=True
    )
