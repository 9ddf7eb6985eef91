"""What a text in a cell may be: a number, a marker of a missing value, or another spelling of a state."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Hashable, Sequence
from decimal import Decimal
from functools import lru_cache
from numbers import Real
from typing import Any, NamedTuple

from .._base.spelling import seen

POINT = "."
WHOLE = 2.0**53
"""From this value on, a float cannot hold every integer."""

_LONGEST = 64  # characters of a text whose facts are kept
# What other programs write, in any case. "none" is left out, because real networks have it as a state.
_MARKERS = frozenset(
    (
        *("?", "??", ".", "..", "...", "-", "--", "---", "\N{EN DASH}", "\N{EM DASH}", "*", "x"),
        *(
            "na",
            "n.a.",
            "nan",
            "<na>",
            "nat",
            "null",
            "(null)",
            "<null>",
            "[null]",
            "nil",
            "\\n",
            "n/a",
            "n/d",
            "n.d.",
        ),
        *("#n/a", "#null!", "#div/0!", "#value!", "#ref!", "#name?", "#num!"),
        *(
            "#nv",
            "#wert!",
            "#bezug!",
            "#zahl!",
            "k.a.",
            "k. a.",
            "keine angabe",
            "unbekannt",
            "fehlt",
            "fehlend",
        ),
        *("unknown", "unk", "missing", "not available", "not known", "not done", "not recorded"),
    )
)
WRITTEN = frozenset(("NA", "NaN", "nan", "<NA>"))
"""What pandas and R write where there is no value."""
ASCII_MARKERS = sorted(filter(str.isascii, _MARKERS))
PYTHONS_NONE = "None"
_MEANT_BESIDE = {
    "x": re.compile(r"\w"),  # another letter: x and y
    "*": re.compile(r"\*+"),  # more stars
    "-": re.compile(r".*[+\u00b1].*"),  # positive: + or 1+
}
"""Markers that are states like any other beside such states."""
# 9, -99, 88 and so on, as code books have them for gaps.
_CODE = re.compile(r"-?(9+|88+|77+)|-[1-8]")
_MINUS = str.maketrans({"\N{MINUS SIGN}": "-"})
_APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}"


def _pattern(sign: str, other: str) -> re.Pattern[str]:
    """Numbers with this decimal sign. Groups of three digits are parted by the other sign, ' or a blank."""
    grouped = rf"[1-9]\d{{0,2}}(?:([{other}{_APOSTROPHES} ])\d{{3}})(?:\1\d{{3}})*"
    return re.compile(rf"[+-]?(?:(?:{grouped}|\d+)(?:[{sign}]\d*)?|[{sign}]\d+)(?:[eE][+-]?\d{{1,4}})?")


_WITH_POINT, _WITH_COMMA = _pattern(".", ","), _pattern(",", ".")
_WITHOUT_GROUPS = str.maketrans("", "", f"{_APOSTROPHES} ")


class TextFacts(NamedTuple):
    """What the text of one cell looks like."""

    marker: bool
    """The text is what some programs write where there is no value."""
    point: float | None
    """The number that the text is if the point is the decimal sign. A comma then parts thousands."""
    comma: float | None
    """The number that the text is if the comma is the decimal sign. A point then parts thousands."""
    key: str
    """Equal for texts that look the same, or that differ only in the way a whole number is written."""


def text_facts(text: str) -> TextFacts:
    """The facts about a text."""
    return _short_text_facts(text) if len(text) <= _LONGEST else _find_facts(text)


@lru_cache(maxsize=1 << 17)
def _short_text_facts(text: str) -> TextFacts:
    """Columns share their states, and so do calls. A column is read several times."""
    return _find_facts(text)


def _find_facts(text: str) -> TextFacts:
    bare = " ".join(text.split())  # also in place of the thin and no-break blanks between groups of digits
    folded = bare.casefold()
    point, comma = _numbers_in(bare.translate(_MINUS))
    whole = point is not None and _is_whole(point) and "," not in bare
    return TextFacts(
        marker=folded in _MARKERS or bare == PYTHONS_NONE,
        point=point,
        comma=comma,
        key=str(int(point)) if point is not None and whole else seen(bare),
    )


