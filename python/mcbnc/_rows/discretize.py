"""States of continuous columns: the same bins for all data sets, or each data set's own."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.options import check_flag, check_word
from .._base.show import listed, shown
from .._base.warn import warn
from ..errors import DataWarning
from .arcs import refuse_arc_lists
from .binned import CutPoints, with_bins
from .bins_given import GivenBins, read_bins
from .checks import looks_measured
from .cutting import Bins, cut, filled
from .missing import mark_missing, settle
from .node import Node, joined
from .options import MissingName, RowOptions, read_row_options
from .rebuild import Changed, rebuild
from .several import several_tables
from .tables import Table, all_labels, open_table, read_columns

__all__ = ["METHODS", "discretize"]

METHODS = ("quantile", "width")


def discretize(
    data: Any,
    bins: Any = 4,
    method: Literal["quantile", "width"] = "quantile",
    shared: bool = True,
    *,
    missing: MissingName = "error",
    missing_values: Any = (),
    accept: Any = None,
) -> Any:
    """Cut the continuous columns of one data set, or of several, into bins.

    The states are the names of the bins, such as "over_18_to_40". They sort as the bins do. A bin has its
    upper bound, and not its lower one. The first bin is "at_most_..." and the last one "over_...", so every
    number has a bin, also in rows to come. Readers of BIF take the names as they are.

    Parameters
    ----------
    data : table, or sequence or dict of tables
        A table is as in :func:`mcbnc.learn`. Several tables may have different columns. A dict has the names
        of the data sets.
    bins : int, dict, or the attribute `bins` of another result
        The number of bins, from 2 to 65536, of every continuous column. A column is continuous if all of its
        values are numbers and

        - some number is not whole, or
        - there are more than 32 different numbers, or more than 20 and a new one in more than half of
          the rows. If every row has another whole number, the column counts as an identifier.

        Or a dict from the names of columns to their numbers of bins, or to their cut points: with
        ``{"age": [18, 40, 65]}``, the bins are "at_most_18", "over_18_to_40", "over_40_to_65" and "over_65".
        Without a cut point there is one bin, "any". No other column is cut. The columns of an array are
        0..n-1.

        With the bins of another result, new rows get the same states. All columns that were cut must be
        there. Columns that were not cut stay as they are.
    method : {"quantile", "width"}
        "quantile" makes bins of about equally many rows, by the cut points of ``pandas.qcut``. "width"
        makes bins of equal width between the least and the greatest value, by the cut points of
        ``pandas.cut``. Given cut points need no method.
    shared : bool
        True: all data sets together have one list of cut points for each column, so the states are the
        same everywhere. This looks at all rows of all data sets. Sites that must not show their rows
        agree on cut points instead. False: each data set has its own cut points. Where these differ, the bins
        are called "bin_1", "bin_2" and so on.
    missing, missing_values
        As in :func:`mcbnc.learn`, for the columns that are cut. "error" and "drop" look at these columns
        alone, so a row stays if it lacks a value in another column. "state" makes the state "value_missing"
        of the missing values of all columns.
    accept : True or sequence of names, optional
        Columns that are not cut.

    Returns
    -------
    table, or list or dict of tables
        Tables of the kind that came in. The columns that were cut are ordered categoricals in a
        DataFrame, and else hold strings. An array becomes an array of objects. A CSV file becomes a
        dict of the names to lists. Polars and pyarrow tables become DataFrames. Columns that are not
        cut stay as they are.

        The result, and each table in it, has an attribute `bins`: a dict of the names of the columns that
        were cut to tuples of their cut points. If each data set has its own, `bins` of the list is a list
        of such dicts, and `bins` of the dict of data sets is a dict of them.

    Raises
    ------
    InvalidInputError
        A bad argument, a column without a number in every cell where `bins` names it, or an infinite
        number.

    Warns
    -----
    DataWarning
        If rows are left out: how many of each data set, and in which columns they have no value.

    Notes
    -----
    Equal values are in one bin. A cut point that is no better than another one, because no value lies
    between them, is left out. So a column with few different values may have fewer bins, and a column
    of one value has one bin. A cut point is replaced by the number of fewest decimals that parts the
    rows in the same way. The cut points do not depend on the order of rows or of data sets.
    The time is O(rows log rows) for each column.

    Examples
    --------
    >>> import mcbnc
    >>> known = mcbnc.discretize({"age": [17, 30, 52, 71.5], "sex": ["f", "m", "f", "m"]}, bins=2)
    >>> known
    {'age': ['at_most_41', 'at_most_41', 'over_41', 'over_41'], 'sex': ['f', 'm', 'f', 'm']}
    >>> known.bins
    {'age': (41.0,)}
    >>> mcbnc.discretize({"age": [90, 40.5]}, bins=known.bins)
    {'age': ['over_41', 'at_most_41']}
    """
    check_word(method, "method", METHODS)
    check_flag(shared, "shared")
    options = read_row_options(missing=missing, missing_values=missing_values, accept=accept)
    sites = several_tables(data)
    given = [data] if sites is None else list(sites.values())
    tables = [open_table(one, "data", None if sites is None else k, None) for k, one in enumerate(given)]
    names = all_labels(tables)
    accepted = options.accepted(names)
    refuse_arc_lists(tables, accepted)
    wanted = read_bins(bins, [table.labels for table in tables], None if sites is None else list(sites))
    clients = [_read_nodes(table, options, accepted) for table in tables]
    chosen = {name: _bins_of(name, clients, wanted, accepted) for name in names}
    clients = [
        _settled(table, nodes, [name for name in nodes if k in chosen[name]], options.missing)
        for k, (table, nodes) in enumerate(zip(tables, clients, strict=True))
    ]
    together = shared and not wanted.apart
    columns, points = _cut_all(clients, chosen, method, together)
    if options.missing == "state":
        _fill(clients, columns)
    every: Any = {name: own for one in points for name, own in one.items()}
    results = [
        with_bins(
            rebuild(one, table, [new.get(name) for name in table.labels], _kept(nodes)),
            every if together else own,
        )
        for one, table, new, nodes, own in zip(given, tables, columns, clients, points, strict=True)
    ]
    if sites is None:
        return results[0]
    if not isinstance(data, Mapping):
        return with_bins(results, every if together else points)
    return with_bins(
        dict(zip(sites, results, strict=True)), every if together else dict(zip(sites, points, strict=True))
    )


def _read_nodes(table: Table, options: RowOptions, accepted: frozenset[Hashable]) -> dict[Hashable, Node]:
    """The columns of one table by name."""
    nodes = [
        mark_missing(Node([column], [table.location(name)]), options, name in accepted, ())
        for name, column in zip(table.labels, read_columns(table), strict=True)
    ]
    return dict(zip(table.labels, nodes, strict=True))


def _bins_of(
    name: Hashable,
    clients: Sequence[Mapping[Hashable, Node]],
    wanted: GivenBins,
    accepted: frozenset[Hashable],
) -> dict[int, Bins]:
    """The bins of one column, by the number of each client whose column is to be cut."""
    owners = [k for k, nodes in enumerate(clients) if name in nodes]
    if isinstance(wanted.bins, list):
        return {k: wanted.bins[k][name] for k in owners if name in wanted.bins[k]}
    if name not in accepted and looks_measured(joined([clients[k][name] for k in owners])):
        return dict.fromkeys(owners, wanted.bins)
    return {}


def _settled(
    table: Table, nodes: dict[Hashable, Node], chosen: list[Hashable], missing: str
) -> dict[Hashable, Node]:
    """The columns of one table without missing values in those that are `chosen` to be cut.

    If rows are to be left out, only the chosen columns come without them. If missing values are to have a
    state, they are still missing.
    """
    if missing == "state" or not chosen:
        return nodes
    before = [nodes[name] for name in chosen]
    settled = settle(before, missing)
    kept = settled[0].locations[0].kept
    if kept is not None:
        _tell_rows_left_out(table, before, len(kept))
    return {**nodes, **dict(zip(chosen, settled, strict=True))}


def _tell_rows_left_out(table: Table, nodes: Sequence[Node], kept: int) -> None:
    """Warn of the rows that have missing values. `nodes` are the columns with all rows."""
    gaps = [(node.name, mask) for node in nodes if (mask := node.columns[0].missing) is not None]
    rows = len(gaps[0][1])
    columns = listed([f"{shown(name)} ({np.count_nonzero(mask)})" for name, mask in gaps])
    warn(
        f"{table.place}: {rows - kept} of {rows} rows are left out, because they have no value in {columns}",
        DataWarning,
    )


def _cut_all(
    clients: Sequence[Mapping[Hashable, Node]],
    chosen: Mapping[Hashable, Mapping[int, Bins]],
    method: str,
    shared: bool,
) -> tuple[list[dict[Hashable, Changed]], list[CutPoints]]:
    """The columns of each client that are cut, and their cut points."""
    changed: list[dict[Hashable, Changed]] = [{} for _ in clients]
    points: list[CutPoints] = [{} for _ in clients]
    for name, bins in chosen.items():
        if bins:
            done = cut(joined([clients[k][name] for k in bins]), list(bins.values()), method, shared)
            for k, column, cuts in zip(bins, done.columns, done.points, strict=True):
                changed[k][name], points[k][name] = column, tuple(cuts)
    return changed, points


def _fill(clients: Sequence[Mapping[Hashable, Node]], changed: Sequence[dict[Hashable, Changed]]) -> None:
    """Give the missing values of the columns that are not cut a state."""
    for nodes, new in zip(clients, changed, strict=True):
        for name, node in nodes.items():
            if name not in new and (column := filled(node)) is not None:
                new[name] = column


def _kept(nodes: Mapping[Hashable, Node]) -> NDArray[Any] | None:
    """The numbers of the rows of one table that stay. None: all."""
    return next((kept for node in nodes.values() if (kept := node.locations[0].kept) is not None), None)
