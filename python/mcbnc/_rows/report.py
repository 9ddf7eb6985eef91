"""The report on tables: what is in each column, and what is wrong, where, and what to write instead.

Errors and warnings are collected as problems, where other functions raise the first one.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from html import escape
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra
from .._base.show import counted, listed, printed, shorten, shown
from .._base.wording import Wording, wording
from ..errors import DataWarning, InvalidInputError
from .columns import Column
from .readings import are_numbers, count_numbers, numbers_of_states, read_as

Kind = Literal["states", "numbers", "dates", "identifiers", "constant", "empty", "unreadable"]


class Problem(NamedTuple):
    """One problem of a table."""

    site: Hashable
    """The name, the file or the number of the table. None: there is one table, or the problem is between
    several."""
    column: Hashable
    """None: the problem is not of one column."""
    at: str
    """The row or the line of the first cell at fault, such as "row 3" or "line 5". Empty: there is none."""
    severity: Literal["error", "warning"]
    """An error is what the functions that learn refuse."""
    problem: str
    advice: str
    """What to write or to do instead. Empty if the problem says it."""


class ColumnSummary(NamedTuple):
    """What is in one column of all tables."""

    column: Hashable
    kind: Kind
    """What the values look like."""
    states: int
    """The number of different values."""
    missing: int
    """The number of cells without a value."""
    lacking: list[Hashable]
    """The sites that have no such column."""
    values: list[Hashable]
    """The different values, sorted: the states, for a discrete score. Empty for a Gaussian one."""
    decimals: dict[Hashable, str]
    """The decimal sign, "." or ",", with which texts are read as numbers, by site. Other sites have no such
    texts, or texts that leave the sign open, which is a problem where they are read as numbers."""
    numbers: dict[Hashable, Spread]
    """The least number, the median, the greatest and the most frequent one with its share of the cells, by
    site. Sites of which half of the values or more are no numbers are left out."""


class Report:
    """What is in tables, and what is wrong with them. :func:`mcbnc.check` returns it.

    ``print(report)`` shows all of it. A report has no truth value: ask :attr:`ok`.
    """

    def __init__(
        self, sites: dict[Hashable, int | None], columns: list[ColumnSummary], problems: list[Problem]
    ) -> None:
        self._sites = sites
        self._columns = columns
        self._problems = problems

    @property
    def problems(self) -> list[Problem]:
        """All problems: the errors before the warnings, each in the order of the columns and sites."""
        return self.errors + self.warnings

    @property
    def errors(self) -> list[Problem]:
        """The problems for which :func:`mcbnc.learn_many` refuses the tables."""
        return [problem for problem in self._problems if problem.severity == "error"]

    @property
    def warnings(self) -> list[Problem]:
        """The problems that do not stop it, but may make its answer wrong."""
        return [problem for problem in self._problems if problem.severity == "warning"]

    @property
    def ok(self) -> bool:
        """True if there is no error."""
        return not self.errors

    @property
    def columns(self) -> list[ColumnSummary]:
        """A summary of each column that any table has."""
        return list(self._columns)

    @property
    def sites(self) -> dict[Hashable, int | None]:
        """The number of rows of each table, or None if the table cannot be read."""
        return dict(self._sites)

    def __bool__(self) -> bool:
        raise TypeError("a Report has no truth value: report.ok is True without errors")

    def to_frame(self) -> Any:
        """The problems as a :class:`pandas.DataFrame` with the columns of :class:`mcbnc.Problem`."""
        return import_extra("pandas").DataFrame(self.problems, columns=list(Problem._fields))

    def record(self) -> dict[str, Any]:
        """The report as a dict of plain lists, dicts, texts and numbers, for JSON."""
        return {
            "ok": self.ok,
            "sites": [{"site": _plain(site), "rows": rows} for site, rows in self._sites.items()],
            "columns": [
                {
                    **one._asdict(),
                    "column": _plain(one.column),
                    "lacking": [*map(_plain, one.lacking)],
                    "values": [*map(_plain, one.values)],
                    "decimals": [
                        {"site": _plain(site), "decimal": sign} for site, sign in one.decimals.items()
                    ],
                    "numbers": [{"site": _plain(site), **own._asdict()} for site, own in one.numbers.items()],
                }
                for one in self._columns
            ],
            "problems": [
                {**one._asdict(), "site": _plain(one.site), "column": _plain(one.column)}
                for one in self.problems
            ],
        }

    def __repr__(self) -> str:
        return f"<Report: {self._title()}>"

    def __str__(self) -> str:
        columns = _aligned(_COLUMN_HEADS, [_column_cells(one) for one in self._columns])
        problems = "".join(_told(problem) for problem in self.problems)
        return "\n\n".join(part for part in (self._title(), columns, problems.rstrip("\n")) if part)

    def _repr_html_(self) -> str:
        columns = _html_table(_COLUMN_HEADS, [_column_cells(one) for one in self._columns])
        problems = _html_table(
            ("", "site", "column", "at", "problem", "advice"),
            [
                (one.severity, _name(one.site), _name(one.column), one.at, one.problem, one.advice)
                for one in self.problems
            ],
        )
        return f"<p><b>{escape(self._title())}</b></p>{columns}{problems if self._problems else ''}"

    def _title(self) -> str:
        """The number of tables, of columns, and of problems."""
        found = f"{counted(len(self.errors), 'error')}, {counted(len(self.warnings), 'warning')}"
        return f"{counted(len(self._sites), 'table')}, {counted(len(self._columns), 'column')}: {found}"


_COLUMN_HEADS = ("column", "kind", "states", "missing", "lacking at", "values", "numbers", "read with")
_WIDEST = 30  # characters of a value


def _column_cells(one: ColumnSummary) -> tuple[str, ...]:
    lacking = listed(one.lacking, printed)
    values = listed(one.values, lambda value: shorten(printed(value), _WIDEST))
    counts = (str(one.states), str(one.missing))
    return (printed(one.column), one.kind, *counts, lacking, values, _spreads(one), _signs(one))


def _spreads(one: ColumnSummary) -> str:
    """The numbers of each site, with its name if there are several."""
    spreads = one.numbers.items()
    return listed(str(own) if len(spreads) == 1 else f"{printed(site)}: {own}" for site, own in spreads)


def _signs(one: ColumnSummary) -> str:
    """The decimal signs in words, each with its sites if they differ."""
    words = {".": "decimal point", ",": "decimal comma"}
    sites = {sign: [site for site, own in one.decimals.items() if own == sign] for sign in words}
    found = [sign for sign in words if sites[sign]]
    return "; ".join(
        words[sign] + (f" at {listed(sites[sign], printed)}" if len(found) > 1 else "") for sign in found
    )


def _told(problem: Problem) -> str:
    """A problem in lines: where it is, what it is, and what to do."""
    site = f"site {problem.site}" if isinstance(problem.site, int) else _name(problem.site)
    place = [site, problem.column is not None and f"column {shown(problem.column)}", problem.at]
    where = ", ".join(part for part in place if part)
    lines = [f"{problem.severity}: {where}{': ' if where else ''}{problem.problem}"]
    if problem.advice:
        lines.append(f"    {problem.advice}")
    return "\n".join(lines) + "\n"


def _name(name: Hashable) -> str:
    return "" if name is None else printed(name)


def _plain(name: Hashable) -> Any:
    """A name as JSON has it."""
    return name if name is None or isinstance(name, (str, int)) else printed(name)


def _aligned(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of text, aligned to the left."""
    if not rows:
        return ""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = ["   ".join(map(str.ljust, row, widths)).rstrip() for row in (heads, *rows)]
    return "\n".join(lines)


