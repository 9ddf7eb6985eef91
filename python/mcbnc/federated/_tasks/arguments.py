"""The arguments of a coordinator that no task reads."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..._base.names import read_names
from ..._base.options import check_count
from ..._base.show import shown
from ...errors import InvalidInputError

__all__ = ["read_clients", "read_nodes"]


def read_clients(clients: Any) -> list[Hashable]:
    """How many clients there are, or what they are called."""
    if isinstance(clients, int) or not hasattr(clients, "__iter__"):
        return list(range(check_count(clients, "clients", 1, none="a list of names")))
    names = read_names(clients, "clients", kind="client")
    if not names:
        raise InvalidInputError("clients is empty: give at least one", argument="clients")
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
