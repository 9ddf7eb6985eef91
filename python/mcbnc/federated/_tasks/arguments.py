"""The names and the states of the nodes, and the clients, as a coordinator and its sites read them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import MOST_STATES, check_count, counted, read_names, shown
from ...errors import InvalidInputError
from .._protocol.fields import MOST_SITES
from .numbers import Listed, Numbers, read_numbers

_STATES = (str, int, float, bool)


def read_clients(clients: Any) -> list[Hashable]:
    """How many clients there are, or what they are called."""
    if isinstance(clients, int) or not hasattr(clients, "__iter__"):
        return list(range(check_count(clients, "clients", 1, none="a list of names", most=MOST_SITES)))
    names = read_names(clients, "clients", kind="client")
    if not names:
        raise InvalidInputError("clients is empty: give at least one", argument="clients")
    if len(names) > MOST_SITES:
        raise InvalidInputError(
            f"clients has {len(names)} names, and a session at most {MOST_SITES} sites", argument="clients"
        )
    return names


def read_nodes(nodes: Any) -> list[Any]:
    """Names that a message can carry."""
    names = read_names(nodes, "nodes")
    for name in names:
        if type(name) not in (str, int):
            raise InvalidInputError(
                f"nodes: {shown(name)} cannot travel: names are strings or whole numbers",
                argument="nodes",
                nodes=[name],
            )
    return names


def read_states(states: Any, nodes: list[Any]) -> Listed:
    """The states of each node, which all sites must know, from a dict or in the order of the nodes.

    A node may have :class:`Numbers` in their place.
    """
    listed = [states.get(name) for name in nodes] if isinstance(states, dict) else states
    if not isinstance(listed, (list, tuple)) or len(listed) != len(nodes):
        raise InvalidInputError(
            "states must list the states of every node, by name or in the order of the nodes",
            argument="states",
        )
    return [_read_list(name, each) for name, each in zip(nodes, listed, strict=True)]


def _read_list(node: Any, states: Any) -> list[Hashable] | Numbers:
    numbers = states if isinstance(states, Numbers) else read_numbers(states, node)
    if numbers is not None:
        return numbers
    count = states if type(states) is int else len(states) if isinstance(states, (list, tuple)) else 0
    if count > MOST_STATES:
        raise InvalidInputError(
            f"states of {shown(node)}: {counted(count, 'state')} are too many; at most {MOST_STATES} will do",
            argument="states",
            nodes=[node],
        )
    if type(states) is int and states > 0:
        return list(range(states))
    plain = plain_states(states) if isinstance(states, (list, tuple)) else None
    if plain is None or not all(type(state) in _STATES for state in plain):
        raise InvalidInputError(
            f"states of {shown(node)} must be a list of strings and numbers, or how many there are",
            argument="states",
            nodes=[node],
        )
    if len({(type(state) is bool, state) for state in plain}) < len(plain):
        raise InvalidInputError(f"states of {shown(node)} must differ", argument="states", nodes=[node])
    return plain


def plain_states(states: Sequence[Any]) -> list[Hashable]:
    """The states as JSON has them."""
    return [state.item() if isinstance(state, np.generic) else state for state in states]


def recode(node: Any, own: list[Hashable], common: list[Hashable], forced: bool = False) -> NDArray[np.int64]:
    """The index in `common` of each of a site's own states. `forced`: -1 if it is not there, and no error."""
    index = {(type(state) is bool, state): i for i, state in enumerate(common)}
    for state in own:
        if not forced and (type(state) is bool, state) not in index:
            raise InvalidInputError(
                f"{shown(node)} has the state {shown(state)}, which the session does not list",
                argument="states",
                nodes=[node],
            )
    return np.array([index.get((type(state) is bool, state), -1) for state in own] or [0], np.int64)
