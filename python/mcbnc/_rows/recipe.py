"""A recipe: what is to be changed in the tables of sites, as a text in TOML that a person reads and corrects.

What stands under ``[sites.west]`` is for the table of that site, and what stands outside of it for all. The
steps of a table have one order, whatever the order of the lines:

1. ``lines``: ``skip = [1, 51]``, a title and a note in the file, and ``encoding = "cp1252"``.
2. ``rename``: ``"Smoker " = "smoker"``. All other steps take the new names.
3. ``missing``: ``age = ["-99"]``. Cells that mean that there is no value.
4. ``date``: ``visit = {order = "dmy", to = "year"}``.
5. ``number``: ``weight = {unit = "lb", decimal = ",", factor = 0.45359237, digits = 1}``.
6. ``recode``: under ``[recode.smoker]``, ``"0" = "no"``.
7. ``[rows]``: ``ids``, columns to be left out, and ``repeats``.
8. ``[columns.smoker]``: ``states``, the code book of the column, or ``bins``, its cut points.

Rows that are equal to another one are found before bins are made, because binned rows are equal by chance.

This file says what a recipe may be. `steps.py` applies it, and `suggest/` writes one.
"""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePath
from typing import Any, NamedTuple

from .._base.files import read_file
from .._base.paths import path_text
from .._base.show import listed, nearest, printed, shorten, shown
from .._base.toml import Toml, TomlError, read_toml, toml_key
from ..errors import InvalidInputError
from .dates import ORDERS, PARTS
from .lines import ENCODINGS
from .words import BASES, DECIMALS, REPEATS

_MOST = 1 << 22  # bytes of a recipe
_MOST_DIGITS = 15  # after the point
_SHOWN = 12  # hexadecimal digits of a hash


class Line(NamedTuple):
    """A line of a recipe, for messages and counts."""

    number: int
    text: str
    """Where it stands, such as ``[sites.west.recode.smoker] "0"``."""


class Dates(NamedTuple):
    """How the dates of a column are read, and what becomes of them."""

    order: str
    to: str
    line: Line


class Numbers(NamedTuple):
    """How the numbers of a column are read and converted: base ** number * factor + offset, rounded."""

    line: Line
    decimal: str | None = None
    units: tuple[str, ...] = ()
    """Texts that may stand behind a number."""
    base: float | None = None
    """The cells are logarithms to this base."""
    factor: float = 1.0
    offset: float = 0.0
    digits: int | None = None


class Recoded(NamedTuple):
    """A value of the table, and what it stands for."""

    to: Hashable
    line: Line


class FileLines(NamedTuple):
    """How the file of a site is read."""

    line: Line
    skip: frozenset[int] = frozenset()
    """The lines that are no rows, counted from 1."""
    encoding: str = "utf-8"


class Missing(NamedTuple):
    """Values that mean that there is no value."""

    values: tuple[Hashable, ...]
    line: Line


@dataclass(frozen=True)
class Steps:
    """The steps of one site, or of all, by the name of the column."""

    lines: FileLines | None = None
    rename: dict[str, Recoded] = field(default_factory=dict)
    missing: dict[str, Missing] = field(default_factory=dict)
    date: dict[str, Dates] = field(default_factory=dict)
    number: dict[str, Numbers] = field(default_factory=dict)
    recode: dict[str, dict[str, Recoded]] = field(default_factory=dict)


class Book(NamedTuple):
    """What the values of a column may be."""

    line: Line
    states: tuple[Hashable, ...] | None = None
    bins: tuple[float, ...] | None = None
    accept: bool = False


