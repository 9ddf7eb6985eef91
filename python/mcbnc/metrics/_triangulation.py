"""Triangulations and treewidths, with the names of the nodes."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import as_array, read_only
from .._engine.request import Arrays

__all__ = ["Treewidth", "Triangulation", "named_lists", "triangulation_of"]


@dataclass(frozen=True, repr=False, eq=False)  # eq: arrays have no truth value to compare by
class Triangulation:
    """A chordal graph with all edges of a moral graph. ``numpy.asarray`` of it is :attr:`adjacency`.

    Its clique tree is a tree decomposition of the moral graph: every edge is in some clique, and the
    cliques that a node is in are connected by :attr:`tree`.
    """

    nodes: list[Hashable]
    """The n nodes' names (0..n-1 where unnamed), in the order of the graph."""
    order: list[Hashable]
    """A perfect elimination order, first to last. The later neighbours of each node are a clique."""
    width: int
    """The size of the largest clique, less one; 0 without edges."""
    fill: list[tuple[Hashable, Hashable]]
    """The edges that the moral graph has not, each as two names."""
    cliques: list[list[Hashable]]
    """The maximal cliques, which are those of a junction tree."""
    tree: list[tuple[int, int]]
    """The edges of that tree, one less than cliques, each as two places in :attr:`cliques`."""
    adjacency: NDArray[np.uint8]
    """(n, n) uint8, read-only, symmetric: [i, j] = 1 where nodes[i] - nodes[j]."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        read_only(self.adjacency)  # which pickle forgets

    def __repr__(self) -> str:
        return (
            f"<Triangulation: width {self.width}, {len(self.cliques)} cliques over {len(self.nodes)} nodes, "
            f"{len(self.fill)} edges filled in>"
        )

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return as_array(self.adjacency, dtype, copy)


@dataclass(frozen=True, repr=False, eq=False)
class Treewidth:
    """What is known of a treewidth, and what proves it. ``value, proved = ...`` unpacks it."""

    value: int
    """The treewidth if :attr:`proved`, else an upper bound."""
    proved: bool
    """Is it known that no triangulation is narrower? So it is where :attr:`lower` equals :attr:`value`."""
    lower: int
    """The treewidth is at least this."""
    triangulation: Triangulation
    """One of width :attr:`value`. Its order and its clique tree prove the upper bound."""
    evidence: Literal["minor", "search"]
    """What proves the lower bound, :attr:`minor` alone or a search for something narrower that ended."""
    minor: list[list[Hashable]]
    """Disjoint sets of nodes, each connected in the moral graph. Contracted to one node each, every one
    is adjacent to at least :attr:`minor_degree` others, so that no elimination order can be narrower."""
    minor_degree: int
    """:attr:`lower`, if the evidence is the minor; else less."""
    status: Literal["complete", "time_limit", "memory_limit", "cancelled"]
    """Why the search ended; "memory_limit" if it had come to keep 512 MiB."""
    seconds: float
    """How long the engine took."""

    def __iter__(self) -> Iterator[int | bool]:
        return iter((self.value, self.proved))

    def __repr__(self) -> str:
        if self.proved:
            known = f"{self.value}, proved by {'a minor' if self.evidence == 'minor' else 'search'}"
        else:
            known = f"{self.lower} to {self.value}, {self.status}"
        return f"<Treewidth: {known} in {self.seconds:.3g} s>"


def triangulation_of(arrays: Arrays, nodes: list[Hashable]) -> Triangulation:
    """The triangulation in the engine's answer."""
    parents = enumerate(arrays["parent"].tolist())
    return Triangulation(
        nodes=nodes,
        order=[nodes[i] for i in arrays["order"].tolist()],
        width=int(arrays["value"][0]),
        fill=[(nodes[i], nodes[j]) for i, j in arrays["fill"].tolist()],
        cliques=named_lists(arrays["clique_ptr"], arrays["cliques"], nodes),
        tree=[(k, parent) for k, parent in parents if parent >= 0],
        adjacency=read_only(arrays["adjacency"]),
    )


def named_lists(ptr: NDArray[Any], flat: NDArray[Any], nodes: list[Hashable]) -> list[list[Hashable]]:
    """Lists of nodes in a row, list k from ptr[k] to ptr[k + 1], as lists of names."""
    names, starts = [nodes[i] for i in flat.tolist()], ptr.tolist()
    return [names[start:end] for start, end in itertools.pairwise(starts)]
