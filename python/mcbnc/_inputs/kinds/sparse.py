"""Matrices of scipy.sparse, and arrays (r, n, n) of it, which are r graphs."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._base.adjacency import Adjacency, ArcLists
from ..._base.arrays import check_size
from ..._base.options import MOST_GRAPHS
from ..matrix import check_square, read_entries
from ..named import NamedMatrix, Place


def recognise(thing: Any) -> bool:
    loaded = sys.modules.get("scipy.sparse")
    return loaded is not None and bool(loaded.issparse(thing))


def read(matrix: Any, place: Place) -> NamedMatrix:
    """Read the entries of a matrix, which is never made dense. Entries of one place are added up."""
    n = _size(matrix.shape, place)
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()  # it sorts them too
    ends = np.empty((rows.nnz, 2), np.int32)
    ends[:, 0] = np.repeat(np.arange(n), np.diff(rows.indptr))
    ends[:, 1] = rows.indices
    names = place.given if len(place.given or ()) == n else None
    return place.graph(Adjacency(n, arcs=read_entries(rows.data, ends, place, names)))


def read_stack(array: Any, place: Place) -> ArcLists | None:
    """Read an array (r, n, n) as r graphs, without a step for each. None: it is a matrix, so one graph."""
    if array.ndim == 2:
        return None
    if array.ndim != 3:
        raise place.refuse(
            f" must be one (r, n, n) array or a sequence of DAGs, but its shape is {array.shape}"
        )
    r = array.shape[0]
    if not 0 < r <= MOST_GRAPHS:
        too_many = f" has {r:,} DAGs, and mcbnc takes at most {MOST_GRAPHS:,}"
        raise place.refuse(too_many if r else " is empty: give at least one DAG")
    _size(array.shape[1:], place._replace(dag=0))
    lists, entries = _by_graph(array)
    if lists.has_repeats():
        array = array.copy()
        array.sum_duplicates()
        lists, entries = _by_graph(array)
    return _without_zeros(lists, entries, place)


def _by_graph(array: Any) -> tuple[ArcLists, NDArray[Any]]:
    """The places of the entries of an array (r, n, n), those of each graph in a row, and the entries."""
    graphs, tails, heads = array.coords
    entries: NDArray[Any] = array.data
    if (graphs[1:] < graphs[:-1]).any():
        order = np.argsort(graphs, kind="stable")
        graphs, tails, heads, entries = graphs[order], tails[order], heads[order], entries[order]
    r, n, _ = array.shape
    ends = np.empty((len(entries), 2), np.int32)
    ends[:, 0], ends[:, 1] = tails, heads
    return ArcLists(n, _before(np.bincount(graphs, minlength=r)), ends), entries


def _without_zeros(lists: ArcLists, entries: NDArray[Any], place: Place) -> ArcLists:
    """The arcs where an entry is 1. An entry may be 0, and nothing else."""
    n = lists.n
    names = place.given if len(place.given or ()) == n else None
    arcs = read_entries(entries, lists.arcs, place, names, lists.ptr)
    return lists if arcs is lists.arcs else ArcLists(n, _before(entries != 0)[lists.ptr], arcs)


def _before(counts: NDArray[Any]) -> NDArray[np.int64]:
    """The sum of what is before each of some numbers, and of all."""
    sums = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=sums[1:])
    return sums


def _size(shape: tuple[int, ...], place: Place) -> int:
    """The number of nodes of a square matrix of this shape."""
    n = shape[0] if shape else 0
    if shape != (n, n) or not n:
        check_square(np.broadcast_to(np.uint8(0), shape), place)
    check_size(n, lambda problem: place.refuse(f": {problem}"))
    return n
