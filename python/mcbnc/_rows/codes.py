"""Numbers that stand for no value, as -99, 9 and 999.9 do where a program or a code book requires a number.

They are looked for in each column of each site, because each site has code books of its own. A number gets a
warning if all of this holds:

- it is written as such codes are: nines, eights or sevens alone (999.9, 88), whole numbers just below a power
  of ten (97, 998), negative whole numbers of one digit, 0, the limits of a computer's whole numbers, and
  whole numbers of one or two digits before zeros (500);
- it is frequent: three cells at least;
- it is apart: below or above all other numbers of the column, and further from them than most of them are
  from each other.

What "apart" means depends on the others. Beside a scale, such as the answers 1 to 5, two steps suffice. In a
column without other negative numbers, negative codes are apart. Zero gets one only where the other numbers
are far above it, because counts and doses have zeros that are meant. If no other site has numbers near zero,
less is enough. A number of nines also gets one where it is among the others, but far more frequent than any
of them, as 99 is among ages.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import listed, shown
from .._base.warn import warn
from .._base.wording import few_values, wording
from ..errors import DataWarning
from .columns import Column, ColumnLocation, Node, place_of, plain
from .readings import count_numbers, numbers_of_states, read_as, read_sites
from .state_lists import facts_of
from .texts import text_of

Floats = NDArray[np.float64]

_FEWEST = 3  # cells of a number that is frequent
_OTHERS = 10  # cells of other numbers
_SCALE = 11  # answers of a scale, such as 0 to 10
_SHARE = 0.005  # of the cells, that a code beside a scale has
_AT_AN_END = 4  # codes below the others, or above them
_BELOW = 10  # times the range of the others, that a positive code is below them
_ABOVE_ZERO = 0.25  # of the width of the middle 90 percent, if one site alone has zeros
_SELDOM = 1e-3  # below this, chance does not explain that the other sites have none
_MEASURED = 20  # different numbers that no list of codes has
_OF_COMPUTERS = (32767, 32768, 65535, 2147483647, 2147483648)
_HUGE = 1e20
_NINE_BELOW = {6, 7, 8}  # which are codes beside 9 alone
_NINES = (99.0, 999.0, 9999.0, 99999.0)


class Code(NamedTuple):
    """A number of one site's column that may stand for no value."""

    value: float
    cells: int
    filled: int
    """The cells of the column with a value."""


class ColumnCodes(NamedTuple):
    """The codes of one variable."""

    name: Hashable
    sites: list[tuple[ColumnLocation, list[Code]]]
    """The place of each column that has some."""
    written: list[Hashable]
    """What the cells have: numbers, or texts such as "-99.0"."""
    alone: bool
    """A single site has the column."""


def codes_of_states(node: Node, states: Sequence[Hashable], decimal: str | None) -> ColumnCodes | None:
    """The codes among the states of a variable, at the sites where most of its states are numbers.

    `states` are those of all sites.
    """
    alike = states is node.columns[0].states
    if alike and _screened(node.columns[0], decimal) is None:
        return None
    sites = []
    for column, location in zip(node.columns, node.locations, strict=True):
        numbers = _screened(column, decimal)
        if numbers is not None:
            filled = column.codes if column.missing is None else column.codes[~column.missing]
            counts = np.bincount(filled, minlength=len(numbers))
            known = ~np.isnan(numbers)
            sites.append((location, _codes(numbers[known], counts[known])))
    return _found(node, sites, decimal)


def codes_of_numbers(node: Node, columns: Sequence[Floats], decimal: str | None) -> ColumnCodes | None:
    """The codes of a variable, given its numbers at each site, (rows,). NaN stands for no value."""
    return _found(node, _in_numbers(columns, node.locations), decimal)


