"""All problems of all tables at once, found by the very functions that learning reads tables with."""

from __future__ import annotations

import os
import warnings
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .._base.listing import MOST_GRAPHS, list_of
from .._base.show import shown
from .._base.sites import check_site_names
from .._base.wording import worded, wording
from ..errors import DataWarning, InvalidInputError
from .arcs import refuse_arc_lists
from .between import differences_between
from .checks import check_columns, looks_measured
from .collect import Collected, SiteWords
from .columns import Column, read_column
from .data import align_tables
from .dates import is_date
from .missing import mark_missing, settle
from .node import Node
from .options import ColumnsName, DecimalSign, MissingName, RowOptions, read_row_options
from .report import ColumnSummary, Kind, Problem, Report
from .several import several_tables
from .states import read_states
from .tables import Table, all_labels, check_lengths, open_table

__all__ = ["check"]


def check(
    datasets: Any,
    *,
    names: Any = None,
    states: Any = None,
    missing: MissingName = "error",
    missing_values: Any = (),
    accept: Any = None,
    columns: ColumnsName = "same",
    decimal: DecimalSign | None = None,
) -> Report:
    """Find every problem of every table at once: where it is, what it is, and what to write instead.

    :func:`mcbnc.learn_many` ends with the first problem. This collects all of them, for the discrete scores.
    If the report has no error, then :func:`mcbnc.learn`, :func:`mcbnc.learn_many` and
    :func:`mcbnc.learn_jointly` take the tables with the same arguments.

    Parameters
    ----------
    datasets : table, or sequence or dict of tables
        One table as in :func:`mcbnc.learn`, or several as in :func:`mcbnc.learn_many`. A dict has the names
        of the sites.
    names, states, missing, missing_values, accept, columns, decimal
        As in :func:`mcbnc.learn_many`. Give what you will give there.

    Returns
    -------
    Report
        Its `ok` says whether there is no error. ``print(report)`` shows all.

    Raises
    ------
    InvalidInputError
        A bad argument other than `datasets`, or `datasets` that are no tables at all.

    Notes
    -----
    Errors are what learning refuses: files that cannot be read, columns that not all tables have, missing
    values, decimals, identifiers. Warnings are the :class:`mcbnc.DataWarning` that learning gives, and more:
    columns of one value, rows left out by ``missing="drop"``, and values that differ between sites, such as
    "M" at one site and "Male" at another.

    Examples
    --------
    >>> import mcbnc
    >>> north = {"smoker": ["no", "yes"] * 20, "dose": [0.5, 1.5] * 20}
    >>> south = {"smoker": ["no", "y"] * 20}
    >>> report = mcbnc.check({"north": north, "south": south})
    >>> report.ok
    False
    >>> for problem in report.problems:
    ...     print(problem.severity, problem.site, problem.column, problem.problem, sep=" | ")
    error | south | dose | the column is missing
    error | north | dose | 0.5 is no whole number
    warning | None | smoker | one value may have two names, 'y' at south and 'yes' at north
    """
    options = read_row_options(
        names=names,
        states=states,
        missing=missing,
        missing_values=missing_values,
        accept=accept,
        columns=columns,
        decimal=decimal,
    )
    several = several_tables(datasets)
    if several is None and isinstance(datasets, Iterator):
        several = dict(enumerate(list_of(datasets, MOST_GRAPHS, "datasets")))
    given = [datasets] if several is None else list(several.values())
    sites, single = _site_names(given, several), several is None
    with worded(SiteWords(wording(), sites, single)):
        return _Check(given, sites, single, options).report()


def _site_names(given: Sequence[Any], several: Mapping[Hashable, Any] | None) -> list[Hashable]:
    """The names of the tables: a dict's keys, else the files, else their numbers."""
    if several is not None and list(several) != list(range(len(given))):
        return check_site_names(list(several), "datasets")
    names = [os.fspath(one) if isinstance(one, (str, os.PathLike)) else k for k, one in enumerate(given)]
    return names if len(set(names)) == len(names) else list(range(len(given)))