def codes_among_words(texts: Sequence[str]) -> list[str]:
    """The only text that is a number, if it is written as codes of gaps are and the others are words."""
    codes = [text for text in texts if _CODE.fullmatch(text.strip())]
    if len(codes) != 1 or len(texts) < 3:
        return []
    return codes if sum(any(map(str.isdigit, text)) for text in texts) == 1 else []


def is_meant(marker: str, texts: Sequence[str]) -> bool:
    """True of a marker that is one of several states of its kind, such as x beside y."""
    beside = _MEANT_BESIDE.get(marker[:1] if set(marker) == {"-"} else marker)
    others = [bare for text in texts if (bare := text.strip()).casefold() != marker]
    if marker == "x" and len(others) < 2:  # a box that is ticked or not
        return True
    return beside is not None and any(map(beside.fullmatch, others))


def _numbers_in(text: str) -> tuple[float | None, float | None]:
    """The numbers that a text is with a decimal point, and with a decimal comma."""
    if text.isdecimal():
        return float(text), float(text)
    bare = text.translate(_WITHOUT_GROUPS)
    point = float(bare.replace(",", "")) if _WITH_POINT.fullmatch(text) else None
    comma = float(bare.replace(".", "").replace(",", ".")) if _WITH_COMMA.fullmatch(text) else None
    return point, comma


def means_missing(text: str, accepted: bool = False) -> bool:
    """True if a text means that there is no value, whatever the caller named."""
    bare = text.strip()
    return not bare or (bare in WRITTEN and not accepted)


def text_of(value: Any) -> str | None:
    """The text of a value without blanks around it. None: it has no text.

    The ``str`` of a caller's class may raise any exception. That of an int with more than 4300 digits
    raises ValueError.
    """
    try:
        return str(value).strip()
    except Exception:
        return None


def as_number(state: Hashable, decimal: str = POINT) -> float | None:
    """The number that a state is, or that its text is with this decimal sign. None: neither."""
    if isinstance(state, str):
        facts = text_facts(state)
        return facts.point if decimal == POINT else facts.comma
    if isinstance(state, (Real, Decimal)) and not isinstance(state, bool):
        try:
            return float(state)
        except OverflowError:  # of an int or a fraction
            return math.inf if state > 0 else -math.inf
    return None


def is_decimal(state: Hashable, decimal: str = POINT) -> bool:
    """True if the state is a number, or the text of a number, that is not whole.

    A float beyond 2**53 cannot hold every whole number, so it counts as not whole. A text has all its
    digits, so a text of many digits is whole.
    """
    if isinstance(state, int):
        return False
    number = as_number(state, decimal)
    if number is None:
        return False
    return not (number.is_integer() or math.isinf(number) if isinstance(state, str) else _is_whole(number))


def _is_whole(number: float) -> bool:
    return number.is_integer() and abs(number) < WHOLE


AS_STATES = (
    "leave the column out, or put the dates into few classes, such as years, as strings or whole numbers"
)
AS_NUMBERS = "leave the column out, or make numbers of the dates, such as the days since the first one"
_TEXT = re.compile(r"\s*(\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3\d{4})(?!\d)")


# A number, and behind it a unit without digits: "12 mg", "36.9°C", "5 %", "1,051.9 mmol/l".
_WITH_UNIT = re.compile(r"\s*[-+<>~≤≥\u2212]?\s*\d+(?:[.,]\d+)*\s?(?![-.,;:])[^\d\s]{1,12}\s*")


UNIT_BEHIND = re.compile(r"\d\s?([^\d\s.,;:-][^\d\s]*)\s*$")
"""The unit behind a number, in a text that has one."""


def has_unit(state: Hashable) -> bool:
    """True of a number with a unit behind it, such as "12.5 mg"."""
    return isinstance(state, str) and _WITH_UNIT.fullmatch(state) is not None


def is_date(cell: Any) -> bool:
    """Whether a cell is a date, or a text that begins as dates do: 2024-05-31, 31.5.2024 or 5/31/2024."""
    return isinstance(cell, datetime.date) or (isinstance(cell, str) and _TEXT.match(cell) is not None)
