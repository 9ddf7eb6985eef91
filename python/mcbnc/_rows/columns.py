"""Columns: their places in messages, and the codes of their cells with the states that the codes stand for.

No loop in Python visits each cell. Numbers are converted with lookup tables, and other values with sets and
maps, which run in C. A call of NumPy takes longer than what it does to a few rows. So where many clients have
few rows each, the columns of a client are converted by the same few calls together. Whether the states make
sense is for rules.py to say.

States have Python's own values as labels. Values that are equal in Python are one state: 0, 0.0 and False, or
2**53 and 2.0**53. A set keeps the one that comes first, and then the label, the order of the states and the
rules for columns would depend on the order of the rows. So the label is chosen by what the values are.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra, is_a
from .._base.names import is_missing
from .._base.rank import sort_key, sorted_order
from .._base.show import shown
from .._base.wording import wording
from ..errors import InvalidInputError
from .facts import sort_texts
from .state_lists import NumberStates, SortedStates, States
from .texts import AS_STATES, WHOLE


class Lines:
    """The line in which each row begins, counted from 1 as editors do.

    A row may have several lines, because quoted cells may, and there may be empty lines between rows. Most
    rows follow one another, so only the rows that do not are kept.
    """

    def __init__(self) -> None:
        self._rows: list[int] = []
        self._shifts: list[int] = []

    def add(self, firsts: NDArray[np.int64], shifts: NDArray[np.int64], before: int) -> None:
        """Add rows behind so many. From each of `firsts` on, (k,), a row's number and shift are its line."""
        self._rows += (firsts + before).tolist()
        self._shifts += (shifts - before).tolist()

    def of(self, row: int) -> int:
        """The line in which a row begins. The row was read before."""
        return row + self._shifts[bisect_right(self._rows, row) - 1]

    def only(self, kept: NDArray[np.intp] | None) -> Lines:
        """The lines of some of the rows, whose numbers are these. None: of all."""
        if kept is None:
            return self
        lines = Lines()
        lines._rows = list(range(len(kept)))
        lines._shifts = [self.of(row) - k for k, row in enumerate(kept.tolist())]
        return lines


def place_of(argument: str, dag: int | None, file: str | None) -> str:
    """The name of a table in messages, such as ``datasets[2] (h2.csv)`` or ``data``."""
    return wording().place(argument, dag, file)


class ColumnLocation(NamedTuple):
    """The argument, client, name and file of a column.

    In messages, rows of a file are lines, counted from 1, and rows of other tables are numbers from 0.
    """

    argument: str
    dag: int | None
    name: Hashable
    file: str | None = None
    """The path of the client's file. None: the client's table is no file."""
    kept: NDArray[Any] | None = None
    """The caller's numbers of the rows that the column has. None: the column has all of the caller's rows."""
    lines: Lines | None = None
    """The lines of the file's rows. None: the client's table is no file."""

    @property
    def place(self) -> str:
        return place_of(self.argument, self.dag, self.file)

    def refuse(self, problem: str, row: int | None = None) -> InvalidInputError:
        """An error that names the column, the row if one is given, and the problem."""
        return InvalidInputError(
            f"{self.place}: column {shown(self.name)}{'' if row is None else self.at(row)}: {problem}",
            argument=self.argument,
            dag=self.dag,
            nodes=[self.name],
        )

    def only(self, kept: NDArray[Any]) -> ColumnLocation:
        """The place of the column with some of its rows, whose numbers these are."""
        return self._replace(kept=kept if self.kept is None else self.kept[kept])

    def at(self, row: int) -> str:
        """Where a row is: ", row 3" of a table, or ", line 5" of a file."""
        if self.kept is not None:
            row = int(self.kept[row])
        return f", row {row}" if self.lines is None else f", line {self.lines.of(row)}"

    def missing(self, row: int, count: int, cure: str) -> InvalidInputError:
        """An error about `count` cells without a value. `row` is the first. `cure` is what helps."""
        more = f", nor in {count - 1} more" if count > 1 else ""
        return self.refuse(f"there is no value{more}: {cure}", row)


# Of equal values, the one whose type is first here is the label. Other types come after these.
_PREFERRED = {int: 0, bool: 1, float: 2, str: 3}
_NUMBERS = frozenset((int, bool, float))


def plain(value: Any) -> Hashable:
    """Turn NumPy's numbers and strings into Python's own, and whole floats into ints."""
    own: Hashable = value.item() if isinstance(value, np.generic) else value
    return int(own) if isinstance(own, float) and own.is_integer() and abs(own) < WHOLE else own


