"""What a text in a cell may be: a number, a marker of a missing value, or another spelling of a state."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable
from decimal import Decimal
from functools import lru_cache
from numbers import Real
from typing import Any, NamedTuple

from .labels import WHOLE

__all__ = ["TextFacts", "as_number", "is_decimal", "text_facts", "text_of"]

_LONGEST = 64  # characters of a text whose facts are kept
# What other programs write, in any case. "none" is left out, because real networks have it as a state.
_MARKERS = frozenset(("?", ".", "na", "nan", "<na>", "nat", "null", "n/a", "#n/a"))
_PYTHONS_NONE = "None"
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,4})?")


class TextFacts(NamedTuple):
    """What the text of one cell looks like."""

    marker: bool
    """The text is what some programs write where there is no value."""
    number: float | None
    key: str
    """Equal for texts that differ only in case, blanks or the way a whole number is written."""


def text_facts(text: str) -> TextFacts:
    """The facts about a text. The decimal sign of a number is a point or a comma."""
    return _short_text_facts(text) if len(text) <= _LONGEST else _find_facts(text)


@lru_cache(maxsize=1 << 12)
def _short_text_facts(text: str) -> TextFacts:
    """Columns share their states, and so do calls."""
    return _find_facts(text)


def _find_facts(text: str) -> TextFacts:
    bare = " ".join(text.split())
    folded = bare.casefold()
    number = float(bare.replace(",", ".")) if _NUMBER.fullmatch(bare) else None
    whole = number is not None and _is_whole(number) and "," not in bare
    return TextFacts(
        marker=folded in _MARKERS or bare == _PYTHONS_NONE,
        number=number,
        key=str(int(number)) if number is not None and whole else folded,
    )


def text_of(value: Any) -> str | None:
    """The text of a value without blanks around it. None: it has no text.

    The ``str`` of a caller's class may raise any exception. That of an int with more than 4300 digits
    raises ValueError.
    """
    try:
        return str(value).strip()
    except Exception:
        return None


def as_number(state: Hashable) -> float | None:
    """The number that a state is, or that its text is. None: neither."""
    if isinstance(state, str):
        return text_facts(state).number
    if isinstance(state, (Real, Decimal)) and not isinstance(state, bool):
        try:
            return float(state)
        except OverflowError:  # of an int or a fraction
            return math.inf if state > 0 else -math.inf
    return None


def is_decimal(state: Hashable) -> bool:
    """True if the state is a number, or the text of a number, that is not whole.

    A float beyond 2**53 cannot hold every whole number, so it counts as not whole. A text has all its
    digits, so a text of many digits is whole.
    """
    if isinstance(state, int):
        return False
    number = as_number(state)
    if number is None:
        return False
    return not (number.is_integer() or math.isinf(number) if isinstance(state, str) else _is_whole(number))


def _is_whole(number: float) -> bool:
    return number.is_integer() and abs(number) < WHOLE
