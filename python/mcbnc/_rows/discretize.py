"""States of continuous columns: the same bins for all data sets, or each data set's own."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.names import find_node
from .._base.options import check_count, check_flag, check_word, is_sequence, read_number
from .._base.show import shown
from ..errors import InvalidInputError
from .arcs import refuse_arc_lists
from .checks import looks_measured
from .cutting import Bins, cut, filled
from .missing import mark_missing, settle
from .node import Node, joined
from .numeric import as_numbers
from .options import DecimalSign, MissingName, RowOptions, read_row_options
from .rebuild import Changed, rebuild
from .tables import Table, all_labels, open_table, read_columns

__all__ = ["discretize"]

_METHODS = ("quantile", "width")
_MOST = 1 << 16  # bins, so that a mistyped number does not fill the memory


def discretize(
    data: Any,
    bins: Any = 4,
    method: Literal["quantile", "width"] = "quantile",
    shared: bool = True,
    *,
    missing: MissingName = "error",
    missing_values: Any = (),
    accept: Any = None,
    decimal: DecimalSign | None = None,
) -> Any:
    """Cut the continuous columns of one data set, or of several, into bins.

    The states are the names of the bins, such as "(18, 40]". They sort as the bins do. The first bin is
    "(-inf, ...]" and the last one "(..., inf)", so every number has a bin, also in rows to come.

    Parameters
    ----------
    data : table, or sequence of tables
        A table is as in :func:`mcbnc.learn`. The tables of a sequence may have different columns.
    bins : int or dict
        The number of bins, from 2 to 65536, of every continuous column. A column is continuous if all of its
        values are numbers and

        - some number is not whole, or
        - there are more than 32 different numbers, or more than 20 and a new one in more than half of
          the rows. If every row has another whole number, the column counts as an identifier.

        Or a dict from the names of columns to their numbers of bins, or to their cut points: with
        ``{"age": [18, 40, 65]}``, the bins are "(-inf, 18]", "(18, 40]", "(40, 65]" and "(65, inf)". Then
        no other column is cut. The columns of an array are 0..n-1.
    method : {"quantile", "width"}
        "quantile" makes bins of about equally many rows, by the cut points of ``pandas.qcut``. "width"
        makes bins of equal width between the least and the greatest value, by the cut points of
        ``pandas.cut``. Given cut points need no method.
    shared : bool
        True: all data sets together have one list of cut points for each column, so the states are the
        same everywhere. This looks at all rows of all data sets. Sites that must not show their rows
        agree on cut points instead. False: each data set has its own cut points, and the bins are called
        "bin 1", "bin 2" and so on.
    missing, missing_values
        As in :func:`mcbnc.learn`, for the columns that are cut. "error" and "drop" look at these columns
        alone, so a row stays if it lacks a value in another column. "state" makes the state "(missing)" of
        the missing values of all columns.
    accept : True or sequence of names, optional
        Columns that are not cut.
    decimal : {".", ","}, optional
        The decimal sign of numbers that are texts, where a column leaves it open. The other sign then parts
        thousands. A column is read with the one sign that fits all its texts, in all data sets: "12.5" beside
        "1,051" has a decimal point. If both signs fit and make different numbers, as in "734" beside "1,051",
        that is an error without `decimal`. If every number has a point, as in "1.051" and "2.300", the point
        is the decimal sign unless `decimal` says otherwise.

    Returns
    -------
    table, or list of tables
        Tables of the kind that came in. The columns that were cut are ordered categoricals in a
        DataFrame, and else hold strings. An array becomes an array of objects. A CSV file becomes a
        dict of the names to lists. Polars and pyarrow tables become DataFrames. Columns that are not
        cut stay as they are.

    Raises
    ------
    InvalidInputError
        A bad argument, or an infinite number. A cell that is no number, such as "<30.0", in a column that
        `bins` names, or that would be continuous without such cells, which are fewer than half of its
        values. The message names these cells.

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
    >>> mcbnc.discretize({"age": [17, 30, 52, 71.5], "sex": ["f", "m", "f", "m"]}, bins={"age": [18, 65]})
    {'age': ['(-inf, 18]', '(18, 65]', '(18, 65]', '(65, inf)'], 'sex': ['f', 'm', 'f', 'm']}
    """
    check_word(method, "method", _METHODS)
    check_flag(shared, "shared")
    options = read_row_options(missing=missing, missing_values=missing_values, accept=accept, decimal=decimal)
    several = _are_several(data)
    given = list(data) if several else [data]
    tables = [open_table(one, "data", k if several else None, None) for k, one in enumerate(given)]
    names = all_labels(tables)
    accepted = options.accepted(names)
    refuse_arc_lists(tables, accepted)
    wanted = _read_bins(bins, names)
    clients = [_read_nodes(table, options, accepted) for table in tables]
    chosen = {}
    for name in names:
        every = joined([nodes[name] for nodes in clients if name in nodes])
        how = _bins_of(every, wanted, accepted, options.decimal)
        if how is not None:
            chosen[name] = how
    clients = [_settled(nodes, chosen, options.missing) for nodes in clients]
    changed: list[dict[Hashable, Changed]] = [{} for _ in tables]
    for name in names:
        owners = [k for k, nodes in enumerate(clients) if name in nodes]
        node = joined([clients[k][name] for k in owners])
        columns: Sequence[Changed | None] = [None] * len(owners)
        if name in chosen:
            columns = cut(as_numbers(node, options.decimal), chosen[name], method, shared)
        elif options.missing == "state":
            columns = filled(node)
        for k, column in zip(owners, columns, strict=True):
            if column is not None:
                changed[k][name] = column
    results = [
        rebuild(one, table, [new.get(name) for name in table.labels], _kept(nodes))
        for one, table, new, nodes in zip(given, tables, changed, clients, strict=True)
    ]
    return results if several else results[0]


def _are_several(data: Any) -> bool:
    """True if the data are a sequence of tables. A list of lists of cells is one table."""
    if isinstance(data, np.ndarray):
        return data.ndim == 3
    if not isinstance(data, (list, tuple)):
        return False
    return any(
        not isinstance(item, (list, tuple)) or (item and isinstance(item[0], (list, tuple))) for item in data
    )


def _read_bins(bins: Any, names: list[Hashable]) -> Bins | dict[Hashable, Bins]:
    """The argument `bins`: of every continuous column, or of the columns named."""
    if not isinstance(bins, Mapping):
        return check_count(bins, "bins", least=2, most=_MOST, none="a dict of the columns to be cut")
    index = {name: i for i, name in enumerate(names)}
    columns = {names[find_node(name, index, "bins", "column")]: how for name, how in bins.items()}
    return {name: _read_points(how, name) for name, how in columns.items()}


def _read_points(how: Any, name: Hashable) -> Bins:
    """The number of bins of one column, or its cut points."""
    place = f"bins[{shown(name)}]"
    if not is_sequence(how):
        return check_count(how, place, least=2, most=_MOST, none="a list of cut points")
    if len(how) >= _MOST:
        raise InvalidInputError(
            f"{place}: {len(how)} cut points make more than {_MOST} bins", argument="bins"
        )
    points = [read_number(point, place, "cut points that are finite numbers") for point in how]
    if not points or any(low >= high for low, high in itertools.pairwise(points)):
        raise InvalidInputError(f"{place}: cut points must rise, but they are {shown(how)}", argument="bins")
    return points


def _read_nodes(table: Table, options: RowOptions, accepted: frozenset[Hashable]) -> dict[Hashable, Node]:
    """The columns of one table by name."""
    nodes = [
        mark_missing(Node([column], [table.location(name)]), options, name in accepted, ())
        for name, column in zip(table.labels, read_columns(table), strict=True)
    ]
    return dict(zip(table.labels, nodes, strict=True))


def _settled(nodes: dict[Hashable, Node], chosen: Collection[Hashable], missing: str) -> dict[Hashable, Node]:
    """The columns of one table without missing values in those that are `chosen` to be cut.

    If rows are to be left out, only the chosen columns come without them. If missing values are to have a
    state, they are still missing.
    """
    names = [name for name in nodes if name in chosen]
    if missing == "state" or not names:
        return nodes
    return {**nodes, **dict(zip(names, settle([nodes[name] for name in names], missing), strict=True))}


def _bins_of(
    node: Node, wanted: Bins | dict[Hashable, Bins], accepted: frozenset[Hashable], decimal: str | None
) -> Bins | None:
    """The bins of one column. None: it is not to be cut."""
    if isinstance(wanted, dict):
        return wanted.get(node.name)
    return wanted if node.name not in accepted and looks_measured(node, decimal) else None


def _kept(nodes: Mapping[Hashable, Node]) -> NDArray[Any] | None:
    """The numbers of the rows of one table that stay. None: all."""
    return next((kept for node in nodes.values() if (kept := node.locations[0].kept) is not None), None)
