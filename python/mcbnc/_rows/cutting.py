"""The columns of one variable, cut into bins: the cut points, and the names of the bins between them.

The caller gives `bins` as a number, as a dict of columns, or as such a dict for each data set.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.names import find_node
from .._base.options import check_count, is_sequence, read_number
from .._base.show import counted, listed, shown
from ..errors import InvalidInputError
from .binned import Changed, bins_of
from .columns import Column, smallest
from .location import ColumnLocation
from .missing import MISSING_STATE
from .node import Node

Bins = int | list[float]
"""The number of bins, or the cut points between them."""


class Cut(NamedTuple):
    """What cutting makes of the columns of one variable."""

    columns: list[Changed]
    points: list[list[float]]
    """The cut points of each column."""


def cut(node: Node, bins: Sequence[Bins], method: str, shared: bool) -> Cut:
    """The columns of all clients with bins for states. Cells without a value get the state of such cells.

    `bins` has an entry for each client. If it is a number, and `shared`, it is the same for all clients.
    """
    numbers = [_numbers(column, at) for column, at in zip(node.columns, node.locations, strict=True)]
    values = [
        own[column.codes[_rows_with_values(column)]]
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


def _points(
    values: list[NDArray[np.float64]], bins: Sequence[Bins], method: str, shared: bool
) -> list[list[float]]:
    """The cut points of each client."""
    first = bins[0]
    if shared and not isinstance(first, list):
        return [_cut_points(np.concatenate(values), first, method)] * len(values)
    return [
        how if isinstance(how, list) else _cut_points(own, how, method)
        for own, how in zip(values, bins, strict=True)
    ]


def _cut_column(column: Column, place: NDArray[np.intp], names: list[str], missing: bool) -> Changed:
    """The column with the bin `place`, (states,), in place of each state."""
    states: list[Hashable] = [*names, MISSING_STATE] if missing else [*names]
    rows = _rows_with_values(column)
    codes = np.zeros(len(column.codes), smallest(len(states)))
    codes[rows] = place[column.codes[rows]]
    if column.missing is not None:
        codes[column.missing] = len(names)
    return Changed(Column(codes, states), ordered=True)


def _rows_with_values(column: Column) -> NDArray[np.intp]:
    """The numbers of the rows whose cell has a value."""
    return np.arange(len(column.codes)) if column.missing is None else np.flatnonzero(~column.missing)


def _numbers(column: Column, location: ColumnLocation) -> NDArray[np.float64]:
    """The states, which are numbers, (states,). A category that no row has may be NaN."""
    numbers = np.array(column.states, np.float64)
    rows = _rows_with_values(column)
    bad = ~np.isfinite(numbers)[column.codes[rows]]
    if bad.any():
        row = int(rows[np.argmax(bad)])
        state = column.states[column.codes[row]]
        raise location.refuse(f"{shown(state)} is no finite number, so the column has no bins", row)
    return numbers


_DIGITS = 17  # decimals of a cut point, at most: enough to separate any two floats of everyday size


def _cut_points(values: NDArray[np.float64], bins: int, method: str) -> list[float]:
    """The cut points between `bins` bins of the values, (rows,), sorted. There may be fewer than bins - 1.

    "quantile": the quantiles k / bins, linear between two values as in numpy.quantile. "width": points
    at equal distances between the least and the greatest value. A cut point c is then replaced by the
    number of fewest decimals that parts these values as c does. Cut points that part them alike count once.
    """
    distinct = np.unique(values)
    if len(distinct) < 2:
        return []
    raw = _raw_points(values, bins, method)
    below = np.searchsorted(distinct, raw, side="right")  # how many distinct values are at most the point
    chosen: dict[int, float] = {}
    for count, point in zip(below.tolist(), raw.tolist(), strict=True):
        if 0 < count < len(distinct) and count not in chosen:
            chosen[count] = _short(point, float(distinct[count - 1]), float(distinct[count]))
    return [chosen[count] for count in sorted(chosen)]


def _raw_points(values: NDArray[np.float64], bins: int, method: str) -> NDArray[np.float64]:
    """The bins - 1 cut points as they are defined, which may be equal."""
    low, high = float(values.min()), float(values.max())
    if not np.isfinite(high - low):  # near the limit of floats, a difference of two values may overflow
        return 2 * _raw_points(values / 2, bins, method)
    if method == "quantile":
        return np.quantile(values, np.arange(1, bins) / bins)
    return np.linspace(low, high, bins + 1)[1:-1]


def _short(point: float, low: float, high: float) -> float:
    """The number of fewest decimals in [low, high) that is nearest to the point, which is in there too."""
    for digits in range(_DIGITS + 1):
        half = 0.5 / 10**digits
        for near in (point, point - half, point + half):  # rounded to the nearest, down and up
            candidate = round(near, digits)
            if low <= candidate < high:
                return candidate + 0.0  # not -0.0
    return point


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
