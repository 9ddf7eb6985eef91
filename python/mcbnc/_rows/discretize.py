"""States of continuous columns: the same bins for all data sets, or each data set's own."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from numpy.typing import NDArray

from .._base.options import check_flag, check_word
from .._base.wording import sited
from ..errors import InvalidInputError
from .between import compare_names
from .binned import Bins, Changed, CutPoints, GivenBins, cut, read_bins, rebuild, with_bins, with_gaps
from .codes import codes_of_states, nodes_with, tell_codes
from .columns import Node, joined
from .graph_tables import refuse_graphs
from .missing import mark_missing, settle
from .opened import Opened, all_labels, read_columns, several_tables, tell_doubts
from .options import RowOptions
from .readings import warn_of_units
from .repeats import distinct_rows
from .rows import Rows
from .rules import looks_measured
from .tidy import tidy_rows
from .units import middles_of_states, tell_units

METHODS = ("quantile", "width")


def discretize(
    data: Any,
    bins: Any = 3,
    method: Literal["quantile", "width"] = "quantile",
    shared: bool = True,
) -> Any:
    """Cut the continuous columns of one data set, or of several, into bins.

    The states are the names of the bins, such as "over_18_to_40". They sort as the bins do. A bin has its
    upper bound, and not its lower one. The first bin has no lower bound, as ``at_most_18``, and the last one
    no upper one, as ``over_40``, so every number has a bin, also in rows to come. Readers of BIF take the
    names as they are.

    Parameters
    ----------
    data : table, sequence or dict of tables, or Rows
        A table is as in :func:`mcbnc.learn`. Several tables may have different columns. A dict has the names
        of the data sets. :class:`mcbnc.Rows` set how they are read:

        - its `missing` and `missing_values` count for the columns that are cut. "error" and "drop" look at
          these columns alone, so a row stays if it lacks a value in another column. "state" makes the state
          "value_missing" of the missing values of all columns, and "fill" leaves them as they are.
        - its `accept` has columns that are not cut.
        - its `decimal` is the decimal sign of numbers that are texts, where a column leaves it open. The
          other sign then parts thousands. A column of a data set is read with the one sign that fits all its
          texts: "12.5" beside "1,051" has a decimal point. Each data set has its own sign. If both signs fit
          and make different numbers, as in "734" beside "1,051", that is an error without `decimal`. If every
          number has a point, as in "1.051" and "2.300", the point is the decimal sign unless `decimal` is
          another.
        - with its `repeats` "distinct", rows that are equal to another one of their table before any column
          is cut are left out.
        - `states` and `columns` would have no effect, and are refused.
    bins : int, dict, or another result or its attribute `bins`
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
        "quantile" makes bins of about equally many rows, by the cut points of :func:`pandas.qcut`. "width"
        makes bins of equal width between the least and the greatest value, by the cut points of
        :func:`pandas.cut`. Given cut points need no method.
    shared : bool
        True: all data sets together have one list of cut points for each column, so the states are the
        same everywhere. This looks at all rows of all data sets. Sites that must not show their rows
        agree on cut points instead. False: each data set has its own cut points. Where these differ, the bins
        are called "bin_1", "bin_2" and so on.

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
        A bad argument, or an infinite number. A cell that is no number, such as "<30.0", in a column that
        `bins` names, or that would be continuous without such cells, which are fewer than half of its
        values. The message names these cells.

    Warns
    -----
    DataWarning
        If rows are left out: how many of each data set, and in which columns they have no value. If a column
        is not cut because its cells are numbers with a unit, such as "12 mg".

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
    rows = data if isinstance(data, Rows) else Rows(data)
    _refuse_options(rows._options)
    with sited(rows._sites_as("data")):
        return _discretize(rows, bins, method, shared)


def _refuse_options(options: RowOptions) -> None:
    """Refuse what would have no effect."""
    for name, given, why in (
        ("states", options.states is not None, "bins make the states"),
        ("columns", options.columns != "same", "tables with other columns are cut too"),
    ):
        if given:
            raise InvalidInputError(f"{name} of these Rows has no effect on discretize: {why}", argument=name)


