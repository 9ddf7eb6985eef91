"""A network that is given family by family: a node, and the node's parents.

The readers of network formats collect nodes and families here. All checks of the names are made here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .._base.show import shown
from ..errors import InvalidInputError
from .identifiers import restored
from .source import Source, Text, collect

Refuse = Callable[[str, int], InvalidInputError]


class Item(NamedTuple):
    """Words between two separators of a list of names: one name with blanks, or one name for each word."""

    words: tuple[str, ...]
    quoted: bool = False
    """True if each word was quoted. Then each word is a name."""


class _Family(NamedTuple):
    node: list[Item]
    parents: list[Item] | None
    at: int


class Families:
    """The nodes and the families of one network, in the order of the file.

    `text` is what errors without a line name. `refuse` makes an error of a problem and of a place in the
    file, which are those of :meth:`declare` and :meth:`add`. `note` is what :func:`note_in` finds.
    """

    def __init__(self, text: Text, refuse: Refuse, note: str | None = None) -> None:
        self._text = text
        self._note = note
        self._refuse = refuse
        self._nodes: dict[str, int] = {}
        self._labels: dict[str, str] = {}
        self._families: list[_Family] = []

    def declare(self, name: str, at: int, label: str = "") -> None:
        """Add a node, and its label if it has one."""
        if not name:
            raise self._refuse("a node has no name", at)
        if name in self._nodes:
            raise self._refuse(f"the node {shown(name)} comes more than once", at)
        self._nodes[name] = at
        self.label(name, label)

    def label(self, name: str, label: str) -> None:
        """Note the label of a node. Nodes that are never declared may have one too."""
        if label := " ".join(label.split()):
            self._labels[name] = label

    def add(self, node: list[Item], parents: list[Item] | None, at: int) -> None:
        """Add the family of a node. The nodes may be declared later.

        If `parents` is None, the first name in `node` is the node, and the other names are its parents.
        """
        self._families.append(_Family(node, parents, at))

    def source(self) -> Source:
        """The graph. Every node must have exactly one family."""
        parents: dict[str, list[str]] = {}
        for family in self._families:
            node, above = self._names(family)
            if node in parents:
                raise self._refuse(f"the probabilities of {shown(node)} come more than once", family.at)
            self._check_parents(node, above, family.at)
            parents[node] = above
        lacking = next((node for node in self._nodes if node not in parents), None)
        if lacking is not None:
            raise self._refuse(
                f"the node {shown(lacking)} has no probabilities, so its parents are unknown: the file is "
                "not complete",
                self._nodes[lacking],
            )
        arcs = ((parent, node) for node, above in parents.items() for parent in above)
        source = collect(self._text, self._nodes, arcs)
        if self._note is not None:
            return restored(source, self._note, self._text)
        return source._replace(labels=[self._labels.get(str(name), "") for name in source.names])

    def _names(self, family: _Family) -> tuple[str, list[str]]:
        names = names_of(family.node, self._nodes, self._refuse, family.at)
        if family.parents is None and names:
            return names[0], names[1:]
        if len(names) != 1:
            raise self._refuse(f"probabilities are of one node, not of {len(names)}", family.at)
        return names[0], names_of(family.parents or [], self._nodes, self._refuse, family.at)

    def _check_parents(self, node: str, parents: list[str], at: int) -> None:
        seen: set[str] = set()
        for parent in parents:
            if parent == node:
                raise self._refuse(f"{shown(node)} is its own parent", at)
            if parent in seen:
                raise self._refuse(f"{shown(parent)} is a parent of {shown(node)} more than once", at)
            seen.add(parent)


def names_of(items: Sequence[Item], known: Iterable[str], refuse: Refuse, at: int) -> list[str]:
    """The names in a list. Words without quotes between two separators are one name if it is known.

    pgmpy and pyAgrum write names with blanks without quotes.
    """
    found: list[str] = []
    for item in items:
        whole = " ".join(item.words)
        separate = [*item.words]
        unknown = next((word for word in separate if word not in known), None)
        if item.quoted or len(item.words) == 1 or whole not in known:
            if unknown is not None:
                hint = "; a name with blanks needs quotes" if len(item.words) > 1 else ""
                raise refuse(f"{shown(unknown)} is no node of this network{hint}", at)
            found += separate
        elif unknown is None:
            raise refuse(f"{shown(whole)} may be one node or several: write names with quotes", at)
        else:
            found.append(whole)
    return found
