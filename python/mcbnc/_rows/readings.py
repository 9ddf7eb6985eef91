"""The one way in which all texts of one site's column are read as numbers.

The decimal sign is a point or a comma, and the other sign then parts thousands. The texts of the whole column
decide which it is: "734" and "1,051" may be read in both ways, and "12.5" beside them in one.

Each site's texts decide their own decimal sign, because each table was written by a program of its own: one
site's texts are no evidence about another's. A site whose texts leave the sign open is in doubt, whatever
the others write.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from .._base.show import shown
from .._base.wording import wording
from ..errors import InvalidInputError
from .node import Node
from .texts import POINT, TWO_POINTS, WITH_POINT, as_number, is_decimal, text_facts

COMMA = ","
_MANY = 64  # states that are looked at together


class Reading(NamedTuple):
    """How the texts of one column are read as numbers."""

    decimal: str
    """The decimal sign."""
    doubtful: str | None = None
    """A text that is another number with the other sign, where no text tells which one is right."""

    def number(self, state: Hashable) -> float | None:
        """The number that a state is. None: it is no number."""
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
    every = list(states)
    if len(every) > _MANY and _only_points(every):
        return Reading(POINT)
    need_point = need_comma = 0
    doubtful, pointless = None, False
    for state in every:
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


def _only_points(states: Sequence[Hashable]) -> bool:
    """True if a text needs a decimal point, and none a comma, as far as the signs show.

    This is so in most columns of measurements, and much faster than to read each text.
    """
    texts = [state for state in states if isinstance(state, str)]
    joined = "\n".join(texts)
    if "," in joined or joined.count("\n") >= len(texts) or TWO_POINTS.search(joined):
        return False
    found = (text_facts(line[0]) for line in WITH_POINT.finditer(joined))
    return any(facts.point is not None and facts.comma is None for facts in found)


def read_sites(node: Node, decimal: str | None) -> list[Reading]:
    """The reading of each site's column. `decimal` is the caller's sign, for columns of doubt."""
    return [read_as(column.states, decimal) for column in node.columns]


def numbers_in(node: Node, readings: Sequence[Reading]) -> list[Hashable]:
    """The states that are numbers at a site that has them."""
    return _distinct(state for reading, state in _pairs(node, readings) if reading.number(state) is not None)


def decimals_in(node: Node, readings: Sequence[Reading]) -> list[Hashable]:
    """The states that are numbers, and not whole, at a site that has them."""
    return _distinct(state for reading, state in _pairs(node, readings) if reading.is_decimal(state))


def plain_types(node: Node) -> set[type]:
    """The types of the states, if all are ints and floats of Python, which need no reading. Else it is empty.

    A column has ints for whole floats, so its floats have decimals.
    """
    types = {kind for column in node.columns for kind in set(map(type, column.states))}
    return types if types <= {int, float} else set()


def may_have_decimals(states: Iterable[Hashable]) -> bool:
    """True if some state is a number that is not whole, with one decimal sign or the other."""
    return any(is_decimal(state, sign) for state in states for sign in (POINT, COMMA))


def decimal_sign(states: Iterable[Hashable], decimal: str | None) -> str | None:
    """The decimal sign of the texts of one site that need one. None: none does, or the sign is unknown."""
    every = list(states)
    facts = [text_facts(state) for state in every if isinstance(state, str)]
    reading = read_as(every, decimal)
    return reading.decimal if reading.doubtful is None and any(f.point != f.comma for f in facts) else None


def find_doubt(
    node: Node, readings: Sequence[Reading], before: str = "pass ", after: str = ""
) -> InvalidInputError | None:
    """The error about the first site whose texts leave the sign open.

    It has a text that is one number with a decimal point, and another one with a comma. `before` and `after`
    are what to do, around the options that set the sign.
    """
    for column, location, reading in zip(node.columns, node.locations, readings, strict=True):
        if (text := reading.doubtful) is not None:
            _, row, _ = Node([column], [location]).first({text})
            facts = text_facts(text)
            signs = " or ".join(wording().option("decimal", sign) for sign in (COMMA, POINT))
            return location.refuse(
                f"{shown(text)} is {facts.comma:.15g} if the comma is the decimal sign, and "
                f"{facts.point:.15g} if the point is, and no other value of the column there decides: "
                f"{before}{signs}{after}",
                row,
            )
    return None


def _pairs(node: Node, readings: Sequence[Reading]) -> Iterator[tuple[Reading, Hashable]]:
    for column, reading in zip(node.columns, readings, strict=True):
        for state in column.states:
            yield reading, state


def _distinct(states: Iterable[Hashable]) -> list[Hashable]:
    return list(dict.fromkeys(states))
