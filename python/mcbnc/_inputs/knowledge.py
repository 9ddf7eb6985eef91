"""The argument `knowledge`: the user's knowledge of the edges, checked once against the nodes."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from .._base.show import listed, shown
from ..errors import InvalidInputError
from .bars import Bars, list_names, list_tiers
from .constraints import index_edges, list_edges, respell
from .foreign_knowledge import is_pgmpys, of_pgmpy, of_tetrad
from .known import Edges


@dataclass(frozen=True)
class Knowledge:
    """Edges that must be, and edges that must not be: the argument `knowledge` of all functions.

    A dict of the same keys does as well, ``knowledge={"required": [("a", "b")]}``, and so do pgmpy's
    ``ExpertKnowledge`` and the path of a knowledge file of Tetrad. Knowledge that no DAG keeps is an error of
    the functions that take it, and so are names that are not nodes.

    Knowledge belongs to the class of a result. So ``cpdag`` and ``reversible`` of the result are about the
    equivalent DAGs that keep it: an edge that a tier directs is not reversible, and neither is one that
    follows from it.

    Parameters
    ----------
    required : iterable
        Edges that stay, whatever the data or the DAGs are. (u, v) is the arc u -> v, and a set {u, v} is an
        edge in either direction. A table with the columns from and to lists arcs.
    forbidden : iterable
        Edges that must not be. (u, v) forbids the arc u -> v and allows v -> u. A set {u, v} forbids both.
    tiers : sequence of sequences of names
        The first tier comes first, in time say. No arc goes from a later tier to an earlier one. Nodes in
        no tier are free, so a path through them may lead from a later tier to an earlier one.
    roots : iterable of names
        Nodes without parents.
    leaves : iterable of names
        Nodes without children.

    Raises
    ------
    InvalidInputError
        If `required` or `forbidden` holds something that is no edge, or a name is in two tiers.

    Examples
    --------
    >>> import mcbnc
    >>> mcbnc.Knowledge(required=[("age", "income")], forbidden=[{"age", "sex"}]).required
    (('age', 'income'),)
    >>> mcbnc.Knowledge(tiers=[["age", "sex"], ["income"]], roots=["sex"]).tiers
    (('age', 'sex'), ('income',))
    """

    required: Any = ()
    forbidden: Any = ()
    tiers: Any = ()
    roots: Any = ()
    leaves: Any = ()

    def __post_init__(self) -> None:
        for name in _EDGES:
            object.__setattr__(self, name, list_edges(getattr(self, name), name))
        object.__setattr__(self, "tiers", list_tiers(self.tiers, "tiers"))
        for name in ("roots", "leaves"):
            object.__setattr__(self, name, list_names(getattr(self, name), name))


_PARTS = tuple(part.name for part in fields(Knowledge))
_EDGES = ("required", "forbidden")
"""The keys of a request to the engine. What tiers, roots and leaves rule out is forbidden there."""


def read_knowledge(knowledge: Any, nodes: list[Hashable]) -> dict[str, Edges | None]:
    """Read the argument `knowledge` over these nodes. The keys are those of a request to the engine.

    The engine checks that `required` and `forbidden` do not contradict each other.
    """
    if knowledge is None:
        return dict.fromkeys(_EDGES)
    known = _known(knowledge, nodes)
    edges = {name: index_edges(getattr(known, name), name, nodes) for name in _EDGES}
    if known.tiers or known.roots or known.leaves:
        bars = Bars(known.tiers, known.roots, known.leaves, nodes)
        bars.check(edges["required"])
        edges["forbidden"] += bars.edges()
    return {name: own or None for name, own in edges.items()}


def knowledge_of(options: Mapping[str, Any], nodes: list[Hashable]) -> Knowledge:
    """The inverse of :func:`read_knowledge`: the knowledge of a request with these options."""
    return Knowledge(**{name: respell(options[name] or [], nodes) for name in _EDGES})


def renamed(options: Mapping[str, Any], nodes: list[Hashable]) -> dict[str, Any]:
    """The options of a request as arguments: its required and forbidden edges are `knowledge`, by names."""
    others = {name: value for name, value in options.items() if name not in _EDGES}
    return {**others, "knowledge": knowledge_of(options, nodes)}


def _known(knowledge: Any, nodes: list[Hashable]) -> Knowledge:
    if isinstance(knowledge, Knowledge):
        return knowledge
    if is_pgmpys(knowledge):
        return Knowledge(**of_pgmpy(knowledge, nodes))
    if isinstance(knowledge, (str, os.PathLike)) and os.path.isfile(knowledge):
        from .._graphs.reading import open_text  # the parsers are many

        return Knowledge(**of_tetrad(open_text(knowledge), nodes))
    if not isinstance(knowledge, Mapping):
        missing = ", which is no file" if isinstance(knowledge, (str, os.PathLike)) else ""
        raise InvalidInputError(
            f"knowledge must be a Knowledge, a dict with the keys {listed(_PARTS, shown)}, pgmpy's "
            f"ExpertKnowledge or the path of a knowledge file of Tetrad, not {shown(knowledge)}{missing}",
            argument="knowledge",
        )
    odd = next((key for key in knowledge if key not in _PARTS), None)
    if odd is not None:
        raise InvalidInputError(
            f"knowledge: {shown(odd)} is not one of its keys, {listed(_PARTS, shown)}", argument="knowledge"
        )
    return Knowledge(**knowledge)
