"""Helpers for the classes that hold arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["as_array", "pack", "read_only", "unpack"]


def as_array(array: NDArray[Any], dtype: Any, copy: bool | None) -> NDArray[Any]:
    """Implement NumPy's ``__array__(dtype, copy)`` for an object that wraps the array."""
    if dtype is not None and np.dtype(dtype) != array.dtype:
        if copy is False:
            raise ValueError(f"an array of dtype {np.dtype(dtype)} cannot be had without a copy")
        return array.astype(dtype)
    return array.copy() if copy else array


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Make the array read-only, and return the array itself."""
    array.setflags(write=False)
    return array


def pack(graphs: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pack graphs (r, n, n) of 0 and 1 into one row of bits for each graph, an eighth of the memory."""
    return np.packbits(graphs.reshape(len(graphs), -1), axis=1)


def unpack(packed: NDArray[np.uint8], n: int) -> NDArray[np.uint8]:
    """Undo :func:`pack`: return the graphs (r, n, n)."""
    return np.unpackbits(packed, axis=1, count=n * n).reshape(len(packed), n, n)
