"""A graph that was read from text, and the errors about such a text."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency, Arcs, each_once, matrix_of
from .._base.arrays import Refuse, check_size
from .._base.file_hash import FileHash
from .._base.names import check_names
from .._base.provenance import Record
from .._base.show import as_text, shorten, shown
from ..errors import CycleError, InvalidInputError


class Source(NamedTuple):
    """A graph as it was read. The graph may have cycles.

    The matrix of a short text may be large and nearly empty. So the checks of graphs look at the arcs, and
    the matrix is made on demand.
    """

    names: list[Hashable]
    """The names of the n nodes."""
    arcs: Arcs
    """The arcs (m, 2), each the indices (from, to). An arc may come more than once."""
    refuse: Refuse = InvalidInputError
    """Makes the error if the matrix takes too much memory."""
    labels: Sequence[str] = ()
    """What the file calls the nodes beside their names, which are identifiers there. Empty: it has none."""
    hashed: FileHash | None = None
    """The file that it was read from."""
    made: Record | None = None
    """How it was made, if the file has that."""

    @property
    def array(self) -> NDArray[np.uint8]:
        """The adjacency matrix (n, n), made anew. MemoryLimitError if it exceeds the call's memory."""
        return matrix_of(self.arcs, len(self.names), self.refuse)

    @property
    def adjacency(self) -> Adjacency:
        """The graph without its names, each arc once."""
        n = len(self.names)
        return Adjacency(n, arcs=each_once(self.arcs, n))


class Text(NamedTuple):
    """A text to be read, and the place of the text, which errors name."""

    content: str
    place: str

    def refuse(self, problem: str, line: int | None = None) -> InvalidInputError:
        """Make an error that names the place, the line (from 1) if it is given, and the problem."""
        place = self.place if line is None else f"{self.place}:{line}"
        return InvalidInputError(f"{place}: {shorten(problem, 400)}", argument="path")

    def refuse_at(self, problem: str, at: int) -> InvalidInputError:
        """Make an error that names the line of a position in the text, and the problem."""
        return self.refuse(problem, self.content.count("\n", 0, at) + 1)


def collect(text: Text, names: Iterable[str], arcs: Iterable[tuple[str, str]]) -> Source:
    """Make the graph of the names and the arcs. Each end of an arc is a node too.

    The nodes are in the order of their first occurrence, in `names` and then in `arcs`.
    """
    pairs = list(arcs)
    nodes: list[Hashable] = list(dict.fromkeys([*names, *(end for arc in pairs for end in arc)]))
    if not nodes:
        raise text.refuse("there are no nodes")
    index = {name: i for i, name in enumerate(nodes)}
    return source_of_arcs(nodes, [(index[tail], index[head]) for tail, head in pairs], text.refuse)


def source_of_arcs(
    names: list[Hashable], arcs: Sequence[tuple[int, int]], refuse: Refuse = InvalidInputError
) -> Source:
    """Make the graph of the names and of the arcs, which are indices (from, to).

    `refuse` makes the error if there are too many nodes.
    """
    check_size(len(names), refuse)
    return Source(names, np.array(arcs, np.int64).reshape(-1, 2), refuse)


def source_of_matrix(names: list[Hashable], array: NDArray[np.uint8]) -> Source:
    """Make the graph of the names and of the adjacency matrix."""
    return Source(names, np.argwhere(array))


def check_directed(source: Source, place: str) -> Source:
    """Return the graph of a format that has no undirected edges. Arcs both ways are a CycleError."""
    both = undirected_edge(source)
    if both:
        nodes = [*both, both[0]]
        cycle = " -> ".join(as_text(name) for name in nodes)
        raise CycleError(f"{place}: it has a cycle: {cycle}", argument="path", nodes=nodes)
    return source


def undirected_edge(source: Source) -> list[Hashable]:
    """The ends of the first edge that has both bits set. If there is none, empty."""
    n, (tails, heads) = len(source.names), source.arcs.T
    both = source.arcs[np.isin(tails * n + heads, heads * n + tails)]
    return [source.names[i] for i in min(both.tolist())] if len(both) else []


def texts(names: list[Hashable], kind: str) -> list[str]:
    """The names as strings for a text format. A name that is no str is written as its ``str()``.

    `kind` is what errors call the format.
    """
    written = [_text_of(name, kind) for name in names]
    try:
        check_names(list(written), "nodes")
    except InvalidInputError as error:
        raise InvalidInputError(f"as {kind}, {error}", argument="nodes", nodes=error.nodes) from error
    return written


def _text_of(name: Hashable, kind: str) -> str:
    try:
        return name if isinstance(name, str) else str(name)
    except Exception as error:  # an int of more than 4300 digits, or a class whose __str__ raises
        raise InvalidInputError(
            f"the name {shown(name)} cannot be written in {kind}: {shorten(str(error))}",
            argument="nodes",
            nodes=[name],
        ) from error
