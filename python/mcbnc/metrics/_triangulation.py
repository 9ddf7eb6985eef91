"""Triangulations and treewidths, with the names of the nodes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import ReadOnlyArrays, as_array, parts, read_only
from .._base.named_array import with_names
from .._base.show import counted
from .._engine.request import Arrays
from .._inputs.align import Nodes

__all__ = ["Treewidth", "Triangulation", "named_lists", "triangulation_of"]


@dataclass(frozen=True, repr=False, eq=False)  # eq=False: arrays have no single truth value
class Triangulation(ReadOnlyArrays):
    """A chordal graph with all edges of a moral graph. ``numpy.asarray`` of it is :attr:`adjacency`.

    The clique tree is a tree decomposition of the moral graph. Every edge is in some clique. For each
    node, :attr:`tree` connects the cliques that hold the node.
    """

    nodes: list[Hashable]
    """The names of the n nodes, in the order of the graph. Unnamed nodes are 0..n-1."""
    order: list[Hashable]
    """A perfect elimination order, first to last. The later neighbours of each node are a clique."""
    width: int
    """The size of the largest clique, less one. Without edges the width is 0."""
    fill: list[tuple[Hashable, Hashable]]
    """The edges that the moral graph does not have, each as two names."""
    cliques: list[list[Hashable]]
    """The maximal cliques, which are the nodes of a junction tree."""
    tree: list[tuple[int, int]]
    """The edges of the junction tree, each as two indices into :attr:`cliques`."""
    adjacency: NDArray[np.uint8]
    """(n, n) uint8, read-only, symmetric: [i, j] = 1 where nodes[i] - nodes[j]."""

    def __repr__(self) -> str:
        return (
            f"<Triangulation: width {self.width}, {counted(len(self.cliques), 'clique')} "
            f"over {counted(len(self.nodes), 'node')}, "
            f"{counted(len(self.fill), 'edge')} filled in>"
        )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return as_array(self.adjacency, dtype, copy)


@dataclass(frozen=True, repr=False, eq=False)
class Treewidth:
    """Bounds of a treewidth, and their proofs. ``value, proved = ...`` unpacks the result."""

    value: int
    """The treewidth if :attr:`proved`, else an upper bound."""
    proved: bool
    """Whether :attr:`lower` equals :attr:`value`, so that no triangulation is narrower."""
    lower: int
    """A lower bound of the treewidth."""
    triangulation: Triangulation
    """A triangulation of width :attr:`value`. The order and the clique tree prove the upper bound."""
    evidence: Literal["minor", "search"]
    """The proof of the lower bound: :attr:`minor`, or a complete search that found nothing narrower."""
    minor: list[list[Hashable]]
    """Disjoint sets of nodes, each connected in the moral graph.

    If each set is contracted to one node, every such node has at least :attr:`minor_degree` neighbours.
    So no elimination order has a width below :attr:`minor_degree`.
    """
    minor_degree: int
    """The bound that :attr:`minor` proves: :attr:`lower` if the evidence is "minor", else less."""
    status: Literal["complete", "time_limit", "memory_limit", "cancelled"]
    """Why the search ended. "memory_limit" means that the search held 512 MiB."""
    seconds: float
    """The time that the engine took, in seconds."""

    def __iter__(self) -> Iterator[int | bool]:
        return iter((self.value, self.proved))

    def __repr__(self) -> str:
        if self.proved:
            known = f"{self.value}, proved by {'a minor' if self.evidence == 'minor' else 'search'}"
        else:
            known = f"{self.lower} to {self.value}, {self.status}"
        return f"<Treewidth: {known} in {self.seconds:.3g} s>"


def triangulation_of(arrays: Arrays, over: Nodes) -> Triangulation:
    """Read the triangulation in the engine's answer."""
    nodes = over.nodes
    parents = enumerate(arrays["parent"].tolist())
    return Triangulation(
        nodes=nodes,
        order=[nodes[i] for i in arrays["order"].tolist()],
        width=int(arrays["value"][0]),
        fill=[(nodes[i], nodes[j]) for i, j in arrays["fill"].tolist()],
        cliques=named_lists(arrays["clique_ptr"], arrays["cliques"], nodes),
        tree=[(k, parent) for k, parent in parents if parent >= 0],
        adjacency=with_names(read_only(arrays["adjacency"]), nodes, over.named),
    )


def named_lists(ptr: NDArray[Any], flat: NDArray[Any], nodes: list[Hashable]) -> list[list[Hashable]]:
    """The lists of names for lists of nodes in a flat one."""
    return parts(ptr, [nodes[i] for i in flat.tolist()])