class Recipe:
    """What is to be changed in tables before they are read: names, gaps, dates, numbers, states, bins, rows.

    ``report.recipe()`` of :func:`mcbnc.check` writes one. :class:`mcbnc.Rows` and :func:`mcbnc.tidy` apply
    it. Two recipes are equal if their texts are.

    Parameters
    ----------
    source : str or os.PathLike
        The path of a file in TOML, of at most 4 MiB, or the text itself, which has several lines.

    Raises
    ------
    InvalidInputError
        If the text is no recipe. The message has the line, and the nearest name in the place of an unknown
        one.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import mcbnc
    >>> recipe = mcbnc.Recipe('''
    ... [sites.west.recode.smoker]
    ... "0" = "no"
    ... "1" = "yes"
    ... ''')
    >>> rows = mcbnc.Rows({"west": {"smoker": ["0", "1", "1"]}}, recipe=recipe)
    >>> print(rows.changes)
    site   column   line                                cells
    west   smoker   3: [sites.west.recode.smoker] "0"   1
    west   smoker   4: [sites.west.recode.smoker] "1"   2
    """

    def __init__(self, source: str | os.PathLike[str]) -> None:
        self.place, self._text = _text_of(source)
        try:
            top = read_toml(self._text)
        except TomlError as error:
            raise self._refuse(str(error)) from None
        reader = _Reader(self._refuse)
        reader.known(top, ("columns", "sites", "rows", "lines", *_SECTIONS))
        self.every = reader.steps(top, "")
        sites = reader.table(top, "sites", "sites")
        self.sites = {site: reader.site(sites, site) for site in sites}
        self.columns = reader.books(top)
        self.ids, self.distinct = reader.ids(top), reader.distinct(top)

    @property
    def text(self) -> str:
        """The text in TOML."""
        return self._text

    @property
    def sha256(self) -> str:
        """The hash of the text in UTF-8, by which sites see that they have the same recipe."""
        return hashlib.sha256(self._text.encode()).hexdigest()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the text to a file."""
        from .._base.writing import write_whole

        write_whole(path_text(path), self._text.encode())

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Recipe: {listed(self.sites, shown) or 'all sites'}, sha256 {self.sha256[:_SHOWN]}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def of(self, site: str | None) -> list[Steps]:
        """The steps of a site, before those of all sites."""
        own = self.sites.get(site) if site is not None else None
        return [self.every] if own is None else [own, self.every]

    def lines_of(self, site: str | None) -> FileLines | None:
        """How the file of a site is read. None: as any other."""
        return next((steps.lines for steps in self.of(site) if steps.lines is not None), None)

    def accepted(self) -> list[str]:
        """The columns that are to be taken as they are."""
        return [name for name, book in self.columns.items() if book.accept]

    def check_sites(self, sites: Sequence[str] | None, single: bool) -> None:
        """Refuse a recipe of other sites than these. None: the only table has no name.

        Each site of the recipe must be one of several tables. A single table may be one of many sites.
        """
        if not self.sites:
            return
        if sites is None:
            raise self._refuse(
                f"it is for the sites {listed(self.sites, shown)}, and the table has no name: give it one, "
                f"as in {{{shown(next(iter(self.sites)))}: table}}"
            )
        others, known = (sites, self.sites) if single else (self.sites, sites)
        for site in others:
            if site not in known:
                near = nearest(site, known)
                hint = f": do you mean {shown(near)}?" if near else f", which are {listed(known, shown)}"
                whose = "the table" if single else "it"
                where = "a site of the recipe" if single else "a table"
                raise self._refuse(f"{whose} has the site {shown(site)}, which is not {where}{hint}")

    def _refuse(self, problem: str) -> InvalidInputError:
        return InvalidInputError(f"{self.place}: {shorten(problem, 400)}", argument="recipe")


def _text_of(source: Any) -> tuple[str, str]:
    """What messages call a recipe, and its text."""
    if isinstance(source, str) and "\n" in source:
        return "recipe", _bounded(source, "recipe")
    if not isinstance(source, (str, os.PathLike)):
        raise InvalidInputError(
            f"recipe must be a path, a text in TOML or a Recipe, not {type(source).__name__}",
            argument="recipe",
        )
    file = read_file(source)
    place = path_text(source)
    return place, _bounded(file.text(), place)


def _bounded(text: str, place: str) -> str:
    if len(text) > _MOST:
        raise InvalidInputError(f"{place}: a recipe has at most {_MOST:,} characters", argument="recipe")
    return text.replace("\r\n", "\n")


def read_recipe(recipe: Any) -> Recipe | None:
    """The argument `recipe`."""
    return recipe if recipe is None or isinstance(recipe, Recipe) else Recipe(recipe)


def short_hash(sha256: str) -> str:
    """The hash of a recipe as messages show it."""
    return f"{sha256[:_SHOWN]}…"


class _Reader:
    """What a table of TOML says, or an error that names the line."""

    def __init__(self, refuse: Callable[[str], InvalidInputError]) -> None:
        self._refuse = refuse

    def _error(self, table: Toml, key: str | None, problem: str) -> InvalidInputError:
        return self._refuse(f"line {table.line(key)}: {problem}")

    def known(self, table: Toml, keys: Sequence[str]) -> None:
        for key in table:
            if key not in keys:
                near = nearest(key, keys)
                hint = f": do you mean {near}?" if near else f", which are {', '.join(keys)}"
                raise self._error(table, key, f"{shown(key)} is none of the keys here{hint}")

    def table(self, table: Toml, key: str, where: str) -> Toml:
        """The table under a key. It is empty if there is none."""
        inner = table.get(key)
        if inner is None:
            return Toml((), 0)
        if not isinstance(inner, Toml):
            raise self._error(table, key, f"{where} must be a table, such as [{where}]")
        return inner

    def _line(self, table: Toml, key: str, where: str) -> Line:
        return Line(table.line(key), f"[{where}] {toml_key(key)}")

    def site(self, sites: Toml, site: str) -> Steps:
        where = f"sites.{toml_key(site)}"
        own = self.table(sites, site, where)
        self.known(own, ("lines", *_SECTIONS))
        return self.steps(own, f"{where}.")

    def steps(self, table: Toml, before: str) -> Steps:
        """The sections of a table. `before` is what stands before their names in headers."""
        read = {}
        for section, method in _SECTIONS.items():
            where = f"{before}{section}"
            own = self.table(table, section, where)
            read[section] = {name: method(self, own, name, where) for name in own}
        steps = Steps(self.lines(table, f"{before}lines"), **read)
        by_target: dict[Hashable, str] = {}
        for old, (new, line) in steps.rename.items():
            other = by_target.setdefault(new, old)
            if other != old:
                raise self._refuse(
                    f"line {line.number}: {shown(other)} and {shown(old)} get the same name, {shown(new)}"
                )
        return steps

    def lines(self, table: Toml, where: str) -> FileLines | None:
        if "lines" not in table:
            return None
        own = self.table(table, "lines", where)
        self.known(own, ("skip", "encoding"))
        skip = own.get("skip", [])
        if not isinstance(skip, list) or not all(type(line) is int and line > 0 for line in skip):
            raise self._error(own, "skip", "skip must be a list of the numbers of lines, from 1 on")
        encoding = self._word(own, "encoding", ENCODINGS, ENCODINGS[0])
        return FileLines(Line(table.line("lines"), f"[{where}]"), frozenset(skip), encoding)

    def rename(self, table: Toml, key: str, where: str) -> Recoded:
        new = table[key]
        if not isinstance(new, str) or not new.strip():
            raise self._error(table, key, f"the new name of {shown(key)} must be a text, not {shown(new)}")
        return Recoded(new, self._line(table, key, where))

    def missing(self, table: Toml, key: str, where: str) -> Missing:
        values = self._values(table, key, "values that mean that there is no value")
        return Missing(tuple(values), self._line(table, key, where))

    def _values(self, table: Toml, key: str, what: str) -> list[Hashable]:
        values = table[key]
        if not isinstance(values, list) or not values or any(map(_is_nested, values)):
            raise self._error(
                table, key, f'{shown(key)} must be a list of {what}, such as ["a", "b"], not {shown(values)}'
            )
        return values

    def date(self, table: Toml, key: str, where: str) -> Dates:
        own = self.table(table, key, f"{where}.{toml_key(key)}")
        self.known(own, ("order", "to"))
        if "order" not in own:
            raise self._error(
                table, key, f"the dates of {shown(key)} need an order, one of {', '.join(ORDERS)}"
            )
        order = self._word(own, "order", tuple(ORDERS), "")
        return Dates(order, self._word(own, "to", PARTS, PARTS[0]), self._line(table, key, where))

    def _word(self, table: Toml, key: str, words: Sequence[str], usual: str) -> str:
        word = table.get(key, usual)
        if word not in words or not isinstance(word, str):
            raise self._error(table, key, f"{key} must be one of {listed(words, shown)}, not {shown(word)}")
        return word

    def number(self, table: Toml, key: str, where: str) -> Numbers:
        own = self.table(table, key, f"{where}.{toml_key(key)}")
        self.known(own, ("decimal", "unit", "log", "factor", "offset", "digits"))
        units = own.get("unit", [])
        units = [units] if isinstance(units, str) else units
        if not isinstance(units, list) or not all(isinstance(unit, str) and unit.strip() for unit in units):
            raise self._error(own, "unit", f'unit must be a text such as "kg", or a list, not {shown(units)}')
        return Numbers(
            self._line(table, key, where),
            self._word(own, "decimal", DECIMALS, "") if "decimal" in own else None,
            tuple(unit.strip() for unit in units),
            BASES[self._word(own, "log", tuple(BASES), "")] if "log" in own else None,
            self._float(own, "factor", 1.0),
            self._float(own, "offset", 0.0),
            self._digits(own),
        )

    def _float(self, table: Toml, key: str, usual: float) -> float:
        value = table.get(key, usual)
        number = _finite(value)
        if number is None or (key == "factor" and number == 0):
            raise self._error(table, key, f"{key} must be a number{' other than 0' * (key == 'factor')}")
        return number

    def _digits(self, table: Toml) -> int | None:
        digits = table.get("digits")
        if digits is None:
            return None
        if type(digits) is not int or not 0 <= digits <= _MOST_DIGITS:
            raise self._error(table, "digits", f"digits must be a whole number from 0 to {_MOST_DIGITS}")
        return digits

    def recode(self, table: Toml, key: str, where: str) -> dict[str, Recoded]:
        where = f"{where}.{toml_key(key)}"
        own = self.table(table, key, where)
        for old, new in own.items():
            if _is_nested(new):
                raise self._error(own, old, f"{shown(old)} must become a text, a number, true or false")
        return {old: Recoded(new, self._line(own, old, where)) for old, new in own.items()}

    def books(self, top: Toml) -> dict[str, Book]:
        columns = self.table(top, "columns", "columns")
        return {name: self._book(columns, name) for name in columns}

    def _book(self, columns: Toml, name: str) -> Book:
        where = f"columns.{toml_key(name)}"
        own = self.table(columns, name, where)
        self.known(own, ("states", "bins", "accept"))
        if "states" in own and "bins" in own:
            raise self._error(own, "bins", f"{shown(name)} has states already, and bins make other ones")
        accept = own.get("accept", False)
        if not isinstance(accept, bool):
            raise self._error(own, "accept", "accept must be true or false")
        first = next(iter(own), None)
        line = Line(columns.line(name), f"[{where}]") if first is None else self._line(own, first, where)
        return Book(line, self._states(own), self._bins(own), accept)

    def _states(self, table: Toml) -> tuple[Hashable, ...] | None:
        if "states" not in table:
            return None
        states = self._values(table, "states", "states")
        if len({*states}) < len(states):
            twice = next(state for k, state in enumerate(states) if state in states[:k])
            raise self._error(table, "states", f"the state {shown(twice)} comes twice")
        return tuple(states)

    def _bins(self, table: Toml) -> tuple[float, ...] | None:
        if "bins" not in table:
            return None
        points = table["bins"]
        numbers = [_finite(point) for point in points] if isinstance(points, list) else [None]
        if None in numbers or any(a >= b for a, b in pairwise(n for n in numbers if n is not None)):
            raise self._error(
                table,
                "bins",
                "bins must be the cut points, such as [18.5, 25, 30], each greater than the one before. A "
                "number of bins would depend on the rows of all sites",
            )
        return tuple(number for number in numbers if number is not None)

    def ids(self, top: Toml) -> dict[str, Line]:
        """The columns that are to be left out."""
        own = self._rows(top)
        ids = own.get("ids", [])
        if not isinstance(ids, list) or not all(isinstance(name, str) for name in ids):
            raise self._error(own, "ids", 'ids must be a list of columns to be left out, such as ["patient"]')
        return dict.fromkeys(ids, self._line(own, "ids", "rows")) if ids else {}

    def distinct(self, top: Toml) -> Line | None:
        """The line by which one of each set of equal rows stays."""
        own = self._rows(top)
        if "repeats" not in own or self._word(own, "repeats", REPEATS, "") != "distinct":
            return None
        return self._line(own, "repeats", "rows")

    def _rows(self, top: Toml) -> Toml:
        own = self.table(top, "rows", "rows")
        self.known(own, ("repeats", "ids"))
        return own


_SECTIONS: Mapping[str, Callable[[_Reader, Toml, str, str], Any]] = {
    "rename": _Reader.rename,
    "missing": _Reader.missing,
    "date": _Reader.date,
    "number": _Reader.number,
    "recode": _Reader.recode,
}


def _is_nested(value: Any) -> bool:
    return isinstance(value, (list, dict))


def _finite(value: Any) -> float | None:
    """A number of TOML as a float. None: it is none, or beyond the floats."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def each_line(steps: Steps) -> Iterator[Line]:
    """The lines of the steps, but for those about the file."""
    for section in (steps.rename, steps.missing, steps.date, steps.number):
        yield from (own.line for own in section.values())
    for values in steps.recode.values():
        yield from (own.line for own in values.values())


def sites_of_recipe(
    given: Sequence[Any], names: Sequence[Hashable] | None, several: bool
) -> list[str] | None:
    """What a recipe calls the tables that were given. None: the only one has no name.

    `names` are those of a dict of tables. Without them a file has its name without folder and suffixes, if no
    other table has it, and another table has its number. In R files in a dict have their names with suffixes.
    """
    if names is not None:
        return [
            _stem(one) if _is_of_file(name, one) else printed(name)
            for name, one in zip(names, given, strict=True)
        ]
    if not several and not isinstance(given[0], (str, os.PathLike)):
        return None
    own = [_stem(one) if isinstance(one, (str, os.PathLike)) else str(k) for k, one in enumerate(given)]
    return [name if own.count(name) == 1 else printed(one) for name, one in zip(own, given, strict=True)]


def _is_of_file(name: Hashable, table: Any) -> bool:
    """Whether the name is that of the file, with its suffix."""
    return isinstance(table, (str, os.PathLike)) and PurePath(os.fspath(table)).name == name


def _stem(path: str | os.PathLike[str]) -> str:
    name = PurePath(os.fspath(path)).name.removesuffix(".gz")
    return PurePath(name).stem
