"""How many rows have each joint state, of columns of few codes: a histogram instead of sorted rows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

SMALL = 4
"""Times the rows: up to that, numbers are counted without sorting them."""


class JointCounts:
    """The rows by joint states. The first column is the fastest."""

    def __init__(self, counts: NDArray[np.intp], sizes: list[int]) -> None:
        """`counts` are those of all joint states, and `sizes` the numbers of codes of the columns."""
        self.counts = counts
        self._sizes = sizes

    def __len__(self) -> int:
        return len(self._sizes)

    def pairs(self, *columns: int) -> int:
        """The pairs of rows that are equal in all columns but these, which ascend."""
        counts = self.counts
        for v in reversed(columns):  # the columns before one do not move
            below = math.prod(self._sizes[:v])
            counts = counts.reshape(-1, self._sizes[v], below).sum(axis=1).ravel()
        return int((counts * (counts - 1)).sum()) // 2


def joint_counts(block: NDArray[Any]) -> JointCounts | None:
    """The counts of a (columns, rows) block of codes. None: it has no codes, or the joint states are many."""
    if block.dtype.kind != "u":
        return None
    most, sizes, keys = SMALL * block.shape[1], [], [1]
    for column in block:
        sizes.append(int(column.max(initial=0)) + 1)
        keys.append(keys[-1] * sizes[-1])
        if keys[-1] > most:
            return None
    total = keys.pop()
    narrow = np.min_scalar_type(total)
    cells = np.zeros(block.shape[1], narrow)
    for column, key in zip(block, keys, strict=True):
        cells += np.multiply(column, key, dtype=narrow)
    return JointCounts(np.bincount(cells, minlength=total), sizes)
