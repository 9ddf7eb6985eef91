"""Numbers of one site that are like none of the others: another unit, or another column.

Sites differ, and so do their numbers. So this warns only of a site whose numbers lie apart from those of at
least half of the sites: the middle 80 percent have nothing in common, and the medians are further apart than
three times what those of the other sites differ. Besides, one of these must hold:

- a usual conversion makes them alike: the medians are then near each other, and the middle parts are about as
  wide;
- two columns lie apart, and each is like the other one at the other sites;
- they are further apart than 20 times the width of either.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import listed, shown
from .._base.warn import warn
from ..errors import DataWarning
from .columns import Column, ColumnLocation, Node, place_of, plain
from .readings import numbers_of_states, read_as
from .words import BASES

Floats = NDArray[np.float64]

_FEWEST = 10  # cells with a value
_AT = np.array([0.1, 0.5, 0.9])
_NEAR = 0.35  # of the way from the median to the nearer end: how far apart medians of like numbers may be
_WIDTH = 1.4  # the ratio of widths of like numbers
_FAR = 20  # widths between numbers of another meaning
_UNLIKE = 3  # times the range of the other sites' medians: how far apart that of the site must be


class Conversion(NamedTuple):
    """From the numbers of the site to those of the others: base ** number * factor + offset."""

    told: str
    """What made the numbers of the others those of the site."""
    factor: float = 1.0
    offset: float = 0.0
    base: str | None = None
    """The numbers are logarithms to this base."""

    def undo(self, numbers: Floats) -> Floats:
        if self.base is not None:
            numbers = np.power(BASES[self.base], np.clip(numbers, -100, 100))
        return numbers * self.factor + self.offset


def _factor(factor: float, back: float | None = None) -> list[Conversion]:
    back = 1 / factor if back is None else back
    return [Conversion(f"times {factor:g}", back), Conversion(f"divided by {factor:g}", factor)]


_CONVERSIONS = [
    *_factor(10),
    *_factor(100),
    *_factor(1000),
    *_factor(1e6),
    *_factor(2.54),  # inches and centimetres
    *_factor(2.20462, 0.45359237),  # pounds and kilograms
    *_factor(7.50062),  # kPa and mmHg
    *_factor(12),  # years and months
    *_factor(30.4375),  # months and days
    *_factor(52.1786),  # years and weeks
    *_factor(365.25),  # years and days
    *_factor(60),  # hours, minutes and seconds
    *_factor(18.0156),  # glucose: mmol/l and mg/dl
    *_factor(38.67),  # cholesterol
    *_factor(88.5),  # creatinine and triglycerides
    *_factor(17.104),  # bilirubin
    Conversion("plus 273.15", offset=-273.15),
    Conversion("minus 273.15", offset=273.15),
    *(Conversion(f"the logarithms to base {base}", base=base) for base in BASES),
]
_FAHRENHEIT = [
    Conversion("times 1.8 plus 32", 1 / 1.8, -32 / 1.8),
    Conversion("minus 32, divided by 1.8", 1.8, 32.0),
]
_OF_BODIES = (25.0, 46.0), (77.0, 115.0)  # degrees Celsius and Fahrenheit


class Middles(NamedTuple):
    """The middle 80 percent of the numbers of one variable, at the sites that are looked at."""

    ends: Floats
    """(sites, 3): the tenth, the median, and the ninth tenth of each."""
    locations: Sequence[ColumnLocation]


def middles_of_numbers(columns: Sequence[Floats], locations: Sequence[ColumnLocation]) -> Middles | None:
    """Those of a variable whose numbers at each site these are, (rows,). NaN stands for no value.

    None: no two sites differ so much that it needs a look.
    """
    if len(columns) < 2:
        return None
    with np.errstate(all="ignore"):  # squares of huge numbers are infinite, and such columns get no warning
        enough = [(own, at) for own, at in _filled(columns, locations) if len(own) >= _FEWEST]
        if len(enough) < 2 or not _may_be_apart([own for own, _ in enough]):
            return None
    return Middles(np.array([_ends(own) for own, _ in enough]), [at for _, at in enough])


def middles_of_states(node: Node, decimal: str | None) -> Middles | None:
    """Those of a variable whose states are numbers."""
    if len(node.columns) < 2:
        return None
    return middles_of_numbers([_numbers(column, decimal) for column in node.columns], node.locations)


def _numbers(column: Column, decimal: str | None) -> Floats:
    reading = read_as(column.states, decimal)
    codes = column.codes if column.missing is None else column.codes[~column.missing]
    cells: Floats = numbers_of_states(column.states, reading)[codes]
    return cells


def _filled(
    columns: Sequence[Floats], locations: Sequence[ColumnLocation]
) -> Iterator[tuple[Floats, ColumnLocation]]:
    """The numbers of the cells with a value, at each site."""
    for column, location in zip(columns, locations, strict=True):
        # A sum is NaN if a cell is, and costs little.
        yield column if not math.isnan(np.add.reduce(column)) else column[~np.isnan(column)], location


def _may_be_apart(columns: Sequence[Floats]) -> bool:
    """A look that costs little: two means are further apart than half of their standard deviations."""
    cells = np.concatenate(columns)
    rows = np.array([*map(len, columns)])
    starts = np.cumsum(rows) - rows
    cells -= cells.mean()
    means = np.add.reduceat(cells, starts) / rows
    cells *= cells
    spreads = np.sqrt(np.maximum(np.add.reduceat(cells, starts) / rows - means**2, 0))
    return bool((means - spreads / 2).max() > (means + spreads / 2).min())


def _ends(column: Floats) -> Floats:
    at = (_AT * (len(column) - 1)).round().astype(np.intp)
    ends: Floats = np.partition(column, at)[at]
    return ends


class Odd(NamedTuple):
    """Numbers of a site that lie apart."""

    name: Hashable
    location: ColumnLocation
    own: Floats
    """(3,): the tenth, the median and the ninth tenth of the site."""
    usual: Floats
    """(3,): those of the sites that are alike."""
    why: str = ""
    """What may be the reason."""
    conversion: Conversion | None = None
    """The numbers may be in another unit."""
    swapped: Hashable = None
    """The column may be swapped with this one."""


def unlike_numbers(columns: Mapping[Hashable, Middles | None]) -> list[Odd]:
    """The columns of numbers that are like none of the other sites, each with a reason."""
    if not columns:
        return []
    with np.errstate(all="ignore"):
        odd = [one for name, middles in columns.items() if middles for one in _odd_sites(name, middles)]
        return [found for one in odd if (found := _with_reason(one, odd)) is not None]


def tell_units(columns: Mapping[Hashable, Middles | None]) -> None:
    """Warn of all columns of numbers that are like none of the other sites, in one message."""
    if odd := unlike_numbers(columns):
        told = [f"{shown(one.name)} ({_told(one)})" for one in odd]
        place = place_of(odd[0].location.argument, None, None)
        warn(
            f"{place}: numbers of a site that are unlike all other sites', in {listed(told)}: write the "
            "same quantity in the same unit at all sites",
            DataWarning,
        )


def _odd_sites(name: Hashable, middles: Middles) -> list[Odd]:
    """The sites that lie apart from most others, which are alike."""
    order = np.argsort(middles.ends[:, 0], kind="stable")
    low, high = middles.ends[order, 0], np.maximum.accumulate(middles.ends[order, 2])
    part = np.zeros(len(order), np.intp)
    part[order] = np.cumsum(np.r_[False, low[1:] > high[:-1]])
    sizes = np.bincount(part)
    usual = part == sizes.argmax()
    if usual.all() or 2 * usual.sum() < len(usual):
        return []
    others = np.median(middles.ends[usual], axis=0)
    apart = _UNLIKE * np.ptp(middles.ends[usual, 1])
    return [
        Odd(name, middles.locations[k], middles.ends[k], others)
        for k in np.flatnonzero(~usual & (abs(middles.ends[:, 1] - others[1]) > apart)).tolist()
    ]


def _with_reason(one: Odd, odd: Sequence[Odd]) -> Odd | None:
    """What lies apart, with what may be the reason. None: the site may just be unlike the others."""
    if min(one.own[2] - one.own[0], one.usual[2] - one.usual[0]) <= 0:
        return None
    for other in odd:
        same_site = other.location.dag == one.location.dag and other.name != one.name
        if same_site and None not in (_distance(one.own, other.usual), _distance(other.own, one.usual)):
            return one._replace(why=f"swapped with {shown(other.name)}", swapped=other.name)
    fitting = [
        (distance, conversion.told, conversion)
        for conversion in (*_CONVERSIONS, *_of_bodies(one))
        if (distance := _distance(conversion.undo(one.own), one.usual)) is not None
    ]
    if fitting:
        _, told, conversion = min(fitting)
        return one._replace(why=f"another unit, {told}", conversion=conversion)
    gap = max(one.own[0] - one.usual[2], one.usual[0] - one.own[2])
    far = gap > _FAR * max(one.own[2] - one.own[0], one.usual[2] - one.usual[0])
    return one._replace(why="another meaning") if far else None


def _of_bodies(one: Odd) -> list[Conversion]:
    """The conversion of degrees, if the numbers are as warm as bodies are, in Celsius and in Fahrenheit."""
    (low, high), (least, last) = _OF_BODIES
    for celsius, fahrenheit, conversion in (
        (one.usual, one.own, _FAHRENHEIT[0]),
        (one.own, one.usual, _FAHRENHEIT[1]),
    ):
        if low < celsius[0] < celsius[2] < high and least < fahrenheit[0] < fahrenheit[2] < last:
            return [conversion]
    return []


def _distance(own: Floats, usual: Floats) -> float | None:
    """How far the medians are, as a share of what they may be. None: the numbers are not alike."""
    width = (own[2] - own[0]) / (usual[2] - usual[0]) if usual[2] > usual[0] else 0.0
    if not 1 / _WIDTH <= width <= _WIDTH:
        return None
    distance = abs(own[1] - usual[1]) / (_NEAR * max(min(usual[1] - usual[0], usual[2] - usual[1]), 1e-300))
    return float(distance) if distance <= 1 else None


def _told(one: Odd) -> str:
    own, usual = (shown(plain(float(f"{ends[1]:.4g}"))) for ends in (one.own, one.usual))
    return f"median {own} at {one.location.place}, {usual} at the others; {one.why}?"