def codes_of_floats(columns: Sequence[Floats], locations: Sequence[ColumnLocation]) -> ColumnCodes | None:
    """The codes of a variable whose cells are not kept: its numbers at each site, (rows,)."""
    sites = [(location, codes) for location, codes in _in_numbers(columns, locations) if codes]
    values = dict.fromkeys(code.value for _, codes in sites for code in codes)
    return ColumnCodes(locations[0].name, sites, [*map(plain, values)], len(columns) == 1) if sites else None


def _in_numbers(
    columns: Sequence[Floats], locations: Sequence[ColumnLocation]
) -> list[tuple[ColumnLocation, list[Code]]]:
    found = []
    for column, location in zip(columns, locations, strict=True):
        if len(column) and _are_frequent(column):
            values, counts = np.unique(column[np.isfinite(column)], return_counts=True)
            codes = _codes(values, counts) or _zeros_of_one_site(values, counts, columns)
            found.append((location, codes))
    return found


def _found(
    node: Node, sites: Sequence[tuple[ColumnLocation, list[Code]]], decimal: str | None
) -> ColumnCodes | None:
    some = [(location, codes) for location, codes in sites if codes]
    if not some:
        return None
    values = {code.value for _, codes in some for code in codes}
    written = [
        column.states[at]
        for column, reading in zip(node.columns, read_sites(node, decimal), strict=True)
        for at in np.flatnonzero(np.isin(numbers_of_states(column.states, reading), [*values])).tolist()
    ]
    return ColumnCodes(node.name, some, list(dict.fromkeys(written)), len(node.columns) == 1)


def _screened(column: Column, decimal: str | None) -> Floats | None:
    """The number that each state is, else NaN. None: there are no codes among them."""
    states = column.states
    if not facts_of(states).have_numbers:
        return None
    reading = read_as(states, decimal)
    if 2 * count_numbers(states, reading) <= len(states):
        return None
    return _with_codes(numbers_of_states(states, reading))


def _with_codes(numbers: Floats) -> Floats | None:
    """The numbers, if the least or the greatest is written as a code, or a number of nines occurs."""
    low, high = float(np.fmin.reduce(numbers)), float(np.fmax.reduce(numbers))
    if low == 0 and len(numbers) <= _SCALE and not _is_code(high):  # zero is no code beside so few
        return None
    ends = _is_code(low) or _is_code(high)
    return numbers if ends or any((numbers == value).any() for value in _NINES) else None


def _are_frequent(column: Floats) -> bool:
    """True if a number that may be a code is frequent. Columns without one need not be sorted."""
    low, high = float(np.fmin.reduce(column)), float(np.fmax.reduce(column))
    ends = [end for end in (low, high) if _is_code(end)]
    inside = [value for value in _NINES if low < value < high]
    return any(np.count_nonzero(column == value) >= _FEWEST for value in (*ends, *inside))


def _is_code(number: float) -> bool:
    """True if a number is written as codes are."""
    size = abs(number)
    if not math.isfinite(size):
        return False
    if size in _OF_COMPUTERS or size >= _HUGE or number == 0:
        return True
    return _is_of_nines(size) or _is_round(size) or (-9 <= number < 0 and number.is_integer())


def _is_of_nines(size: float) -> bool:
    """True of 9, 99, 99.9, 88, 777, and of 96 to 99, 996 to 999 and so on."""
    digits = _digits(size)
    if len(set(digits)) == 1:
        return digits[0] == "9" or (digits[0] in "78" and len(digits) > 1)
    return len(digits) > 1 and size.is_integer() and set(digits[:-1]) == {"9"} and digits[-1] in "678"


def _is_round(size: float) -> bool:
    """True of whole numbers of one or two digits before zeros, such as 500 and 1200."""
    return size >= 100 and size.is_integer() and len(_digits(size).rstrip("0")) < 3


def _digits(size: float) -> str:
    """The digits of a number: all of a whole one, and of others as many as 32 bits hold."""
    return str(int(size)) if size.is_integer() else f"{size:.7g}".replace(".", "")


