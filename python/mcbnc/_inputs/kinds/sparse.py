"""Matrices of scipy.sparse."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..._base.arrays import check_size, enough_memory
from ..._base.place import placed
from ..matrix import read_matrix
from ..named import NamedMatrix
from .place import Place

__all__ = ["read", "recognise"]


def recognise(thing: Any) -> bool:
    loaded = sys.modules.get("scipy.sparse")
    return loaded is not None and bool(loaded.issparse(thing))


def read(matrix: Any, place: Place) -> NamedMatrix:
    """Read a matrix as an array. Few entries may be of many nodes, so the size is checked first."""
    argument, dag, given = place
    n = max(matrix.shape)
    dense = np.broadcast_to(np.uint8(0), matrix.shape)  # whose shape is refused, which needs no entries
    if min(matrix.shape) == n:
        with placed(argument, dag):
            check_size(n)
            with enough_memory(n, n * n * matrix.dtype.itemsize):
                dense = np.asarray(matrix.toarray())
    return NamedMatrix(read_matrix(dense, argument, dag, given), None, argument, dag)
