"""The texts of a real-valued column, read in one way for each site."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from .._base.wording import wording
from .dates import AS_NUMBERS, is_date
from .location import ColumnLocation
from .numbers import Numbers, finished
from .odd import OddCells, refuse_odd
from .options import RowOptions
from .readings import Reading, read_as, refuse_doubt

__all__ = ["read_texts"]


def read_texts(
    columns: Sequence[Numbers], locations: Sequence[ColumnLocation], options: RowOptions
) -> list[NDArray[np.float64]]:
    """The numbers of one variable at all sites, (rows,) each. NaN stands for a missing value."""
    if any(column.texts for column in columns):
        readings = [
            read_as(dict.fromkeys((*column.known, *column.texts)), options.decimal) for column in columns
        ]
        _check(columns, locations, readings)
        for column, reading in zip(columns, readings, strict=True):
            if column.texts:
                column.values[column.rows] = [reading.number(text) for text in column.texts]
    return [
        finished(column.values, location, options)
        for column, location in zip(columns, locations, strict=True)
    ]


def _check(
    columns: Sequence[Numbers], locations: Sequence[ColumnLocation], readings: Sequence[Reading]
) -> None:
    """Refuse texts that are no numbers, and texts that are two."""
    odd = []
    for column, location, reading in zip(columns, locations, readings, strict=True):
        cells = zip(column.rows, column.texts, strict=True)
        found = {row: text for row, text in cells if reading.number(text) is None}
        if found:
            values: list[Hashable] = list(dict.fromkeys(found.values()))
            odd.append(OddCells(location, next(iter(found)), len(found), values, reading))
    if odd:
        filled = sum(len(column.texts) + int(np.isfinite(column.values).sum()) for column in columns)
        words = f"; a Gaussian score takes numbers alone: {_instead(odd[0].values[0])}"
        raise refuse_odd(odd, filled, words)
    for column, location, reading in zip(columns, locations, readings, strict=True):
        if reading.doubtful is not None:
            row = column.rows[column.texts.index(reading.doubtful)]
            raise refuse_doubt(reading.doubtful, location, row)


def _instead(cell: object) -> str:
    """What to do about a column of which most cells are no numbers."""
    if is_date(cell):
        return AS_NUMBERS
    words = wording()
    return (
        f"leave the column out, or discretise the others ({words.function('discretize')}) and learn from "
        f"states ({words.option('score', 'bdeu')})"
    )
