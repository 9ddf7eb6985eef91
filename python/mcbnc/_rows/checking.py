"""What :func:`mcbnc.check` does for every score: open the tables, compare their columns, collect problems."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from .._base.scoring import Score
from .._base.show import shown
from .._base.sites import check_site_names
from .._base.spelling import look_alike
from .._base.wording import wording
from ..errors import InvalidInputError
from . import few, neighbours
from .between import compare_names
from .collect import Collected
from .graph_tables import refuse_graphs
from .location import ColumnLocation
from .options import RowOptions
from .readings import decimal_sign
from .repeats import advice, problem, repeated
from .report import ColumnSummary, Kind, Problem, Report
from .room import align_for
from .shared import ADVICE as SHARED_ADVICE
from .shared import problem as shared_problem
from .shared import shared_rows
from .spread import Spread
from .states import read_states
from .tables import NO_ROWS, Table, all_labels, check_lengths, tell_doubts

Cells = TypeVar("Cells")
"""What a column of one table is read as."""
Found = TypeVar("Found")


class Checking(Generic[Cells]):
    """One call of :func:`mcbnc.check`. What the cells must be is for subclasses to say."""

    def __init__(
        self,
        table: Callable[[int], Table],
        sites: Sequence[Hashable],
        single: bool,
        score: Score | None,
        options: RowOptions,
    ) -> None:
        """`table` opens one by its number. `sites` are their names. `single`: one was given, not several."""
        self._score = score
        self._sites = sites
        self._options = options
        self._collected = Collected(sites, single)
        self._tables: dict[int, Table] = {}
        if not sites:
            self._collected.add("error", "datasets is empty", "give at least one")
        with self._collected.watch():
            check_site_names(list(sites), "datasets")
        for k in range(len(sites)):
            with self._collected.watch(site=k):
                self._tables[k] = table(k)
                tell_doubts([self._tables[k]])
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
                data = align_for(name, list(self._tables.values()), self._options)
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
        return Report(rows, columns, self._sorted_problems())

    def _read(self, name: Hashable, values: Any, location: ColumnLocation) -> Cells:
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

    def _read_tables(self, left_out: set[Hashable]) -> dict[int, dict[Hashable, Cells]]:
        """The columns of each table that can be read. Those left out are left out here too."""
        found: dict[int, dict[Hashable, Cells]] = {}
        for k, table in self._tables.items():
            own = found[k] = {}
            for name, values in zip(table.labels, table.columns, strict=True):
                with suppress(InvalidInputError) if name in left_out else self._collected.watch(name, k):
                    own[name] = self._read(name, values, table.location(name))
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
        return [self._sites[k] for k, table in self._tables.items() if name not in table.labels]

    def _summary(
        self,
        name: Hashable,
        kind: Kind,
        values: Sequence[Hashable],
        missing: int,
        texts: Mapping[int, Iterable[Hashable]],
        spreads: Mapping[int, Spread | None],
        *,
        count: int | None = None,
    ) -> ColumnSummary:
        """What is in a column of all tables. `texts` has what is read as numbers in each, with other cells.

        `spreads` has what its numbers are in each. `count` is the number of different values, unless `values`
        has all.
        """
        signs = {k: decimal_sign(own, self._options.decimal) for k, own in texts.items()}
        decimals = {self._sites[k]: sign for k, sign in signs.items() if sign is not None}
        states = len(values) if count is None else count
        numbers = {self._sites[k]: own for k, own in spreads.items() if own is not None}
        return ColumnSummary(name, kind, states, missing, self._lacking(name), [*values], decimals, numbers)

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


def _alike(name: Hashable, others: set[Hashable]) -> Hashable | None:
    """Another column whose name differs in case, blanks or signs alone."""
    key = _key(name)
    return next((other for other in others if key and _key(other) == key), None)


def _key(name: Hashable) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum()) if isinstance(name, str) else ""
