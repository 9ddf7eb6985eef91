"""Conversion of anything that looks like a matrix of 0 and 1 to a C-contiguous uint8 array."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import check_size, enough_memory
from .._base.names import Names, label
from .._base.nesting import array_of
from .._base.show import shorten, shown
from ..errors import InvalidInputError
from .conventions import advice, hint_at

__all__ = ["ROWS", "as_numbers", "check_square", "read_bits", "read_matrix"]


ROWS = "; rows of data? mcbnc.learn makes a DAG of them"
"""The hint of messages about a matrix that is not square."""


def read_matrix(
    matrix: Any, argument: str, dag: int | None = None, names: Names | None = None
) -> NDArray[np.uint8]:
    """Read one square matrix. The result may share its memory with the input."""
    array = _as_array(matrix, argument, dag)
    check_square(array, argument, dag)
    return read_bits(array, argument, dag, names)


def read_bits(array: NDArray[Any], argument: str, dag: int | None, names: Names | None) -> NDArray[np.uint8]:
    """Convert to uint8, and check that every entry is 0 or 1."""

    def refuse(problem: str) -> InvalidInputError:
        return InvalidInputError(f"{label(argument, dag)}: {problem}", argument=argument, dag=dag)

    with enough_memory(array.shape[-1], array.size, refuse):
        _check_bits(array, argument, dag, names)
        return np.ascontiguousarray(array, np.uint8)


def _check_bits(array: NDArray[Any], argument: str, dag: int | None, names: Names | None) -> None:
    kind = array.dtype.kind
    if array.dtype == np.uint8:
        if array.size and array.max() > 1:
            _refuse(array, array > 1, argument, dag, names)
    elif kind in "iuf":
        bad = (array != 0) & (array != 1)  # true for NaN
        if bad.any():
            _refuse(array, bad, argument, dag, names)
    elif kind == "O":
        bad = np.fromiter((not _is_bit(x) for x in array.flat), bool, array.size).reshape(array.shape)
        if bad.any():
            _refuse(array, bad, argument, dag, names)
    elif kind != "b":
        raise InvalidInputError(
            f"{label(argument, dag)}: entries must be 0 or 1, not of type {array.dtype}{hint_at(array)}",
            argument=argument,
            dag=dag,
        )


def check_square(array: NDArray[Any], argument: str, dag: int | None) -> None:
    def refuse(problem: str) -> InvalidInputError:
        return InvalidInputError(f"{label(argument, dag)}{problem}", argument=argument, dag=dag)

    if array.ndim == 0:
        raise refuse(
            f" is of type {_kind(array.item())}, which mcbnc does not know as a graph; {advice(array.item())}"
        )
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        hint = hint_at(array) if array.dtype.kind in "UO" else ""
        if array.ndim == 1 and dag is not None:
            hint = "; to give one DAG, write [dag]"
        elif array.ndim == 2 and not hint:
            hint = ROWS
        raise refuse(f" must be a square matrix, (n, n), but its shape is {array.shape}{hint}")
    if not len(array):
        raise refuse(" has no nodes")
    check_size(len(array), lambda problem: refuse(f": {problem}"))


def as_numbers(values: Any) -> NDArray[Any]:
    """Convert to an array of integers, floats or booleans.

    Raises a ValueError with the reason if this cannot be done.
    """
    if _is_masked(values):
        raise ValueError("some are masked")
    try:
        array = array_of(values)
        if array.dtype.kind == "O":
            array = array.astype(np.float64)
    except MemoryError:
        raise
    except Exception as error:  # for example ragged rows, or an int too large for a float
        raise ValueError(shorten(str(error))) from error
    if array.dtype.kind not in "biuf":
        raise ValueError(f"these are of type {array.dtype}")
    return array


def _as_array(matrix: Any, argument: str, dag: int | None) -> NDArray[Any]:
    if type(matrix) is np.ndarray:
        return matrix
    if _is_masked(matrix):
        raise InvalidInputError(
            f"{label(argument, dag)} has masked entries; entries must be 0 or 1", argument=argument, dag=dag
        )
    try:
        return array_of(matrix)
    except MemoryError:
        raise
    except Exception as error:  # for example a ragged list; a class's __array__ may raise anything
        raise InvalidInputError(
            f"{label(argument, dag)} is no matrix of 0 and 1: {shorten(str(error))}",
            argument=argument,
            dag=dag,
        ) from error


def _kind(thing: Any) -> str:
    """What a message calls an object: its class, with the library that the class is from."""
    kind = type(thing)
    library = str(kind.__module__).partition(".")[0]
    return kind.__name__ + ("" if library == "builtins" else f" of {library}")


def _is_masked(values: Any) -> bool:
    """Whether any entry is masked. For a masked entry numpy.asarray would take the value under the mask."""
    masked = sys.modules.get("numpy.ma")
    return masked is not None and bool(masked.is_masked(values))


def _is_bit(entry: Any) -> bool:
    try:
        return bool(entry == 0) or bool(entry == 1)
    except Exception:  # pandas.NA, an array, a class whose __eq__ raises
        return False


def _refuse(
    array: NDArray[Any], bad: NDArray[np.bool_], argument: str, dag: int | None, names: Names | None
) -> NoReturn:
    """Raise an error that names the position and the value of the first bad entry."""
    first = tuple(int(i) for i in np.argwhere(bad)[0])
    if dag is None and len(first) == 3:  # one array for all graphs
        dag = first[0]
    ends = first[-2:]
    named = names is not None and array.ndim > 1 and len(names) == array.shape[-1]
    nodes = [names[i] for i in ends] if named and names is not None else list(ends)
    place = ", ".join(map(shown, nodes))
    raise InvalidInputError(
        f"{label(argument, dag)}: entries must be 0 or 1, but [{place}] is {shown(array.item(*first))}"
        f"{hint_at(array)}",
        argument=argument,
        dag=dag,
        nodes=nodes,
    )
