"""One variable of all clients: its columns, before they have common states."""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set
from typing import NamedTuple

import numpy as np

from .columns import Column
from .labels import merged
from .location import ColumnLocation


class Node(NamedTuple):
    """One variable: the column of each client that has it, and the column's place in the arguments."""

    columns: Sequence[Column]
    locations: Sequence[ColumnLocation]
    clients: Sequence[int] | None = None
    """The clients whose columns these are, in rising order. None: all."""

    @property
    def name(self) -> Hashable:
        return self.locations[0].name

    def place_of(self, client: int) -> int | None:
        """Where the client's column is in the lists. None: it has no such column."""
        if self.clients is None:
            return client
        return self.clients.index(client) if client in self.clients else None

    @property
    def states(self) -> list[Hashable]:
        """The states of all clients, in the order of the clients."""
        first = self.columns[0].states
        return first if len(self.columns) == 1 else merged([column.states for column in self.columns])

    def first(self, states: Set[Hashable]) -> tuple[ColumnLocation, int | None, Hashable]:
        """The first client with one of the states, the first row there that has one, and the row's state.

        If the states are categories that no row of this client has, the row is None.
        """
        for column, location in zip(self.columns, self.locations, strict=True):
            wanted = np.array([state in states for state in column.states], bool)
            if wanted.any():
                cells = wanted[column.codes]
                if column.missing is not None:
                    cells &= ~column.missing
                if not cells.any():
                    return location, None, column.states[int(np.argmax(wanted))]
                row = int(np.argmax(cells))
                return location, row, column.states[column.codes[row]]
        raise ValueError("no client has the states")


def joined(nodes: Sequence[Node]) -> Node:
    """The node of all clients, from nodes that have one client or more each."""
    return Node(
        [column for node in nodes for column in node.columns],
        [location for node in nodes for location in node.locations],
    )
