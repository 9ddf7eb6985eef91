"""Conversion of all columns of a small table at once.

A call of NumPy takes longer than what it does to a few rows. So where many clients have few rows each, the
columns of a client are converted by the same few calls together.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .columns import Column, smallest

__all__ = ["read_together"]

_MOST_CELLS = 1 << 18  # of a table that is converted at once, since it is copied
_WIDEST = 1 << 8  # a column's range of numbers; a byte holds it


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
    widest = max(spans)
    if widest > _WIDEST:
        return None
    # A difference may overflow the signed type, but its lowest byte is right.
    codes = np.subtract(cells, low[:, np.newaxis]).astype(np.uint8)
    seen = np.zeros((len(columns), widest), bool)
    seen[np.arange(len(columns))[:, np.newaxis], codes] = True
    counts = np.count_nonzero(seen, axis=1).tolist()
    return [
        Column(codes[i], list(range(least, least + span)))
        if count == span
        else _without_gaps(codes[i], seen[i], least, count)
        for i, (least, span, count) in enumerate(zip(lows, spans, counts, strict=True))
    ]


def _without_gaps(codes: NDArray[np.uint8], seen: NDArray[np.bool_], low: int, count: int) -> Column:
    """The column of codes of which some do not occur."""
    states: list[Hashable] = [low + i for i in np.flatnonzero(seen).tolist()]
    new_code = (np.cumsum(seen) - 1).astype(smallest(count))
    return Column(new_code[codes], states)
