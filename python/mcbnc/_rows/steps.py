"""A recipe applied to the columns of one table, with a count of the cells that each line changes.

A step works on the states of a column, not on its cells, so its time does not depend on the rows. The cells
of a file are texts, and stay texts: a number or a state that a line makes of them is written as a text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import counted, listed, nearest, printed, shown
from ..errors import InvalidInputError
from .between import rows_of_states
from .binned import bin_names, cut, rebuilt, with_gaps
from .columns import Column, ColumnLocation, Node, as_series, from_codes, labels_of, plain
from .dates import ORDERS, part_of
from .missing import is_gap, mark_missing, of_rows
from .opened import Opened, read_columns
from .options import RowOptions
from .readings import Reading, find_doubt, read_as
from .recipe import Book, Dates, Line, Missing, Numbers, Recipe, Recoded, Steps
from .repeats import distinct_rows
from .texts import as_number, text_of

_GAP = object()
"""Stands for no value, where a state would stand."""


class Left(NamedTuple):
    """Values that a line is about, and could not read."""

    column: str
    line: Line
    values: list[Hashable]
    cells: int


@dataclass
class Tally:
    """What a recipe did to one table."""

    cells: dict[tuple[str, Line], int] = field(default_factory=dict)
    """What each line changed, by the column and the line: cells, or 1 for a name or a column, or rows."""
    left: list[Left] = field(default_factory=list)
    unknown: dict[str, Line] = field(default_factory=dict)
    """Columns of lines for all sites that the table has not."""
    columns: list[str] = field(default_factory=list)
    """The names of the table's columns, when they have their new names."""

    def count(self, column: Hashable, line: Line, cells: int) -> None:
        key = printed(column), line
        self.cells[key] = self.cells.get(key, 0) + cells


def tidied(
    table: Opened, site: str | None, recipe: Recipe, options: RowOptions, made: bool = False
) -> tuple[Opened, Tally]:
    """The table as the recipe makes it, and what was changed. The table is that of a site of this name.

    `made`: the recipe has made the table before. Then the states of its code book alone are taken.
    """
    tidying = _Tidying(table, site, recipe, options)
    return tidying.again() if made else tidying.result()


