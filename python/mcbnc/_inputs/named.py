"""One graph as it was given, with the place that errors name."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency
from .._base.file_hash import FileHash
from .._base.names import label
from .._graphs.source import Source
from ..errors import InvalidInputError
from .known import Known


class Place(NamedTuple):
    """The argument that has the graph, and the names that another argument gives."""

    argument: str
    dag: int | None = None
    """The index of the graph in the argument. None: the argument is one graph."""
    given: list[Hashable] | None = None
    """The names of all nodes by the argument `nodes`."""
    empty: bool = False
    """Whether the graph may have no nodes, as one of many over different nodes may."""

    @property
    def label(self) -> str:
        return label(self.argument, self.dag)

    def refuse(self, problem: str, nodes: Sequence[Hashable] = ()) -> InvalidInputError:
        """An error about the graph. The problem goes on after its label."""
        return InvalidInputError(f"{self.label}{problem}", argument=self.argument, dag=self.dag, nodes=nodes)

    def graph(
        self,
        graph: NDArray[np.uint8] | Adjacency,
        names: list[Hashable] | None = None,
        of_arcs: bool = False,
    ) -> NamedMatrix:
        adjacency = graph if isinstance(graph, Adjacency) else Adjacency(len(graph), graph)
        return NamedMatrix(adjacency, names, self.argument, self.dag, of_arcs)

    def source(self, source: Source) -> NamedMatrix:
        """A graph that was read from text, or one with labels beside its names."""
        read = self.graph(source.adjacency, source.names)
        return read._replace(labels=source.labels, hashed=source.hashed, made=source.made)


class OverNodes:
    """What has an argument, and nodes before alignment."""

    __slots__ = ()
    argument: str
    dag: int | None

    @property
    def place(self) -> str:
        return label(self.argument, self.dag)

    @property
    def unit(self) -> str:
        return "nodes"


class _Matrix(NamedTuple):
    adjacency: Adjacency
    names: list[Hashable] | None
    argument: str
    dag: int | None = None
    of_arcs: bool = False
    """The nodes are those that a list of arcs has, and there may be others."""
    gaussian: bool | None = False
    """The graph was learned from real numbers. None: from columns of both kinds."""
    known: Known | None = None
    """What is known of the edges, if the graph is a result with knowledge."""
    labels: Sequence[str] = ()
    """What the file of the graph calls the nodes beside their names. Empty: nothing else."""
    hashed: FileHash | None = None
    """The file that it was read from."""
    made: Any = None
    """How it was made: a record, or what makes one. None: nobody knows."""


class NamedMatrix(_Matrix, OverNodes):
    """One graph before alignment: its arcs or its matrix, its names if it has any, and its argument."""

    __slots__ = ()

    @property
    def n(self) -> int:
        return self.adjacency.n

    @property
    def array(self) -> NDArray[np.uint8]:
        """The matrix (n, n)."""
        return self.adjacency.matrix
