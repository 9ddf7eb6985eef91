"""The argument `knowledge`: what a user knows of the edges, checked once against the nodes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from .._base.show import listed, shown
from ..errors import InvalidInputError
from .constraints import Edges, index_edges, list_edges, respell

__all__ = ["Knowledge", "knowledge_of", "read_knowledge", "without_knowledge"]


@dataclass(frozen=True)
class Knowledge:
    """Edges that must be, and edges that must not be: the argument `knowledge` of all functions.

    A dict of the same keys does as well, ``knowledge={"required": [("a", "b")]}``. Contradictions are errors
    of the functions that take it, and so are names that are none of the nodes.

    Parameters
    ----------
    required : iterable
        Edges that stay, whatever the data or the DAGs say. (u, v) is the arc u -> v, and a set {u, v} is an
        edge in either direction. A table with the columns from and to lists arcs.
    forbidden : iterable
        Edges that must not be. (u, v) forbids the arc u -> v and allows v -> u. A set {u, v} forbids both.

    Raises
    ------
    InvalidInputError
        If `required` or `forbidden` holds something that is no edge.

    Examples
    --------
    >>> import mcbnc
    >>> mcbnc.Knowledge(required=[("age", "income")], forbidden=[{"age", "sex"}]).required
    (('age', 'income'),)
    """

    required: Any = ()
    forbidden: Any = ()

    def __post_init__(self) -> None:
        for name in _PARTS:
            object.__setattr__(self, name, list_edges(getattr(self, name), name))


_PARTS = tuple(part.name for part in fields(Knowledge))


def read_knowledge(knowledge: Any, nodes: list[Hashable]) -> dict[str, Edges | None]:
    """Read the argument `knowledge` over these nodes. The keys are those of a request to the engine.

    The engine checks that `required` and `forbidden` do not contradict each other.
    """
    if knowledge is None:
        return dict.fromkeys(_PARTS)
    known = _known(knowledge)
    return {name: index_edges(getattr(known, name), name, nodes) or None for name in _PARTS}


def knowledge_of(options: Mapping[str, Any], nodes: list[Hashable]) -> Knowledge:
    """The inverse of :func:`read_knowledge`: what a request with these options knows."""
    return Knowledge(**{name: respell(options[name] or [], nodes) for name in _PARTS})


def without_knowledge(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are no knowledge."""
    return {name: value for name, value in options.items() if name not in _PARTS}


def _known(knowledge: Any) -> Knowledge:
    if isinstance(knowledge, Knowledge):
        return knowledge
    if not isinstance(knowledge, Mapping):
        raise InvalidInputError(
            f"knowledge must be a Knowledge or a dict with the keys {listed(_PARTS, shown)}, "
            f"not {shown(knowledge)}",
            argument="knowledge",
        )
    odd = next((key for key in knowledge if key not in _PARTS), None)
    if odd is not None:
        raise InvalidInputError(
            f"knowledge: {shown(odd)} is none of its keys, {listed(_PARTS, shown)}", argument="knowledge"
        )
    return Knowledge(**knowledge)
