"""Columns that are no variables of a few states, and states that look like mistakes.

Two rules refuse a column, because its values are hardly anybody's states:

- numbers that are not whole, and among them cells that are no numbers;
- nearly as many states as rows, as an identifier, a date or a measurement has, or numbers with a unit.

Four rules warn, because the states may be right:

- more whole numbers than a list of codes has, as ages in years are;
- many dates;
- states that differ only in case, in blanks or in the way a whole number is written;
- states that other programs write where there is no value.

Numbers that stand for no value are for codes.py, and single cells that are like no others for readings.py.

A rule looks at states, not at cells, so its time does not depend on the number of rows.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from .._base.scoring import GAUSSIAN_SCORES, MIXED_SCORES
from .._base.show import LISTED, listed, shown, unlisted
from .._base.spelling import told_apart
from .._base.warn import warn
from .._base.wording import few_values, wording
from ..errors import DataWarning, InvalidInputError
from .codes import ColumnCodes, codes_of_states, nodes_with, tell_codes
from .columns import Column, ColumnLocation, Node, place_of
from .numbers import filled_cells, odd_cells, refuse_odd
from .readings import (
    DAYS,
    FEW,
    LoneText,
    are_dates,
    are_days,
    count_numbers_in,
    decimals_in,
    find_doubt,
    have_decimals,
    have_units,
    lone_text,
    may_have_decimals,
    meaning_of,
    numbers_in,
    plain_types,
    read_sites,
    tell_lone_texts,
)
from .state_lists import facts_of
from .texts import AS_STATES, PYTHONS_NONE
from .units import middles_of_states, tell_units

_MANY = 32
"""A column of more whole numbers than this looks like a measurement. A month has fewer days."""


class _Found(NamedTuple):
    """What a rule found in one column."""

    node: Node
    states: Sequence[Hashable]


def check_columns(nodes: Iterable[Node], decimal: str | None = None, every: Sequence[Node] = ()) -> None:
    """Refuse and warn about all columns at once. `nodes` are the variables that nobody vouched for.

    `decimal` is the caller's word about the decimal sign of texts. `every` has all variables of the tables.
    """
    decimals: list[_Found] = []
    identifiers: list[_Found] = []
    measurements: list[_Found] = []
    spellings: list[_Found] = []
    markers: list[_Found] = []
    dates: list[_Found] = []
    odd_lines: list[LoneText] = []
    codes: list[ColumnCodes] = []
    for node in nodes:
        states = node.states
        types = facts_of(states).types
        if types == {bool}:
            continue
        if types != {int}:
            if found := _decimals_of(node, decimal):
                _check_decimals(node, found, decimal)
                decimals.append(_Found(node, found))
                continue
            texts = _texts_of(states, types)
            if spelled_alike(texts):
                spellings.append(_Found(node, texts))
            if marks := _markers(node, texts):
                markers.append(_Found(node, marks))
            elif odd_line := lone_text(node, texts):
                odd_lines.append(odd_line)
        if are_few_words(states):
            continue  # the other rules are about many states, or about numbers
        if _are_no_states(node):
            identifiers.append(_Found(node, states))
        elif len(states) > FEW and are_dates(states):
            dates.append(_Found(node, states))
        elif len(states) > _MANY and count_numbers_in(node, read_sites(node, decimal)) == len(states):
            measurements.append(_Found(node, states))
        if found_codes := codes_of_states(node, states, decimal):
            codes.append(found_codes)
    if decimals:
        raise _refuse_decimals(decimals)
    if identifiers:
        raise _refuse_identifiers(identifiers, decimal)
    if dates:
        _warn_of_dates(dates)
    tell_lone_texts(odd_lines)
    if measurements:
        _warn_of_measurements(measurements)
    if spellings:
        _warn_of_spellings(spellings)
    if markers:
        _warn_of_markers(markers)
    tell_codes(codes, nodes_with(codes, every), accept=True)
    tell_units({one.node.name: middles_of_states(one.node, decimal) for one in measurements})


def are_few_words(states: Sequence[Hashable]) -> bool:
    """Whether there are few states, and none is a number."""
    return len(states) <= FEW and not facts_of(states).have_numbers


def are_refused(node: Node, decimal: str | None = None) -> bool:
    """Whether :func:`check_columns` refuses the column."""
    types = facts_of(node.states).types
    if types == {bool}:
        return False
    return bool(types != {int} and _decimals_of(node, decimal)) or _are_no_states(node)


def _decimals_of(node: Node, decimal: str | None) -> Sequence[Hashable]:
    return decimals_in(node, read_sites(node, decimal)) if may_have_decimals(node.states) else []


def _are_no_states(node: Node) -> bool:
    states = node.states
    return len(states) > FEW and (is_identifier(node.columns) or have_units(states))


def is_identifier(columns: Sequence[Column]) -> bool:
    """True if there are more than 20 states, and a new one in more than half of each client's rows.

    The rows of all clients are added up, and so are the clients' numbers of states. So a small client
    with a large client's states has no identifier, and clients that number their cases alike have one.
    Only states that occur count, and only cells with a value.
    """
    states = [_occurring(column) for column in columns]
    return max(states) > FEW and 2 * sum(states) > filled_cells(columns)


def looks_measured(node: Node, decimal: str | None = None) -> bool:
    """True if the column holds numbers that are no codes: decimals, or many different whole numbers.

    Up to half of the states may be no numbers, such as "<30.0". Whole numbers of which no two are equal
    are taken for an identifier.
    """
    if not any(facts_of(column.states).have_numbers for column in node.columns):
        return False
    if float in plain_types(node):
        return True
    readings = read_sites(node, decimal)
    numbers = count_numbers_in(node, readings)
    if 2 * numbers <= len(node.states):
        return False
    if have_decimals(node, readings):
        return True
    if not is_identifier(node.columns):
        return numbers > _MANY
    return filled_cells(node.columns) > sum(map(_occurring, node.columns))


def _check_decimals(node: Node, decimals: Sequence[Hashable], decimal: str | None) -> None:
    """Refuse a column of decimals that no bins can be made of. `decimals` are its numbers that are not whole.

    Where most states are numbers, the others are odd. Where most are words, the numbers are.
    """
    accept = wording().option_list("accept", [node.name])
    meant = f"{accept} if each of its {len(node.states)} values is a state"
    discretize = wording().function("discretize")
    readings = read_sites(node, decimal)
    odd = odd_cells(node, readings)
    if odd and 2 * count_numbers_in(node, readings) > len(node.states):
        then = f"; then discretise the column ({discretize}). Or pass {meant}"
        raise refuse_odd(odd, filled_cells(node.columns), then=then)
    if odd:
        location, row, state = node.first(set(decimals))
        raise location.refuse(
            f"{shown(state)} is no whole number, and most values are no numbers, such as "
            f"{shown(odd[0].values[0])}: leave the column out, or pass {meant}",
            row,
        )
    before = f"discretise the column ({discretize}) with "
    if doubt := find_doubt(node, readings, before, f", or pass {meant}"):
        raise doubt


def _occurring(column: Column) -> int:
    """The number of states that some row has."""
    if not column.declared or len(column.states) <= FEW:
        return len(column.states)
    codes = column.codes if column.missing is None else column.codes[~column.missing]
    return len(np.unique(codes))


def _is_category(text: str, node: Node) -> bool:
    """True if the text is Python's word for no value, and a category wherever it is a state."""
    owners = [column for column in node.columns if text in column.states]
    return text == PYTHONS_NONE and all(column.declared for column in owners)


