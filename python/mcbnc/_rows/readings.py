"""What the texts of a column are: numbers by one decimal sign, dates, numbers with a unit, or slips.

The decimal sign is a point or a comma, and the other sign then parts thousands. The texts of the whole column
decide which it is: "734" and "1,051" may be read in both ways, and "12.5" beside them in one. Each site's
texts decide their own decimal sign, because each table was written by a program of its own: one site's texts
are no evidence about another's. A site whose texts leave the sign open is in doubt, whatever others write.

A column of very many states may be a measurement or an identifier. The advice to cut it into bins is for
numbers, because :func:`mcbnc.discretize` leaves texts alone.

A lone cell is like no other of its column: no number where all others are, or the name of a type. In the
first row it often belongs to a second line of the header: devices and other programs write units or types
below the names. In the last row it may be a label of sums. Elsewhere it is a slip, such as ``l0``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import listed, shown
from .._base.warn import warn
from .._base.wording import few_values, wording
from ..errors import DataWarning, InvalidInputError
from .columns import Column, ColumnLocation, Node
from .state_lists import facts_of
from .texts import AS_NUMBERS, AS_STATES, POINT, as_number, text_facts

COMMA = ","


class Reading(NamedTuple):
    """How the texts of one column are read as numbers."""

    decimal: str
    """The decimal sign."""
    doubtful: str | None = None
    """A text that is another number with the other sign, where no text tells which one is right."""

    def number(self, state: Hashable) -> float | None:
        """The number that a state is. None: it is no number."""
        return as_number(state, self.decimal)


def read_as(states: Iterable[Hashable], decimal: str | None) -> Reading:
    """The reading of a column that has these states. `decimal` is the caller's sign, for columns of doubt.

    The sign is the one that most texts need. If no text needs one, texts such as "1.051" are decimals if
    every number has a point, as programs write them.
    """
    needed = facts_of(states).needed
    if needed.point or needed.comma:
        return Reading(POINT if needed.point >= needed.comma else COMMA)
    if decimal is not None:
        return Reading(decimal)
    return Reading(POINT, needed.doubtful if needed.pointless else None)


def read_sites(node: Node, decimal: str | None) -> list[Reading]:
    """The reading of each site's column. `decimal` is the caller's sign, for columns of doubt."""
    return [read_as(column.states, decimal) for column in node.columns]


def numbers_of_states(states: Sequence[Hashable], reading: Reading) -> NDArray[np.float64]:
    """The number that each state is, (states,). NaN: it is none."""
    return facts_of(states).numbers(reading.decimal)


def are_numbers(states: Sequence[Hashable], reading: Reading) -> NDArray[np.bool_]:
    """Whether each state is a number, (states,)."""
    return facts_of(states).are_numbers(reading.decimal)


def count_numbers(states: Sequence[Hashable], reading: Reading) -> int:
    """How many states are numbers."""
    return facts_of(states).count_numbers(reading.decimal)


def numbers_in(node: Node, readings: Sequence[Reading]) -> Sequence[Hashable]:
    """The states that are numbers at a site that has them."""
    own: list[Sequence[Hashable]] = []
    for column, reading in zip(node.columns, readings, strict=True):
        states = column.states
        if count_numbers(states, reading) == len(states):
            own.append(states)
        else:
            own.append(_chosen(states, are_numbers(states, reading)))
    return _once(own)


def decimals_in(node: Node, readings: Sequence[Reading]) -> Sequence[Hashable]:
    """The states that are numbers, and not whole, at a site that has them. One doubt is enough."""
    each = zip(node.columns, readings, strict=True)
    return _once([_chosen(column.states, _decimals(column.states, own)) for column, own in each])


def count_numbers_in(node: Node, readings: Sequence[Reading]) -> int:
    """How many states :func:`numbers_in` has."""
    if len(node.columns) > 1:
        return len(numbers_in(node, readings))
    return count_numbers(node.columns[0].states, readings[0])


def have_decimals(node: Node, readings: Sequence[Reading]) -> bool:
    """Whether :func:`decimals_in` has a state."""
    return any(
        _decimals(column.states, own).any() for column, own in zip(node.columns, readings, strict=True)
    )


def _decimals(states: Sequence[Hashable], reading: Reading) -> NDArray[np.bool_]:
    facts = facts_of(states)
    if not facts.have_decimals:
        return _NONE
    mask = facts.decimals(reading.decimal)
    if reading.doubtful is not None:
        mask = mask | facts.decimals(COMMA if reading.decimal == POINT else POINT)
    return mask


_NONE = np.zeros(0, bool)


def _chosen(states: Sequence[Hashable], mask: NDArray[np.bool_]) -> list[Hashable]:
    """The states that a mask chooses."""
    return [states[at] for at in mask.nonzero()[0].tolist()]


def _once(lists: Sequence[Sequence[Hashable]]) -> Sequence[Hashable]:
    """The states of the sites, each once."""
    return lists[0] if len(lists) == 1 else list(dict.fromkeys(chain.from_iterable(lists)))


def plain_types(node: Node) -> set[type]:
    """The types of the states, if all are ints and floats of Python, which need no reading. Else it is empty.

    A column has ints for whole floats, so its floats have decimals.
    """
    types = {kind for column in node.columns for kind in facts_of(column.states).types}
    return types if types <= {int, float} else set()


def may_have_decimals(states: Iterable[Hashable]) -> bool:
    """True if some state is a number that is not whole, with one decimal sign or the other."""
    return facts_of(states).have_decimals


def decimal_sign(states: Iterable[Hashable], decimal: str | None) -> str | None:
    """The decimal sign of the texts of one site that need one. None: none does, or the sign is unknown."""
    facts = facts_of(states)
    needed = facts.needed
    if not needed.point and not needed.comma and needed.doubtful is None:
        return None
    reading = read_as(facts.states, decimal)
    return reading.decimal if reading.doubtful is None else None


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


FEW = 20
"""A column of at most this many states is no identifier, however few the rows."""

DAYS = "spreadsheets count days from 1900 on, and 45292 is 2024-01-01"
_DAYS = range(36526, 47848)  # from 2000 to 2030


def are_days(states: Sequence[Hashable]) -> bool:
    """True of more than 20 whole numbers that all are days of this century, as spreadsheets count them."""
    if len(states) <= FEW:
        return False
    days = facts_of(states).numbers(POINT)
    return bool(((days >= _DAYS.start) & (days < _DAYS.stop) & (days == np.rint(days))).all())


def warn_of_days(columns: Mapping[Hashable, Sequence[NDArray[np.float64]]], place: str) -> None:
    """Warn of numbers that may be days. `columns` has those of each site, (rows,)."""
    found = [name for name, sites in columns.items() if any(map(_hold_days, sites))]
    if found:
        warn(f"{place}: {listed(found, shown)} may be dates: {DAYS}: {AS_NUMBERS}", DataWarning)


def _hold_days(numbers: NDArray[np.float64]) -> bool:
    if not len(numbers) or not (
        np.fmin.reduce(numbers) >= _DAYS.start and np.fmax.reduce(numbers) < _DAYS.stop
    ):
        return False
    return are_days(np.unique(numbers[~np.isnan(numbers)]).tolist())


def warn_of_units(node: Node) -> None:
    """Warn of a column that cannot be cut because its numbers have units."""
    states = node.states
    if have_units(states):
        location, _, state = node.first(set(states))
        warn(
            f"{location.place}: column {shown(node.name)} stays as it is, since its cells are no numbers but "
            f"texts such as {shown(state)}: write the numbers alone, or pass "
            f"{wording().option_list('accept', [node.name])} if the texts are meant",
            DataWarning,
        )


def have_units(states: Sequence[Hashable]) -> bool:
    """True of more than 20 states, mostly numbers with a unit behind them, such as "12.5 mg"."""
    if len(states) <= FEW:
        return False
    return bool(2 * np.count_nonzero(facts_of(states).units) > len(states))


def are_dates(states: Sequence[Hashable]) -> bool:
    """True if all states are dates."""
    return facts_of(states).are_dates


def meaning_of(name: Hashable, states: Sequence[Hashable], measured: bool) -> str:
    """What the states may be, and what to do. `measured`: discretize cuts the column by itself."""
    words = wording()
    discretize = words.function("discretize")
    accept = f"pass {words.option_list('accept', [name])} if the states are meant"
    if are_dates(states):
        return f"dates? {AS_STATES[0].upper()}{AS_STATES[1:]}, or {accept}"
    if are_days(states):
        return f"dates ({DAYS})? {AS_STATES[0].upper()}{AS_STATES[1:]}, or {accept}"
    if have_units(states):
        return (
            f"numbers with a unit? Write the numbers alone, and discretise the column ({discretize}), "
            f"or {accept}"
        )
    if facts_of(states).count_numbers(POINT) < len(states):
        return f"an identifier, or free text? Leave the column out, or {accept}"
    how = discretize if measured else f"{discretize} with bins for {shown(name)}"
    return f"an identifier, or a measurement? Leave the column out, discretise it ({how}), or {accept}"


SECOND_LINE = "if it belongs to a second line of names, units or types, take that line out"
_FEWEST = 20  # numbers in a column that is one of numbers


_TYPES = frozenset(
    (
        *(
            "bool",
            "boolean",
            "c",
            "cat",
            "categorical",
            "category",
            "char",
            "class",
            "continuous",
            "d",
            "date",
        ),
        *("discrete", "double", "factor", "float", "int", "integer", "logical", "meta", "nominal", "num"),
        *("number", "numeric", "object", "ordinal", "s", "str", "string", "text", "varchar"),
    )
)


_SUMS = frozenset(
    (
        *("all", "average", "count", "durchschnitt", "gesamt", "insgesamt", "max", "maximum", "mean", "n"),
        *(
            "median",
            "min",
            "minimum",
            "mittel",
            "mittelwert",
            "overall",
            "sd",
            "std",
            "sum",
            "summe",
            "total",
        ),
    )
)


class LoneText(NamedTuple):
    """The only cell of its kind in a site's column."""

    location: ColumnLocation
    row: int
    text: str
    is_type: bool
    """It is the name of a type, and the others need not be numbers."""
    is_sum: bool
    """It is in the last row, and says that the row has sums or means of the others."""


