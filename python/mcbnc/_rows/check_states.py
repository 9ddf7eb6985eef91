"""What :func:`mcbnc.check` finds in tables of states, for the discrete scores."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import replace

import numpy as np

from .._base.show import shown
from .._base.wording import wording
from ..errors import DataWarning, InvalidInputError
from .between import differences_between
from .checking import Checking, Seen
from .checks import check_columns, looks_measured
from .columns import Column, read_column
from .data import align_tables
from .missing import mark_missing, settle
from .node import Node
from .report import ColumnSummary, Kind
from .tables import Table
from .texts import is_date

__all__ = ["CheckingStates"]


class CheckingStates(Checking):
    """One call of :func:`mcbnc.check` for a discrete score."""

    def _look(self, left_out: set[Hashable]) -> Seen:
        read = self._read_columns(left_out)
        self._check_rows(read, left_out)
        columns = [self._check_column(name, read, name in left_out) for name in self._names]
        rows = {k: len(next(iter(own.values())).columns[0].codes) for k, own in read.items() if own}
        return Seen(rows, columns)

    def _read_columns(self, left_out: set[Hashable]) -> dict[int, dict[Hashable, Node]]:
        """The columns of each table that can be read, with the missing cells marked."""
        found: dict[int, dict[Hashable, Node]] = {}
        for k, table in self._tables.items():
            own = found[k] = {}
            for name, values in zip(table.labels, table.columns, strict=True):
                at = table.location(name)
                with suppress(InvalidInputError) if name in left_out else self._collected.watch(name, k):
                    column = values if isinstance(values, Column) else read_column(values, at)
                    node = Node([column], [at])
                    own[name] = mark_missing(
                        node, self._options, name in self._accepted, self._states.get(name, ())
                    )
            self._check_lengths(k, {name: len(node.columns[0].codes) for name, node in own.items()}, left_out)
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

    def _check_column(
        self, name: Hashable, read: Mapping[int, Mapping[Hashable, Node]], left_out: bool
    ) -> ColumnSummary:
        nodes = {k: columns[name] for k, columns in read.items() if name in columns}
        lacking = self._lacking(name)
        if not nodes:
            return ColumnSummary(name, "dates" if self._has_dates(name) else "unreadable", 0, 0, lacking)
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
