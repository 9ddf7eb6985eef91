"""Conversion of one column of data to codes, and the states that the codes stand for.

No loop in Python visits each cell. Numbers are converted with lookup tables, and other values with
sets and maps, which run in C. Whether the states make sense is for rules.py to say.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra, is_a
from .._base.names import is_missing
from .._base.rank import sorted_order
from .._base.show import shown
from ..errors import InvalidInputError
from .labels import WHOLE, labels_of, plain
from .location import ColumnLocation
from .texts import AS_STATES


@dataclass(frozen=True)
class Factor:
    """A column with a list of its possible states: a categorical one of pandas, or a factor of R."""

    codes: NDArray[Any]
    """(rows,) integers, each an index into `levels`, or -1 where there is no value."""
    levels: list[Any]
    """Distinct. Some may be in no row."""
    ordered: bool = False
    """True if the order of the levels means something."""

    def cells(self) -> NDArray[Any]:
        """(rows,) objects. None stands for a missing value."""
        cells: NDArray[Any] = as_objects([*self.levels, None])[self.codes]  # -1 takes the last
        return cells


def as_series(values: Any) -> Any:
    """A pandas Series of a Series, an Index or an extension array. None: the column is neither."""
    kinds = (("pandas", "Series"), ("pandas", "Index"), ("pandas.api.extensions", "ExtensionArray"))
    if any(is_a(values, module, name) for module, name in kinds):
        return import_extra("pandas").Series(values)
    return None


def as_sequence(values: Any, location: ColumnLocation, of: str) -> Any:
    """A one-dimensional array as it is, and another sequence as a list. `of` is what the cells are to be."""
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            raise location.refuse(f"a column has one dimension, this has the shape {values.shape}")
        return values
    if isinstance(values, Sequence) and not isinstance(values, (str, bytes)):
        return list(values)
    raise location.refuse(f"a column is a sequence of {of}, not {type(values).__name__}")


def as_objects(values: Sequence[Any]) -> NDArray[Any]:
    """(values,) objects. One of them may be a tuple, which NumPy would spread out."""
    objects: NDArray[Any] = np.empty(len(values), object)
    for i, value in enumerate(values):
        objects[i] = value
    return objects


def as_floats(array: NDArray[Any]) -> NDArray[np.float64]:
    """The numbers of an array as float64. A long double beyond its range becomes infinite."""
    with np.errstate(over="ignore"):
        return array.astype(np.float64)


# Integers are converted with a lookup table if their range is at most this, or at most the number of rows.
_TABLE = 1 << 16


class Column(NamedTuple):
    """The cells of one variable."""

    codes: NDArray[Any]
    """(rows,) integers, each an index into `states`. The codes of missing cells have no meaning."""
    states: list[Hashable]
    """Distinct and sorted."""
    missing: NDArray[np.bool_] | None = None
    """(rows,): the cells without a value. None: every cell has a value."""
    declared: bool = False
    """True if the states are the categories of a categorical column, so some may be in no row."""
    order: tuple[Hashable, ...] | None = None
    """The categories in their own order, if the column says that this means something."""


def read_column(values: Any, location: ColumnLocation) -> Column:
    """Read a factor, a pandas Series, Index or extension array, a one-dimensional array, or a sequence."""
    if isinstance(values, Factor):
        return _from_factor(values, location)
    series = as_series(values)
    if series is not None:
        return _from_series(series, location)
    cells = as_sequence(values, location, "states")
    return _from_objects(cells, location) if isinstance(cells, list) else _from_array(cells, location)


def from_codes(codes: NDArray[Any], states: list[Hashable], location: ColumnLocation) -> Column:
    """The column of these codes, which are indices into `states`. States are distinct, in any order."""
    return in_order(
        codes, states, sorted_order(states, location.argument, f"the states of {shown(location.name)}")
    )


def in_order(codes: NDArray[Any], states: list[Hashable], order: list[int]) -> Column:
    """The column of these codes, with the states in this order of their indices."""
    if order == list(range(len(states))):
        return Column(codes, states)
    new_code = np.empty(len(order), smallest(len(order)))
    new_code[order] = np.arange(len(order))
    return Column(new_code[codes], [states[i] for i in order])


def smallest(states: int) -> np.dtype[Any]:
    """The smallest unsigned type that holds the codes of this number of states."""
    return np.min_scalar_type(max(states - 1, 0))


def _spread(column: Column, missing: NDArray[np.bool_]) -> Column:
    """The column with its cells where none is missing. `column` has the other cells alone."""
    codes = np.zeros(len(missing), column.codes.dtype)
    codes[~missing] = column.codes
    return column._replace(codes=codes, missing=missing)


def _from_array(array: NDArray[Any], location: ColumnLocation) -> Column:
    kind = array.dtype.kind
    if isinstance(array, np.ma.MaskedArray):
        hidden = np.ma.getmaskarray(array)
        if hidden.any():
            return _spread(_from_array(array.data[~hidden], location), hidden)
        array = array.data
    if kind == "b":
        codes, states, *_ = _from_integers(array.astype(np.uint8))
        return Column(codes, [bool(state) for state in states])
    if kind in "iu":
        return _from_integers(array)
    if kind == "f":
        return _from_floats(as_floats(array))
    if kind in "OUST":
        return _from_objects(array.tolist(), location)
    raise _unusable(array.dtype, location)


def _unusable(dtype: Any, location: ColumnLocation, row: int | None = None) -> InvalidInputError:
    advice = AS_STATES if getattr(dtype, "kind", "") == "M" else "make a string of each value"
    return location.refuse(f"states are strings, whole numbers or truth values, not {dtype}: {advice}", row)


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
    if len(states) == span:  # every number in the range occurs, as most codes do
        return Column(offsets.astype(smallest(span), copy=False), states)
    code = (np.cumsum(seen) - 1).astype(smallest(len(states)))
    return Column(code[offsets], states)


def _from_floats(values: NDArray[np.float64]) -> Column:
    missing = np.isnan(values)
    if missing.any():
        return _spread(_from_floats(values[~missing]), missing)
    if ((np.abs(values) < WHOLE) & (values == np.rint(values))).all():
        return _from_integers(values.astype(np.int64))
    distinct, codes = np.unique(values, return_inverse=True)
    states: list[Hashable] = distinct.tolist()
    for k in np.flatnonzero((np.abs(distinct) < WHOLE) & (distinct == np.rint(distinct))).tolist():
        states[k] = int(distinct[k])
    return Column(codes, states)


def _from_objects(values: list[Any], location: ColumnLocation) -> Column:
    values = _comparable(values, location)
    try:
        none = {value for value in set(values) if is_missing(value)}
    except Exception as error:  # not hashable, or an __eq__ that raises
        row = next((i for i, value in enumerate(values) if not isinstance(value, Hashable)), None)
        raise location.refuse(f"its states cannot be distinguished: {error}", row) from error
    if none:
        missing = np.fromiter(map(none.__contains__, values), bool, len(values))
        rest = [value for value, gone in zip(values, missing.tolist(), strict=True) if not gone]
        return _spread(_from_objects(rest, location), missing)
    label = labels_of(values)
    given, states = list(label), list(label.values())
    order = sorted_order(states, location.argument, f"the states of {shown(location.name)}")
    code = {given[i]: k for k, i in enumerate(order)}
    codes = np.fromiter(map(code.__getitem__, values), smallest(len(code)), len(values))
    return Column(codes, [states[i] for i in order])


def _comparable(values: list[Any], location: ColumnLocation) -> list[Any]:
    """The values with Python's own in place of NumPy's, which cannot be compared with a Decimal."""
    kinds = set(map(type, values))
    if Decimal in kinds and Fraction in kinds:  # 1 is equal to both, but they are not equal
        row = next(row for row, value in enumerate(values) if isinstance(value, Fraction))
        raise location.refuse("a Fraction among Decimals: make all of one type", row)
    if not any(issubclass(kind, np.generic) for kind in kinds):
        return values
    for row, value in enumerate(values):
        if isinstance(value, (np.datetime64, np.timedelta64)) and not np.isnat(value):
            raise _unusable(value.dtype, location, row)
    return [value.item() if isinstance(value, np.generic) else value for value in values]


def _from_series(series: Any, location: ColumnLocation) -> Column:
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return _from_array(series.to_numpy(), location)
    if isinstance(dtype, sys.modules["pandas"].CategoricalDtype):
        return _from_factor(
            Factor(series.array.codes, series.array.categories.tolist(), series.array.ordered), location
        )
    if dtype.kind in "mM":
        raise _unusable(dtype, location)
    # A nullable dtype names the NumPy type that its values have if none is missing.
    wanted = getattr(dtype, "numpy_dtype", object)
    missing = series.isna().to_numpy()
    if missing.any():
        return _spread(_from_array(series[~missing].to_numpy(wanted), location), missing)
    return _from_array(series.to_numpy(wanted), location)


def _from_factor(factor: Factor, location: ColumnLocation) -> Column:
    states = [plain(state) for state in factor.levels]
    order = tuple(states) if factor.ordered else None
    missing = factor.codes < 0
    if not missing.any():
        return from_codes(factor.codes, states, location)._replace(declared=True, order=order)
    known = from_codes(factor.codes[~missing], states, location)
    return _spread(known, missing)._replace(declared=True, order=order)
