"""The graphs of one call as the engine takes them, in the node order of the first graph."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency, ArcLists, Stack, dense, part, take
from .._base.arrays import LARGE, zeros
from .._base.file_hash import FileHash
from .._base.place import placed
from .._base.wording import wording
from .._engine.request import Arrays
from ..errors import InvalidInputError
from .align import Nodes, Order, common_order
from .known import Edges, Known, ruled_out
from .named import NamedMatrix, Place


class Whence(NamedTuple):
    """Where the graphs of one call came from. Nothing in it counts for an answer."""

    partial: Stack | None = None
    """The graphs that were partially directed, as they came: packed, so that they are nobody else's."""
    hashed: tuple[FileHash | None, ...] = ()
    """The file that each graph was read from. Empty: none was read from any."""
    made: tuple[Any, ...] = ()
    """How each graph was made: a record, or what makes one. Empty: nobody knows."""

    @classmethod
    def of(cls, graphs: list[NamedMatrix]) -> Whence:
        """That of these graphs."""
        files, made = tuple(graph.hashed for graph in graphs), tuple(graph.made for graph in graphs)
        return cls(None, files if any(files) else (), made if any(made) else ())

    def taken(self, which: list[int]) -> Whence:
        """That of some of the graphs, which may come again, without the partially directed ones."""
        return Whence(None, tuple(self.hashed[k] for k in which) if self.hashed else (), self.made)


NOWHERE = Whence()
"""That of arrays."""


@dataclass(frozen=True)
class Inputs(Nodes):
    """The graphs of one call, aligned to one order of the nodes."""

    stack: Stack
    """(r, n, n), C-contiguous, or lists of arcs. The arrays may share memory with the caller's."""
    nodes: list[Hashable]
    named: bool
    extended: tuple[int, ...] = ()
    """The graphs that were partially directed. In their place is a member of their class."""
    sites: list[Hashable] | None = None
    """The names of the sites that the graphs are of. None: they have none."""
    gaussian: bool | None = False
    """All graphs were learned from real numbers. None: some from columns of both kinds."""
    seen: NDArray[np.uint8] | None = None
    """(r, n): 1 where a graph has a node. None: each has all."""
    known: tuple[tuple[Known, list[int] | None], ...] = ()
    """What is known of each graph with knowledge, in its own order of the nodes, and how that was moved."""
    whence: Whence = NOWHERE
    """Where the graphs came from."""

    @property
    def r(self) -> int:
        return len(self.stack)

    @property
    def arrays(self) -> Arrays:
        """The graphs as the engine takes "dags"."""
        return self.stack.arrays if isinstance(self.stack, ArcLists) else {"dags": self.stack}

    @property
    def unlike(self) -> bool:
        """Whether a graph lacks a node."""
        return self.seen is not None and not self.seen.all()

    @property
    def seen_array(self) -> Arrays:
        """The nodes of each graph as the engine takes "seen": nothing if each has all."""
        return {} if self.seen is None else {"seen": self.seen}

    @property
    def graph_arrays(self) -> Arrays:
        """The graphs as the engine takes "graphs"."""
        return self.stack.graph_arrays if isinstance(self.stack, ArcLists) else {"graphs": self.stack}

    def part(self, first: int, end: int | None = None) -> Inputs:
        """The graphs from `first` on and before `end`."""
        end = self.r if end is None else end
        seen = None if self.seen is None else self.seen[first:end]
        return Inputs(part(self.stack, first, end), self.nodes, self.named, seen=seen, known=self.known)

    def take(self, which: NDArray[np.integer[Any]]) -> Inputs:
        """The graphs of these indices."""
        return Inputs(take(self.stack, which), self.nodes, self.named)

    @property
    def ruled_out(self) -> Edges | None:
        """The arcs that the knowledge of any graph rules out. None: nothing is known."""
        arcs: set[tuple[int, int]] = set()
        for known, moved in self.known:
            own = np.array(ruled_out(known), np.int64).reshape(-1, 3)[:, :2]
            arcs.update((u, v) for u, v in _moved(own, moved).tolist())
        return [[u, v, 0] for u, v in sorted(arcs)] or None

    @cached_property
    def graphs(self) -> NDArray[np.uint8]:
        """(r, n, n). Of lists of arcs the matrices are made, where nothing less will do."""
        return dense(self.stack)