def _codes(values: Floats, counts: NDArray[np.intp]) -> list[Code]:
    """The codes among the different numbers of a column, `values`. `counts` are their cells."""
    order = np.argsort(values)
    order = order[counts[order] > 0]
    values, counts = values[order], counts[order]
    at = _at_the_ends(values, counts) or _spike(values, counts)
    return [Code(float(values[i]), int(counts[i]), int(counts.sum())) for i in at]


def _at_the_ends(values: Floats, counts: NDArray[np.intp]) -> list[int]:
    """The codes below and above all other numbers: as many as there may be. `values` are sorted."""
    low, high, last = _run(values), _run(values[::-1]), len(values)
    pairs = [
        (a, b) for a in range(low + 1) for b in range(high + 1) if 0 < a + b < last and _apart(values, b)
    ]
    for a, b in sorted(pairs, key=sum, reverse=True):
        others = _Others(values[a : last - b], counts[a : last - b])
        below = a == 0 or others.leave_below(values[:a], counts[:a])
        if below and (b == 0 or others.leave_above(values[last - b :], counts[last - b :])):
            return [*range(a), *range(last - b, last)]
    return []


def _apart(values: Floats, above: int) -> bool:
    """Whether so many numbers above are none, or may be codes: these are more than 1 above the others."""
    return above == 0 or bool(values[-above] - values[-above - 1] > 1)


def _zeros_of_one_site(values: Floats, counts: NDArray[np.intp], sites: Sequence[Floats]) -> list[Code]:
    """The zeros of a site, if its other numbers and those of other `sites` are well above, by no chance."""
    if values[0] != 0 or counts[0] < _FEWEST or len(values) <= _SCALE:
        return []
    others, cells = _Others(values[1:], counts[1:]), int(counts.sum())
    least = _ABOVE_ZERO * others.spread
    near = sum(int(np.count_nonzero(column <= least)) for column in sites)
    elsewhere = sum(int(np.count_nonzero(column > least)) for column in sites) - (cells - int(counts[0]))
    if near > counts[0] or elsewhere * math.log1p(-counts[0] / cells) > math.log(_SELDOM):
        return []
    return [Code(0.0, int(counts[0]), cells)]


def _run(values: Floats) -> int:
    """How many of the first numbers may be codes. 6 to 8 may be, beside 9."""
    run = 0
    while run < min(_AT_AN_END, len(values)) and (values[run] in (6, 7, 8) or _is_code(float(values[run]))):
        run += 1
    return run


class _Others:
    """The different numbers of a column that are no codes, sorted, and their cells."""

    def __init__(self, values: Floats, counts: NDArray[np.intp]) -> None:
        self._low, self._high = float(values[0]), float(values[-1])
        self._counts = counts
        self._cells = int(counts.sum())
        self._different = len(values)
        self._values = values

    @cached_property
    def _whole(self) -> bool:
        return bool((self._values == np.floor(self._values)).all())

    @cached_property
    def spread(self) -> float:
        """The width of the middle 90 percent."""
        shares = [0.05 * self._cells, 0.95 * self._cells]
        first, last = np.searchsorted(np.cumsum(self._counts), shares)
        return float(self._values[last] - self._values[first])

    @property
    def _are_scale(self) -> bool:
        """True of whole numbers that follow one another, from 0, 1, 2 or 3 on."""
        steps = self._high - self._low + 1
        return self._whole and self._low in (0, 1, 2, 3) and steps == self._different <= _SCALE

    def leave_below(self, codes: Floats, cells: NDArray[np.intp]) -> bool:
        """True if these numbers, which are below, are codes."""
        gap = self._low - float(codes[-1])
        if not self._may_be(codes, cells):
            return False
        if 0 in codes:
            return self._different > _SCALE and gap > 1.25 * self.spread
        if self._low < 0 or codes[-1] > 0 or _any_round(codes):
            return self._are_far(codes, gap)
        if codes[-1] < -6:
            return self._different > 1 or self._are_scale
        if self._different < 4 or self._high <= -codes[0] or cells.sum() < _SHARE * self._cells:
            return False
        peak = len(codes) == 1 and cells[0] >= 3 * _FEWEST and 2 * cells[0] > self._counts[0]
        return gap > 1 or not self._whole or bool(peak)

    def leave_above(self, codes: Floats, cells: NDArray[np.intp]) -> bool:
        """True if these numbers, which are more than 1 above, are codes."""
        gap = float(codes[0]) - self._high
        if not self._may_be(codes, cells):
            return False
        if self._are_scale and not _any_round(codes):
            return gap > 2 or bool(cells.sum() > self._counts[-1] or self._counts[-1] >= _OTHERS)
        return self._are_far(codes, gap)

    def _may_be(self, codes: Floats, cells: NDArray[np.intp]) -> bool:
        """True if these numbers are frequent enough, and written as codes."""
        frequent = cells.max() >= _FEWEST and cells.sum() >= _SHARE * (self._cells if self._are_scale else 0)
        written = _NINE_BELOW.isdisjoint(few := codes.tolist()) or 9 in few
        return bool(frequent and written and self._cells >= _OTHERS)

    def _are_far(self, codes: Floats, gap: float) -> bool:
        below = 0 < codes[-1] < self._low and self._different > 2
        if below and gap > _BELOW * (self._high - self._low):  # as 1900 is, below some years
            return True
        if _any_round(codes):
            return self._different > _MEASURED and gap > 2 * (self._high - self._low)
        return self._different > 2 and gap > max(self.spread, 1)


