"""Neighbouring rows that are alike: a sign that rows of a table are not independent.

Rows stick where the measurements of a patient or of a day follow one another, or where rows are repeated in
place. Then the same evidence counts several times, as with rows that repeat others (`repeats.py`).

The sign counts, for each column, how many neighbouring rows have equal cells. Under a random order of N
rows, c of them with state s, let S_k = sum of c (c - 1) ... (c - k + 1) over the states, and (N)_k likewise.
The count has the mean and the variance

    E = (N - 1) p,   p = S_2 / (N)_2
    V = (N - 1) p + 2 (N - 2) S_3 / (N)_3
        + (N - 2) (N - 3) (S_4 + S_2^2 - sum of c^2 (c - 1)^2) / (N)_4 - E^2

exactly: of the pairs of neighbours, N - 1 are one pair, 2 (N - 2) share a row, and (N - 2) (N - 3) do not.

A table that was sorted by some columns has neighbours that are alike, and its rows may well be independent.
So the columns that it is sorted by are found first, one after the other, and the neighbours are compared
within the blocks of rows that are equal in these columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.warn import warn
from ..errors import DataWarning
from .missing import few_tables
from .repeats import by_name, run_lengths
from .table import Table

_FAR = 3.0  # standard deviations above the mean
_SHARE = 0.8  # of the columns that vary are above
_FEWEST = 4  # columns that vary
_ROWS = 5  # of a block in the mean, at least
_LOOKED_AT = 256  # numbers whose digits are looked at first
_COMPARED = 8  # states that are counted one by one: a comparison takes a tenth of a bincount's time
_SHORT = 1000  # rows up to which the calls count, and a bincount is one
_TOGETHER = 1 << 18  # cells up to which columns are counted together, since they are copied


ADVICE = (
    "If rows of one patient, or of one day, follow one another, the same evidence counts several times, and "
    "edges look more certain than they are: keep one row of each"
)


def tell_neighbours(data: Table) -> None:
    """Warn of the sites whose neighbouring rows are alike."""
    told = [f"{data.places[k].name}: {problem(*found)}" for k, found in with_the_sign(data).items()]
    if told:
        warn(f"{few_tables(told)}. {ADVICE}", DataWarning)


def problem(columns: int, of: int) -> str:
    return f"neighbouring rows are alike in {columns} of {of} columns, more than a random order lets expect"


def with_the_sign(data: Table) -> dict[int, tuple[int, int]]:
    """The sites with the sign: in how many columns, of how many."""
    order = by_name(data)
    known = [None] * data.r if data.complete else [cells[order] for cells in data.known()]
    blocks = zip(data.blocks(), known, strict=True)
    found = {k: alike(block[order], cells) for k, (block, cells) in enumerate(blocks)}
    return {k: counts for k, counts in found.items() if counts[0]}


class _Looked(NamedTuple):
    """The result of one look at each of the columns, within blocks of rows."""

    z: NDArray[np.float64]
    """How many standard deviations more neighbours are equal than a random order lets expect; NaN: the cells
    of no block vary."""
    sorted: NDArray[np.bool_]
    """Each state stands in one run in each block."""


def alike(block: NDArray[Any], known: NDArray[np.bool_] | None = None) -> tuple[int, int]:
    """In how many columns neighbouring rows are alike, of how many that bear on it.

    `block` is (columns, rows), the rows in their order. (0, 0): there is no sign. `known` are the cells with
    a value, None if all have one. Cells without a value are left out of their column: whole runs of rows may
    lack it, as where a site does not have the column, and these rows are alike in nothing but that.
    """
    rows = block.shape[1]
    if known is not None:
        block, known = block[known.any(axis=1)], known[known.any(axis=1)]
    if not block.size:
        return 0, 0
    of_value = [slice(None)] * len(block) if known is None else list(known)
    values = [column[own] for column, own in zip(block, of_value, strict=True)]
    same = _equal_together(values) if _are_short(values) else [*map(_equal_neighbours, values)]
    if np.count_nonzero(same) < _FEWEST:  # no other column can be far above the mean
        return 0, 0
    found, blocks, left = _look_at_all(values, same), np.zeros(rows, np.int64), np.arange(len(block))
    codes: list[NDArray[Any]] = []
    while (keys := (found.z > _FAR) & found.sorted).any():
        if not codes:
            codes = [*map(_codes, block)]
            values = [column[own] for column, own in zip(codes, of_value, strict=True)]
        key = int(np.argmax(np.where(keys, found.z, -np.inf)))
        blocks = _cut(blocks, codes[left[key]])
        if blocks[-1] + 1 > rows / _ROWS:
            return 0, 0
        left = np.delete(left, key)
        found = _look([values[v] for v in left], [blocks[of_value[v]] for v in left])
    far, varying = int((found.z > _FAR).sum()), int((~np.isnan(found.z)).sum())
    if varying < _FEWEST or far <= _SHARE * varying:
        return 0, 0
    return far, varying


def _codes(column: NDArray[Any]) -> NDArray[Any]:
    """The cells as whole numbers from 0 on. Codes of states are such numbers already."""
    if column.dtype.kind == "u":
        return column
    return np.unique(column, return_inverse=True)[1].reshape(-1)


def _cut(blocks: NDArray[np.int64], codes: NDArray[Any]) -> NDArray[np.int64]:
    """The blocks, each cut where the column changes."""
    ends = (blocks[1:] != blocks[:-1]) | (codes[1:] != codes[:-1])
    return np.concatenate([[0], np.cumsum(ends)])


def _equal_neighbours(cells: NDArray[Any]) -> int:
    return int(np.count_nonzero(cells[1:] == cells[:-1]))


def _equal_together(columns: Sequence[NDArray[Any]]) -> list[int]:
    """The equal neighbours of each column."""
    cells, owner = _one_after_another(columns)
    equal = (cells[1:] == cells[:-1]) & (owner[1:] == owner[:-1])
    same: list[int] = np.bincount(owner[1:][equal], minlength=len(columns)).tolist()
    return same


def _are_short(columns: Sequence[NDArray[Any]]) -> bool:
    """Whether columns are counted together, because the calls for each would take longer than the cells."""
    return max(map(len, columns)) <= _SHORT and sum(map(len, columns)) <= _TOGETHER


def _one_after_another(columns: Sequence[NDArray[Any]]) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """The cells of all columns, and the column of each cell."""
    return np.concatenate(columns), np.repeat(np.arange(len(columns)), [*map(len, columns)])


def _look_at_all(columns: list[NDArray[Any]], same: list[int]) -> _Looked:
    """A look at whole columns, whose counts are handled together. `same` are the equal neighbours of each."""
    if columns[0].dtype.kind == "u" and _are_short(columns):
        counts, owner = _counts(*_one_after_another(columns))
        kinds = np.bincount(owner, minlength=len(columns))
    else:
        each = [*map(_rows_of_states, columns)]
        kinds = np.array([*map(len, each)])
        counts, owner = _one_after_another([own[own > 1] for own in each])  # one row adds nothing to a sum
    rows = np.array([len(cells) for cells in columns])
    mean, variance = _moments(counts, owner, rows)
    return _Looked(_standardised(same, mean, variance), rows - same == kinds)


def _rows_of_states(cells: NDArray[Any]) -> NDArray[np.intp]:
    """How many rows have each state, of those that some row has. The states are codes or numbers."""
    if cells.dtype.kind != "u":
        short = _of_few_digits(cells) if len(cells) > _SHORT else None
        return run_lengths(cells if short is None else short)
    codes, states = cells, int(cells.max()) + 1
    if states <= _COMPARED and len(cells) > _SHORT:
        counts = np.array([np.count_nonzero(codes == state) for state in range(states)])
    else:
        counts = np.bincount(codes)
    return counts[counts > 0]


def _of_few_digits(numbers: NDArray[np.float64]) -> NDArray[np.uint64] | None:
    """Whole numbers from 0 on that are equal where these are, and so few that counting needs no sort.

    Measurements often have one or two digits behind the point. None: they have more.
    """
    with np.errstate(all="ignore"):  # of huge numbers
        for scale in (1.0, 10.0, 100.0):
            if _are_whole(numbers[:_LOOKED_AT], scale) and _are_whole(numbers, scale):
                whole = np.rint(numbers * scale)
                low = whole.min()
                return (whole - low).astype(np.uint64) if whole.max() - low < len(whole) else None
    return None


def _are_whole(numbers: NDArray[np.float64], scale: float) -> bool:
    """Whether each number is a whole one through the scale."""
    return bool((np.rint(numbers * scale) / scale == numbers).all())


def _look(columns: list[NDArray[Any]], blocks_of: list[NDArray[np.int64]]) -> _Looked:
    """A look at columns within the blocks of their rows."""
    same, kinds, means, variances = [], [], [], []
    for codes, blocks in zip(columns, blocks_of, strict=True):
        inside = blocks[1:] == blocks[:-1]
        same.append(int(np.count_nonzero((codes[1:] == codes[:-1]) & inside)))
        counts, owner = _counts(codes, blocks)
        mean, variance = _moments(counts, owner, np.bincount(blocks))
        kinds.append(len(counts))
        means.append(mean.sum())
        variances.append(variance.sum())
    z = _standardised(same, np.array(means), np.array(variances))
    rows = np.array([len(codes) for codes in columns], int)
    return _Looked(z, rows - np.array(same, int) == np.array(kinds, int))


def _standardised(
    same: list[int], mean: NDArray[np.float64], variance: NDArray[np.float64]
) -> NDArray[np.float64]:
    spread = np.sqrt(np.where(variance > 1e-9, variance, np.nan))  # 0 up to rounding: the cells do not vary
    z: NDArray[np.float64] = (np.array(same) - mean) / spread
    return z


def _counts(codes: NDArray[Any], blocks: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any]]:
    """How many rows of each block have each of its states, and the block of each of these numbers."""
    states = int(codes.max(initial=0)) + 1
    cells = blocks * states + codes
    if (blocks[-1] + 1) * states <= 4 * len(codes):
        counts = np.bincount(cells)
        found = np.flatnonzero(counts)
        return counts[found], found // states
    found, counts = np.unique(cells, return_counts=True)
    return counts, found // states


def _moments(
    counts: NDArray[Any], owner: NDArray[Any], sizes: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mean and the variance of the number of equal neighbours in each block.

    `counts` are the rows of each state, `owner` is the block of each count, and `sizes` are the rows of each
    block.
    """
    two, three, four = _falling(counts.astype(np.float64))
    size = sizes.astype(np.float64)
    all_of = dict(zip((2, 3, 4), _falling(size), strict=True))

    def of_blocks(each: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.bincount(owner, each, len(sizes)).astype(np.float64, copy=False)

    def share(sums: NDArray[np.float64], k: int) -> NDArray[np.float64]:
        return np.divide(sums, all_of[k], out=np.zeros_like(sums), where=size >= k)

    pairs = of_blocks(two)
    apart = of_blocks(four) + pairs**2 - of_blocks(two**2)
    mean = (size - 1) * share(pairs, 2)
    sharing = 2 * (size - 2) * share(of_blocks(three), 3)
    return mean, mean + sharing + (size - 2) * (size - 3) * share(apart, 4) - mean**2


def _falling(x: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """x (x - 1), x (x - 1) (x - 2) and x (x - 1) (x - 2) (x - 3)."""
    two = x * (x - 1)
    three = two * (x - 2)
    return two, three, three * (x - 3)