def labels_of(values: Sequence[Any]) -> dict[Any, Hashable]:
    """The label of each distinct value, in the order in which the values come. Values are hashable."""
    types = set(map(type, values))
    if _tell_apart(types):
        return {value: plain(value) for value in dict.fromkeys(values)}
    if types <= _PREFERRED.keys():
        spelled = [value for _, value in dict.fromkeys(zip(map(type, values), values, strict=True))]
    else:  # equal values of one type may look different, as Decimal("1.0") and Decimal("1.00") do
        spelled = [value for value, _ in dict.fromkeys((value, sort_key(value)) for value in values)]
    labels: dict[Any, Hashable] = {}
    for value in spelled:
        label = plain(value)
        labels[value] = min(labels.get(value, label), label, key=_preference)
    return labels


def merged(lists: Sequence[Sequence[Hashable]]) -> Sequence[Hashable]:
    """The labels of several lists of labels, in the order of the lists. If all lists are alike, the first."""
    first, *others = lists
    if all(other == first for other in others) and (
        not others or _tell_apart(set(map(type, chain.from_iterable(lists))))
    ):
        return first
    return list(labels_of(list(chain.from_iterable(lists))).values())


def _tell_apart(types: Iterable[type]) -> bool:
    """True if values of these types that are equal have one label."""
    others = [kind for kind in types if kind is not str]
    return not others or (len(others) == 1 and others[0] in _NUMBERS)


def _preference(label: Hashable) -> tuple[int, tuple[str, str]]:
    return _PREFERRED.get(type(label), len(_PREFERRED)), sort_key(label)


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
    if is_a(values, "pandas", "Series"):
        return values
    kinds = (("pandas", "Index"), ("pandas.api.extensions", "ExtensionArray"))
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
    states: Sequence[Hashable]
    """Distinct and sorted."""
    missing: NDArray[np.bool_] | None = None
    """(rows,): the cells without a value. None: every cell has a value."""
    declared: bool = False
    """True if the states are the categories of a categorical column, so some may be in no row."""
    order: tuple[Hashable, ...] | None = None
    """The categories in their own order, if the column says that this means something."""

    def cells(self) -> NDArray[Any]:
        """(rows,) objects. None stands for no value."""
        codes = self.codes if self.missing is None else np.where(self.missing, -1, self.codes.astype(np.intp))
        cells: NDArray[Any] = as_objects([*self.states, None])[codes]  # -1 takes the last
        return cells


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
    return _sorted(codes, states, location)


def _sorted(
    codes: NDArray[Any], states: list[Hashable], location: ColumnLocation, are_texts: bool = False
) -> Column:
    if done := sort_texts(states, are_texts):
        return Column(_moved(codes, done.order), SortedStates(states, done))
    return in_order(
        codes, states, sorted_order(states, location.argument, f"the states of {shown(location.name)}")
    )


def in_order(codes: NDArray[Any], states: list[Hashable], order: list[int]) -> Column:
    """The column of these codes, with the states in this order of their indices."""
    if order == list(range(len(states))):
        return Column(codes, States(states))
    return Column(_moved(codes, order), States(map(states.__getitem__, order)))


def _moved(codes: NDArray[Any], order: NDArray[np.intp] | list[int]) -> NDArray[Any]:
    """The codes of states that come in this order of their indices."""
    new_code = np.empty(len(order), smallest(len(order)))
    new_code[order] = np.arange(len(order))
    moved: NDArray[Any] = new_code[codes]
    return moved


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
        return Column(codes, States(distinct.tolist()))
    # A difference may overflow the signed type, but read as an unsigned number it is right.
    offsets = np.subtract(native, native.dtype.type(low)).view(f"u{native.dtype.itemsize}")
    if span <= _WIDEST:
        narrow = offsets.astype(np.uint8)
        return _of_bits(narrow, int(np.bitwise_or.reduce(np.left_shift(_ONE, narrow))), low, span)
    seen = np.zeros(span, bool)
    seen[offsets] = True
    states = States(low + i for i in np.flatnonzero(seen).tolist())
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
    return Column(codes, NumberStates(distinct))


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
    return Column(codes, States(states[i] for i in order))


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
    if isinstance(dtype, sys.modules["pandas"].StringDtype):
        return _from_strings(series, location)
    # A nullable dtype names the NumPy type that its values have if none is missing.
    wanted = getattr(dtype, "numpy_dtype", object)
    missing = series.isna().to_numpy()
    if missing.any():
        return _spread(_from_array(series[~missing].to_numpy(wanted), location), missing)
    return _from_array(series.to_numpy(wanted), location)


