"""What :func:`mcbnc.check` shows of the numbers in a column of one site."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .columns import Column
from .readings import read_as


class Spread(NamedTuple):
    """The numbers of one column at one site."""

    least: float
    median: float
    greatest: float
    most_frequent: float
    """The number that most cells have; of several, the least."""
    share: float
    """The share of the cells with a value that have it, from 0 to 1."""

    def __str__(self) -> str:
        least, median, greatest, most = (f"{number:.6g}" for number in self[:4])
        return f"{least} to {greatest}, median {median}, {most} in {100 * self.share:.3g}%"


def spread_of(numbers: NDArray[np.float64]) -> Spread | None:
    """The spread of the numbers of the cells, (rows,). NaN stands for no value. None: no cell has one."""
    return _spread(*np.unique(numbers[~np.isnan(numbers)], return_counts=True))


def spread_of_states(column: Column, decimal: str | None) -> Spread | None:
    """The spread of the states that are numbers. None: half of the states are no numbers, or more."""
    reading = read_as(column.states, decimal)
    numbers = [reading.number(state) for state in column.states]
    if 2 * numbers.count(None) >= len(numbers):
        return None
    filled = column.codes if column.missing is None else column.codes[~column.missing]
    counts = np.bincount(filled, minlength=len(numbers))
    values = np.array([math.nan if number is None else number for number in numbers], np.float64)
    order = [i for i in np.argsort(values).tolist() if counts[i] and not math.isnan(values[i])]
    return _spread(values[order], counts[order])


def _spread(values: NDArray[np.float64], counts: NDArray[Any]) -> Spread | None:
    """The spread of these numbers, which are sorted, with the number of cells of each."""
    if not len(values):
        return None
    cells = np.cumsum(counts)
    rows = int(cells[-1])
    middle = values[np.searchsorted(cells, [(rows + 1) // 2, rows // 2 + 1])]
    most = int(counts.argmax())
    return Spread(
        float(values[0]),
        float(middle[0] / 2 + middle[1] / 2),
        float(values[-1]),
        float(values[most]),
        int(counts[most]) / rows,
    )