class _Check:
    """One call of :func:`check`."""

    def __init__(
        self, given: Sequence[Any], sites: Sequence[Hashable], single: bool, options: RowOptions
    ) -> None:
        self._sites = sites
        self._options = options
        self._collected = Collected(sites, single)
        self._count = len(given)
        self._tables: dict[int, Table] = {}
        if not given:
            self._collected.add("error", "datasets is empty", "give at least one")
        for k, one in enumerate(given):
            with self._collected.watch(site=k):
                self._tables[k] = open_table(one, "datasets", None if single else k, options.names)
        self._names = all_labels(list(self._tables.values()))
        self._accepted: frozenset[Hashable] = frozenset()
        self._states: dict[Hashable, list[Hashable]] = {}
        with self._collected.watch():
            self._accepted = options.accepted(self._names)
        with self._collected.watch():
            self._states = read_states(options.states, self._names)

    def report(self) -> Report:
        """Look at the tables one by one, then at the columns one by one, then at the whole."""
        for k, table in self._tables.items():
            with self._collected.watch(site=k):
                refuse_arc_lists([table], self._accepted)
        left_out = self._compare_columns()
        read = self._read_columns()
        self._check_rows(read, left_out)
        columns = [self._check_column(name, read, name in left_out) for name in self._names]
        if self._collected.ok and len(self._tables) == self._count:
            with self._collected.watch(warn=False):
                align_tables(list(self._tables.values()), self._options)
        rows = {site: self._rows(k, read.get(k, {})) for k, site in enumerate(self._sites)}
        return Report(rows, columns, self._sorted_problems())

    def _sorted_problems(self) -> list[Problem]:
        """The problems in the order of the columns, those of whole tables first, and then of the sites."""
        columns = {name: i for i, name in enumerate(self._names)}
        sites = {name: k for k, name in enumerate(self._sites)}
        return sorted(
            self._collected.problems,
            key=lambda one: (columns.get(one.column, -1), sites.get(one.site, -1)),
        )

    def _rows(self, k: int, columns: Mapping[Hashable, Node]) -> int | None:
        """The number of rows of a table. None: no column of it can be read."""
        return next((len(node.columns[0].codes) for node in columns.values()), None)

    # --- the tables ---

    def _compare_columns(self) -> set[Hashable]:
        """Tell which columns not all tables have. If these are left out, return them."""
        named = {k: set(table.labels) for k, table in self._tables.items() if table.names is not None}
        common = wording().option("columns", "common")
        same = self._options.columns == "same"
        uncommon = [name for name in self._names if not all(name in own for own in named.values())]
        for name in uncommon if len(named) > 1 else ():
            owners = [k for k, own in named.items() if name in own]
            few = 2 * len(owners) + (next(iter(named)) in owners) <= len(named)  # as common.py has it
            for k in named:
                if (k in owners) != few:
                    continue
                problem = (
                    f"{len(named) - len(owners)} of {len(named)} tables have no such column"
                    if few
                    else "the column is missing"
                )
                advice = f"{common} leaves it out" if same else "it is left out"
                if not few and (like := _alike(name, named[k])) is not None:
                    advice = f"{shown(like)} here may be the same, so give it the same name; or {advice}"
                self._collected.add("error" if same else "warning", problem, advice, name, k)
        return set() if same else set(uncommon)

    def _read_columns(self) -> dict[int, dict[Hashable, Node]]:
        """The columns of each table that can be read, with the missing cells marked."""
        found: dict[int, dict[Hashable, Node]] = {}
        for k, table in self._tables.items():
            own = found[k] = {}
            for name, values in zip(table.labels, table.columns, strict=True):
                at = table.location(name)
                with self._collected.watch(name, k):
                    column = values if isinstance(values, Column) else read_column(values, at)
                    node = Node([column], [at])
                    own[name] = mark_missing(
                        node, self._options, name in self._accepted, self._states.get(name, ())
                    )
            lengths = [len(node.columns[0].codes) for node in own.values()]
            if own:
                with self._collected.watch(site=k):
                    check_lengths(table._replace(labels=list(own)), lengths)
        return found

    def _check_rows(self, read: Mapping[int, Mapping[Hashable, Node]], left_out: set[Hashable]) -> None:
        """Tell of missing values, as the option `missing` has it."""
        for k, columns in read.items():
            nodes = {name: node for name, node in columns.items() if name not in left_out}
            if self._options.missing == "error":
                for name, node in nodes.items():
                    with self._collected.watch(name, k):
                        settle([node], "error")
            elif (
                self._options.missing == "drop"
                and len({len(n.columns[0].codes) for n in nodes.values()}) == 1
            ):
                with self._collected.watch(site=k):
                    settle(list(nodes.values()), "drop")

    # --- the columns ---

    def _check_column(
        self, name: Hashable, read: Mapping[int, Mapping[Hashable, Node]], left_out: bool
    ) -> ColumnSummary:
        nodes = {k: columns[name] for k, columns in read.items() if name in columns}
        lacking = [self._sites[k] for k, table in self._tables.items() if name not in table.labels]
        if not nodes:
            raw = [
                table.columns[table.labels.index(name)]
                for table in self._tables.values()
                if name in table.labels
            ]
            dates = any(getattr(getattr(one, "dtype", None), "kind", "") == "M" for one in raw)
            return ColumnSummary(name, "dates" if dates else "unreadable", 0, 0, lacking)
        node = Node([one.columns[0] for one in nodes.values()], [one.locations[0] for one in nodes.values()])
        kind = _kind(node, self._options.decimal)
        if not left_out and self._try_column(name, nodes) and name not in self._accepted:
            self._tell_oddities(name, nodes, node, kind)
        return ColumnSummary(name, kind, len(node.states), sum(map(_gaps, nodes.values())), lacking)

    def _try_column(self, name: Hashable, nodes: Mapping[int, Node]) -> bool:
        """Align the column alone. As long as one site is refused, go on without it. True: none was."""
        options = replace(
            self._options,
            names=None,
            states={name: self._states[name]} if name in self._states else None,
            missing="state",
            accept=True if name in self._accepted else None,
        )
        left = dict(nodes)
        while left:
            tables = [self._alone(k, name, node.columns[0]) for k, node in left.items()]
            with self._collected.watch(name) as raised:
                align_tables(tables, options)
            if not raised:
                break
            site = raised[0].dag
            if site is None:  # the error is about all tables, or about the only one
                return False
            del left[site]
        return len(left) == len(nodes)

    def _alone(self, k: int, name: Hashable, column: Column) -> Table:
        """The table of one column. Its missing cells stay as they are."""
        return self._tables[k]._replace(columns=[column], labels=[name], names=[name], rows=None)

    def _tell_oddities(self, name: Hashable, nodes: Mapping[int, Node], node: Node, kind: Kind) -> None:
        """Warn of what learning takes without a word."""
        if kind == "constant" and sum(len(column.codes) for column in node.columns) > 1:
            self._collected.add(
                "warning",
                f"every value is {shown(node.states[0])}",
                "leave the column out, because nothing can depend on it",
                name,
            )
        clients = list(nodes)
        for found in differences_between(node, [str(wording().place("datasets", k)) for k in clients]):
            site = None if found.client is None else clients[found.client]
            self._collected.add("warning", found.problem, found.advice, name, site)


def _gaps(node: Node) -> int:
    """The number of cells of the first column without a value."""
    mask = node.columns[0].missing
    return 0 if mask is None else int(np.count_nonzero(mask))


def _kind(node: Node, decimal: str | None) -> Kind:
    """What a column holds, by its states."""
    states = node.states
    if len(states) < 2:
        return "constant" if states else "empty"
    if all(map(is_date, states)):
        return "dates"
    if looks_measured(node, decimal):
        return "numbers"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        try:
            check_columns([node], decimal)
        except InvalidInputError:
            return "identifiers"
    return "states"


def _alike(name: Hashable, others: set[Hashable]) -> Hashable | None:
    """Another column whose name differs in case, blanks or signs alone."""
    key = _key(name)
    return next((other for other in others if key and _key(other) == key), None)


def _key(name: Hashable) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum()) if isinstance(name, str) else ""
