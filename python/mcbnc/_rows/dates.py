"""Dates as texts in several orders, and as the days that spreadsheets count, read by what a recipe says."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Hashable

from .texts import as_number

PARTS = ("date", "year", "month", "days")
"""What becomes of a date: the text 2024-05-31, the year, the year and month as 2024-05, or the days since
1970-01-01, a whole number."""

_SIGN = r"\s*[-/. ]\s*"
_TIME = r"(?:[T ].*)?"
_YEAR, _MONTH, _DAY = r"(?P<y>\d{4}|\d{2})", r"(?P<m>\d{1,2})", r"(?P<d>\d{1,2})"


def _of(*parts: str) -> re.Pattern[str]:
    return re.compile(rf"\s*{_SIGN.join(parts)}{_TIME}\s*", re.ASCII)


_PATTERNS = {
    "ymd": _of(_YEAR, _MONTH, _DAY),
    "dmy": _of(_DAY, _MONTH, _YEAR),
    "mdy": _of(_MONTH, _DAY, _YEAR),
    "ym": _of(_YEAR, _MONTH),
    "my": _of(_MONTH, _YEAR),
}
_FIRST = datetime.date(1970, 1, 1)
_ZERO_OF_EXCEL = datetime.date(1899, 12, 30).toordinal()  # day 60 was no day of the year 1900
_THIS_CENTURY = 30  # a year of two digits below this is of this century


def _excel(cell: Hashable) -> datetime.date | None:
    number = as_number(cell)
    if number is None or not 61 <= number < 2958466:  # the last day of the year 9999
        return None
    return datetime.date.fromordinal(_ZERO_OF_EXCEL + int(number))


def _by(order: str) -> Callable[[Hashable], datetime.date | None]:
    pattern = _PATTERNS[order]

    def read(cell: Hashable) -> datetime.date | None:
        if isinstance(cell, datetime.date):
            return datetime.date(cell.year, cell.month, cell.day)
        found = pattern.fullmatch(cell) if isinstance(cell, str) else None
        if found is None:
            return None
        parts = found.groupdict()
        year = int(parts["y"])
        if len(parts["y"]) == 2:
            year += 2000 if year < _THIS_CENTURY else 1900
        try:
            return datetime.date(year, int(parts["m"]), int(parts.get("d") or 1))
        except ValueError:
            return None

    return read


ORDERS: dict[str, Callable[[Hashable], datetime.date | None]] = {
    **{order: _by(order) for order in _PATTERNS},
    "excel": _excel,
}
"""How a date of each order is read. None: it is no such date. "excel" counts days from 1900 on."""


def part_of(date: datetime.date, part: str) -> Hashable:
    """One of `PARTS` of a date."""
    if part == "year":
        return date.year
    if part == "month":
        return f"{date.year:04d}-{date.month:02d}"
    return date.isoformat() if part == "date" else (date - _FIRST).days
