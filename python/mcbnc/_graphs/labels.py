"""Which words of a graph are the names of its nodes, where a node has an identifier and a label.

Identifiers that a program counted have nothing to do with the variables, and two sites may count otherwise.
So labels are the names there, if every node has one and no two are the same. Elsewhere the identifiers are
the names, with a DataWarning, unless the labels cannot be names anyhow. The caller may choose.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import Literal, Protocol, cast, get_args

from .._base.names import check_names
from .._base.options import check_word
from .._base.show import counted, shown
from .._base.warn import warn
from .._base.wording import wording
from ..errors import DataWarning, InvalidInputError
from .source import Source

Naming = Literal["labels", "ids"]
"""What the names of nodes are."""

_COUNTED = r"(?i:(-?|n|c|v|id|nd|node|vertex|struct)[ _-]?[0-9]+)"
"""An identifier that a program made: a number, with or without one of the words of Graphviz, GraphML, GeNIe,
Hugin and others."""
_BESIDE_LETTERS = r"[\W_]+"


def check_naming(names: object) -> Naming | None:
    """The option `names`, which chooses the names of nodes. None: the rule of this module."""
    return None if names is None else cast(Naming, check_word(names, "names", get_args(Naming)))


def named(source: Source, place: str, naming: Naming | None = None) -> Source:
    """The graph with its names. It keeps labels only if the caller did not choose the identifiers."""
    ids, labels = source.names, source.labels
    bare = source._replace(labels=())
    if naming == "ids":
        return bare
    if naming == "labels":
        return bare._replace(names=_all_labels(ids, labels, place))
    differing = [(name, label) for name, label in zip(ids, labels, strict=False) if _differ(name, label)]
    if not differing:
        return bare
    generated = _are_counted(ids)
    distinct = len(set(labels)) == len(labels)
    if generated and distinct and all(labels):
        return bare._replace(names=list(labels))
    if not generated and not distinct and all(labels):
        return bare  # then they are no names
    name, label = differing[0]
    have = "has" if len(differing) == 1 else "have"
    warn(
        f"{place}: {counted(len(differing), 'node')} of {len(ids)} {have} a label beside the identifier, "
        f"such as {shown(name)} with the label {shown(label)}. The identifiers are taken as names; "
        f"{wording().naming('labels')} takes the labels",
        DataWarning,
    )
    return source


def _all_labels(ids: list[Hashable], labels: Sequence[str], place: str) -> list[Hashable]:
    """The labels. Each node must have its own."""
    if not any(labels):
        raise InvalidInputError(f"{place}: no node has a label, so labels are no names", argument="names")
    lacking = next((name for name, label in zip(ids, labels, strict=True) if not label), None)
    if lacking is not None:
        raise InvalidInputError(
            f"{place}: the node {shown(lacking)} has no label, so labels are no names", argument="names"
        )
    try:
        return check_names(list(labels), "labels")
    except InvalidInputError as error:
        raise InvalidInputError(f"{place}: {error}", argument="names", nodes=error.nodes) from error


def _are_counted(ids: list[Hashable]) -> bool:
    """Whether a program counted the nodes: numbers, or the same word before a number."""
    words = set()
    for name in ids:
        found = re.fullmatch(_COUNTED, str(name)) if isinstance(name, (str, int)) else None
        if found is None:
            return False
        words.add(found[1].lower().replace("-", ""))
    return len(words) == 1


def _differ(name: Hashable, label: str) -> bool:
    """Whether a label has something that the identifier does not."""
    return bool(label) and _spelling(str(name)) != _spelling(label)


def _spelling(text: str) -> str:
    return re.sub(_BESIDE_LETTERS, "", text).casefold()


class _Labelled(Protocol):
    """A graph of a call."""

    @property
    def names(self) -> list[Hashable] | None: ...
    @property
    def labels(self) -> Sequence[str]: ...
    @property
    def argument(self) -> str: ...
    @property
    def dag(self) -> int | None: ...
    @property
    def place(self) -> str: ...


def check_same_labels(graphs: Sequence[_Labelled]) -> None:
    """Refuse identifiers of different labels in the graphs of one call: they may be different variables."""
    known: dict[Hashable, tuple[str, str]] = {}
    for graph in graphs:
        for name, label in zip(graph.names or (), graph.labels, strict=False):
            if not label:
                continue
            first, place = known.setdefault(name, (label, graph.place))
            if _spelling(first) != _spelling(label):
                raise InvalidInputError(
                    f"{graph.place}: the identifier {shown(name)} has the label {shown(label)}, but in "
                    f"{place} the label {shown(first)}; {wording().naming('labels')} takes the labels as "
                    f"names, and {wording().naming('ids')} the identifiers",
                    argument=graph.argument,
                    dag=graph.dag,
                    nodes=[name],
                )
