"""The exceptions of mcbnc. All derive from :class:`McbncError`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

__all__ = [
    "CycleError",
    "EngineError",
    "InvalidInputError",
    "LibraryError",
    "McbncError",
    "MissingExtraError",
]


class McbncError(Exception):
    """Base of every error that mcbnc raises."""


class InvalidInputError(McbncError, ValueError):
    """An argument that cannot be used.

    Attributes
    ----------
    argument : str or None
        The argument at fault, e.g. ``"dags"`` or ``"theta"``.
    dag : int or None
        Which of the graphs, counted from 0, where one of them is at fault.
    nodes : list
        The names of the nodes at fault (0..n-1 where unnamed); may be empty.
    """

    # Keywords have defaults so that pickle, which calls ``cls(*args)`` and then
    # restores ``__dict__``, can carry the error to another process.
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
        self.nodes: list[Hashable] = list(nodes)


class CycleError(InvalidInputError):
    """An input graph has a directed cycle, so it is no DAG.

    ``dag`` is the index of the graph in the sequence given.
    """

    @property
    def cycle(self) -> list[Hashable]:
        """The nodes of one cycle, in the direction of its edges; the first is not repeated."""
        closed = len(self.nodes) > 1 and self.nodes[0] == self.nodes[-1]
        return self.nodes[:-1] if closed else list(self.nodes)


class LibraryError(McbncError, RuntimeError):
    """The engine's library is missing, cannot be loaded here, or is of another version."""


class MissingExtraError(McbncError, ImportError):
    """An optional library is wanted and is not installed; the message says what to install."""


class EngineError(McbncError, RuntimeError):
    """The engine failed inside; a fault of mcbnc, not of the caller.

    Attributes
    ----------
    code : int
        The engine's status code (``include/mcbnc.h``).
    """

    def __init__(self, message: str, *, code: int = 0) -> None:
        super().__init__(message)
        self.code = code
