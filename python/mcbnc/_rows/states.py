"""The argument `states`, and one list of states for each node, which all clients' codes refer to."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.names import find_node
from .._base.options import MOST_STATES, check_count, is_sequence
from .._base.rank import sorted_order
from .._base.show import counted, shown
from .._base.warn import warn
from ..errors import DataWarning, InvalidInputError
from .columns import Column, ColumnLocation, Node, place_of, read_column, smallest
from .missing import MISSING_STATE
from .state_lists import facts_of
from .texts import text_of

_WANTED = "a dict of the nodes' names to their lists of states, or a list of such lists"


class Recoded(NamedTuple):
    """A node's sorted states, and the new code of each code of each client."""

    states: Sequence[Hashable]
    new_codes: list[NDArray[Any] | None]
    """For each client an array from old code to index into `states`. None: the codes stay the same."""
    shown: Sequence[Hashable]
    """The states in the order that the columns give them, if they do."""


def read_states(states: Any, nodes: list[Hashable]) -> dict[Hashable, list[Hashable]]:
    """Read the argument `states`. Lists keep their order. A number k stands for the states 0..k-1."""
    if states is None:
        return {}
    if isinstance(states, Mapping):
        index = {name: i for i, name in enumerate(nodes)}
        given = {nodes[find_node(name, index, "states")]: listed for name, listed in states.items()}
    elif is_sequence(states):
        if len(states) != len(nodes):
            raise InvalidInputError(
                f"states has {counted(len(states), 'list')} for {counted(len(nodes), 'column')}",
                argument="states",
            )
        given = dict(zip(nodes, states, strict=True))
    else:
        raise InvalidInputError(f"states must be {_WANTED}, not {shown(states)}", argument="states")
    return {name: _read_list(listed, ColumnLocation("states", None, name)) for name, listed in given.items()}


def recode(node: Node, given: list[Hashable] | None, missing_state: bool = False) -> Recoded:
    """Bring one node's columns to common states: the states `given`, else all that any client has.

    If all states given are words, whole numbers in a column are indices into the list `given`. With
    `missing_state`, the state of missing values is allowed besides the states given.
    """
    columns, locations = node.columns, node.locations
    if given is None:
        states = _union(node)
    else:
        if all(isinstance(state, str) and not state.lstrip("+-").isdigit() for state in given):
            columns = [column._replace(states=_labelled(column.states, given)) for column in columns]
        if missing_state and MISSING_STATE not in given and any(MISSING_STATE in c.states for c in columns):
            given = [*given, MISSING_STATE]
        order = sorted_order(given, "states", f"the states of {shown(node.name)}")
        states = [given[i] for i in order]
    return Recoded(
        states,
        [_new_codes(column, states, location) for column, location in zip(columns, locations, strict=True)],
        _in_own_order(node, states),
    )


def _read_list(listed: Any, location: ColumnLocation) -> list[Hashable]:
    if isinstance(listed, (int, np.integer)) and not isinstance(listed, bool):
        place = f"states[{shown(location.name)}]"
        return list(range(check_count(listed, place, least=1, most=MOST_STATES, none="a list of states")))
    column = read_column(listed, location)
    if column.missing is not None:
        row = int(np.argmax(column.missing))
        raise location.refuse("there is no value, so this is no state", row)
    states = [column.states[code] for code in column.codes.tolist()]
    if len(states) != len(set(states)):
        raise location.refuse(f"states must differ: {shown(states)}")
    if not states:
        raise location.refuse("the list of states is empty")
    return states


def _labelled(states: Sequence[Hashable], labels: list[Hashable]) -> list[Hashable]:
    """Replace each whole number that is an index into `labels` by its label."""
    known: dict[Hashable, Hashable] = dict(enumerate(labels))
    return [known.get(state, state) if type(state) is int else state for state in states]


def _union(node: Node) -> Sequence[Hashable]:
    """The states of all clients, sorted. States that differ only in type, such as 1 and "1", are refused."""
    states, location = sorted_states(node), node.locations[0]
    types = facts_of(states).types
    if len(types) > 1 and len({issubclass(kind, str) for kind in types}) > 1:
        texts: dict[str, Hashable] = {}
        for state in states:
            text = text_of(state)
            other = state if text is None else texts.setdefault(text, state)
            if other != state:
                places = [node.first({each})[0].place for each in (other, state)]
                raise ColumnLocation(location.argument, None, location.name).refuse(
                    f"the states {shown(other)} in {places[0]} and {shown(state)} in {places[1]} look the "
                    "same: make all of one type"
                )
    return states


def sorted_states(node: Node) -> Sequence[Hashable]:
    """The states of all clients, each once."""
    states, location = node.states, node.locations[0]
    if states is node.columns[0].states:
        return states
    order = sorted_order(states, location.argument, f"the states of {shown(location.name)}")
    return [states[i] for i in order]


def _new_codes(column: Column, states: Sequence[Hashable], location: ColumnLocation) -> NDArray[Any] | None:
    """The index into `states` of each of the column's states; None if the lists are equal.

    States that no row has may be missing in `states`.
    """
    if column.states == states:
        return None
    index = {state: i for i, state in enumerate(states)}
    new_codes = np.array([index.get(state, -1) for state in column.states], np.int64)
    if (new_codes < 0).any():
        unknown = new_codes[column.codes] < 0
        if column.missing is not None:
            unknown &= ~column.missing
        if unknown.any():
            row = int(np.argmax(unknown))
            state = column.states[column.codes[row]]
            raise location.refuse(f"{shown(state)} is not one of its states, {shown(states)}", row)
    return np.maximum(new_codes, 0).astype(smallest(len(states)))


_Order = tuple[Hashable, ...]


def _in_own_order(node: Node, states: Sequence[Hashable]) -> Sequence[Hashable]:
    """The sorted states of a node in the order of its ordered columns, if they have one in common.

    A site may know a part of the states alone. A state that stands for missing values comes last.
    """
    orders = dict.fromkeys(column.order for column in node.columns if column.order is not None)
    if not orders:
        return states
    longest = max(orders, key=len)
    place = {state: k for k, state in enumerate(longest)}
    beyond = [state for state in states if state not in place]
    if all(_is_part(order, longest) for order in orders) and beyond in ([], [MISSING_STATE]):
        return [*sorted((state for state in states if state in place), key=place.__getitem__), *beyond]
    _warn(node, list(orders), beyond)
    return states


def _is_part(order: _Order, longest: _Order) -> bool:
    """True if the longest order is this one, with other states between its states."""
    left = iter(longest)
    return all(state in left for state in order)


def _warn(node: Node, orders: Sequence[_Order], beyond: Sequence[Hashable]) -> None:
    at = node.locations[0]
    place = place_of(at.argument, None if len(node.columns) > 1 else at.dag, None)
    if len(orders) > 1:
        problem = f"ordered columns that do not agree, such as {shown(orders[0])} and {shown(orders[1])}"
    else:
        problem = f"the order {shown(orders[0])}, in which {shown(beyond[0])} has no place"
    warn(
        f"{place}: column {shown(node.name)}: {problem}; its states are sorted by name: give all sites the "
        "same ordered categories",
        DataWarning,
    )