def align(graphs: list[NamedMatrix], given: list[Hashable] | None, by: str | None = "nodes") -> Inputs:
    """Bring all graphs to the node order of the first graph.

    Graphs without names have the names `given` by the argument `by`, else 0..n-1.
    """
    _check_labels(graphs)
    try:
        order = common_order(graphs, given, by)
    except InvalidInputError as error:
        if by is None:
            raise
        if any(graph.of_arcs for graph in graphs):
            message = f"{error}; a list of arcs has the nodes of its arcs alone: give all by nodes="
        elif given is None and all(graph.names is not None for graph in graphs):
            message = f"{error}; DAGs over different nodes are for {wording().over_nodes()}"
        else:
            raise
        raise type(error)(message, argument=error.argument, dag=error.dag, nodes=error.nodes) from None
    stack = _listed(graphs, order) if _as_lists(graphs) else _dense(graphs, order)
    known = tuple(
        (graph.known, moved) for graph, moved in zip(graphs, order.moved, strict=True) if graph.known
    )
    return Inputs(
        stack, order.nodes, order.named, gaussian=_gaussian(graphs), known=known, whence=Whence.of(graphs)
    )


def _as_lists(graphs: list[NamedMatrix]) -> bool:
    """Whether the graphs go as lists of arcs: if all came so, or some of many that are large."""
    listed = [graph.adjacency.listed for graph in graphs]
    return all(listed) or (any(listed) and len(graphs) * graphs[0].n ** 2 >= LARGE)


def _dense(graphs: list[NamedMatrix], order: Order) -> NDArray[np.uint8]:
    with placed(graphs[0].argument):
        stack = zeros(len(order.nodes), r=len(graphs))
    for i, (graph, moved) in enumerate(zip(graphs, order.moved, strict=True)):
        stack[i] = graph.array if moved is None else graph.array[np.ix_(moved, moved)]
    return stack


def _listed(graphs: list[NamedMatrix], order: Order) -> ArcLists:
    lists: list[NDArray[Any]] = [graph.adjacency.arcs for graph in graphs]
    moved = [_moved(arcs, to) for arcs, to in zip(lists, order.moved, strict=True)]
    return ArcLists.of(len(order.nodes), moved)


def _moved(arcs: NDArray[Any], to: list[int] | None) -> NDArray[Any]:
    """The arcs in another order of the nodes, where `to` has the position of each before."""
    if to is None:
        return arcs
    place = np.empty(len(to), np.int32)
    place[to] = np.arange(len(to))
    moved: NDArray[Any] = place[arcs]
    return moved


def align_stack(graph: NamedMatrix, stack: ArcLists, place: Place) -> tuple[Inputs, Inputs]:
    """Bring a graph, and many others that are one argument, to the order of the graph's nodes."""
    first = place._replace(dag=0).graph(Adjacency(stack.n, arcs=stack.arcs[: stack.ptr[1]]))
    own = align([graph, first], place.given).part(0, 1)
    arcs = _moved(stack.arcs, common_order([graph, first], place.given, "nodes").moved[1])
    return own, Inputs(ArcLists(stack.n, stack.ptr, arcs), own.nodes, own.named)


def _check_labels(graphs: list[NamedMatrix]) -> None:
    """Refuse identifiers of different labels in two graphs."""
    if any(graph.labels for graph in graphs):
        from .._graphs.labels import check_same_labels  # few files have labels

        check_same_labels(graphs)


def align_union(graphs: list[NamedMatrix]) -> Inputs:
    """Bring graphs over different nodes to one order of all nodes: as the graphs have them, one by one."""
    _check_labels(graphs)
    nodes = list(dict.fromkeys(name for graph in graphs for name in graph.names or ()))
    bare = next((graph for graph in graphs if graph.names is None), None)
    if bare is not None:
        raise InvalidInputError(
            f"{bare.place} has no names, so it is unknown which of all nodes it has",
            argument=bare.argument,
            dag=bare.dag,
        )
    place = {name: i for i, name in enumerate(nodes)}
    with placed(graphs[0].argument):
        stack = zeros(len(nodes), r=len(graphs))
    seen = np.zeros((len(graphs), len(nodes)), np.uint8)
    for k, graph in enumerate(graphs):
        own = [place[name] for name in graph.names or ()]
        stack[k][np.ix_(own, own)] = graph.array
        seen[k, own] = 1
    return Inputs(stack, nodes, True, gaussian=_gaussian(graphs), seen=seen, whence=Whence.of(graphs))


def _gaussian(graphs: list[NamedMatrix]) -> bool | None:
    """Whether all graphs were learned from real numbers, as :attr:`Inputs.gaussian`."""
    kinds = {graph.gaussian for graph in graphs}
    return None if None in kinds else kinds == {True}
