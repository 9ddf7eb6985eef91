"""The report on tables: what is in each column, and what is wrong, where, and what to write instead.

Errors and warnings are collected as problems, where other functions raise the first one.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from html import escape
from typing import Any, Literal, NamedTuple

from .._base.extras import import_extra
from .._base.show import aligned, counted, html_table, listed, printed, shorten, shown
from .._base.wording import Wording, wording
from ..errors import DataWarning, InvalidInputError
from .at_site import HEADS, AtSite, texts_of
from .suggest.proposal import Proposal

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
    values: Sequence[Hashable]
    """The different values, sorted: the states, for a discrete score. Empty for a Gaussian one."""
    decimals: dict[Hashable, str]
    """The decimal sign, "." or ",", with which texts are read as numbers, by site. Other sites have no such
    texts, or texts that leave the sign open, which is a problem where they are read as numbers."""
    sites: dict[Hashable, AtSite]
    """What is in the column of each site that has it."""


class Report:
    """What is in tables, and what is wrong with them. :func:`mcbnc.check` returns it.

    ``print(report)`` shows all of it. A report has no truth value: ask :attr:`ok`.
    """

    def __init__(
        self,
        sites: dict[Hashable, int | None],
        columns: list[ColumnSummary],
        problems: list[Problem],
        propose: Callable[[Sequence[Problem]], Proposal],
    ) -> None:
        self._sites = sites
        self._columns = columns
        self._problems = problems
        self._propose = propose

    def recipe(self) -> Proposal:
        """Write what may mend the tables: a recipe, which :class:`mcbnc.Rows` and :func:`mcbnc.tidy` take.

        Each line has its evidence. A line that is certain is in force, as for names that differ in case
        alone. Others are behind ``# `` until a person takes that away, or ``accept()`` does.

        Returns
        -------
        Proposal
            A :class:`mcbnc.Recipe`. ``save(path)`` writes it, and ``suggestions`` lists its lines.

        Examples
        --------
        >>> import mcbnc
        >>> north, west = {"smoker": ["no", "yes"] * 20}, {"Smoker": ["0", "1"] * 20}
        >>> report = mcbnc.check({"north": north, "west": west})
        >>> for one in report.recipe().suggestions:
        ...     print(one.header, "|", one.line, "|", one.certain)
        columns.smoker | states = ["no", "yes"] | False
        sites.west.rename | Smoker = "smoker" | True
        sites.west.recode.smoker | "0" = "no" | False
        sites.west.recode.smoker | "1" = "yes" | False
        """
        return self._propose(self.problems)

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
        return [one._replace(values=[*one.values]) for one in self._columns]

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
                    "sites": [
                        {"site": _plain(site), **own._asdict(), "most_frequent": _plain(own.most_frequent)}
                        for site, own in one.sites.items()
                    ],
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

    def table(self) -> Any:
        """What is in each column of each site, as a :class:`pandas.DataFrame`.

        Its columns are "column", "site", and those of :class:`mcbnc.AtSite`.
        """
        rows = [(one.column, site, *own) for one in self._columns for site, own in one.sites.items()]
        return import_extra("pandas").DataFrame(rows, columns=["column", "site", *AtSite._fields])

    def __str__(self) -> str:
        columns = aligned(_COLUMN_HEADS, [_column_cells(one) for one in self._columns])
        sites = aligned(*self._site_table())
        problems = "".join(_told(problem) for problem in self.problems)
        return "\n\n".join(part for part in (self._title(), columns, sites, problems.rstrip("\n")) if part)

    def _repr_html_(self) -> str:
        columns = html_table(_COLUMN_HEADS, [_column_cells(one) for one in self._columns])
        sites = html_table(*self._site_table())
        problems = html_table(
            ("", "site", "column", "at", "problem", "advice"),
            [
                (one.severity, _name(one.site), _name(one.column), one.at, one.problem, one.advice)
                for one in self.problems
            ],
        )
        title = f"<p><b>{escape(self._title())}</b></p>"
        return f"{title}{columns}{sites}{problems if self._problems else ''}"

    def _site_table(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """The heads and rows of the table by column and site. A single table needs no name."""
        several = len(self._sites) > 1
        rows = [
            (printed(one.column), *[_site_name(site)] * several, *texts_of(own))
            for one in self._columns
            for site, own in one.sites.items()
        ]
        return ("column", *["site"] * several, *HEADS), rows

    def _title(self) -> str:
        """The number of tables, of columns, and of problems."""
        found = f"{counted(len(self.errors), 'error')}, {counted(len(self.warnings), 'warning')}"
        return f"{counted(len(self._sites), 'table')}, {counted(len(self._columns), 'column')}: {found}"


_COLUMN_HEADS = ("column", "kind", "states", "missing", "lacking at", "values", "read with")
_WIDEST = 30  # characters of a value


def _column_cells(one: ColumnSummary) -> tuple[str, ...]:
    lacking = listed(one.lacking, printed)
    values = listed(one.values, lambda value: shorten(printed(value), _WIDEST))
    counts = (str(one.states), str(one.missing))
    return (printed(one.column), one.kind, *counts, lacking, values, _signs(one))


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
    site = "" if problem.site is None else _site_name(problem.site)
    place = [site, problem.column is not None and f"column {shown(problem.column)}", problem.at]
    where = ", ".join(part for part in place if part)
    lines = [f"{problem.severity}: {where}{': ' if where else ''}{problem.problem}"]
    if problem.advice:
        lines.append(f"    {problem.advice}")
    return "\n".join(lines) + "\n"


def _site_name(site: Hashable) -> str:
    return f"site {site}" if isinstance(site, int) else printed(site)


def _name(name: Hashable) -> str:
    return "" if name is None else printed(name)


def _plain(name: Hashable) -> Any:
    """A name as JSON has it."""
    return name if name is None or isinstance(name, (str, int)) else printed(name)


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
        self.caught: list[warnings.WarningMessage] | None = None
        """The warnings in the context of :meth:`recording`."""

    @property
    def problems(self) -> list[Problem]:
        return list(self._found)

    @property
    def ok(self) -> bool:
        """True if there is no error."""
        return all(problem.severity != "error" for problem in self._found)

    def watch(self, column: Hashable = None, site: int | None = None, warn: bool = True) -> _Watch:
        """Make problems of the error and the warnings of rows in the context, which an error ends.

        `column` and `site` are those that the context is about. `warn`: take the warnings too. The list has
        the error, if there is one.
        """
        return _Watch(self, column, site, warn)

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Let the contexts in this one share a list of warnings, which takes longer to make than they do."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", DataWarning)
            self.caught = caught
            try:
                yield
            finally:
                self.caught = None
        for left in caught:  # no context has them
            warnings.warn_explicit(left.message, left.category, left.filename, left.lineno)

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

    def add_message(
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


class _Watch:
    """The context of :meth:`Collected.watch`."""

    def __init__(self, into: Collected, column: Hashable, site: int | None, warn: bool) -> None:
        self._into = into
        self._column = column
        self._site = site
        self._warn = warn
        self._own: Any = None
        self._before = 0

    def __enter__(self) -> list[InvalidInputError]:
        if self._into.caught is None:
            self._own = self._into.recording()
            self._own.__enter__()
        assert self._into.caught is not None
        self._before = len(self._into.caught)
        self._raised: list[InvalidInputError] = []
        return self._raised

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> bool:
        into, column, site = self._into, self._column, self._site
        assert into.caught is not None
        caught = into.caught[self._before :]
        del into.caught[self._before :]
        if self._own is not None:
            self._own.__exit__(None, None, None)
        refused = isinstance(error, InvalidInputError)
        if isinstance(error, InvalidInputError):
            self._raised.append(error)
            about = error.nodes[0] if column is None and len(error.nodes) == 1 else column
            into.add_message(str(error), "error", about, error.dag if site is None else site)
        if error is None or refused:
            for warning in caught:
                if self._warn and issubclass(warning.category, DataWarning):
                    into.add_message(str(warning.message), "warning", column, site)
        return refused


def _parted(message: str) -> tuple[str, str]:
    """What is wrong, and what to do: the parts before and after the first colon that is in no quotes."""
    bare = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), message)
    end = bare.find(": ")
    return (message, "") if end < 0 else (message[:end], message[end + 2 :])
