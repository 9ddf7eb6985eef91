"""Matrices of scipy.sparse."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..._base.arrays import enough_memory
from ..._base.place import placed
from ..matrix import read_matrix
from ..named import NamedMatrix, Place


def recognise(thing: Any) -> bool:
    loaded = sys.modules.get("scipy.sparse")
    return loaded is not None and bool(loaded.issparse(thing))


def read(matrix: Any, place: Place) -> NamedMatrix:
    """Read a matrix as an array. Few entries may be of many nodes, so the size is checked first."""
    n = max(matrix.shape)
    dense = np.broadcast_to(np.uint8(0), matrix.shape)  # whose shape is refused, which needs no entries
    if min(matrix.shape) == n:
        size = n * n * matrix.dtype.itemsize
        with placed(place.argument, place.dag), enough_memory(n, size):
            dense = np.asarray(matrix.toarray())
    return place.graph(read_matrix(dense, place, place.given))
