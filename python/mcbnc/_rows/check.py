"""All problems of all tables at once, found by the very functions that learning reads tables with."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from .._base import defaults
from .._base.scoring import Score
from .._base.show import shown
from .._base.sites import check_site_names
from .._base.spelling import look_alike
from .._base.wording import wording
from ..errors import InvalidInputError
from . import few, neighbours
from .align import Checked, align_table, check_states
from .at_site import AtSite, of_states
from .between import compare_names
from .codes import codes_of_numbers, tell_codes
from .columns import Node, joined
from .graph_tables import refuse_graphs
from .missing import mark_missing, settle, tell_to_fill
from .mixed import announcement, are_mixed, measured, needs_every_cell, numbers_of, refuse_gaps
from .opened import NO_ROWS, Opened, all_labels, check_lengths, tell_doubts
from .options import RowOptions
from .readings import are_dates, decimal_sign, warn_of_days
from .repeats import SHARED_ADVICE, advice, problem, repeated, settle_repeats, shared_problem, shared_rows
from .report import Collected, ColumnSummary, Kind, Problem, Report
from .rules import are_few_words, are_refused, looks_measured
from .states import read_states, sorted_states
from .suggest.proposal import Proposal
from .suggest.stages import propose
from .units import Middles, middles_of_numbers, tell_units

Cells = TypeVar("Cells")
"""What a column of one table is read as."""
Found = TypeVar("Found")


class Check(Generic[Cells]):
    """One call of :func:`mcbnc.check`. What the cells must be is for subclasses to say."""

    def __init__(
        self,
        table: Callable[[int, str | None, str], Opened],
        sites: Sequence[Hashable],
        single: bool,
        score: Score | None,
        options: RowOptions,
        tell: Callable[[], None],
        recipe_sites: Sequence[str] | None,
        given: Sequence[Any],
    ) -> None:
        """`sites` are the names of the tables, and `given` what the caller gave. `single`: it is one table.

        The others are as in `report_on`.
        """
        self._table = table
        self._recipe_sites = recipe_sites
        self._given = given
        self._score = score
        self._sites = sites
        self._options = options
        self._collected = Collected(sites, single)
        self._tables: dict[int, Opened] = {}
        if not sites:
            self._collected.add("error", "datasets is empty", "give at least one")
        with self._collected.watch():
            check_site_names(list(sites), "datasets")
        for k in range(len(sites)):
            with self._collected.watch(site=k):
                self._tables[k] = table(k, None if score is None else score.name, "datasets")
                tell_doubts([self._tables[k]])
        with self._collected.watch():
            tell()
        self._names = all_labels(list(self._tables.values()))
        self._labels = {k: {*table.labels} for k, table in self._tables.items()}
        self._numbers: dict[Hashable, list[NDArray[np.float64]]] = {}
        """Those of columns of numbers that were found without a fault, at each table."""
        self._accepted: frozenset[Hashable] = frozenset()
        self._states: dict[Hashable, list[Hashable]] = {}
        with self._collected.watch():
            self._accepted = options.accepted(self._names)
        with self._collected.watch():
            self._states = read_states(options.states, self._names)

    def report(self) -> Report:
        """Look at the tables one by one, then at the columns one by one, then at the whole."""
        with self._collected.recording():
            return self._report()

    def _report(self) -> Report:
        for k, table in self._tables.items():
            with self._collected.watch(site=k):
                refuse_graphs([table], self._accepted)
        every = [*self._tables.values()]
        for group in look_alike(name for name in self._names if name not in self._accepted):
            with self._collected.watch(group[0]):
                compare_names(every, {*self._names} - {*group})
        left_out = self._compare_columns()
        read = self._read_tables(left_out)
        for k, own in read.items():
            if own and not any(map(self._count, own.values())):
                self._collected.add("error", NO_ROWS, "leave the table out", None, k)
        columns = self._look(read, left_out)
        if self._collected.ok and len(self._tables) == len(self._sites):
            name = None if self._score is None else self._score.name
            with self._collected.watch(warn=False):
                data = align_table(every, name, self._options, checked=self._checked(read))
                self._numbers = {}  # the report keeps this object, and not so many numbers
                if self._options.repeats == "distinct":
                    data = settle_repeats(data, self._options.repeats)
                for k, count in repeated(data).items():
                    self._collected.add("warning", problem(count, data.rows[k]), advice(), None, k)
                for k, (count, n) in enumerate(zip(data.rows, data.has().sum(axis=1).tolist(), strict=True)):
                    if few.are_few(count, n):
                        self._collected.add("warning", few.problem(count, n), few.ADVICE, None, k)
                for k, found in neighbours.with_the_sign(data).items():
                    self._collected.add("warning", neighbours.problem(*found), neighbours.ADVICE, None, k)
                places = [str(wording().place("datasets", k)) for k in range(data.r)]
                for one in shared_rows(data):
                    self._collected.add("warning", shared_problem(one, data, places), SHARED_ADVICE)
        counts = {k: self._count(next(iter(own.values()))) for k, own in read.items() if own}
        rows = {site: counts.get(k) for k, site in enumerate(self._sites)}
        return Report(rows, columns, self._sorted_problems(), self._propose)

    def _propose(self, problems: Sequence[Problem]) -> Proposal:
        """The recipe that may mend the tables."""
        files = {
            k: os.fspath(one)
            for k, one in enumerate(self._given)
            if k not in self._tables and isinstance(one, (str, os.PathLike))
        }
        return propose(
            {k: self._table(k, "bdeu", "datasets") for k in self._tables},
            files,
            self._recipe_sites,
            self._options,
            discrete=self._score is not None and self._score.discrete,
            problems=problems,
        )

    def _read(self, table: Opened, at: int) -> Cells:
        """Read one column of one table."""
        raise NotImplementedError

    def _count(self, cells: Cells) -> int:
        """The number of rows of a column."""
        raise NotImplementedError

    def _look(
        self, read: Mapping[int, Mapping[Hashable, Cells]], left_out: set[Hashable]
    ) -> list[ColumnSummary]:
        """Collect the problems of the cells. `left_out` are the columns that learning leaves out."""
        raise NotImplementedError

    def _checked(self, read: Mapping[int, Mapping[Hashable, Cells]]) -> Checked | None:
        """What need not be read again to align the tables, in which there is no error. None: nothing."""
        return None

    def _read_tables(self, left_out: set[Hashable]) -> dict[int, dict[Hashable, Cells]]:
        """The columns of each table that can be read. Those left out are left out here too."""
        found: dict[int, dict[Hashable, Cells]] = {}
        for k, table in self._tables.items():
            own = found[k] = {}
            for at, name in enumerate(table.labels):
                with suppress(InvalidInputError) if name in left_out else self._collected.watch(name, k):
                    own[name] = self._read(table, at)
            wanted = [name for name in own if name not in left_out]
            if wanted:
                with self._collected.watch(site=k):
                    lengths = [self._count(own[name]) for name in wanted]
                    check_lengths(table._replace(labels=wanted), lengths)
        return found

    def _of_most(
        self, name: Hashable, cells: Mapping[int, Cells], make: Callable[[dict[int, Cells]], Found]
    ) -> Found | None:
        """What is made of a column by table. As long as one table is refused, go on without it."""
        left = dict(cells)
        while left:
            with self._collected.watch(name) as raised:
                return make(left)
            site = raised[0].dag
            if site is None:  # the error is about all tables, or about the only one
                break
            del left[site]
        return None

    def _lacking(self, name: Hashable) -> list[Hashable]:
        """The sites that have no such column."""
        return [self._sites[k] for k, own in self._labels.items() if name not in own]

    def _summary(
        self,
        name: Hashable,
        kind: Kind,
        values: Sequence[Hashable],
        missing: int,
        texts: Mapping[int, Iterable[Hashable]],
        sites: Mapping[int, AtSite],
        *,
        count: int | None = None,
    ) -> ColumnSummary:
        """What is in a column of all tables. `texts` has what is read as numbers in each, with other cells.

        `sites` has what is in each. `count` is the number of different values, unless `values` has all.
        """
        signs = {k: decimal_sign(own, self._options.decimal) for k, own in texts.items()}
        decimals = {self._sites[k]: sign for k, sign in signs.items() if sign is not None}
        states = len(values) if count is None else count
        named = {self._sites[k]: own for k, own in sites.items()}
        return ColumnSummary(name, kind, states, missing, self._lacking(name), values, decimals, named)

    def _has_dates(self, name: Hashable) -> bool:
        """True if the column of a table has NumPy's type of dates, which nothing here reads."""
        raw = [
            table.columns[table.labels.index(name)] for table in self._tables.values() if name in table.labels
        ]
        return any(getattr(getattr(one, "dtype", None), "kind", "") == "M" for one in raw)

    def _sorted_problems(self) -> list[Problem]:
        """The problems in the order of the columns, those of whole tables first, and then of the sites."""
        columns = {name: i for i, name in enumerate(self._names)}
        sites = {name: k for k, name in enumerate(self._sites)}
        return sorted(
            self._collected.problems,
            key=lambda one: (columns.get(one.column, -1), sites.get(one.site, -1)),
        )

    def _compare_columns(self) -> set[Hashable]:
        """Tell which columns not all tables have. If these are left out, return them."""
        named = {k: set(table.labels) for k, table in self._tables.items() if table.names is not None}
        common = wording().option("columns", "common")
        same = self._options.columns == "same"
        if self._options.columns == "union":
            return set()
        uncommon = [name for name in self._names if not all(name in own for own in named.values())]
        for name in uncommon if len(named) > 1 else ():
            owners = [k for k, own in named.items() if name in own]
            few = 2 * len(owners) + (next(iter(named)) in owners) <= len(named)  # as align.py has it
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