def _html_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"

    return f"<table>{line(heads, 'th')}{''.join(line(row, 'td') for row in rows)}</table>"


_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"")


def site_words(words: Wording, sites: Sequence[Hashable], single: bool) -> Wording:
    """The caller's words, with the names of the sites for their tables."""

    def place(argument: str, dag: int | None = None, file: str | None = None) -> str:
        k = 0 if single else dag
        if argument != "datasets" or k is None or isinstance(sites[k], int):
            return words.place(argument, dag, file)
        return printed(sites[k])

    named = copy(words)
    named.place = place  # type: ignore[method-assign]
    return named


class Collected:
    """The problems found so far, each once."""

    def __init__(self, sites: Sequence[Hashable], single: bool) -> None:
        """`sites` are the names of the tables. `single`: there is one table, and it needs no name."""
        self._sites = sites
        self._single = single
        self._found: dict[Problem, None] = {}

    @property
    def problems(self) -> list[Problem]:
        return list(self._found)

    @property
    def ok(self) -> bool:
        """True if there is no error."""
        return all(problem.severity != "error" for problem in self._found)

    @contextmanager
    def watch(
        self, column: Hashable = None, site: int | None = None, warn: bool = True
    ) -> Iterator[list[InvalidInputError]]:
        """Make problems of the error and the warnings of rows in the context, which an error ends.

        `column` and `site` are those that the context is about. `warn`: take the warnings too. The list has
        the error, if there is one.
        """
        raised: list[InvalidInputError] = []
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", DataWarning)
            try:
                yield raised
            except InvalidInputError as error:
                raised.append(error)
                about = error.nodes[0] if column is None and len(error.nodes) == 1 else column
                self._add_message(str(error), "error", about, error.dag if site is None else site)
        for warning in caught:
            if warn and issubclass(warning.category, DataWarning):
                self._add_message(str(warning.message), "warning", column, site)

    def add(
        self,
        severity: Literal["error", "warning"],
        problem: str,
        advice: str = "",
        column: Hashable = None,
        site: int | None = None,
        at: str = "",
    ) -> None:
        named = None if site is None or self._single else self._sites[site]
        self._found[Problem(named, column, at, severity, problem, advice)] = None

    def _add_message(
        self, message: str, severity: Literal["error", "warning"], column: Hashable, site: int | None
    ) -> None:
        """A problem from a message that begins with the place of a table, and of a column and row in it."""
        known = [*range(len(self._sites))] if site is None else [site]
        for k in [None, *known]:
            place = f"{wording().place('datasets', k)}: "
            if message.startswith(place):
                site, message = (k if site is None else site), message.removeprefix(place)
                break
        at = ""
        if inside := re.match(rf"column {re.escape(shown(column))}(?:, ((?:row|line) \d+))?: ", message):
            at = inside[1] or ""
            message = message[inside.end() :]
        self.add(severity, *_parted(message), column, site, at)


