"""What suggestions are found in: the tables as the lines found so far make them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._base.show import printed
from ...errors import InvalidInputError
from ..between import rows_of_states
from ..columns import Column, Node, read_column
from ..lines import ENCODINGS
from ..missing import mark_missing
from ..mixed import numbers_of
from ..opened import Opened, cells_for, open_table
from ..options import RowOptions
from ..readings import are_numbers, numbers_in, numbers_of_states, read_as, read_sites
from ..recipe import FileLines, Line, Recipe
from ..rules import looks_measured
from ..state_lists import States
from ..steps import texts_of_dates, tidied
from .proposal import Proposal, Suggestion

MOST_STATES = 64
"""The most states of a column whose states are compared or listed."""

Columns = dict[int, Column]
"""The column of each table that has it, by the number of the table."""


class Finding:
    """The suggestions found so far, and the tables as these make them."""

    def __init__(
        self, tables: Mapping[int, Opened], sites: Sequence[str] | None, options: RowOptions
    ) -> None:
        """`tables` are the callers', by number. `sites` names all. None: the only table has no name."""
        self._tables = {**tables}
        self.sites = sites
        self.options = options
        self.found: dict[tuple[str | None, tuple[str, ...], str], Suggestion] = {}
        """By the site, the table of TOML and the key."""
        self.now: dict[int, Opened] = {**tables}
        """The tables as the suggestions make them."""
        self._read: dict[tuple[int, Hashable], Column | None] = {}
        """The columns of these that were read, by table and name."""

    def reread(self, k: int, skip: Sequence[int]) -> bool:
        """Read the file of a table again without some lines. False: it cannot be read so."""
        table = self._tables[k]
        if table.file is None:
            return False
        told = self.told(k, ("lines",))
        told["skip"] = [*told.get("skip", ()), *skip]
        try:
            wanted = cells_for("bdeu", self.options, file_lines(told))
            self._tables[k] = self.now[k] = open_table(table.file, table.argument, table.dag, None, wanted)
            self._read.clear()
        except InvalidInputError:
            return False
        return True

    def told(self, k: int, section: tuple[str, ...]) -> dict[str, Any]:
        """What was found for table `k` alone in a table of TOML, by its keys."""
        site = None if self.sites is None else self.sites[k]
        own = [one for one in self.found.values() if (one.site, one.section) == (site, section)]
        return {one.key: one.value for one in own}

    def apply(self, before: Mapping[tuple[str | None, tuple[str, ...], str], Suggestion]) -> None:
        """Apply what was found to the tables. If that cannot be, go back to what was found before."""
        try:
            recipe = Proposal(self.sites or [], self.found.values()).accept()
            self.now = {k: self._applied(k, recipe) for k in self._tables}
            self._read.clear()
        except InvalidInputError:  # such as two columns that get one name
            self.found = {**before}

    def _applied(self, k: int, recipe: Recipe) -> Opened:
        site = None if self.sites is None else self.sites[k]
        return tidied(self._tables[k], site, recipe, self.options)[0]

    def add(
        self, k: int | None, section: tuple[str, ...], key: str, value: Any, why: str, certain: bool = False
    ) -> None:
        """Add a line for table `k`, or for all. Lists and dicts of one key are put together."""
        site = None if k is None or self.sites is None else self.sites[k]
        at = site, section, key
        if (own := self.found.get(at)) is not None:
            if isinstance(value, list):
                value = [*dict.fromkeys([*own.value, *value])]
            elif isinstance(value, dict):
                value = {**own.value, **value}
            why = own.why if value == own.value else f"{own.why}; {why}"
            certain = certain and own.certain
        self.found[at] = Suggestion(site, section, key, value, why, certain)

    def name(self, k: int) -> str:
        return "the table" if self.sites is None else self.sites[k]

    def columns(self) -> Iterator[tuple[str, Columns]]:
        """Each variable that nobody vouched for, and its columns, with the missing cells marked."""
        if self.options.accept is True:
            return
        labels = dict.fromkeys(label for table in self.now.values() for label in table.labels)
        states = self.options.states if isinstance(self.options.states, Mapping) else ()
        vouched = {*map(printed, [*(self.options.accept or ()), *states])}
        for label in labels:
            name = printed(label)
            if name in vouched:
                continue
            columns = {k: own for k in self.now if (own := self.column(k, label)) is not None}
            if columns:
                yield name, columns

    def column(self, k: int, label: Hashable) -> Column | None:
        """The column of a table. None: the table has none, or it cannot be read."""
        if (k, label) not in self._read:
            self._read[k, label] = self._read_column(k, label)
        return self._read[k, label]

    def _read_column(self, k: int, label: Hashable) -> Column | None:
        table = self.now[k]
        if label not in table.labels:
            return None
        try:
            column = table.column(table.labels.index(label))
        except InvalidInputError:
            texts = texts_of_dates(table.columns[table.labels.index(label)])
            if texts is None:
                return None
            column = read_column(texts, table.location(label))
        marked = mark_missing(Node([column], [table.location(label)]), self.options, False, ()).columns[0]
        # Rules ask for the facts about the states several times, and States keep them.
        return marked._replace(states=States(marked.states))

    def node(self, name: str, columns: Columns) -> Node:
        own = [self.now[k] for k in columns]
        labels = [next(label for label in table.labels if printed(label) == name) for table in own]
        locations = [table.location(label) for table, label in zip(own, labels, strict=True)]
        return Node([*columns.values()], locations)

    def numbers(self) -> Iterator[tuple[str, Columns, Node]]:
        """The variables of which most states are numbers."""
        for name, columns in self.columns():
            node = self.node(name, columns)
            states = node.states
            if states and 2 * len(numbers_in(node, read_sites(node, self.options.decimal))) > len(states):
                yield name, columns, node

    def states(self) -> Iterator[tuple[str, Columns]]:
        """The variables that are no measurements."""
        for name, columns in self.columns():
            node = self.node(name, columns)
            if not looks_measured(node, self.options.decimal) and all(
                len(own.states) <= MOST_STATES for own in columns.values()
            ):
                yield name, columns


def file_lines(told: Mapping[str, Any]) -> FileLines:
    """How a file is read by suggestions about its lines."""
    return FileLines(Line(0, ""), frozenset(told.get("skip", ())), told.get("encoding", ENCODINGS[0]))


def as_toml(state: Hashable) -> Any:
    return state if isinstance(state, (str, bool, int, float)) else printed(state)


def counts_of(column: Column) -> dict[Hashable, int]:
    return dict(zip(column.states, rows_of_states(column).tolist(), strict=True))


def floats_of(node: Node, decimal: str | None) -> list[NDArray[np.float64]] | None:
    """The numbers of a variable at each site. None: some cells are no numbers."""
    try:
        return numbers_of(node, decimal)
    except InvalidInputError:
        return None


def plain_numbers(states: Iterable[Hashable]) -> list[float]:
    """The numbers that the states are. Empty: some are none."""
    every = states if isinstance(states, list) else [*states]
    reading = read_as(every, None)
    return numbers_of_states(every, reading).tolist() if are_numbers(every, reading).all() else []