def _texts_of(states: Sequence[Hashable], types: set[type]) -> Sequence[str]:
    """The states that are texts."""
    if types == {str}:
        return states  # type: ignore[return-value]
    return [state for state in states if isinstance(state, str)]


def spelled_alike(texts: Sequence[Hashable]) -> list[list[Hashable]]:
    """The groups of texts that differ only in spelling."""
    return facts_of(texts).groups


def _refuse_decimals(found: list[_Found]) -> InvalidInputError:
    node, states = found[0]
    location, row, state = node.first(set(states))
    return _with_all(
        found,
        location.refuse(
            f"{shown(state)} is no whole number: discretise the column first "
            f"({wording().function('discretize')}), learn "
            f"from numbers ({wording().option('score', *GAUSSIAN_SCORES)}) or from both kinds of columns "
            f"({wording().option('score', *MIXED_SCORES)}), or pass "
            f"{wording().option_list('accept', [node.name])} if each of its {len(node.states)} values is a "
            "state",
            row,
        ),
    )


def _refuse_identifiers(found: list[_Found], decimal: str | None) -> InvalidInputError:
    node, states = found[0]
    rows = sum(len(column.codes) for column in node.columns)
    location = node.locations[0]
    if len(node.columns) > 1:
        location = ColumnLocation(location.argument, None, location.name)
    return _with_all(
        found,
        location.refuse(
            f"{len(states)} states in {rows} rows, such as {listed(states[:3], shown)}: "
            f"{meaning_of(node.name, states, looks_measured(node, decimal))}"
        ),
    )


