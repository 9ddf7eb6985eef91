"""The order of its own that ordered columns give to the states of a node.

Codes follow the sorted states all the same, so that no answer depends on this order. It is for what users
see: `states`, tables of probabilities and files.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from .._base.show import shown
from .._base.warn import warn
from ..errors import DataWarning
from .location import place_of
from .missing import MISSING_STATE
from .node import Node

__all__ = ["in_own_order"]

_Order = tuple[Hashable, ...]


def in_own_order(node: Node, states: list[Hashable]) -> list[Hashable]:
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
