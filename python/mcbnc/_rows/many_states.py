"""What a column of very many states may be, and what to do about it.

The advice to cut a column into bins is for numbers, because :func:`mcbnc.discretize` leaves texts alone.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .._base.show import listed, shown
from .._base.warn import warn
from .._base.wording import wording
from ..errors import DataWarning
from .node import Node
from .texts import AS_NUMBERS, AS_STATES, as_number, is_date

FEW = 20
"""A column of at most this many states is no identifier, however few the rows."""

# A number, and behind it a unit without digits: "12 mg", "36.9°C", "5 %", "1,051.9 mmol/l".
_WITH_UNIT = re.compile(r"\s*[-+<>~≤≥\u2212]?\s*\d+(?:[.,]\d+)*\s?(?![-.,;:])[^\d\s]{1,12}\s*")


DAYS = "spreadsheets count days from 1900 on, and 45292 is 2024-01-01"
_DAYS = range(36526, 47848)  # from 2000 to 2030


def are_days(states: Sequence[Hashable]) -> bool:
    """True of more than 20 whole numbers that all are days of this century, as spreadsheets count them."""
    return len(states) > FEW and all(as_number(state) in _DAYS for state in states)


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
    return 2 * sum(map(has_unit, states)) > len(states)


def has_unit(state: Hashable) -> bool:
    """True of a number with a unit behind it, such as "12.5 mg"."""
    return isinstance(state, str) and _WITH_UNIT.fullmatch(state) is not None


def meaning_of(name: Hashable, states: Sequence[Hashable], measured: bool) -> str:
    """What the states may be, and what to do. `measured`: discretize cuts the column by itself."""
    words = wording()
    discretize = words.function("discretize")
    accept = f"pass {words.option_list('accept', [name])} if the states are meant"
    if all(map(is_date, states)):
        return f"dates? {AS_STATES[0].upper()}{AS_STATES[1:]}, or {accept}"
    if are_days(states):
        return f"dates ({DAYS})? {AS_STATES[0].upper()}{AS_STATES[1:]}, or {accept}"
    if have_units(states):
        return (
            f"numbers with a unit? Write the numbers alone, and discretise the column ({discretize}), "
            f"or {accept}"
        )
    if any(as_number(state) is None for state in states):
        return f"an identifier, or free text? Leave the column out, or {accept}"
    how = discretize if measured else f"{discretize} with bins for {shown(name)}"
    return f"an identifier, or a measurement? Leave the column out, discretise it ({how}), or {accept}"
