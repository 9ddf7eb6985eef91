"""The graphs of one call as the engine takes them: one array, in the node order of the first graph."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import zeros
from .._base.place import placed
from ..errors import InvalidInputError
from .align import Nodes, common_order
from .named import NamedMatrix


@dataclass(frozen=True)
class Inputs(Nodes):
    """The graphs of one call, aligned to one order of the nodes."""

    graphs: NDArray[np.uint8]
    """(r, n, n), C-contiguous. The array may share memory with the caller's."""
    nodes: list[Hashable]
    named: bool
    extended: tuple[int, ...] = ()
    """The graphs that were partially directed. In their place is a member of their class."""
    sites: list[Hashable] | None = None
    """The names of the sites that the graphs are of. None: they have none."""
    gaussian: bool | None = False
    """All graphs were learned from real numbers. None: some from columns of both kinds."""

    @property
    def r(self) -> int:
        return len(self.graphs)


def align(graphs: list[NamedMatrix], given: list[Hashable] | None, by: str | None = "nodes") -> Inputs:
    """Bring all graphs to the node order of the first graph.

    Graphs without names have the names `given` by the argument `by`, else 0..n-1.
    """
    try:
        order = common_order(graphs, given, by)
    except InvalidInputError as error:
        if by is None or not any(graph.of_arcs for graph in graphs):
            raise
        message = f"{error}; a list of arcs has the nodes of its arcs alone: give all by nodes="
        raise type(error)(message, argument=error.argument, dag=error.dag, nodes=error.nodes) from None
    n = len(order.nodes)
    with placed(graphs[0].argument):
        stack = zeros(n, r=len(graphs))
    for i, (graph, moved) in enumerate(zip(graphs, order.moved, strict=True)):
        stack[i] = graph.array if moved is None else graph.array[np.ix_(moved, moved)]
    kinds = {graph.gaussian for graph in graphs}
    return Inputs(stack, order.nodes, order.named, gaussian=None if None in kinds else kinds == {True})
