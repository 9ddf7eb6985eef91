"""Columns of dates: in which order they are, and what the other sites have."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import numpy as np

from ..._base.show import shown
from ..columns import Column
from ..dates import ORDERS
from ..readings import FEW, are_days
from ..texts import as_number
from .finding import Columns, Finding, plain_numbers

YEARS = range(1850, 2101)
"""Whole numbers that may be years."""
MOST_YEARS = 130
"""The greatest age."""


def find_dates(f: Finding) -> None:
    for name, columns in f.columns():
        orders = {k: found for k, own in columns.items() if (found := _orders(own.states))}
        others = {k: own for k, own in columns.items() if k not in orders and own.states}
        if others and all(_are_years(own.states) for own in others.values()):
            orders |= {k: ["excel"] for k, own in others.items() if _are_excels(own.states)}
        elif others:
            days = {k: ["excel"] for k, own in others.items() if _are_excels(own.states)}
            if days and all(_are_years(own.states) for k, own in others.items() if k not in days):
                orders |= days
        others = {k: own for k, own in others.items() if k not in orders}
        if orders:
            _dates_of(f, name, columns, orders, others)


def _dates_of(
    f: Finding, name: str, columns: Columns, orders: Mapping[int, list[str]], others: Columns
) -> None:
    """Suggest how the dates of a column are read at the sites that have some."""
    if others and not all(plain_numbers(own.states) for own in others.values()):
        return
    to = "year"
    if not others:
        if len({tuple(found) for found in orders.values()}) > 1:
            to = "date"
        elif sum(len(own.states) for own in columns.values()) <= FEW:
            return
    together = to == "year" and not others and len(orders) > 1  # one line for all
    for k, found in orders.items():
        if to == "date" and found[0] == "ymd":
            continue
        example = shown(columns[k].states[0])
        doubt = f", and may be {' or '.join(found[1:])}" if len(found) > 1 else ""
        why = f"dates such as {example}{doubt}" + (", where the others have years" if others else "")
        f.add(None if together else k, ("date",), name, {"order": found[0], "to": to}, why)
        if others and not all(_are_years(own.states) for own in others.values()):
            _years_of_birth(f, k, name, columns[k], found[0], others)


def _years_of_birth(f: Finding, k: int, name: str, column: Column, order: str, others: Columns) -> None:
    """Dates where the others have ages: the year of the table less that of the birth."""
    dates = [ORDERS[order](state) for state in column.states]
    years = np.array([date.year for date in dates if date is not None], float)
    ages = np.concatenate([plain_numbers(own.states) for own in others.values()])
    if not len(years) or ages.max() > MOST_YEARS or ages.min() < 0:
        return
    offset = round(float(np.median(years) + np.median(ages)))
    why = f"{offset} less the year of birth, by the medians: put the year of the table in"
    f.add(k, ("number",), name, {"factor": -1, "offset": offset}, why)


def _orders(states: Sequence[Hashable]) -> list[str]:
    """The orders in which all states are dates. Numbers alone are no dates."""
    if len(states) < 2:
        return []
    found = [
        order
        for order, read in ORDERS.items()
        if order != "excel" and all(read(state) is not None for state in states)
    ]
    return [] if all(as_number(state) is not None for state in states[:FEW]) else found


def _are_years(states: Sequence[Hashable]) -> bool:
    numbers = plain_numbers(states)
    return bool(numbers) and all(number in YEARS for number in numbers)


def _are_excels(states: Sequence[Hashable]) -> bool:
    """True of whole numbers that spreadsheets count days of this century by."""
    numbers = plain_numbers(states)
    whole = [int(number) for number in numbers if number.is_integer()]
    return 1 < len(numbers) == len(whole) and are_days([*range(36526, 36548), *whole])