def _any_round(codes: Floats) -> bool:
    return any(_is_round(abs(code)) for code in codes.tolist())


def _spike(values: Floats, counts: NDArray[np.intp]) -> list[int]:
    """The number of nines that has far more cells than any other number, if there is one."""
    if len(values) <= _MEASURED:
        return []
    top = int(counts.argmax())
    near = np.r_[counts[max(top - 2, 0) : top], counts[top + 1 : top + 3]]
    alone = counts[top] >= 5 * near.max() and counts[top] > 2 * np.delete(counts, top).max()
    return [top] if alone and values[top] in _NINES else []


def nodes_with(found: Sequence[ColumnCodes], nodes: Iterable[Node]) -> list[Hashable]:
    """The other variables in which a cell has the text of one of the codes."""
    if not found:
        return []
    own = {one.name for one in found}
    texts = {text_of(value) for one in found for value in one.written}
    return [
        node.name
        for node in nodes
        if node.name not in own and any(text_of(state) in texts for state in node.states)
    ]


def tell_codes(found: Sequence[ColumnCodes], also: Sequence[Hashable], accept: bool) -> None:
    """Warn of the codes of all variables in one message.

    `also` are other variables that have one of the values. `accept`: that option accepts the numbers.
    """
    if not found:
        return
    first = found[0].sites[0][0]
    place = first.place if found[0].alone else place_of(first.argument, None, None)
    columns = listed(f"{shown(one.name)} ({_told(one)})" for one in found)
    missing = wording().option_list("missing_values", _all_written(found))
    advice = [f"{missing} means that they do"]
    if also:
        advice.append(
            f"that would empty such cells of {listed(also, shown)} too: if those count, empty the others by "
            "hand"
        )
    if accept:
        advice.append(f"{few_values('accept', [one.name for one in found])} means that they do not")
    warn(
        f"{place}: numbers that often mean that there is no value, in {columns}: {'; '.join(advice)}",
        DataWarning,
    )


def _all_written(found: Sequence[ColumnCodes]) -> list[Hashable]:
    return list(dict.fromkeys(value for one in found for value in one.written))


def _told(one: ColumnCodes) -> str:
    """The codes of each site, with their cells."""
    sites = []
    for location, codes in one.sites:
        each = listed(f"{shown(plain(code.value))} in {code.cells}" for code in codes)
        at = "" if one.alone else f" of {location.place}"
        sites.append(f"{each} of {codes[0].filled} cells{at}")
    return listed(sites)
