"""Graphs as matrices, or as lists of arcs: few of many nodes have an arc between them.

A graph that came as arcs stays so, and its matrix is made on demand.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InvalidInputError
from .arrays import Refuse, pack, unpack, zeros

Arcs = NDArray[np.int64]

_BLOCK = 1 << 20  # arcs that are looked at together


def matrix_of(arcs: NDArray[Any], n: int, refuse: Refuse = InvalidInputError) -> NDArray[np.uint8]:
    """The adjacency matrix (n, n) of the arcs (m, 2)."""
    array = zeros(n, refuse)
    array[arcs[:, 0], arcs[:, 1]] = 1
    return array


def distinct(arcs: Arcs, n: int) -> Arcs:
    """The arcs (m, 2) over n nodes, each once, sorted by the indices of the nodes."""
    return np.column_stack(np.divmod(np.unique(_codes(arcs, n)), max(n, 1)))


def each_once(arcs: Arcs, n: int) -> Arcs:
    """The arcs, in any order. Few lists have one twice, and looking is faster than :func:`distinct`."""
    codes = _codes(arcs, n)
    codes.sort()
    return distinct(arcs, n) if (codes[1:] == codes[:-1]).any() else arcs


def joined(arcs: NDArray[Any], n: int) -> NDArray[np.int64]:
    """A number for each pair of nodes that the arcs join, whatever the direction. The numbers rise."""
    low, high = np.minimum(*arcs.T), np.maximum(*arcs.T)
    return np.unique(low.astype(np.int64) * n + high)


def joined_pairs(arcs: NDArray[Any], n: int) -> NDArray[np.int64]:
    """The pairs (m, 2) of nodes that the arcs join, each once, the lower node first, in rising order."""
    return np.column_stack(np.divmod(joined(arcs, n), max(n, 1)))


def _codes(arcs: NDArray[Any], n: int) -> NDArray[np.int64]:
    """A number for each arc. It rises with the arc."""
    codes: NDArray[np.int64] = arcs[:, 0].astype(np.int64) * n + arcs[:, 1]
    return codes


class Adjacency:
    """A graph over n nodes: its matrix (n, n), or its arcs (m, 2), each once."""

    def __init__(
        self, n: int, matrix: NDArray[np.uint8] | None = None, arcs: NDArray[Any] | None = None
    ) -> None:
        self.n = n
        self._matrix = matrix
        self._arcs = arcs
        self._listed = matrix is None
        self._told: tuple[Mapping[str, NDArray[Any]], str] | None = None

    @classmethod
    def told(cls, arrays: Mapping[str, NDArray[Any]], name: str, n: int) -> Adjacency:
        """A graph among the arrays of the engine, which are read when the graph is asked for."""
        graph = cls(n)
        graph._told = arrays, name
        return graph

    def _look(self) -> None:
        """Take the graph out of the arrays, if it is still there alone."""
        if self._told is not None:
            arrays, name = self._told
            self._listed = name not in arrays
            if self._listed:
                self._arcs = arrays[f"{name}_arcs"].astype(np.int64)
            else:
                self._matrix = arrays[name]
            self._told = None

    @property
    def listed(self) -> bool:
        """The graph came as arcs."""
        self._look()
        return self._listed

    @property
    def matrix(self) -> NDArray[np.uint8]:
        """(n, n). MemoryLimitError if it has to be made, and exceeds the call's memory."""
        self._look()
        if self._matrix is None:
            self._matrix = matrix_of(self.arcs, self.n)
        return self._matrix

    @property
    def arcs(self) -> Arcs:
        """(m, 2), each the indices (from, to). Those of a matrix and of the engine are sorted."""
        self._look()
        if self._arcs is None:
            self._arcs = np.argwhere(self.matrix)
        return self._arcs

    def array(self, name: str) -> dict[str, NDArray[Any]]:
        """The array for the engine, which calls the matrix so."""
        if not self.listed:
            return {name: np.ascontiguousarray(self.matrix)}
        return {f"{name}_arcs": np.ascontiguousarray(self.arcs, np.int32)}

    def has(self, arcs: NDArray[Any]) -> NDArray[np.bool_]:
        """Which of some arcs (m, 2) the graph has."""
        self._look()
        if self._matrix is not None:
            found: NDArray[np.bool_] = self._matrix[arcs[:, 0], arcs[:, 1]].astype(bool)
            return found
        return np.isin(_codes(arcs, self.n), _codes(self.arcs, self.n))


