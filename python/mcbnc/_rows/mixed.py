"""Columns of numbers beside columns of states: which are which, and the numbers of columns of states."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from .._base import defaults
from .._base.show import listed, shown
from .._base.wording import wording
from .between import compare_states
from .columns import Column, Node
from .missing import complete_rows
from .numbers import numbers_by_state
from .readings import count_numbers, have_decimals, may_have_decimals, plain_types, read_as, read_sites
from .rules import looks_measured


def measured(nodes: Iterable[Node], decimal: str | None) -> set[Hashable]:
    """Those of the variables that have numbers. `nodes` are those that were not accepted."""
    return {node.name for node in nodes if looks_measured(node, decimal)}


def are_mixed(nodes: Sequence[Node], real: set[Hashable], decimal: str | None) -> bool:
    """True if a variable of numbers has decimals, which no states are."""
    return any(_has_decimals(node, decimal) for node in nodes if node.name in real)


def _has_decimals(node: Node, decimal: str | None) -> bool:
    if types := plain_types(node):
        return float in types
    return may_have_decimals(node.states) and have_decimals(node, read_sites(node, decimal))


def needs_every_cell(score: str) -> tuple[str, str]:
    """What is wrong with a score where cells have no value, and what to do."""
    option = wording().option
    return f"{option('score', score)} needs a value in every cell", (
        f"{option('score', defaults.GAPS_SCORE.name)} does not"
    )


def announcement(nodes: Sequence[Node], real: set[Hashable], score: str = defaults.MIXED_SCORE.name) -> str:
    """Which score mixed tables get if none is given, and which columns are which."""
    words, every = wording(), [node.name for node in nodes]
    numbers, states = ([name for name in every if (name in real) is wanted] for wanted in (True, False))
    taken = f"and no score: {words.option('score', score)} is taken. Numbers: {listed(numbers, shown)}"
    if not states:
        return f"columns of numbers, {taken}"
    return f"columns of numbers beside columns of states, {taken}. States: {listed(states, shown)}"


def numbers_of(node: Node, decimal: str | None) -> list[NDArray[np.float64]]:
    """The numbers of a variable at each site, (rows,). In a missing cell there is NaN.

    Cells that are no finite numbers are refused, and so is a column that does not vary.
    """
    words = sum(len(column.codes) for column in node.columns if _are_words(column, decimal))
    if 2 * words > sum(len(column.codes) for column in node.columns):
        compare_states([node])  # it names the sites with the numbers, which are the odd ones
    found = []
    of_states = numbers_by_state(node, decimal, ", so the column has no numbers")
    for column, location, own in zip(node.columns, node.locations, of_states, strict=True):
        if column.missing is None:
            numbers = own[column.codes]
        else:
            numbers = np.full(len(column.codes), np.nan)
            numbers[~column.missing] = own[column.codes[~column.missing]]
        low, high = (float(end.reduce(numbers, initial=np.nan)) for end in (np.fmin, np.fmax))
        if math.isinf(low) or math.isinf(high):
            row = int(np.argmax(np.isinf(numbers)))
            raise location.refuse(f"{shown(float(numbers[row]))} is no finite number", row)
        if low == high:
            first = float(numbers[np.argmin(np.isnan(numbers))])
            raise location.refuse(f"every value is {shown(first)}: leave out columns that do not vary")
        found.append(numbers)
    return found


def _are_words(column: Column, decimal: str | None) -> bool:
    if plain_types(Node([column], [])):
        return False
    return not count_numbers(column.states, read_as(column.states, decimal))


def refuse_gaps(node: Node) -> None:
    """Refuse missing numbers, which cannot become a state."""
    for column, location in zip(node.columns, node.locations, strict=True):
        if column.missing is not None:
            complete_rows([(location, column.missing)], "error", may_be_state=False)
