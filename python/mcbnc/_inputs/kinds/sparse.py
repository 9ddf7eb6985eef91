"""Matrices of scipy.sparse."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..._base.adjacency import Adjacency
from ..._base.arrays import check_size
from ..matrix import check_square, read_entries
from ..named import NamedMatrix, Place


def recognise(thing: Any) -> bool:
    loaded = sys.modules.get("scipy.sparse")
    return loaded is not None and bool(loaded.issparse(thing))


def read(matrix: Any, place: Place) -> NamedMatrix:
    """Read the entries of a matrix, which is never made dense. Entries of one place are added up."""
    n = matrix.shape[0]
    if matrix.shape != (n, n) or not n:
        check_square(np.broadcast_to(np.uint8(0), matrix.shape), place)
    check_size(n, lambda problem: place.refuse(f": {problem}"))
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()  # it sorts them too
    ends = np.empty((rows.nnz, 2), np.int32)
    ends[:, 0] = np.repeat(np.arange(n), np.diff(rows.indptr))
    ends[:, 1] = rows.indices
    names = place.given if len(place.given or ()) == n else None
    return place.graph(Adjacency(n, arcs=read_entries(rows.data, ends, place, names)))
