"""Columns that are cut into bins, and tables of the kind that came in with these columns.

The caller gives `bins` as a number, as a dict of columns, or as such a dict for each data set. Rows may be
left out of the tables. Tables, and lists of them, have an attribute more: the cut points of their bins.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra, is_a
from .._base.file_hash import FileHash
from .._base.libraries import is_frame
from .._base.names import find_node
from .._base.options import check_count, is_sequence, read_number
from .._base.show import counted, listed, shown
from ..errors import InvalidInputError
from .columns import Column, ColumnLocation, Factor, Lines, Node, smallest
from .cut_points import cut_points, sorted_values
from .missing import MISSING_STATE
from .numbers import numbers_by_state
from .opened import Opened

CutPoints = dict[Hashable, tuple[float, ...]]
"""The cut points of each column that was cut, by its name."""


class BinnedDict(dict[Hashable, Any]):
    """A dict of columns, or a dict of sites, with the cut points of its bins."""

    bins: Any
    recipe: str | None = None
    """The hash of the recipe that made the columns."""
    file: str | None = None
    """The path of the CSV file whose rows these are."""
    lines: Lines | None = None
    """The lines of the rows in it."""
    hashed: FileHash | None = None
    """The file, as it was when it was read."""


class BinnedList(list[Any]):
    """A list of rows, or a list of tables, with the cut points of its bins."""

    bins: Any
    recipe: str | None = None


class BinnedArray(np.ndarray[Any, Any]):
    """An array (rows, n) with the cut points of its bins. Its views number columns anew and have none."""

    bins: Any
    recipe: str | None = None


def with_recipe(table: Any, recipe: str, lines: Lines | None, file: str | None) -> Any:
    """The table with the hash of the recipe that made it, and the lines of the file that it was."""
    made = _binned(table)
    made.recipe = recipe
    if isinstance(made, BinnedDict) and lines is not None:
        made.file, made.lines = file, lines
    return made


def recipe_of(table: Any) -> str | None:
    """The hash of the recipe that made a table. None: none has."""
    known = isinstance(table, (BinnedArray, BinnedDict, BinnedList)) or (
        is_frame(table) and type(table).__name__ == "BinnedFrame"
    )
    return table.recipe if known else None


def with_bins(table: Any, bins: Any) -> Any:
    """The table, dict or list with the attribute `bins`. Its kind is a subclass of what it was."""
    binned = _binned(table)
    binned.bins = bins
    return binned


def bins_of(thing: Any) -> Any:
    """The attribute `bins` of a result of discretize. None: it is no such result."""
    if isinstance(thing, (BinnedArray, BinnedDict, BinnedList)):
        return getattr(thing, "bins", None)
    if is_frame(thing):
        from .binned_frame import BinnedFrame

        return thing.bins if isinstance(thing, BinnedFrame) else None
    return None


def _binned(table: Any) -> Any:
    if is_frame(table):
        from .binned_frame import BinnedFrame  # which imports pandas

        return BinnedFrame(table)
    if isinstance(table, np.ndarray):
        return table.view(BinnedArray)
    if isinstance(table, BinnedDict):
        return table
    return BinnedDict(table) if isinstance(table, dict) else BinnedList(table)


class Changed(NamedTuple):
    """A column whose cells have changed."""

    column: Column
    """A missing cell stays without a value."""
    ordered: bool
    """The states are in the order of their codes, which means something."""


def rebuild(
    data: Any, table: Opened, changed: Sequence[Changed | None], kept: NDArray[np.intp] | None
) -> Any:
    """A table like `data`, which `table` describes.

    `changed` has an entry for each column; None means that the column is as it was. `kept` are the
    numbers of the rows that stay, and None means all. A column of a frame becomes a categorical one.
    """
    if hasattr(data, "to_pandas"):
        data = data.to_pandas()
    if is_frame(data):
        return _frame(data, table, changed, kept)
    columns = [rebuilt(old, new, kept) for old, new in zip(table.columns, changed, strict=True)]
    if table.names is not None:
        named = BinnedDict(zip(table.names, columns, strict=True))
        if table.lines is not None:
            named.file, named.lines, named.hashed = table.file, table.lines.only(kept), table.hashed
        return named
    if isinstance(data, np.ndarray):
        if not any(changed):
            return data.copy() if kept is None else data[kept]
        out = np.empty((len(columns[0]), len(columns)), object)
        for i, column in enumerate(columns):
            out[:, i] = column
        return out
    return [list(row) for row in zip(*columns, strict=True)]


def _frame(
    frame: Any, table: Opened, changed: Sequence[Changed | None], kept: NDArray[np.intp] | None
) -> Any:
    out = frame.copy() if kept is None else frame.iloc[kept].copy()
    for name, change in zip(table.labels, changed, strict=True):
        if change is not None:
            out[name] = categorical(change)
    return out


def rebuilt(old: Any, new: Changed | None, kept: NDArray[np.intp] | None) -> Any:
    """One column of a dict, an array or a list of rows, of its own kind."""
    if isinstance(old, Column):  # of a CSV file
        cells = (old if new is None else new.column).cells()
        return (cells if kept is None or new is not None else cells[kept]).tolist()
    if is_a(old, "pandas", "Series"):
        rest = old if kept is None else old.iloc[kept]
        return rest if new is None else type(old)(categorical(new), index=rest.index, name=old.name)
    if isinstance(old, (list, tuple)):
        if new is not None:
            return new.column.cells().tolist()
        return list(old) if kept is None else [old[i] for i in kept.tolist()]
    if new is not None:
        return new.column.cells() if isinstance(old, np.ndarray) else categorical(new)
    if isinstance(old, Factor):  # of R
        return old if kept is None else replace(old, codes=old.codes[kept])
    return old if kept is None else old[kept]


def categorical(change: Changed) -> Any:
    pandas = import_extra("pandas")
    column = change.column
    codes = column.codes if column.missing is None else np.where(column.missing, -1, column.codes.astype(int))
    return pandas.Categorical.from_codes(codes, column.states, ordered=change.ordered)


Bins = int | list[float]
"""The number of bins, or the cut points between them."""


class Cut(NamedTuple):
    """What cutting makes of the columns of one variable."""

    columns: list[Changed]
    points: list[list[float]]
    """The cut points of each column."""


def cut(node: Node, decimal: str | None, bins: Sequence[Bins], method: str, shared: bool) -> Cut:
    """The columns of all clients with bins for states. Cells without a value get the state of such cells.

    `bins` has an entry for each client. If it is a number, and `shared`, it is the same for all clients.
    """
    numbers = numbers_by_state(node, decimal)
    for column, location, each in zip(node.columns, node.locations, numbers, strict=True):
        _refuse_infinite(column, location, each)
    values = [
        (own, np.bincount(column.codes[_rows_with_values(column)], minlength=len(own)))
        for own, column in zip(numbers, node.columns, strict=True)
    ]
    missing = any(column.missing is not None for column in node.columns)
    points = _points(values, bins, method, shared)
    names = bin_names if all(own == points[0] for own in points) else place_names
    columns = [  # searchsorted: a bin has its upper bound, and not its lower one
        _cut_column(column, np.searchsorted(bounds, own), names(bounds), missing)
        for column, own, bounds in zip(node.columns, numbers, points, strict=True)
    ]
    return Cut(columns, points)


def with_gaps(changed: Changed) -> Changed:
    """A column that was cut, with its cells without a value as they were."""
    column = changed.column
    if MISSING_STATE not in column.states:
        return changed
    gap = column.states.index(MISSING_STATE)
    return changed._replace(column=column._replace(states=column.states[:gap], missing=column.codes == gap))


def _points(
    values: list[tuple[NDArray[np.float64], NDArray[np.intp]]],
    bins: Sequence[Bins],
    method: str,
    shared: bool,
) -> list[list[float]]:
    """The cut points of each client. `values` are the numbers of its states, and the rows of each."""
    first = bins[0]
    if shared and not isinstance(first, list):
        return [cut_points(sorted_values(values), first, method)] * len(values)
    return [
        how if isinstance(how, list) else cut_points(sorted_values([own]), how, method)
        for own, how in zip(values, bins, strict=True)
    ]


def _cut_column(column: Column, place: NDArray[np.intp], names: list[str], missing: bool) -> Changed:
    """The column with the bin `place`, (states,), in place of each state."""
    states: list[Hashable] = [*names, MISSING_STATE] if missing else [*names]
    width = smallest(len(states))
    if column.missing is None:
        codes = place.astype(width)[column.codes]
    else:
        rows = _rows_with_values(column)
        codes = np.full(len(column.codes), len(names), width)
        codes[rows] = place[column.codes[rows]]
    return Changed(Column(codes, states), ordered=True)


def _rows_with_values(column: Column) -> NDArray[np.intp] | slice:
    """The rows whose cell has a value."""
    return slice(None) if column.missing is None else np.flatnonzero(~column.missing)


def _refuse_infinite(column: Column, location: ColumnLocation, numbers: NDArray[np.float64]) -> None:
    """Refuse numbers of states that are not finite, (states,), unless they are categories that no row has."""
    if np.isfinite(numbers).all():
        return
    rows = _rows_with_values(column)
    bad = ~np.isfinite(numbers)[column.codes[rows]]
    if bad.any():
        first = int(np.argmax(bad))
        row = first if isinstance(rows, slice) else int(rows[first])
        number = float(numbers[column.codes[row]])
        raise location.refuse(f"{shown(number)} is no finite number, so the column has no bins", row)


def bin_names(points: Sequence[float]) -> list[str]:
    """The names of the bins, such as "over_18_to_40", from the first to the last.

    Every reader of BIF takes these names: they have no blank, comma, bracket or quote, and begin with a
    letter. They sort as the bins do. If the plain names do not, each has its place in front, as in
    "bin_2_over_18_to_100".
    """
    texts = list(map(_text, points))
    if not texts:
        return ["any"]
    inner = [f"over_{low}_to_{high}" for low, high in itertools.pairwise(texts)]
    names = [f"at_most_{texts[0]}", *inner, f"over_{texts[-1]}"]
    if names == sorted(names):
        return names
    return [f"{place}_{name}" for place, name in zip(place_names(points), names, strict=True)]


def place_names(points: Sequence[float]) -> list[str]:
    """The names of bins whose bounds differ from client to client: "bin_1", "bin_2" and so on."""
    count = len(points) + 1
    return [f"bin_{k:0{len(str(count))}}" for k in range(1, count + 1)]


def _text(point: float) -> str:
    """The shortest text of a number, without the plus sign of an exponent."""
    whole = point.is_integer() and abs(point) < 1e15
    return str(int(point)) if whole else repr(point).replace("+", "")


_MOST = 1 << 16  # bins, so that a mistyped number does not fill the memory


class GivenBins(NamedTuple):
    """The bins that the caller asks for."""

    bins: int | list[dict[Hashable, Bins]]
    """The number of bins of all continuous columns, or for each table the bins of the columns to be cut."""
    apart: bool
    """The caller gave each table its own."""


def read_bins(bins: Any, labels: Sequence[list[Hashable]], sites: Sequence[Hashable] | None) -> GivenBins:
    """Read the argument `bins`.

    `labels` has the columns of each table. `sites` are the names of several tables, or their numbers; None:
    there is a single table.
    """
    known = bins_of(bins)
    bins = bins if known is None else known
    if sites is not None and (own := _of_sites(bins, sites)) is not None:
        return GivenBins(
            [
                _read_columns(one, names, f"bins[{shown(site)}]")
                for one, names, site in zip(own, labels, sites, strict=True)
            ],
            apart=True,
        )
    if isinstance(bins, Mapping):
        every = list(dict.fromkeys(itertools.chain.from_iterable(labels)))
        return GivenBins([_read_columns(bins, every, "bins")] * len(labels), apart=False)
    count = check_count(bins, "bins", least=2, most=_MOST, none="a dict of the columns to be cut")
    return GivenBins(count, apart=False)


def _of_sites(bins: Any, sites: Sequence[Hashable]) -> list[Mapping[Any, Any]] | None:
    """The dict of each data set, if `bins` is a list of them, or a dict of the data sets' names to them."""
    if isinstance(bins, Mapping):
        if not bins or not all(isinstance(one, Mapping) for one in bins.values()):
            return None
        if set(bins) != set(sites):
            raise InvalidInputError(
                f"bins must have the names of the data sets, {listed(sites, shown)}, not "
                f"{listed(bins, shown)}",
                argument="bins",
            )
        return [bins[site] for site in sites]
    if not isinstance(bins, (list, tuple)) or not all(isinstance(one, Mapping) for one in bins):
        return None
    if len(bins) != len(sites):
        raise InvalidInputError(
            f"bins has {counted(len(bins), 'dict')} for {counted(len(sites), 'data set')}", argument="bins"
        )
    return list(bins)


def _read_columns(bins: Mapping[Any, Any], names: list[Hashable], place: str) -> dict[Hashable, Bins]:
    """The bins of the columns that a dict names."""
    index = {name: i for i, name in enumerate(names)}
    columns = {names[find_node(name, index, place, "column")]: how for name, how in bins.items()}
    return {name: _read_points(how, f"{place}[{shown(name)}]") for name, how in columns.items()}


def _read_points(how: Any, place: str) -> Bins:
    """The number of bins of one column, or its cut points."""
    if not is_sequence(how):
        return check_count(how, place, least=2, most=_MOST, none="a list of cut points")
    if len(how) >= _MOST:
        raise InvalidInputError(
            f"{place}: {len(how)} cut points make more than {_MOST} bins", argument="bins"
        )
    points = [read_number(point, place, "cut points that are finite numbers") for point in how]
    if any(low >= high for low, high in itertools.pairwise(points)):
        raise InvalidInputError(f"{place}: cut points must rise, but they are {shown(how)}", argument="bins")
    return points