class _Tidying:
    """One table on its way through the steps of a recipe."""

    def __init__(self, table: Opened, site: str | None, recipe: Recipe, options: RowOptions) -> None:
        self._table = table
        self._site = site
        self._recipe = recipe
        self._options = options
        self._scopes = recipe.of(site)
        self._tally = Tally()

    def result(self) -> tuple[Opened, Tally]:
        self._count_lines()
        self._rename()
        self._tally.columns = [*map(printed, self._table.labels)]
        self._look_for_columns()
        self._leave_out_ids()
        self._change_columns()
        self._leave_out_repeats()
        self._keep_books()
        return self._table, self._tally

    def again(self) -> tuple[Opened, Tally]:
        self._keep_books()
        self._tally.columns = [*map(printed, self._table.labels)]
        self._tally.cells.clear()
        return self._table, self._tally

    def _count_lines(self) -> None:
        """Count the lines that the reader of the file left out."""
        lines = self._recipe.lines_of(self._site)
        if lines is None:
            return
        if self._table.file is None:
            raise self._refuse(
                f"line {lines.line.number}: lines are those of a file, and this is none", "lines"
            )
        self._tally.count("", lines.line, self._table.skipped or int(not lines.skip))

    # --- names ----------------------------------------------------------------------------------------------

    def _rename(self) -> None:
        table = self._table
        labels = {printed(label): label for label in table.labels}
        new: dict[Hashable, Recoded] = {}
        for scope in self._scopes:
            for old, to in scope.rename.items():
                label = labels.get(old)
                if label is not None and label not in new:
                    new[label] = to
                    self._tally.count(to.to, to.line, 1)
                elif to.to in labels:  # it has the new name already
                    self._tally.count(to.to, to.line, 0)
                else:
                    self._unknown(scope, old, to.line)
        if not new:
            return
        names = [new[label].to if label in new else label for label in table.labels]
        for name, count in Counter(names).items():
            if count > 1:
                owners = [label for label, own in zip(table.labels, names, strict=True) if own == name]
                raise self._refuse(f"{listed(owners, shown)} would all be called {shown(name)}", name)
        self._table = table._replace(labels=names, names=names if table.names is not None else None, read={})

    def _look_for_columns(self) -> None:
        """Refuse lines about columns that the table has not."""
        known = {*self._tally.columns}
        for scope in self._scopes:
            for section in (scope.missing, scope.date, scope.number):
                for name, step in section.items():
                    if name not in known:
                        self._unknown(scope, name, step.line)
            for name, values in scope.recode.items():
                if name not in known:
                    for one in values.values():
                        self._unknown(scope, name, one.line)
        others = {name: book.line for name, book in self._recipe.columns.items()}
        for name, line in (self._recipe.ids | others).items():
            if name not in known:
                self._tally.unknown[name] = line

    def _unknown(self, scope: Steps, name: str, line: Line) -> None:
        """Note a column that the table has not. If the line is for this site alone, refuse it."""
        if scope is self._recipe.every:
            self._tally.unknown[name] = line
            return
        raise self._refuse(unknown_column(name, line, map(printed, self._table.labels)), name)

    def _refuse(self, problem: str, name: Hashable) -> InvalidInputError:
        return InvalidInputError(
            f"{self._table.place}: {self._recipe.place}: {problem}",
            argument=self._table.argument,
            dag=self._table.dag,
            nodes=[name],
        )

    def _leave_out_ids(self) -> None:
        ids = self._recipe.ids
        for name in self._tally.columns:
            if name in ids:
                self._tally.count(name, ids[name], 1)
        self._table = without_columns(self._table, ids.keys())
        if not self._table.n:
            raise self._refuse("ids leave no column", next(iter(ids)))

    # --- cells ----------------------------------------------------------------------------------------------

    def _change_columns(self) -> None:
        columns = [*self._table.columns]
        for at, label in enumerate(self._table.labels):
            steps = self._steps(printed(label))
            if steps:
                texts = texts_of_dates(columns[at])  # nothing else reads NumPy's dates
                columns[at] = columns[at] if texts is None else texts
                column = self._table._replace(columns=columns).column(at)
                for step in steps:
                    column = step(column, self._table.location(label))
                columns[at] = column
        self._table = self._table._replace(columns=columns, read={})

    def _steps(self, name: str) -> list[Callable[[Column, ColumnLocation], Column]]:
        """The steps of a column in their order. Those of the site go before those of all."""
        missing = [scope.missing[name] for scope in self._scopes if name in scope.missing]
        dates = [scope.date[name] for scope in self._scopes if name in scope.date][:1]
        numbers = [scope.number[name] for scope in self._scopes if name in scope.number][:1]
        recoded: dict[str, Recoded] = {}
        for scope in reversed(self._scopes):
            recoded.update(scope.recode.get(name, {}))
        steps: list[Callable[[Column, ColumnLocation], Column]] = []
        decimal = numbers[0].decimal if numbers else None
        steps += [partial(self._gap, missing=each, decimal=decimal) for each in missing]
        steps += [partial(self._date, dates=each) for each in dates]
        steps += [partial(self._number, numbers=each) for each in numbers]
        steps += [partial(self._recode, recoded=recoded)] if recoded else []
        return steps

    def _gap(self, column: Column, location: ColumnLocation, missing: Missing, decimal: str | None) -> Column:
        texts = {text_of(plain(value)) for value in missing.values}
        numbers = {as_number(value) for value in missing.values} - {None}
        reading = self._reading(column.states, decimal)

        def gone(state: Hashable) -> bool:
            return text_of(state) in texts or (bool(numbers) and reading.number(state) in numbers)

        new = [_GAP if gone(state) else state for state in column.states]
        changed = self._changed(column, new, location)
        self._tally.count(location.name, missing.line, _gaps(changed) - _gaps(column))
        return changed

    def _reading(self, states: Iterable[Hashable], decimal: str | None) -> Reading:
        return Reading(decimal) if decimal is not None else read_as(states, self._options.decimal)

    def _date(self, column: Column, location: ColumnLocation, dates: Dates) -> Column:
        read = ORDERS[dates.order]
        found = [read(state) for state in column.states]
        new = [
            state if date is None else self._own(part_of(date, dates.to))
            for state, date in zip(column.states, found, strict=True)
        ]
        self._count(column, new, location, dates.line)
        self._leave(column, [date is None for date in found], location, dates.line)
        return self._changed(column, new, location)

    def _own(self, value: Hashable) -> Hashable:
        """The value as the table has it. A file has texts."""
        return text_of(plain(value)) if self._table.file is not None else value

    def _number(self, column: Column, location: ColumnLocation, numbers: Numbers) -> Column:
        bare = [_without_unit(state, numbers.units) for state in column.states]
        reading = self._reading(bare, numbers.decimal)
        if doubt := find_doubt(Node([column._replace(states=bare)], [location]), [reading]):
            raise doubt
        found = [reading.number(state) for state in bare]
        made = [None if number is None else _converted(number, numbers) for number in found]
        written = self._written(made)
        new = [state if own is None else own for state, own in zip(column.states, written, strict=True)]
        self._count(column, new, location, numbers.line)
        self._leave(column, [number is None for number in made], location, numbers.line)
        return self._changed(column, new, location)

    def _written(self, numbers: Sequence[float | None]) -> list[Hashable | None]:
        """The numbers as the table has them. Those of a file are texts, all with a point or none."""
        if self._table.file is None:
            return [None if number is None else plain(number) for number in numbers]
        whole = all(number is None or type(plain(number)) is int for number in numbers)
        return [None if number is None else str(int(number)) if whole else repr(number) for number in numbers]

    def _recode(self, column: Column, location: ColumnLocation, recoded: dict[str, Recoded]) -> Column:
        known = [recoded.get(text_in_recipe(state)) for state in column.states]
        new = [
            state if to is None else self._own(to.to) for state, to in zip(column.states, known, strict=True)
        ]
        counts = rows_of_states(column).tolist()
        for to in recoded.values():
            self._tally.count(location.name, to.line, 0)
        for state, own, made, cells in zip(column.states, known, new, counts, strict=True):
            if own is not None and not _same(state, made):
                self._tally.count(location.name, own.line, cells)
        return self._changed(column, new, location)

    def _count(self, column: Column, new: Sequence[Hashable], location: ColumnLocation, line: Line) -> None:
        cells = zip(column.states, new, rows_of_states(column).tolist(), strict=True)
        self._tally.count(location.name, line, sum(c for old, made, c in cells if not _same(old, made)))

    def _leave(self, column: Column, odd: Sequence[bool], location: ColumnLocation, line: Line) -> None:
        """Note the values that a line could not read, if cells have them and they stand for a value."""
        left = [
            (state, cells)
            for state, cells, is_odd in zip(column.states, rows_of_states(column).tolist(), odd, strict=True)
            if is_odd and cells and not is_gap(state, self._options, accepted=False)
        ]
        if left:
            cells = sum(count for _, count in left)
            self._tally.left.append(Left(printed(location.name), line, [state for state, _ in left], cells))

    def _changed(self, column: Column, new: Sequence[Any], location: ColumnLocation) -> Column:
        """The column with these in place of its states, which may be equal, or _GAP."""
        if all(map(_same, column.states, new)):
            return column
        labels = labels_of([state for state in new if state is not _GAP])
        states = [*dict.fromkeys(labels.values())]
        code = {state: k for k, state in enumerate(states)}
        codes = np.array([0 if state is _GAP else code[labels[state]] for state in new], np.intp)
        gone = np.array([state is _GAP for state in new], bool)
        made = from_codes(codes[column.codes], states, location)
        missing = column.missing
        if gone.any():
            missing = gone[column.codes] if missing is None else gone[column.codes] | missing
        order = None
        if column.order is not None:
            by_old = dict(zip(column.states, new, strict=True))
            order = tuple(dict.fromkeys(by_old[state] for state in column.order if by_old[state] is not _GAP))
        if missing is not None and not missing.any():
            missing = None
        return made._replace(missing=missing, declared=column.declared, order=order)

    # --- rows, states and bins ------------------------------------------------------------------------------

    def _leave_out_repeats(self) -> None:
        if self._recipe.distinct is None:
            return
        columns = read_columns(self._table)
        nodes = [
            mark_missing(Node([column], [self._table.location(label)]), self._options, False, ())
            for column, label in zip(columns, self._table.labels, strict=True)
        ]
        (kept,) = distinct_rows([nodes])
        if kept is None:
            return
        self._tally.count("", self._recipe.distinct, len(columns[0].codes) - len(kept))
        lines = None if self._table.lines is None else self._table.lines.only(kept)
        self._table = self._table._replace(
            columns=[_rows_of(own, kept) for own in self._table.columns],
            rows=len(kept),
            lines=lines,
            kept=kept if lines is None else None,
            read={},
        )

    def _keep_books(self) -> None:
        columns = [*self._table.columns]
        for at, label in enumerate(self._table.labels):
            book = self._recipe.columns.get(printed(label))
            if book is not None and not (book.states is book.bins is None):
                location = self._table.location(label)
                column = self._table.column(at)
                columns[at] = (
                    self._states(column, location, book)
                    if book.states
                    else self._bins(column, location, book)
                )
        self._table = self._table._replace(columns=columns, read={})

    def _states(self, column: Column, location: ColumnLocation, book: Book) -> Column:
        """The column with the states of the code book, in its order. Other values are refused."""
        assert book.states is not None
        wanted = [self._own(state) for state in book.states]
        column = mark_missing(Node([column], [location]), self._options, True, wanted).columns[0]
        other = {state for state in column.states if state not in wanted}
        seen = Node([column], [location]).first(other) if other else None
        if seen is not None and seen[1] is not None:
            states = states_told(book.line, self._recipe, wanted, seen[2])
            raise location.refuse(f"{shown(seen[2])} is none of the states in {states}", seen[1])
        place = {state: k for k, state in enumerate(wanted)}
        code = np.array([place.get(state, 0) for state in column.states] or [0], np.intp)
        made = from_codes(code[column.codes], wanted, location)
        return made._replace(missing=column.missing, declared=True, order=tuple(wanted))

    def _bins(self, column: Column, location: ColumnLocation, book: Book) -> Column:
        """The column with its numbers in the bins of the code book."""
        assert book.bins is not None
        node = mark_missing(Node([column], [location]), self._options, False, ())
        names = bin_names(book.bins)
        if column.states and {*node.columns[0].states} <= {*names}:  # it was cut before, by the same points
            return self._states(column, location, book._replace(states=tuple(names)))
        done = cut(node, self._options.decimal, [[*book.bins]], "quantile", False)
        made = with_gaps(done.columns[0]).column
        filled = len(made.codes) - _gaps(made)
        self._tally.count(location.name, book.line, filled)
        order = tuple(made.states)
        return from_codes(made.codes, [*made.states], location)._replace(
            missing=made.missing, declared=True, order=order
        )


