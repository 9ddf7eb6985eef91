"""The problems of tables for a Gaussian score, which takes numbers alone."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from .._base.wording import wording
from .._engine.request import execute
from .at_site import of_numbers
from .check import Check
from .codes import codes_of_floats, tell_codes
from .missing import Gap, complete_rows, rows_to_fill, tell_rows_left_out
from .numbers import Numbers, read_texts
from .opened import Opened
from .readings import are_dates, count_numbers, read_as, warn_of_days
from .report import ColumnSummary, Kind
from .table import Place, Table
from .units import Middles, middles_of_numbers, tell_units

_Columns = dict[Hashable, NDArray[np.float64]]
"""The numbers of columns of one table, (rows,) each. NaN stands for a missing value."""


class CheckNumbers(Check[Numbers]):
    """One call of :func:`mcbnc.check` for a Gaussian score."""

    def _look(
        self, read: Mapping[int, Mapping[Hashable, Numbers]], left_out: set[Hashable]
    ) -> list[ColumnSummary]:
        self._middles: dict[Hashable, Middles | None] = {}
        found: dict[int, _Columns] = {k: {} for k in read}
        columns = []
        for name in self._names:
            cells = {k: own[name] for k, own in read.items() if name in own}
            numbers = (
                None if name in left_out else self._of_most(name, cells, partial(self._as_numbers, name))
            )
            columns.append(self._summarise(name, cells, numbers or {}))
            for k, values in (numbers or {}).items():
                found[k][name] = values
        with self._collected.watch():
            tell_units(self._middles)
        for k, own in found.items():
            if len(set(map(len, own.values()))) == 1:
                self._check_models(k, self._complete(k, own))
        return columns

    def _read(self, table: Opened, at: int) -> Numbers:
        return table.numbers(at, self._options)

    def _count(self, cells: Numbers) -> int:
        return len(cells.values)

    def _as_numbers(self, name: Hashable, cells: dict[int, Numbers]) -> dict[int, NDArray[np.float64]]:
        """The numbers of a column by table."""
        locations = [self._tables[k].location(name) for k in cells]
        numbers = read_texts([*cells.values()], locations, self._options)
        if name not in self._accepted and (codes := codes_of_floats(numbers, locations)):
            tell_codes([codes], (), accept=True)
        warn_of_days({name: numbers}, wording().place("datasets"))
        if name not in self._accepted:
            self._middles[name] = middles_of_numbers(numbers, locations)
        return dict(zip(cells, numbers, strict=True))

    def _complete(self, k: int, own: _Columns) -> _Columns:
        """The columns of table k as they are learned from. The effect of the option `missing` is reported."""
        gaps = {
            name: (self._tables[k].location(name), missing)
            for name, values in own.items()
            if (missing := np.isnan(values)).any()
        }
        if self._options.missing == "error":
            for name, gap in gaps.items():
                with self._collected.watch(name, k):
                    complete_rows([gap], "error", may_be_state=False)
            return {name: values for name, values in own.items() if name not in gaps}
        masks: list[Gap] = list(gaps.values())
        if self._options.missing == "fill":
            with self._collected.watch(site=k):
                (rows,) = rows_to_fill([masks], [len(own)])
                return own if rows is None else {name: values[rows] for name, values in own.items()}
        with self._collected.watch(site=k):
            kept = complete_rows(masks, "drop", may_be_state=False)
            tell_rows_left_out([masks], [kept])
            return own if kept is None else {name: values[kept] for name, values in own.items()}
        return {}

    def _check_models(self, k: int, own: _Columns) -> None:
        """Ask the engine for the score of table k. As long as one column is refused, go on without it."""
        constant = [
            name
            for name, values in own.items()
            if len(values) > 1 and np.fmin.reduce(values) == np.fmax.reduce(values)
        ]
        for name in constant:
            with self._collected.watch(name, k):
                self._score_no_edges(k, {name: own[name]})
        left = {name: values for name, values in own.items() if name not in constant}
        while left:
            with self._collected.watch(site=k) as raised:
                self._score_no_edges(k, left)
            if not raised or not raised[0].nodes:  # there are too few rows, whatever the columns are
                return
            del left[raised[0].nodes[0]]

    def _score_no_edges(self, k: int, own: _Columns) -> None:
        """Let the engine make the sums over the rows, which every structure's score comes from."""
        table = self._tables[k]
        data = Table(
            cells=np.concatenate(list(own.values())),
            rows=[len(next(iter(own.values())))],
            nodes=list(own),
            states=[None] * len(own),
            places=[Place(table.argument, table.dag, table.place)],
            rows_left_out=[0],
            columns_left_out=[[]],
            form="numbers",
            named=table.names is not None or self._options.names is not None,
            gaps=any(np.isnan(values).any() for values in own.values()),
        )
        graph = np.zeros((1, data.n, data.n), np.uint8)
        assert self._score is not None  # it is a Gaussian one
        with data.errors_name_tables():
            request = data.request("scores", graphs=1, **self._score.request())
            execute(data.nodes, request, {"graphs": graph, **data.arrays})

    def _summarise(
        self, name: Hashable, cells: Mapping[int, Numbers], numbers: Mapping[int, NDArray[np.float64]]
    ) -> ColumnSummary:
        """What is in a column of all tables. `numbers` are those of the tables that hold no other values."""
        if not cells:
            return self._summary(name, "dates" if self._has_dates(name) else "unreadable", [], 0, {}, {})
        read = len(numbers) == len(cells)
        texts = [] if read else [text for own in cells.values() for text in own.texts]
        values = np.concatenate([*numbers.values()] if read else [own.values for own in cells.values()])
        gaps = np.isnan(values)
        distinct = len(np.unique(values[~gaps])) + len(set(texts))
        missing = int(np.count_nonzero(gaps)) - len(texts)
        kind = _kind_of_numbers(distinct, set(texts), self._options.decimal)
        written = {k: dict.fromkeys((*own.known, *own.texts)) for k, own in cells.items()}
        if read:
            sites = {k: of_numbers(own) for k, own in numbers.items()}
        else:
            sites = {k: of_numbers(own.values, len(own.texts), len({*own.texts})) for k, own in cells.items()}
        return self._summary(name, kind, [], missing, written, sites, count=distinct)


def _kind_of_numbers(distinct: int, texts: set[str], decimal: str | None) -> Kind:
    """What a column with this number of distinct values holds. `texts` are those of them that are texts."""
    if distinct < 2:
        return "constant" if distinct else "empty"
    if texts and are_dates([*texts]):
        return "dates"
    reading = read_as(texts, decimal)
    odd = len(texts) - count_numbers([*texts], reading)
    return "numbers" if 2 * odd <= distinct else "states"