def _with_all(found: list[_Found], error: InvalidInputError) -> InvalidInputError:
    """The error about the first column, with the other columns named too."""
    others = [f"{shown(node.name)} (such as {shown(states[0])})" for node, states in found[1:]]
    more = f"; the same goes for {listed(others)}" if others else ""
    return InvalidInputError(
        f"{error}{more}",
        argument=error.argument,
        dag=error.dag,
        nodes=[node.name for node, _ in found],
    )


def _warn_of_measurements(found: list[_Found]) -> None:
    columns = listed(f"{shown(node.name)} ({len(states)} states)" for node, states in found)
    discretize = wording().function("discretize")
    days = [node.name for node, _ in found if are_days(numbers_in(node, read_sites(node, None)))]
    dates = f"{listed(days, shown)} may be dates: {DAYS}; " if days else ""
    _warn(
        found,
        f"many different whole numbers in {columns}: {dates}if they are measurements, such as ages, "
        f"{discretize} makes a few states of them; {_accept(found)} means that each number is a state",
    )


def _warn_of_dates(found: list[_Found]) -> None:
    columns = listed(f"{shown(node.name)} ({len(states)} states)" for node, states in found)
    _warn(found, f"dates in {columns}: {AS_STATES}; {_accept(found)} means that each date is a state")


def _warn_of_spellings(found: list[_Found]) -> None:
    columns = listed(f"{shown(node.name)} ({_all_groups(node, texts)})" for node, texts in found)
    _warn(
        found,
        "states that differ only in case, in blanks or in the way a number is written, in "
        f"{columns}: make them one, or pass {_accept(found)} if they are meant",
    )


def _all_groups(node: Node, texts: Sequence[Hashable]) -> str:
    groups = spelled_alike(texts)
    return "; ".join(_with_places(node, group) for group in groups[:LISTED]) + unlisted(groups)


def _markers(node: Node, texts: Sequence[str]) -> list[str]:
    return [text for text in facts_of(texts).markers if not _is_category(text, node)]


@contextmanager
def markers_named(nodes: Iterable[Node]) -> Iterator[None]:
    """Let an error about cells name the markers of other columns too, so that one call tells all of them."""
    try:
        yield
    except InvalidInputError as error:
        every = ((node, [state for state in node.states if isinstance(state, str)]) for node in nodes)
        found = [_Found(node, marks) for node, texts in every if (marks := _markers(node, texts))]
        if all(one.node.name in error.nodes for one in found):
            raise
        raise InvalidInputError(
            f"{error}. There are {_told_markers(found)}",
            argument=error.argument,
            dag=error.dag,
            nodes=error.nodes,
        ) from None


def _warn_of_markers(found: list[_Found]) -> None:
    _warn(found, f"{_told_markers(found)}, {_accept(found)} that they do not")


def _told_markers(found: list[_Found]) -> str:
    columns = listed(f"{shown(node.name)} ({_with_places(node, states)})" for node, states in found)
    values = list(dict.fromkeys(state for _, states in found for state in states))
    missing = wording().option_list("missing_values", values)  # all, because they are to be named at once
    return f"states that often mean that there is no value, in {columns}: {missing} means that they do"


def _warn(found: Sequence[_Found], problem: str) -> None:
    location = found[0].node.locations[0]
    several = len(found[0].node.locations) > 1
    warn(f"{place_of(location.argument, None, None) if several else location.place}: {problem}", DataWarning)


def _accept(found: Sequence[_Found]) -> str:
    return few_values("accept", [one.node.name for one in found])


def _with_places(node: Node, states: Sequence[Hashable]) -> str:
    """The states, each with the first client that has it if there are several clients."""
    texts = told_apart(states)
    if len(node.columns) == 1:
        return listed(texts)
    each = zip(states, texts, strict=True)
    return listed(f"{text} in {node.first({state})[0].place}" for state, text in each)
