"""A graph that was read from text, and the errors about such a text."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.names import MOST_NAMES, check_names
from .._base.show import shorten, shown
from ..errors import CycleError, InvalidInputError

__all__ = ["Source", "Text", "check_directed", "collect", "texts", "undirected_edge"]


class Source(NamedTuple):
    """The names of a graph's nodes, and the graph's adjacency matrix (n, n) uint8.

    The graph may have cycles.
    """

    names: list[Hashable]
    array: NDArray[np.uint8]


class Text(NamedTuple):
    """A text to be read, and the place of the text, which errors name."""

    content: str
    place: str

    def refuse(self, problem: str, line: int | None = None) -> InvalidInputError:
        """Make an error that names the place, the line (from 1) if it is given, and the problem."""
        place = self.place if line is None else f"{self.place}:{line}"
        return InvalidInputError(f"{place}: {shorten(problem, 400)}", argument="path")


def collect(text: Text, names: Iterable[str], arcs: Iterable[tuple[str, str]]) -> Source:
    """Make the graph of the names and the arcs. Each end of an arc is a node too.

    The nodes are in the order of their first occurrence, in `names` and then in `arcs`.
    """
    pairs = list(arcs)
    nodes: list[Hashable] = list(dict.fromkeys([*names, *(end for arc in pairs for end in arc)]))
    if not nodes:
        raise text.refuse("there are no nodes")
    if len(nodes) > MOST_NAMES:
        raise text.refuse(f"there are {len(nodes)} nodes, and mcbnc takes at most {MOST_NAMES}")
    index = {name: i for i, name in enumerate(nodes)}
    array = np.zeros((len(nodes), len(nodes)), np.uint8)
    for tail, head in pairs:
        if tail == head:
            raise text.refuse(f"{shown(tail)} has an arc to itself")
        array[index[tail], index[head]] = 1
    return Source(nodes, array)


def check_directed(source: Source, place: str) -> Source:
    """Return the graph of a format that has no undirected edges. Arcs both ways are a CycleError."""
    both = undirected_edge(source)
    if both:
        nodes = [*both, both[0]]
        cycle = " -> ".join(shorten(str(name)) for name in nodes)
        raise CycleError(f"{place}: it has a cycle: {cycle}", argument="path", nodes=nodes)
    return source


def undirected_edge(source: Source) -> list[Hashable]:
    """The ends of the first edge that has both bits set. If there is none, empty."""
    both = np.argwhere(source.array & source.array.T)
    return [source.names[i] for i in both[0].tolist()] if len(both) else []


def texts(names: list[Hashable], kind: str) -> list[str]:
    """The names as strings for a text format. A name that is no str is written as its ``str()``.

    `kind` is what errors call the format.
    """
    written = [name if isinstance(name, str) else str(name) for name in names]
    try:
        check_names(list(written), "nodes")
    except InvalidInputError as error:
        raise InvalidInputError(f"as {kind}, {error}", argument="nodes", nodes=error.nodes) from error
    return written