def without_columns(table: Opened, gone: Set[str]) -> Opened:
    """The table without the columns of these names."""
    stay = [at for at, label in enumerate(table.labels) if printed(label) not in gone]
    if len(stay) == table.n:
        return table
    labels = [table.labels[at] for at in stay]
    names = None if table.names is None else labels
    return table._replace(columns=[table.columns[at] for at in stay], labels=labels, names=names)


def unknown_column(name: str, line: Line, known: Iterable[str]) -> str:
    """What is wrong with a line about a column that no table has."""
    every = [*known]
    near = nearest(name, every)
    hint = f": do you mean {shown(near)}?" if near else f", which are {listed(every, shown)}"
    return f"line {line.number}: {shown(name)} is none of the columns{hint}"


def states_told(line: Line, recipe: Recipe, wanted: Sequence[Hashable], other: Hashable) -> str:
    """The line of the states of a code book, and what to do with another state."""
    near = nearest(text_in_recipe(other), map(text_in_recipe, wanted))
    hint = f": is it {shown(near)}?" if near else "."
    return f"line {line.number} of {recipe.place}, {listed(wanted, shown)}{hint} Recode it, or add it there"


def texts_of_dates(values: Any) -> NDArray[Any] | None:
    """A column of NumPy's dates as texts such as 2024-05-31T12:00:00, or None. None: it is no such column."""
    if getattr(getattr(values, "dtype", None), "kind", "") != "M":
        return None
    series = as_series(values)
    array = np.asarray(values if series is None else series.to_numpy("datetime64[s]"))
    texts: NDArray[Any] = np.datetime_as_string(array.astype("datetime64[s]")).astype(object)
    texts[np.isnat(array)] = None
    return texts


