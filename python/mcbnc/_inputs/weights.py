"""The arguments `weights`, `order` and `counts`, which belong to the DAGs and their nodes.

A batch has a row of counts and of weights for each run: how often it takes each DAG, and with which weight.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .._base.names import label, read_names, same_names
from .._engine.request import Arrays
from ..errors import InvalidInputError
from .matrix import as_numbers


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


def read_runs(counts: Any, weights: Any, r: int) -> tuple[NDArray[np.int64], NDArray[np.float64] | None]:
    """Read the arguments `counts` and `weights`, both (runs, r). Counts that are not given are all 1.

    The results are copies, which a caller's later changes do not reach.
    """
    if counts is None and weights is None:
        raise InvalidInputError("counts or weights must be given: they define the runs")
    weighted = None if weights is None else _read_weights(weights, r)
    if counts is None:
        assert weighted is not None
        return np.ones(weighted.shape, np.int64), weighted
    times = _read_counts(counts, r)
    if weighted is not None and len(weighted) != len(times):
        raise InvalidInputError(
            f"counts and weights must have a row for each run, but have {len(times)} and {len(weighted)}",
            argument="weights",
        )
    return times, weighted


def _read_counts(counts: Any, r: int) -> NDArray[np.int64]:
    table = _read_table(counts, "counts", r)
    bad = ~((abs(table) < 2.0**63) & (table == np.floor(table)))  # true for NaN
    if bad.any():
        _refuse("counts", table, bad, "whole numbers")
    return table.astype(np.int64, order="C")


def _read_weights(weights: Any, r: int) -> NDArray[np.float64]:
    table = _read_table(weights, "weights", r).astype(np.float64, order="C")
    bad = ~(np.isfinite(table) & (table >= 0))
    if bad.any():
        _refuse("weights", table, bad, "finite and not negative")
    return table


def _read_table(table: Any, argument: str, r: int) -> NDArray[Any]:
    """Read a table with a row of numbers for each run."""

    def refuse(problem: str) -> NoReturn:
        raise InvalidInputError(
            f"{argument} must be numbers, (runs, {r}): a row for each run, of one for each DAG; {problem}",
            argument=argument,
        )

    try:
        array = as_numbers(table)
    except ValueError as error:
        refuse(str(error))
    if array.ndim != 2 or array.shape[1] != r or not len(array):
        refuse(f"their shape is {array.shape}")
    return array


def _refuse(argument: str, table: NDArray[Any], bad: NDArray[np.bool_], wanted: str) -> NoReturn:
    """Raise an error that names the run and the DAG of the first bad entry."""
    run, dag = (int(i) for i in np.argwhere(bad)[0])
    raise InvalidInputError(
        f"{argument} must be {wanted}, but for {label('dags', dag)} in run {run} it is {table[run, dag]}",
        argument=argument,
        dag=dag,
    )
