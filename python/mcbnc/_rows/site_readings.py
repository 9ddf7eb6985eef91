"""How the texts of one variable are read as numbers at each site.

Each site's texts tell their own decimal sign, because each table was written by a program of its own: what
one site writes says nothing about another one. A site whose texts leave the sign open is in doubt, whatever
the others write.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from ..errors import InvalidInputError
from .node import Node
from .readings import COMMA, Reading, read_as, refuse_doubt
from .texts import POINT, is_decimal

__all__ = ["decimals_in", "find_doubt", "may_have_decimals", "numbers_in", "read_sites"]


def read_sites(node: Node, decimal: str | None) -> list[Reading]:
    """The reading of each site's column. `decimal` is the caller's sign, for columns of doubt."""
    return [read_as(column.states, decimal) for column in node.columns]


def numbers_in(node: Node, readings: Sequence[Reading]) -> list[Hashable]:
    """The states that are numbers at a site that has them."""
    return _distinct(state for reading, state in _pairs(node, readings) if reading.number(state) is not None)


def decimals_in(node: Node, readings: Sequence[Reading]) -> list[Hashable]:
    """The states that are numbers, and not whole, at a site that has them."""
    return _distinct(state for reading, state in _pairs(node, readings) if reading.is_decimal(state))


def may_have_decimals(states: Iterable[Hashable]) -> bool:
    """True if some state is a number that is not whole, with one decimal sign or the other."""
    return any(is_decimal(state, sign) for state in states for sign in (POINT, COMMA))


def find_doubt(
    node: Node, readings: Sequence[Reading], before: str = "say ", after: str = ""
) -> InvalidInputError | None:
    """The error about the first site whose texts leave the sign open. The words are those of refuse_doubt."""
    for column, location, reading in zip(node.columns, node.locations, readings, strict=True):
        if reading.doubtful is not None:
            _, row, _ = Node([column], [location]).first({reading.doubtful})
            return refuse_doubt(reading.doubtful, location, row, before, after)
    return None


def _pairs(node: Node, readings: Sequence[Reading]) -> Iterator[tuple[Reading, Hashable]]:
    for column, reading in zip(node.columns, readings, strict=True):
        for state in column.states:
            yield reading, state


def _distinct(states: Iterable[Hashable]) -> list[Hashable]:
    return list(dict.fromkeys(states))