def _alike(name: Hashable, others: set[Hashable]) -> Hashable | None:
    """Another column whose name differs in case, blanks or signs alone."""
    key = _key(name)
    return next((other for other in others if key and _key(other) == key), None)


def _key(name: Hashable) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum()) if isinstance(name, str) else ""


class CheckColumns(Check[Node]):
    """One call of :func:`mcbnc.check` for states, and numbers beside them if the score takes them."""

    _real: Set[Hashable]
    """The columns of numbers."""
    _middles: dict[Hashable, Middles | None]

    def _look(
        self, read: Mapping[int, Mapping[Hashable, Node]], left_out: set[Hashable]
    ) -> list[ColumnSummary]:
        self._middles = {}
        self._real = frozenset()
        if self._score is None or not self._score.discrete:
            self._real = self._measured(read, left_out)
        self._check_rows(read, left_out)
        summaries = [self._check_column(name, read, name in left_out) for name in self._names]
        with self._collected.watch():
            tell_units(self._middles)
        return summaries

    def _measured(
        self, read: Mapping[int, Mapping[Hashable, Node]], left_out: set[Hashable]
    ) -> Set[Hashable]:
        """The columns of numbers, with the problems of the score that they need."""
        names = [name for name in self._names if name not in left_out]
        nodes = [
            joined(own) for name in names if (own := [each[name] for each in read.values() if name in each])
        ]
        vouched = {*self._accepted, *self._states}
        real = measured((node for node in nodes if node.name not in vouched), self._options.decimal)
        differ = self._options.columns == "union" and any(len(own) < len(names) for own in read.values())
        if self._score is not None:
            if differ and self._score.name == defaults.MIXED_SCORE.name:
                problem, advice = needs_every_cell(self._score.name)
                self._collected.add("error", problem, advice)
            return real
        if not are_mixed(nodes, real, self._options.decimal):
            return frozenset()
        score = defaults.GAPS_SCORE if differ else defaults.MIXED_SCORE
        taken, _, columns = announcement(nodes, real, score.name).partition(". ")
        self._collected.add("warning", taken, columns)
        return real

    def _checked(self, read: Mapping[int, Mapping[Hashable, Node]]) -> Checked:
        return Checked(read, self._numbers)

    def _read(self, table: Opened, at: int) -> Node:
        """The column of one table, with the missing cells marked."""
        name = table.labels[at]
        node, given = Node([table.column(at)], [table.location(name)]), self._states.get(name, ())
        return mark_missing(node, self._options, name in self._accepted, given)

    def _count(self, cells: Node) -> int:
        return len(cells.columns[0].codes)

    def _check_rows(self, read: Mapping[int, Mapping[Hashable, Node]], left_out: set[Hashable]) -> None:
        """Report missing values, by the option `missing`."""
        for k, columns in read.items():
            nodes = {name: node for name, node in columns.items() if name not in left_out}
            if self._options.missing == "error":
                for name, node in nodes.items():
                    if node.columns[0].missing is not None:
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
        if node.name in self._real:
            refuse_gaps(node)
        else:
            settle([node], "error")

    def _check_column(
        self, name: Hashable, read: Mapping[int, Mapping[Hashable, Node]], left_out: bool
    ) -> ColumnSummary:
        nodes = {k: columns[name] for k, columns in read.items() if name in columns}
        if not nodes:
            return self._summary(name, "dates" if self._has_dates(name) else "unreadable", [], 0, {}, {})
        node = joined(list(nodes.values()))
        kind = _kind_of_states(node, self._options.decimal)
        try_column = self._try_numbers if name in self._real else self._try_states
        if not left_out and try_column(name, nodes) and name not in {*self._accepted, *self._real}:
            self._tell_constant(node, kind)
        missing = sum(map(_gaps, nodes.values()))
        values = node.states
        with suppress(InvalidInputError):  # states of no certain order are refused already
            values = sorted_states(node)
        texts = {k: own.states for k, own in nodes.items()}
        listed = [] if name in self._real else values
        sites = {k: of_states(own.columns[0], self._options.decimal) for k, own in nodes.items()}
        return self._summary(name, kind, listed, missing, texts, sites, count=len(values))

    def _try_numbers(self, name: Hashable, nodes: Mapping[int, Node]) -> bool:
        """Read the numbers of the column alone. True: no site was refused."""

        def read(left: dict[int, Node]) -> int:
            node = joined(list(left.values()))
            numbers = numbers_of(node, self._options.decimal)
            codes = codes_of_numbers(node, numbers, self._options.decimal)
            tell_codes([codes] if codes else [], (), accept=False)
            warn_of_days({name: numbers}, wording().place("datasets"))
            self._middles[name] = middles_of_numbers(numbers, node.locations)
            self._numbers[name] = numbers
            return len(numbers)

        return self._of_most(name, nodes, read) == len(nodes)

    def _try_states(self, name: Hashable, nodes: Mapping[int, Node]) -> bool:
        """Align the column alone. True: no site was refused."""
        given, accepted = self._states.get(name), name in self._accepted

        def align(left: dict[int, Node]) -> int:
            check_states(joined(list(left.values())), given, accepted, self._options)
            return len(left)

        return self._of_most(name, nodes, align) == len(nodes)

    def _tell_constant(self, node: Node, kind: Kind) -> None:
        """Warn of a column of one value, which learning takes without a word."""
        if kind == "constant" and sum(len(column.codes) for column in node.columns) > 1:
            self._collected.add(
                "warning",
                f"every value is {shown(node.states[0])}",
                "leave the column out, because nothing can depend on it",
                node.name,
            )


def _gaps(node: Node) -> int:
    """The number of cells of the first column without a value."""
    mask = node.columns[0].missing
    return 0 if mask is None else int(np.count_nonzero(mask))


def _kind_of_states(node: Node, decimal: str | None) -> Kind:
    """What a column holds, by its states."""
    states = node.states
    if len(states) < 2:
        return "constant" if states else "empty"
    if are_dates(states):
        return "dates"
    if are_few_words(states):
        return "states"
    if looks_measured(node, decimal):
        return "numbers"
    return "identifiers" if are_refused(node, decimal) else "states"