def _from_strings(series: Any, location: ColumnLocation) -> Column:
    """The column of a series that has strings alone, by pandas' own table of them."""
    codes, distinct = series.array.factorize()
    states: list[Hashable] = distinct.tolist()
    missing = codes < 0
    narrow = smallest(len(states))
    if not missing.any():
        return _sorted(codes.astype(narrow), states, location, are_texts=True)
    return _spread(_sorted(codes[~missing].astype(narrow), states, location, are_texts=True), missing)


def _from_factor(factor: Factor, location: ColumnLocation) -> Column:
    states = [plain(state) for state in factor.levels]
    order = tuple(states) if factor.ordered else None
    missing = factor.codes < 0
    if not missing.any():
        return from_codes(factor.codes, states, location)._replace(declared=True, order=order)
    known = from_codes(factor.codes[~missing], states, location)
    return _spread(known, missing)._replace(declared=True, order=order)


_MOST_CELLS = 1 << 18  # of a table that is converted at once, since it is copied
_WIDEST = 64  # numbers in the range of a column; a word has a bit for each
_ONE = np.uint64(1)


def read_together(columns: Sequence[Any]) -> list[Column] | None:
    """What :func:`read_column` makes of each column. None: they are not alike, or not small.

    The columns must be arrays of whole numbers, of one type and one length.
    """
    first = columns[0]
    if type(first) is not np.ndarray or first.dtype.kind not in "iu" or first.ndim != 1:
        return None
    if not 0 < len(columns) * len(first) <= _MOST_CELLS:
        return None
    shape, dtype = first.shape, first.dtype
    if not all(type(c) is np.ndarray and c.shape == shape and c.dtype == dtype for c in columns):
        return None
    cells = np.array(columns, dtype.newbyteorder("="))
    low, high = cells.min(1), cells.max(1)
    lows = low.tolist()
    spans = [last - least + 1 for least, last in zip(lows, high.tolist(), strict=True)]
    if max(spans) > _WIDEST:
        return None
    # A difference may overflow the signed type, but its lowest byte is right.
    codes = np.subtract(cells, low[:, np.newaxis]).astype(np.uint8)
    seen = np.bitwise_or.reduce(np.left_shift(_ONE, codes), axis=1).tolist()
    return [*map(_of_bits, codes, seen, lows, spans)]


def _of_bits(codes: NDArray[np.uint8], occurring: int, low: int, span: int) -> Column:
    """The column of numbers from `low` on, given how far each is above. `occurring` has a bit for each."""
    if occurring == (1 << span) - 1:
        return Column(codes, States(range(low, low + span)))
    known = [code for code in range(span) if occurring >> code & 1]
    new_code = np.zeros(span, np.uint8)
    new_code[known] = np.arange(len(known))
    return Column(new_code[codes], States(low + code for code in known))


class Node(NamedTuple):
    """One variable: the column of each client that has it, and the column's place in the arguments."""

    columns: Sequence[Column]
    locations: Sequence[ColumnLocation]
    clients: Sequence[int] | None = None
    """The clients whose columns these are, in rising order. None: all."""

    @property
    def name(self) -> Hashable:
        return self.locations[0].name

    def place_of(self, client: int) -> int | None:
        """Where the client's column is in the lists. None: it has no such column."""
        if self.clients is None:
            return client
        return self.clients.index(client) if client in self.clients else None

    @property
    def states(self) -> Sequence[Hashable]:
        """The states of all clients, in the order of the clients."""
        first = self.columns[0].states
        if len(self.columns) == 1:
            return first
        lists = [column.states for column in self.columns]
        return first.merged_with(lists, merged) if isinstance(first, States) else merged(lists)

    def first(self, states: Set[Hashable]) -> tuple[ColumnLocation, int | None, Hashable]:
        """The first client with one of the states, the first row there that has one, and the row's state.

        If the states are categories that no row of this client has, the row is None.
        """
        for column, location in zip(self.columns, self.locations, strict=True):
            wanted = np.array([state in states for state in column.states], bool)
            if wanted.any():
                cells = wanted[column.codes]
                if column.missing is not None:
                    cells &= ~column.missing
                if not cells.any():
                    return location, None, column.states[int(np.argmax(wanted))]
                row = int(np.argmax(cells))
                return location, row, column.states[column.codes[row]]
        raise ValueError("no client has the states")


def joined(nodes: Sequence[Node]) -> Node:
    """The node of all clients, from nodes that have one client or more each."""
    if len(nodes) == 1:
        return nodes[0]
    return Node(
        [column for node in nodes for column in node.columns],
        [location for node in nodes for location in node.locations],
    )
