"""Conversion of one column of data to codes, and the states that the codes stand for.

No loop in Python visits each cell. Numbers are converted with lookup tables, and other values with
sets and maps, which run in C.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.names import is_missing, label
from .._base.rank import sorted_order
from .._base.show import shown
from ..errors import InvalidInputError

__all__ = ["Column", "ColumnLocation", "from_codes", "read_column", "smallest"]

# Integers are converted with a lookup table if their range is at most this, or at most the number of rows.
_TABLE = 1 << 16
# From this value on, a float cannot hold every integer.
_WHOLE = 2.0**53


class Column(NamedTuple):
    """The cells of one variable."""

    codes: NDArray[Any]
    """(rows,) integers, each an index into `states`."""
    states: list[Hashable]
    """Distinct and sorted. A categorical column may have states that no row has."""


class ColumnLocation(NamedTuple):
    """The argument, client and name of a column, for errors."""

    argument: str
    dag: int | None
    name: Hashable

    def refuse(self, problem: str, row: int | None = None) -> InvalidInputError:
        """An error that names the column, the row if one is given, and the problem."""
        at = "" if row is None else f", row {row}"
        return InvalidInputError(
            f"{label(self.argument, self.dag)}: column {shown(self.name)}{at}: {problem}",
            argument=self.argument,
            dag=self.dag,
            nodes=[self.name],
        )

    def missing(self, row: int) -> InvalidInputError:
        return self.refuse("there is no value; leave such rows out, or make a state of it", row)


def read_column(values: Any, location: ColumnLocation) -> Column:
    """Read a pandas Series, Index or extension array, a one-dimensional array, or a sequence."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and _is_pandas(values, pandas):
        return _from_series(pandas.Series(values), location)
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            raise location.refuse(f"a column has one dimension, this has the shape {values.shape}")
        return _from_array(values, location)
    if isinstance(values, Sequence) and not isinstance(values, (str, bytes)):
        return _from_objects(list(values), location)
    raise location.refuse(f"a column is a sequence of states, not {type(values).__name__}")


def _is_pandas(values: Any, pandas: Any) -> bool:
    return isinstance(values, (pandas.Series, pandas.Index, pandas.api.extensions.ExtensionArray))


def from_codes(codes: NDArray[Any], states: list[Hashable], location: ColumnLocation) -> Column:
    """The column of these codes, which are indices into `states`. States are distinct, in any order."""
    order = sorted_order(states, location.argument, f"the states of {shown(location.name)}")
    if order == list(range(len(states))):
        return Column(codes, states)
    new_code = np.empty(len(order), smallest(len(order)))
    new_code[order] = np.arange(len(order))
    return Column(new_code[codes], [states[i] for i in order])


def smallest(states: int) -> np.dtype[Any]:
    """The smallest unsigned type that holds the codes of this number of states."""
    return np.min_scalar_type(max(states - 1, 0))


def _from_array(array: NDArray[Any], location: ColumnLocation) -> Column:
    kind = array.dtype.kind
    if isinstance(array, np.ma.MaskedArray):
        hidden = np.ma.getmaskarray(array)
        if hidden.any():
            raise location.missing(int(np.argmax(hidden)))
        array = array.data
    if kind == "b":
        codes, states = _from_integers(array.astype(np.uint8))
        return Column(codes, [bool(state) for state in states])
    if kind in "iu":
        return _from_integers(array)
    if kind == "f":
        return _from_integers(_whole_numbers(array, location))
    if kind in "OUST":
        return _from_objects(array.tolist(), location)
    raise _unusable(array.dtype, location)


def _unusable(dtype: Any, location: ColumnLocation) -> InvalidInputError:
    return location.refuse(
        f"states are strings, whole numbers or truth values, not {dtype}: discretise it first"
    )


def _from_integers(array: NDArray[Any]) -> Column:
    if not len(array):
        return Column(np.zeros(0, np.uint8), [])
    native = array.astype(array.dtype.newbyteorder("="), copy=False)
    low = int(native.min())
    span = int(native.max()) - low + 1
    if span > max(_TABLE, len(array)):
        distinct, codes = np.unique(native, return_inverse=True)
        return Column(codes, distinct.tolist())
    # A difference may overflow the signed type, but read as an unsigned number it is right.
    offsets = np.subtract(native, native.dtype.type(low)).view(f"u{native.dtype.itemsize}")
    seen = np.zeros(span, bool)
    seen[offsets] = True
    states: list[Hashable] = [low + i for i in np.flatnonzero(seen).tolist()]
    code = (np.cumsum(seen) - 1).astype(smallest(len(states)))
    return Column(code[offsets], states)


def _whole_numbers(array: NDArray[Any], location: ColumnLocation) -> NDArray[np.int64]:
    values = array.astype(np.float64)
    missing = np.isnan(values)
    if missing.any():
        raise location.missing(int(np.argmax(missing)))
    bad = ~(np.abs(values) < _WHOLE) | (values != np.rint(values))
    if bad.any():
        row = int(np.argmax(bad))
        raise _continuous(values[row], row, location)
    return values.astype(np.int64)


def _continuous(value: float, row: int, location: ColumnLocation) -> InvalidInputError:
    return location.refuse(f"{shown(float(value))} is no whole number: discretise the column first", row)


def _from_objects(values: list[Any], location: ColumnLocation) -> Column:
    try:
        distinct = list(set(values))
    except Exception as error:  # not hashable, or an __eq__ that raises
        row = next((i for i, value in enumerate(values) if not isinstance(value, Hashable)), None)
        raise location.refuse(f"its states cannot be told apart: {error}", row) from error
    for state in distinct:
        if is_missing(state):
            raise location.missing(next(i for i, value in enumerate(values) if is_missing(value)))
        if isinstance(state, (float, np.floating)) and not float(state).is_integer():
            raise _continuous(float(state), values.index(state), location)
    # A set has no fixed order, so the states are sorted.
    states = [_plain(state) for state in distinct]
    order = sorted_order(states, location.argument, f"the states of {shown(location.name)}")
    code = {distinct[i]: k for k, i in enumerate(order)}
    codes = np.fromiter(map(code.__getitem__, values), smallest(len(code)), len(values))
    return Column(codes, [states[i] for i in order])


def _plain(state: Any) -> Hashable:
    """Turn NumPy's numbers and strings into Python's own, and whole floats into ints."""
    value: Hashable = state.item() if isinstance(state, np.generic) else state
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _from_series(series: Any, location: ColumnLocation) -> Column:
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return _from_array(series.to_numpy(), location)
    missing = series.isna().to_numpy()
    if missing.any():
        raise location.missing(int(np.argmax(missing)))
    if isinstance(dtype, sys.modules["pandas"].CategoricalDtype):
        categories = [_plain(state) for state in series.cat.categories.tolist()]
        return from_codes(series.cat.codes.to_numpy(), categories, location)
    if dtype.kind in "mM":
        raise _unusable(dtype, location)
    # A nullable dtype names the NumPy type that its values have if none is missing.
    return _from_array(series.to_numpy(getattr(dtype, "numpy_dtype", object)), location)