@dataclass(frozen=True)
class ArcLists:
    """Graphs over n nodes, each as a list of arcs. That of graph k is arcs[ptr[k] : ptr[k + 1]]."""

    n: int
    ptr: NDArray[np.int64]
    arcs: NDArray[Any]
    """(m, 2) int32, or uint16 where they are kept."""

    @classmethod
    def of(cls, n: int, lists: Sequence[NDArray[Any]]) -> ArcLists:
        """One list after the other."""
        ptr = np.zeros(len(lists) + 1, np.int64)
        np.cumsum([len(arcs) for arcs in lists], out=ptr[1:])
        arcs = np.empty((ptr[-1], 2), np.int32)  # of C, where lists may be of Fortran
        return cls(n, ptr, np.concatenate(lists, out=arcs, casting="same_kind"))

    @classmethod
    def told(
        cls, arrays: Mapping[str, NDArray[Any]], n: int, ptr: str = "arc_ptr", arcs: str = "arcs"
    ) -> ArcLists:
        """Graphs among the arrays of the engine."""
        return cls(n, arrays[ptr], arrays[arcs])

    def __len__(self) -> int:
        return len(self.ptr) - 1

    @property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """As the engine takes them in the place of "dags"."""
        return {"arc_ptr": self.ptr, "arcs": self.arcs}

    @property
    def graph_arrays(self) -> dict[str, NDArray[Any]]:
        """As the engine takes them in the place of "graphs"."""
        return {"graph_ptr": self.ptr, "graph_arcs": self.arcs}

    def take(self, which: NDArray[np.integer[Any]]) -> ArcLists:
        """The graphs of these indices, which may come again."""
        lists = [self.arcs[self.ptr[k] : self.ptr[k + 1]] for k in which.tolist()]
        return ArcLists.of(self.n, lists)

    def part(self, first: int, end: int) -> ArcLists:
        """The graphs from `first` on and before `end`."""
        ptr = self.ptr[first : end + 1]
        return ArcLists(self.n, ptr - ptr[0], self.arcs[ptr[0] : ptr[-1]])

    def dense(self) -> NDArray[np.uint8]:
        """The matrices (r, n, n). MemoryLimitError if they exceed the call's memory."""
        stack = zeros(self.n, r=len(self))
        for graphs, arcs in self._blocks():
            stack[graphs, arcs[:, 0], arcs[:, 1]] = 1
        return stack

    def has(self, arcs: NDArray[Any]) -> NDArray[np.uint8]:
        """(r, m): 1 where a graph has an arc of `arcs` (m, 2), which are different."""
        wanted = _codes(arcs, self.n)
        order = np.argsort(wanted)
        found = np.zeros((len(self), len(wanted)), np.uint8)
        if not len(wanted):
            return found
        for graphs, block in self._blocks():
            codes = _codes(block, self.n)
            at = order[np.minimum(np.searchsorted(wanted, codes, sorter=order), len(order) - 1)]
            same = wanted[at] == codes
            found[graphs[same], at[same]] = 1
        return found

    def __iter__(self) -> Iterator[NDArray[Any]]:
        """The arcs of each graph."""
        return (self.arcs[first:end] for first, end in itertools.pairwise(self.ptr.tolist()))

    def has_repeats(self) -> bool:
        """Whether a graph has an arc twice. Sorted lists are seen to have none without a sort."""
        for graphs, arcs in self._blocks():
            codes = (graphs * self.n + arcs[:, 0]) * self.n + arcs[:, 1]
            if (codes[1:] <= codes[:-1]).any():
                codes.sort()
                if (codes[1:] == codes[:-1]).any():
                    return True
        return False

    def has_undirected(self) -> bool:
        """Whether a graph has arcs both ways between two nodes."""
        for graphs, arcs in self._blocks():
            low, high = np.minimum(*arcs.T), np.maximum(*arcs.T).astype(np.int64)
            pairs = (graphs * self.n + low) * self.n + high
            pairs.sort()
            if (pairs[1:] == pairs[:-1]).any():
                return True
        return False

    def _blocks(self) -> Iterator[tuple[NDArray[np.int64], NDArray[Any]]]:
        """All arcs, those of some graphs at a time, with the graph of each."""
        first = 0
        while first < len(self):
            last = len(self)
            if len(self.arcs) > _BLOCK:
                last = int(np.searchsorted(self.ptr, self.ptr[first] + _BLOCK, side="right")) - 1
                last = max(last, first + 1)
            counts = np.diff(self.ptr[first : last + 1])
            yield np.repeat(np.arange(first, last), counts), self.arcs[self.ptr[first] : self.ptr[last]]
            first = last


Stack = NDArray[np.uint8] | ArcLists
"""Graphs (r, n, n), or as lists of arcs."""


def dense(stack: Stack) -> NDArray[np.uint8]:
    """The matrices (r, n, n)."""
    return stack.dense() if isinstance(stack, ArcLists) else stack


def part(stack: Stack, first: int, end: int) -> Stack:
    """The graphs from `first` on and before `end`."""
    return stack.part(first, end) if isinstance(stack, ArcLists) else stack[first:end]


def take(stack: Stack, which: NDArray[np.integer[Any]]) -> Stack:
    """The graphs of these indices, which may come again. They may be packed."""
    return stack.take(which) if isinstance(stack, ArcLists) else stack[which]


def lists_of(stack: Stack) -> Iterator[NDArray[Any]]:
    """The arcs (m, 2) of each graph."""
    return iter(stack) if isinstance(stack, ArcLists) else map(np.argwhere, stack)


def copies(stack: Stack) -> Iterator[Adjacency]:
    """A graph of its own of each."""
    if isinstance(stack, ArcLists):
        return (Adjacency(stack.n, arcs=distinct(arcs, stack.n)) for arcs in stack)
    return (Adjacency(len(matrix), matrix.copy()) for matrix in stack)


def having(stack: Stack, arcs: NDArray[Any]) -> NDArray[np.uint8]:
    """(r, m): 1 where a graph has an arc of `arcs` (m, 2), which are different."""
    return stack.has(arcs) if isinstance(stack, ArcLists) else stack[:, arcs[:, 0], arcs[:, 1]]


def arc_counts(stack: Stack) -> NDArray[np.int64]:
    """The number of arcs of each graph."""
    return np.diff(stack.ptr) if isinstance(stack, ArcLists) else np.count_nonzero(stack, axis=(1, 2))


def pack_stack(stack: Stack) -> Stack:
    """A copy in little memory: of matrices a row of bits each, of arcs 4 bytes each."""
    if isinstance(stack, ArcLists):  # there are at most 2^16 nodes
        return ArcLists(stack.n, stack.ptr.copy(), stack.arcs.astype(np.uint16))
    return pack(stack)


def unpack_stack(packed: Stack, n: int) -> Stack:
    """Undo :func:`pack_stack`."""
    if isinstance(packed, ArcLists):
        return ArcLists(n, packed.ptr, packed.arcs.astype(np.int32))
    return unpack(packed, n)