def lone_text(node: Node, texts: Sequence[str]) -> LoneText | None:
    """Such a cell, at the first site that has one. `texts` are the states that are texts."""
    if not texts:
        return None
    for column, location in zip(node.columns, node.locations, strict=True):
        if len(column.codes) <= _FEWEST or column.declared:
            continue
        is_type = _text_of(column, 0) in _TYPES
        is_sum = not is_type and _text_of(column, -1) in _SUMS
        code = int(column.codes[-1 if is_sum else 0]) if is_type or is_sum else _only_word(column)
        if code is None:
            continue
        cells = column.codes == code
        if column.missing is not None:
            cells &= ~column.missing
        if np.count_nonzero(cells) == 1:
            return LoneText(location, int(np.argmax(cells)), str(column.states[code]), is_type, is_sum)
    return None


def _text_of(column: Column, row: int) -> str:
    """The text of a row, without blanks around it and in small letters. It is empty if there is none."""
    if column.missing is not None and column.missing[row]:
        return ""
    state = column.states[column.codes[row]]
    return state.strip().casefold() if isinstance(state, str) else ""


def _only_word(column: Column) -> int | None:
    """The code of the only state that is no number, among two numbers or more."""
    if len(column.states) < 3 or not facts_of(column.states).have_numbers:
        return None
    reading = read_as(column.states, None)
    if count_numbers(column.states, reading) != len(column.states) - 1:
        return None
    return int(np.argmin(are_numbers(column.states, reading)))


def tell_lone_texts(every: Sequence[LoneText]) -> None:
    """Warn of all such cells in one message. A single name of a type may be a state."""
    types = sum(one.is_type for one in every)
    found = [one for one in every if not one.is_type or types > 1 or types < len(every)]
    if not found:
        return
    columns = listed(
        f"{shown(one.text)} in {shown(one.location.name)}{one.location.at(one.row)}" for one in found
    )
    if any(one.row == 0 for one in found):
        problem = f"single cells that are like no others of their columns: {columns}: {SECOND_LINE}"
    elif any(one.is_sum for one in found):
        problem = (
            f"single cells at the end of columns, in a row of sums or means: {columns}: take that row out"
        )
    else:
        cell = "one cell of a column is" if len(found) == 1 else "single cells of columns are"
        problem = f"{cell} no number, where all others are: {columns}: write numbers"
    accept = few_values("accept", [one.location.name for one in found])
    warn(
        f"{found[0].location.place}: {problem}; {accept} means that such texts are states",
        DataWarning,
    )
