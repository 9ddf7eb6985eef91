"""The one way in which all texts of one site's column are read as numbers.

The decimal sign is a point or a comma, and the other sign then parts thousands. The texts of the whole column
tell which it is: "734" and "1,051" may be read in both ways, and "12.5" beside them in one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

from .._base.show import shown
from .._base.wording import wording
from ..errors import InvalidInputError
from .location import ColumnLocation
from .texts import POINT, as_number, is_decimal, text_facts

__all__ = ["COMMA", "Reading", "read_as", "refuse_doubt"]

COMMA = ","


class Reading(NamedTuple):
    """How the texts of one column are read as numbers."""

    decimal: str
    """The decimal sign."""
    doubtful: str | None = None
    """A text that is another number with the other sign, where no text tells which one is right."""

    def number(self, state: Hashable) -> float | None:
        """The number that a state is. None: it is none."""
        return as_number(state, self.decimal)

    def is_decimal(self, state: Hashable) -> bool:
        """True if the state is a number that is not whole. One doubt is enough."""
        return is_decimal(state, self.decimal) or (
            self.doubtful is not None and is_decimal(state, COMMA if self.decimal == POINT else POINT)
        )


def read_as(states: Iterable[Hashable], decimal: str | None) -> Reading:
    """The reading of a column that has these states. `decimal` is the caller's sign, for columns of doubt.

    The sign is the one that most texts need. If no text needs one, texts such as "1.051" are decimals if
    every number has a point, as programs write them.
    """
    need_point = need_comma = 0
    doubtful, pointless = None, False
    for state in states:
        if not isinstance(state, str):
            pointless = True
            continue
        facts = text_facts(state)
        if facts.point != facts.comma:
            if facts.comma is None:
                need_point += 1
            elif facts.point is None:
                need_comma += 1
            elif doubtful is None:
                doubtful = state
        if facts.point is not None and POINT not in state:
            pointless = True
    if need_point or need_comma:
        return Reading(POINT if need_point >= need_comma else COMMA)
    if decimal is not None:
        return Reading(decimal)
    return Reading(POINT, doubtful if pointless else None)


def refuse_doubt(
    text: str, location: ColumnLocation, row: int | None, before: str = "say ", after: str = ""
) -> InvalidInputError:
    """The error about a text that is one number with a decimal point, and another one with a comma.

    `before` and `after` are what to do, around the options that tell the sign.
    """
    facts = text_facts(text)
    signs = " or ".join(wording().option("decimal", sign) for sign in (COMMA, POINT))
    return location.refuse(
        f"{shown(text)} is {facts.comma:.15g} if the comma is the decimal sign, and {facts.point:.15g} if "
        f"the point is, and no other value of the column there tells which: {before}{signs}{after}",
        row,
    )
