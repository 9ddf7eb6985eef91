"""Conversion of anything that looks like a matrix of 0 and 1 to a C-contiguous uint8 array."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import enough_memory
from .._base.names import MOST_NAMES, Names
from .._base.nesting import array_of
from .._base.show import shorten, shown
from ..errors import InvalidInputError
from .conventions import advice, hint_at
from .named import Place

ROWS = "; rows of data? mcbnc.learn makes a DAG of them"
"""The hint of messages about a matrix that is not square."""


def read_matrix(matrix: Any, place: Place, names: Names | None = None) -> NDArray[np.uint8]:
    """Read one square matrix. The result may share its memory with the input."""
    return read_bits(_as_array(matrix, place), place, names)


def read_bits(
    array: NDArray[Any], place: Place, names: Names | None, several: bool = False
) -> NDArray[np.uint8]:
    """Convert a square matrix, or an array of several ones, to uint8. Check that every entry is 0 or 1."""
    n = array.shape[-1] if array.ndim else 0
    if array.shape != ((len(array), n, n) if several else (n, n)) or not n:
        check_square(*((array[0], place._replace(dag=0)) if several else (array, place)))
    if _are_bits(array):
        return array
    with enough_memory(n, array.size, lambda problem: place.refuse(f": {problem}")):
        first = _first_bad(array, place)
        if first is not None:
            if place.dag is None and len(first) == 3:  # one array for all graphs
                place = place._replace(dag=first[0])
            raise _no_bit(array, first, first[-2:], place, names if len(names or ()) == n else None)
        return np.ascontiguousarray(array, np.uint8)


def _are_bits(array: NDArray[Any]) -> bool:
    """Whether the array is as the engine takes it, as most are. Nothing is copied, so no memory is needed."""
    plain = type(array) is np.ndarray and array.dtype == np.uint8 and array.flags.c_contiguous
    return plain and array.shape[-1] <= MOST_NAMES and bool(array.max() <= 1)


def read_entries(
    entries: NDArray[Any],
    ends: NDArray[Any],
    place: Place,
    names: Names | None,
    ptr: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """The arcs of a sparse matrix. `ends` (k, 2) has the rows and columns of its entries (k,).

    If they are those of several graphs, those of graph i are from ptr[i] on and before ptr[i + 1].
    """
    first = _first_bad(entries, place)
    if first is not None:
        if ptr is not None:
            place = place._replace(dag=int(np.searchsorted(ptr, first[0], "right")) - 1)
        raise _no_bit(entries, first, tuple(ends[first].tolist()), place, names)
    return ends if entries.all() else ends[entries != 0]


def _first_bad(array: NDArray[Any], place: Place) -> tuple[int, ...] | None:
    """Where the first entry is that is neither 0 nor 1. None: there is none."""
    kind = array.dtype.kind
    if array.dtype == np.uint8:
        if not array.size or array.max() <= 1:
            return None
        bad = array > 1
    elif kind in "iuf":
        bad = (array != 0) & (array != 1)  # true for NaN
    elif kind == "O":
        bad = np.fromiter((not _is_bit(x) for x in array.flat), bool, array.size).reshape(array.shape)
    elif kind == "b":
        return None
    else:
        raise place.refuse(f": entries must be 0 or 1, not of type {array.dtype}{hint_at(array)}")
    return tuple(np.argwhere(bad)[0].tolist()) if bad.any() else None


def check_square(array: NDArray[Any], place: Place) -> None:
    if array.ndim == 0:
        raise place.refuse(
            f" is of type {_kind(array.item())}, which mcbnc does not know as a graph; {advice(array.item())}"
        )
    if array.ndim != 2 or array.shape[0] != array.shape[1]:
        hint = hint_at(array) if array.dtype.kind in "UO" else ""
        if array.ndim == 1 and place.dag is not None:
            hint = "; to give one DAG, write [dag]"
        elif array.ndim == 2 and not hint:
            hint = ROWS
        raise place.refuse(f" must be a square matrix, (n, n), but its shape is {array.shape}{hint}")
    if not len(array) and not place.empty:
        raise place.refuse(" has no nodes")


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


def _as_array(matrix: Any, place: Place) -> NDArray[Any]:
    if type(matrix) is np.ndarray:
        return matrix
    if _is_masked(matrix):
        raise place.refuse(" has masked entries; entries must be 0 or 1")
    try:
        return array_of(matrix)
    except MemoryError:
        raise
    except Exception as error:  # for example a ragged list; a class's __array__ may raise anything
        raise place.refuse(f" is no matrix of 0 and 1: {shorten(str(error))}") from error


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


def _no_bit(
    array: NDArray[Any], bad: tuple[int, ...], ends: tuple[int, ...], place: Place, names: Names | None
) -> InvalidInputError:
    """The error that names the row, the column and the value of a bad entry."""
    nodes = [*ends] if names is None else [names[i] for i in ends]
    at = ", ".join(map(shown, nodes))
    value = shown(array.item(*bad))
    return place.refuse(f": entries must be 0 or 1, but [{at}] is {value}{hint_at(array)}", nodes)