def _parted(message: str) -> tuple[str, str]:
    """What is wrong, and what to do: the parts before and after the first colon that is in no quotes."""
    bare = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), message)
    end = bare.find(": ")
    return (message, "") if end < 0 else (message[:end], message[end + 2 :])


class Spread(NamedTuple):
    """The numbers of one column at one site."""

    least: float
    median: float
    greatest: float
    most_frequent: float
    """The number that most cells have; of several, the least."""
    share: float
    """The share of the cells with a value that have it, from 0 to 1."""

    def __str__(self) -> str:
        least, median, greatest, most = (f"{number:.6g}" for number in self[:4])
        return f"{least} to {greatest}, median {median}, {most} in {100 * self.share:.3g}%"


def spread_of(numbers: NDArray[np.float64]) -> Spread | None:
    """The spread of the numbers of the cells, (rows,). NaN stands for no value. None: no cell has one."""
    return _spread(*np.unique(numbers[~np.isnan(numbers)], return_counts=True))


def spread_of_states(column: Column, decimal: str | None) -> Spread | None:
    """The spread of the states that are numbers. None: half of the states are no numbers, or more."""
    reading = read_as(column.states, decimal)
    if 2 * count_numbers(column.states, reading) <= len(column.states):
        return None
    known = are_numbers(column.states, reading)
    filled = column.codes if column.missing is None else column.codes[~column.missing]
    counts = np.bincount(filled, minlength=len(known))
    values = numbers_of_states(column.states, reading)
    order = np.argsort(values)
    order = order[(counts[order] > 0) & known[order]]
    return _spread(values[order], counts[order])


def _spread(values: NDArray[np.float64], counts: NDArray[Any]) -> Spread | None:
    """The spread of these numbers, which are sorted, with the number of cells of each."""
    if not len(values):
        return None
    cells = np.cumsum(counts)
    rows = int(cells[-1])
    middle = values[np.searchsorted(cells, [(rows + 1) // 2, rows // 2 + 1])]
    most = int(counts.argmax())
    return Spread(
        float(values[0]),
        float(middle[0] / 2 + middle[1] / 2),
        float(values[-1]),
        float(values[most]),
        int(counts[most]) / rows,
    )
