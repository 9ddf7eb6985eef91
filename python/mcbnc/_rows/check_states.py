"""What :func:`mcbnc.check` finds in tables of states, for the discrete scores."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from .._base.show import shown
from ..errors import DataWarning, InvalidInputError
from .checking import Checking
from .checks import check_columns, looks_measured
from .columns import Column, read_column
from .data import align_tables
from .location import ColumnLocation
from .missing import mark_missing, settle, tell_to_fill
from .node import Node, joined
from .report import ColumnSummary, Kind
from .spread import spread_of_states
from .states import sorted_states
from .tables import Table
from .texts import is_date


class CheckingStates(Checking[Node]):
    """One call of :func:`mcbnc.check` for a discrete score."""

    def _look(
        self, read: Mapping[int, Mapping[Hashable, Node]], left_out: set[Hashable]
    ) -> list[ColumnSummary]:
        self._check_rows(read, left_out)
        return [self._check_column(name, read, name in left_out) for name in self._names]

    def _read(self, name: Hashable, values: Any, location: ColumnLocation) -> Node:
        """The column of one table, with the missing cells marked."""
        column = values if isinstance(values, Column) else read_column(values, location)
        node, given = Node([column], [location]), self._states.get(name, ())
        return mark_missing(node, self._options, name in self._accepted, given)

    def _count(self, cells: Node) -> int:
        return len(cells.columns[0].codes)

    def _check_rows(self, read: Mapping[int, Mapping[Hashable, Node]], left_out: set[Hashable]) -> None:
        """Tell of missing values, as the option `missing` has it."""
        for k, columns in read.items():
            nodes = {name: node for name, node in columns.items() if name not in left_out}
            if self._options.missing == "error":
                for name, node in nodes.items():
                    with self._collected.watch(name, k):
                        self._settle(node)
            elif len({len(n.columns[0].codes) for n in nodes.values()}) == 1:
                with self._collected.watch(site=k):
                    if self._options.missing == "drop":
                        settle(list(nodes.values()), "drop")
                    elif self._options.missing == "fill":
                        tell_to_fill(list(nodes.values()))

    def _settle(self, node: Node) -> None:
        """Refuse missing values."""
        settle([node], "error")

    def _lists_values(self, name: Hashable) -> bool:
        """True if the report lists the values of a column."""
        return True

    def _check_column(
        self, name: Hashable, read: Mapping[int, Mapping[Hashable, Node]], left_out: bool
    ) -> ColumnSummary:
        nodes = {k: columns[name] for k, columns in read.items() if name in columns}
        if not nodes:
            return self._summary(name, "dates" if self._has_dates(name) else "unreadable", [], 0, {}, {})
        node = joined(list(nodes.values()))
        kind = _kind(node, self._options.decimal)
        if not left_out and self._try_column(name, nodes) and name not in self._accepted:
            self._tell_oddities(name, nodes, node, kind)
        missing = sum(map(_gaps, nodes.values()))
        values = node.states
        with suppress(InvalidInputError):  # states of no certain order are refused already
            values = sorted_states(node)
        texts = {k: own.states for k, own in nodes.items()}
        listed = values if self._lists_values(name) else []
        spreads = {k: spread_of_states(own.columns[0], self._options.decimal) for k, own in nodes.items()}
        return self._summary(name, kind, listed, missing, texts, spreads, count=len(values))

    def _try_column(self, name: Hashable, nodes: Mapping[int, Node]) -> bool:
        """Align the column alone. True: no site was refused."""
        options = replace(
            self._options,
            names=None,
            states={name: self._states[name]} if name in self._states else None,
            missing="state",
            accept=True if name in self._accepted else None,
        )

        def align(left: dict[int, Node]) -> int:
            align_tables([self._alone(k, name, node.columns[0]) for k, node in left.items()], options)
            return len(left)

        return self._of_most(name, nodes, align) == len(nodes)

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
