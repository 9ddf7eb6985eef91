"""The arguments `weights` and `order`, which go with the DAGs and their nodes."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from .._base.names import label, read_names, same_names
from .._engine.request import Arrays
from ..errors import InvalidInputError
from .matrix import as_numbers

__all__ = ["read_order", "read_weights"]


def read_weights(weights: Any, r: int) -> Arrays:
    """The array "weights" for the engine: one finite number >= 0 for each DAG, not all zero."""
    if weights is None:
        return {}

    def refuse(problem: str, dag: int | None = None) -> InvalidInputError:
        return InvalidInputError(f"weights {problem}", argument="weights", dag=dag)

    try:
        array = as_numbers(weights)
    except ValueError as error:
        raise refuse(f"must be numbers, one for each DAG; {error}") from error
    if array.ndim == 0 and r == 1:  # R hands a vector of length one on as a scalar
        array = array.reshape(1)
    if array.shape != (r,):
        raise refuse(f"must be {r} numbers, one for each DAG, not of shape {array.shape}")
    values = np.ascontiguousarray(array, np.float64)
    bad = ~(np.isfinite(values) & (values >= 0))
    if bad.any():
        i = int(np.argmax(bad))
        raise refuse(f"must be finite and not negative, but {label('weights', i)} is {values[i]}", i)
    if not values.any():
        raise refuse("are all zero: give at least one DAG a weight above zero")
    return {"weights": values}


def read_order(order: Any, nodes: list[Hashable]) -> Arrays:
    """The array "order" for the engine, from the argument `order`: all nodes, each once."""
    if order is None:
        return {}
    names = read_names(order, "order")
    same_names(names, nodes, "order", None, "the DAGs")
    index = {name: i for i, name in enumerate(nodes)}
    return {"order": np.array([index[name] for name in names], np.int32)}
