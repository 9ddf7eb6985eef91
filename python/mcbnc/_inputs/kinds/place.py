"""Where a graph stands among the caller's arguments."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

__all__ = ["Place"]


class Place(NamedTuple):
    """The argument that has the graph, and the names that another argument gives."""

    argument: str
    dag: int | None = None
    """The index of the graph in the argument. None: the argument is one graph."""
    given: list[Hashable] | None = None
    """The names of all nodes by the argument `nodes`."""
