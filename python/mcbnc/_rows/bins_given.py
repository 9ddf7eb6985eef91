"""The argument `bins`: a number, a dict of columns, or such a dict for each data set."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from .._base.names import find_node
from .._base.options import check_count, is_sequence, read_number
from .._base.show import counted, listed, shown
from ..errors import InvalidInputError
from .binned import bins_of
from .cutting import Bins

__all__ = ["GivenBins", "read_bins"]

_MOST = 1 << 16  # bins, so that a mistyped number does not fill the memory


class GivenBins(NamedTuple):
    """The bins that the caller wants."""

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
