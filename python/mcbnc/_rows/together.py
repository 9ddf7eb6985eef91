"""Conversion of all columns of a small table at once.

A call of NumPy takes longer than what it does to a few rows. So where many clients have few rows each, the
columns of a client are converted by the same few calls together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .columns import Column

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
    return [
        Column(codes[i], list(range(least, least + span)))
        if occurring == (1 << span) - 1
        else _without_gaps(codes[i], occurring, least, span)
        for i, (least, span, occurring) in enumerate(zip(lows, spans, seen, strict=True))
    ]


def _without_gaps(codes: NDArray[np.uint8], occurring: int, low: int, span: int) -> Column:
    """The column of codes that need not all occur. `occurring` has a bit for each that does."""
    known = [code for code in range(span) if occurring >> code & 1]
    new_code = np.zeros(span, np.uint8)
    new_code[known] = np.arange(len(known))
    return Column(new_code[codes], [low + code for code in known])
