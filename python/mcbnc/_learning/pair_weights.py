"""The argument `pair_weights`: a prior of structures that is a product over pairs of nodes."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import read_names, same_names
from .._base.nesting import array_of
from .._base.show import shown
from .._engine.request import Arrays
from ..errors import InvalidInputError


def read_pair_weights(weights: Any, nodes: list[Hashable]) -> Arrays:
    """Read a matrix in the order of the nodes, or a pandas.DataFrame with the names on both sides.

    The engine checks that the weights are finite and the matrix symmetric.
    """
    if weights is None:
        return {}
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(weights, pandas.DataFrame):
        weights = _in_order(weights, nodes)
    try:
        given = array_of(weights)
        if given.dtype.kind not in "biufO":  # texts and complex numbers would become numbers
            raise TypeError
        matrix: NDArray[np.float64] = given.astype(np.float64)
    except MemoryError:
        raise
    except Exception:  # a class's __array__ may raise anything
        raise _refuse(f"must be a matrix of numbers, not {shown(weights)}") from None
    n = len(nodes)
    if matrix.shape != (n, n):
        raise _refuse(f"must have the shape {(n, n)}, a number for each pair of nodes, not {matrix.shape}")
    np.fill_diagonal(matrix, 0.0)  # no node is joined to itself
    return {"pair_weights": matrix}


def _in_order(frame: Any, nodes: list[Hashable]) -> NDArray[Any]:
    """The values of a frame whose rows and columns are named after the nodes, in any order."""
    rows, columns = (
        same_names(read_names(names, "pair_weights"), nodes, "pair_weights", None, "the data")
        for names in (frame.index, frame.columns)
    )
    values: NDArray[Any] = frame.to_numpy()
    return values[np.ix_(rows, columns)]


def _refuse(problem: str) -> InvalidInputError:
    return InvalidInputError(f"pair_weights {problem}", argument="pair_weights")
