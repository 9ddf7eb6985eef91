"""The exceptions and warnings of mcbnc. Every exception derives from :class:`McbncError`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

__all__ = [
    "CycleError",
    "DataWarning",
    "EngineError",
    "InvalidInputError",
    "LibraryError",
    "McbncError",
    "MemoryLimitError",
    "MissingExtraError",
]


class McbncError(Exception):
    """Base of every error that mcbnc raises."""


class InvalidInputError(McbncError, ValueError):
    """An argument has a value or a type that mcbnc cannot use.

    Attributes
    ----------
    argument : str or None
        The name of the argument at fault, e.g. ``"dags"`` or ``"theta"``.
    dag : int or None
        The index of the graph at fault, from 0. None if no single graph is at fault.
    site : hashable or None
        The name of the site whose graph or table is at fault, if the sites have names: a key of the dict
        that was given, or the name of a file.
    nodes : list
        The names of the nodes at fault, or their indices 0..n-1 if the nodes have no names. The list
        may be empty.
    """

    # The keywords have defaults, because pickle calls ``cls(*args)`` and then restores ``__dict__``.
    # Pickle carries the error from one process to another.
    def __init__(
        self,
        message: str,
        *,
        argument: str | None = None,
        dag: int | None = None,
        nodes: Sequence[Hashable] = (),
    ) -> None:
        super().__init__(message)
        self.argument = argument
        self.dag = dag
        self.site: Hashable | None = None  # known where the names are: _base/wording.py
        self.nodes: list[Hashable] = list(nodes)
        self._sentence: str | None = None  # the message behind its place, from _base/place.py


class CycleError(InvalidInputError):
    """An input graph has a directed cycle, so the graph is no DAG.

    ``dag`` is the index of the graph in the sequence of graphs.
    """

    @property
    def cycle(self) -> list[Hashable]:
        """The nodes of one cycle, in the direction of the edges. The first node is not repeated."""
        closed = len(self.nodes) > 1 and self.nodes[0] == self.nodes[-1]
        return self.nodes[:-1] if closed else list(self.nodes)


class LibraryError(McbncError, RuntimeError):
    """The engine's library is missing, cannot be loaded here, or is of another version."""


class MissingExtraError(McbncError, ImportError):
    """An optional library is needed but not installed. The message names what to install."""


class EngineError(McbncError, RuntimeError):
    """The engine failed. The fault is in mcbnc, not in the caller's input.

    Attributes
    ----------
    code : int
        The engine's status code, as ``include/mcbnc.h`` defines it.
    """

    def __init__(self, message: str, *, code: int = 0) -> None:
        super().__init__(message)
        self.code = code


class MemoryLimitError(McbncError, MemoryError):
    """A call would take more memory than :func:`mcbnc.limits` lets it. It ended before it took the memory.

    Attributes
    ----------
    needed : int
        The estimate that was refused: the call takes at least these bytes. With this limit a later
        and more exact estimate may be refused too.
    limit : int
        The limit, in bytes.
    """

    def __init__(self, message: str, *, needed: int = 0, limit: int = 0) -> None:
        super().__init__(message)
        self.needed = needed
        self.limit = limit


class DataWarning(UserWarning):
    """Rows may not mean what their states are, such as the states "HIGH" and "high" of one column.

    The message names the columns and the states, and the argument that accepts them.
    """
