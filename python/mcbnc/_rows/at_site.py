"""What a column has at one site: its values, the least and the greatest, the most frequent one."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import printed, shorten
from .columns import Column, plain
from .readings import are_numbers, count_numbers, numbers_of_states, read_as
from .state_lists import facts_of

_WIDEST = 30  # characters of a value
_MANY = 1000  # values that are not sorted for their median, which a partition of the cells has sooner


class AtSite(NamedTuple):
    """What is in a column of one site."""

    states: int
    """The number of different values."""
    missing: int
    """The number of cells without a value."""
    least: float | None
    """The least number. It and the next two are None if half of the values or more are no numbers."""
    median: float | None
    greatest: float | None
    most_frequent: Hashable
    """The value that most cells have; of several, the first one. None: no cell has a value."""
    share: float
    """The share of the cells with a value that have it, from 0 to 1."""


HEADS = ("states", "missing", "least", "median", "greatest", "most frequent", "share")


def texts_of(one: AtSite) -> tuple[str, ...]:
    """The entries of a table, in the order of `HEADS`."""
    numbers = ("" if number is None else f"{number:.6g}" for number in (one.least, one.median, one.greatest))
    most = one.most_frequent
    told = "" if most is None else f"{most:.6g}" if isinstance(most, float) else printed(most)
    share = "" if most is None else f"{100 * one.share:.3g}%"
    return (str(one.states), str(one.missing), *numbers, shorten(told, _WIDEST), share)


def of_numbers(numbers: NDArray[np.float64], texts: int = 0, text_states: int = 0) -> AtSite:
    """That of a column of numbers, (rows,). NaN stands for no value, or for one of `texts` cells of text."""
    gaps = np.isnan(numbers)
    values, counts = np.unique(numbers[~gaps], return_counts=True)
    found = _spread(values, counts)
    missing = int(np.count_nonzero(gaps)) - texts
    if found is None:
        return AtSite(text_states, missing, None, None, None, None, 0.0)
    (least, median, greatest), most = found, plain(float(values[counts.argmax()]))
    share = int(counts.max()) / int(counts.sum())
    return AtSite(len(values) + text_states, missing, least, median, greatest, most, share)


def of_states(column: Column, decimal: str | None) -> AtSite:
    """That of a column of states, some of which may be numbers."""
    filled = column.codes if column.missing is None else column.codes[~column.missing]
    counts = np.bincount(filled, minlength=len(column.states))
    missing = len(column.codes) - len(filled)
    states = int(np.count_nonzero(counts))
    if not states:
        return AtSite(0, missing, None, None, None, None, 0.0)
    most = int(counts.argmax())
    share = int(counts[most]) / len(filled)
    least, median, greatest = _numbers_of(column, counts, decimal) or (None, None, None)
    return AtSite(states, missing, least, median, greatest, column.states[most], share)


def _numbers_of(
    column: Column, counts: NDArray[np.intp], decimal: str | None
) -> tuple[float, float, float] | None:
    if not facts_of(column.states).have_numbers:
        return None
    reading = read_as(column.states, decimal)
    if 2 * count_numbers(column.states, reading) <= len(column.states):
        return None
    known = are_numbers(column.states, reading) & (counts > 0)
    return _spread(numbers_of_states(column.states, reading)[known], counts[known])


def _spread(values: NDArray[np.float64], counts: NDArray[np.intp]) -> tuple[float, float, float] | None:
    """The least number, the median and the greatest. `counts` are the cells of each. None: there are none."""
    if not len(values):
        return None
    rows = int(counts.sum())
    places = [(rows - 1) // 2, rows // 2]
    if len(values) > _MANY:
        middle = np.partition(np.repeat(values, counts), places)[places]
    else:
        order = np.argsort(values)
        middle = values[order][np.searchsorted(np.cumsum(counts[order]), places, side="right")]
    return float(values.min()), float(middle[0] / 2 + middle[1] / 2), float(values.max())
