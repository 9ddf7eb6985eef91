"""One column of data: from what a user holds to codes, and the states that these stand for.

Nothing here is done cell by cell in Python: numbers go through tables, all else through sets and
maps, which run in C.
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

_TABLE = 1 << 16  # numbers over a range of so many, or of as many as there are rows, are looked up in a table
_WHOLE = 2.0**53  # beyond it a float does not tell one whole number from the next


class Column(NamedTuple):
    """The cells of one variable."""

    codes: NDArray[Any]
    """(rows,) integers: places in `states`."""
    states: list[Hashable]
    """Distinct and sorted. A categorical column may have some that no row shows."""


class ColumnLocation(NamedTuple):
    """The place of a column, for errors."""

    argument: str
    dag: int | None
    name: Hashable

    def refuse(self, problem: str, row: int | None = None) -> InvalidInputError:
        """An error that says where, and what is wrong there."""
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
    """Read a pandas Series or the like, a one-dimensional array, or a sequence."""
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
    """The column of places in `states`, which are distinct and may have any order."""
    order = sorted_order(states, location.argument, f"the states of {shown(location.name)}")
    if order == list(range(len(states))):
        return Column(codes, states)
    place = np.empty(len(order), smallest(len(order)))
    place[order] = np.arange(len(order))
    return Column(place[codes], [states[i] for i in order])


def smallest(states: int) -> np.dtype[Any]:
    """The smallest type that holds the codes of so many states."""
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
    raise _of_no_use(array.dtype, location)


def _of_no_use(dtype: Any, location: ColumnLocation) -> InvalidInputError:
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
        found, codes = np.unique(native, return_inverse=True)
        return Column(codes, found.tolist())
    # Differences are right as unsigned numbers, also where they overflow the type.
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
        found = list(set(values))
    except Exception as error:  # not hashable, or an __eq__ that raises
        row = next((i for i, value in enumerate(values) if not isinstance(value, Hashable)), None)
        raise location.refuse(f"its states cannot be told apart: {error}", row) from error
    for state in found:
        if is_missing(state):
            raise location.missing(next(i for i, value in enumerate(values) if is_missing(value)))
        if isinstance(state, (float, np.floating)) and not float(state).is_integer():
            raise _continuous(float(state), values.index(state), location)
    # The set's order is none: sorted, it no longer shows.
    states = [_plain(state) for state in found]
    order = sorted_order(states, location.argument, f"the states of {shown(location.name)}")
    code = {found[i]: k for k, i in enumerate(order)}
    codes = np.fromiter(map(code.__getitem__, values), smallest(len(code)), len(values))
    return Column(codes, [states[i] for i in order])


def _plain(state: Any) -> Hashable:
    """Python's own number or string for NumPy's, and a whole number for a float that is one."""
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
        raise _of_no_use(dtype, location)
    # Nullable columns know the plain type that they have when nothing is missing.
    return _from_array(series.to_numpy(getattr(dtype, "numpy_dtype", object)), location)