def _rows_of(values: Any, kept: NDArray[np.intp]) -> Any:
    """Some of the rows of a column, of its own kind."""
    return of_rows(values, kept) if isinstance(values, Column) else rebuilt(values, None, kept)


def _converted(number: float, how: Numbers) -> float | None:
    """The number by the line of the recipe. None: it is beyond the floats."""
    try:
        value = (number if how.base is None else how.base**number) * how.factor + how.offset
    except OverflowError:
        return None
    value = value if how.digits is None else round(value, how.digits)
    return value + 0.0 if np.isfinite(value) else None


def _without_unit(state: Hashable, units: Sequence[str]) -> Hashable:
    """The text without one of the units behind it."""
    if not isinstance(state, str):
        return state
    bare = state.strip()
    for unit in units:
        if bare.endswith(unit) and bare != unit:
            return bare[: -len(unit)].rstrip()
    return state


def text_in_recipe(state: Hashable) -> str:
    """The text by which a recipe names a state: exactly that of a text."""
    return state if isinstance(state, str) else printed(plain(state))


def _same(old: Any, new: Any) -> bool:
    return old is new or (type(old) is type(new) and old == new)


def _gaps(column: Column) -> int:
    return 0 if column.missing is None else int(np.count_nonzero(column.missing))


def told_left(left: Left) -> str:
    """Values that a line could not read, in words."""
    values = listed(left.values, shown)
    cells = counted(left.cells, "cell")
    return f"line {left.line.number} cannot read {values} of {shown(left.column)}, in {cells}"