def _discretize(rows: Rows, bins: Any, method: str, shared: bool) -> Any:
    """Cut the columns of one table, or of several by their names. All arguments but `bins` are checked."""
    if rows._options.recipe is not None:
        rows = _tidied(rows)
    if rows._options.repeats == "distinct":
        rows = _without_repeats(rows)
    data, given, options = rows._data, rows._given, rows._options
    sites = several_tables(data)
    tables = rows._tables("bdeu", "data")
    tell_doubts(tables)
    names = all_labels(tables)
    accepted = options.accepted(names)
    refuse_graphs(tables, accepted)
    compare_names(tables, accepted)
    wanted = read_bins(bins, [table.labels for table in tables], None if sites is None else list(sites))
    clients = [_read_nodes(table, options, accepted) for table in tables]
    chosen = {name: _bins_of(name, clients, wanted, accepted, options.decimal) for name in names}
    clients = [
        _settled(nodes, {name for name in nodes if k in chosen[name]}, options.missing)
        for k, nodes in enumerate(clients)
    ]
    together = shared and not wanted.apart
    columns, points = _cut_all(clients, chosen, method, together, options.decimal)
    if options.missing == "state":
        _name_gaps(clients, columns)
    elif options.missing == "fill":
        columns = [{name: with_gaps(new) for name, new in own.items()} for own in columns]
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


def _tidied(rows: Rows) -> Rows:
    """The rows as their recipe makes them."""
    tidy = Rows(tidy_rows(rows))
    tidy._options = replace(rows._options, recipe=None)
    return tidy


def _without_repeats(rows: Rows) -> Rows:
    """The rows without those that are equal to another one of their table. A warning counts what is left
    out."""
    tables = rows._tables("bdeu", "data")
    accepted = rows._options.accepted(all_labels(tables))
    kept = distinct_rows([[*_read_nodes(table, rows._options, accepted).values()] for table in tables])
    given = [
        one if stay is None else rebuild(one, table, [None] * len(table.labels), stay)
        for one, table, stay in zip(rows._given, tables, kept, strict=True)
    ]
    data: Any = given if rows._several else given[0]
    if isinstance(rows._data, Mapping) and rows._several:
        data = dict(zip(rows._data, given, strict=True))
    left = Rows(data)
    left._options = replace(rows._options, repeats="keep")
    return left


def _read_nodes(table: Opened, options: RowOptions, accepted: frozenset[Hashable]) -> dict[Hashable, Node]:
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
    decimal: str | None,
) -> dict[int, Bins]:
    """The bins of one column, by the number of each client whose column is to be cut."""
    own = {k: nodes[name] for k, nodes in enumerate(clients) if name in nodes}
    if isinstance(wanted.bins, list):
        return {k: wanted.bins[k][name] for k in own if name in wanted.bins[k]}
    if name in accepted:
        return {}
    node = joined(list(own.values()))
    if looks_measured(node, decimal):
        return dict.fromkeys(own, wanted.bins)
    warn_of_units(node)
    return {}


def _settled(nodes: dict[Hashable, Node], chosen: Collection[Hashable], missing: str) -> dict[Hashable, Node]:
    """The columns of one table without missing values in those that are `chosen` to be cut.

    If rows are to be left out, only the chosen columns come without them. If missing values are to have a
    state or to be filled, they are still missing.
    """
    names = [name for name in nodes if name in chosen]
    if missing in ("state", "fill") or not names:
        return nodes
    return {**nodes, **dict(zip(names, settle([nodes[name] for name in names], missing), strict=True))}


def _cut_all(
    clients: Sequence[Mapping[Hashable, Node]],
    chosen: Mapping[Hashable, Mapping[int, Bins]],
    method: str,
    shared: bool,
    decimal: str | None,
) -> tuple[list[dict[Hashable, Changed]], list[CutPoints]]:
    """The columns of each client that are cut, and their cut points."""
    changed: list[dict[Hashable, Changed]] = [{} for _ in clients]
    points: list[CutPoints] = [{} for _ in clients]
    nodes = {name: joined([clients[k][name] for k in bins]) for name, bins in chosen.items() if bins}
    codes = [found for node in nodes.values() if (found := codes_of_states(node, node.states, decimal))]
    tell_codes(codes, nodes_with(codes, (node for own in clients for node in own.values())), accept=False)
    tell_units({name: middles_of_states(node, decimal) for name, node in nodes.items()})
    for name, bins in chosen.items():
        if bins:
            done = cut(nodes[name], decimal, list(bins.values()), method, shared)
            for k, column, cuts in zip(bins, done.columns, done.points, strict=True):
                changed[k][name], points[k][name] = column, tuple(cuts)
    return changed, points


def _name_gaps(
    clients: Sequence[Mapping[Hashable, Node]], changed: Sequence[dict[Hashable, Changed]]
) -> None:
    """Give the missing values of the columns that are not cut a state."""
    for nodes, new in zip(clients, changed, strict=True):
        for name, node in nodes.items():
            if name not in new and node.columns[0].missing is not None:
                new[name] = Changed(settle([node], "state")[0].columns[0], ordered=False)


def _kept(nodes: Mapping[Hashable, Node]) -> NDArray[Any] | None:
    """The numbers of the rows of one table that stay. None: all."""
    return next((kept for node in nodes.values() if (kept := node.locations[0].kept) is not None), None)
