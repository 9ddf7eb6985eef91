"""What :func:`mcbnc.check` does for every score: open the tables, compare their columns, collect problems."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence, Set
from typing import NamedTuple

from .._base.scoring import Score
from .._base.show import shown
from .._base.sites import check_site_names
from .._base.wording import wording
from .arcs import refuse_arc_lists
from .by_score import align_for, cells_for
from .collect import Collected
from .options import RowOptions
from .report import ColumnSummary, Problem, Report
from .states import read_states
from .tables import Table, all_labels, check_lengths, open_table

__all__ = ["Checking", "Seen"]


class Seen(NamedTuple):
    """What is in the cells of all tables."""

    rows: dict[int, int]
    """The number of rows of each table of which a column can be read."""
    columns: list[ColumnSummary]


class Checking:
    """One call of :func:`mcbnc.check`. What the cells must be is for subclasses to say."""

    def __init__(
        self,
        given: Sequence[object],
        sites: Sequence[Hashable],
        single: bool,
        score: Score,
        options: RowOptions,
    ) -> None:
        """`given` are the tables, and `sites` their names. `single`: one table was given, not several."""
        self._score = score
        self._sites = sites
        self._options = options
        self._collected = Collected(sites, single)
        self._count = len(given)
        self._tables: dict[int, Table] = {}
        cells = cells_for(score.name, options)
        if not given:
            self._collected.add("error", "datasets is empty", "give at least one")
        with self._collected.watch():
            check_site_names(list(sites), "datasets")
        for k, one in enumerate(given):
            with self._collected.watch(site=k):
                self._tables[k] = open_table(one, "datasets", None if single else k, options.names, cells)
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
        seen = self._look(self._compare_columns())
        if self._collected.ok and len(self._tables) == self._count:
            with self._collected.watch(warn=False):
                align_for(self._score.name, list(self._tables.values()), self._options)
        rows = {site: seen.rows.get(k) for k, site in enumerate(self._sites)}
        return Report(rows, seen.columns, self._sorted_problems())

    def _look(self, left_out: set[Hashable]) -> Seen:
        """Collect the problems of the cells. `left_out` are the columns that learning leaves out."""
        raise NotImplementedError

    def _check_lengths(self, k: int, rows: Mapping[Hashable, int], left_out: Set[Hashable]) -> None:
        """Tell of columns of different lengths. `rows` has the number of rows of each column of table k."""
        wanted = [name for name in rows if name not in left_out]
        if wanted:
            with self._collected.watch(site=k):
                check_lengths(self._tables[k]._replace(labels=wanted), [rows[name] for name in wanted])

    def _lacking(self, name: Hashable) -> list[Hashable]:
        """The sites that have no such column."""
        return [self._sites[k] for k, table in self._tables.items() if name not in table.labels]

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
