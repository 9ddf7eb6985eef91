"""Repeated rows: one of each set of equal rows, and a sign that a site has more equal rows than it should.

Rows repeat where patients come several times, or where a join repeats them. Then the same evidence counts
several times. Rows of few columns are equal by chance too, so a count of equal rows shows nothing.

The sign compares pairs of rows of one site. Let e pairs be equal, let e(c) differ in column c alone, and
e(c, d) in c and d alone. If a row's states of c and d are independent given its other states, e · e(c, d) is
about e(c) · e(d). A repeated row adds to e alone. So the odds ratio e · e(c, d) / (e(c) · e(d)) is about 1
for some pairs of columns, and far above 1 for nearly all of them only if rows repeat. Sites that are unlike
each other do not matter, as each site is compared with itself.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.show import counted
from .._base.warn import warn
from .._base.wording import wording
from ..errors import DataWarning
from .missing import few_tables
from .node import Node
from .table import Table

Marks = NDArray[np.uint64]
"""(rows,): equal cells of a column have equal marks, and sums modulo 2^64 stand for parts of rows."""

FEWEST = 10  # different rows that occur several times
_RATIO = 2.0  # the odds ratios are above this
_FIRST = 12  # pairs of columns that are looked at first: all of them are above
_ALL = 30  # pairs that are looked at then: nine tenths of them are above


def settle_repeats(data: Table, repeats: str) -> Table:
    """The rows as the option `repeats` has it, "keep" or "distinct". Warnings report what is found."""
    if repeats == "distinct":
        return _distinct(data)
    found = repeated(data)
    if found:
        told = [f"{data.places[k].name}: {problem(count, data.rows[k])}" for k, count in found.items()]
        warn(f"{few_tables(told)}. {advice()}", DataWarning)
    return data


def problem(count: int, rows: int) -> str:
    return f"{count} of {counted(rows, 'row')} repeat another row, more than such columns let expect"


def advice() -> str:
    keep = wording().option("repeats", "distinct")
    return (
        "If a patient comes several times, or a join repeats rows, the same evidence counts several times: "
        f"{keep} keeps one of each"
    )


def distinct_rows(tables: Sequence[Sequence[Node]]) -> list[NDArray[np.intp] | None]:
    """The first rows of each set of equal rows of each table, whose columns these are. None: all rows.

    Cells without a value are equal. Warnings count the others.
    """
    kept: list[NDArray[np.intp] | None] = []
    told = []
    for nodes in tables:
        if not nodes:
            kept.append(None)
            continue
        columns = [node.columns[0] for node in nodes]
        codes = [
            column.codes
            if column.missing is None
            else np.where(column.missing, -1, column.codes.astype(np.int64))
            for column in columns
        ]
        stay = _first_of_equal(np.array(codes, np.int64))
        rows = len(codes[0])
        kept.append(stay if len(stay) < rows else None)
        if len(stay) < rows:
            told.append(_left_out(nodes[0].locations[0].place, rows - len(stay), rows))
    if told:
        warn(few_tables(told), DataWarning)
    return kept


def _first_of_equal(block: NDArray[Any]) -> NDArray[np.intp]:
    """The first of each set of equal rows, in the order of the rows. `block` is (columns, rows)."""
    rows = np.ascontiguousarray(block.T) + block.dtype.type(0)  # -0.0 is 0.0
    each = rows.view(np.dtype((np.void, rows.itemsize * len(block)))).ravel()
    return np.sort(np.unique(each, return_index=True)[1])


def _left_out(place: str, gone: int, rows: int) -> str:
    return f"{place}: {gone} of {counted(rows, 'row')} left out, because they repeat others"


def _distinct(data: Table) -> Table:
    """The first of each set of equal rows of a site, in the order of the rows."""
    blocks, told = [], []
    for k, block in enumerate(data.blocks()):
        kept = _first_of_equal(block)
        if gone := block.shape[1] - len(kept):
            told.append(_left_out(data.places[k].name, gone, block.shape[1]))
        blocks.append(block[:, kept])
    if not told:
        return data
    warn(few_tables(told), DataWarning)
    rows_left = [block.shape[1] for block in blocks]
    counts = zip(data.rows_left_out, data.rows, rows_left, strict=True)
    return data.with_cells(
        blocks, rows=rows_left, rows_left_out=[out + old - new for out, old, new in counts]
    )


def repeated(data: Table) -> dict[int, int]:
    """The number of rows that repeat another one, of each site with the sign."""
    order = by_name(data)
    counts = {k: _repeats(block[order]) for k, block in enumerate(data.blocks())}
    return {k: count for k, count in counts.items() if count}


def by_name(data: Table) -> NDArray[np.intp]:
    """The columns in the order of their names, so that their own order does not count."""
    place = data.rank().get("rank")
    return np.arange(data.n) if place is None else np.argsort(place)


class Marked:
    """Rows whose cells are marks. The marks of one column at a time are in memory.

    `blocks` are rows of sites, (columns, rows) each. `columns` are those that count, and `rows` is a mask of
    the rows that do. None: all of them.
    """

    def __init__(
        self,
        blocks: Sequence[NDArray[Any]],
        columns: Sequence[int] | None = None,
        rows: NDArray[np.bool_] | None = None,
    ) -> None:
        self._blocks = blocks
        self._keys = _keys(len(blocks[0]))
        self._columns = range(len(blocks[0])) if columns is None else columns
        self._rows = rows

    def __len__(self) -> int:
        return len(self._columns)

    def column(self, v: int) -> Marks:
        """The cells as whole numbers, times a random number for each column."""
        at = self._columns[v]
        parts = [_whole(block[at]) for block in self._blocks]
        cells = parts[0] if len(parts) == 1 else np.concatenate(parts)
        marks: Marks = (cells if self._rows is None else cells[self._rows]) * self._keys[at]
        return marks

    def sums(self) -> Marks:
        """(rows,): the sums of all marks."""
        sums = self.column(0)
        for v in range(1, len(self)):
            sums += self.column(v)
        return sums

    def among(self, columns: Sequence[int], rows: NDArray[np.bool_] | None = None) -> Marked:
        """Some columns of these rows, or of those of a mask."""
        return Marked(self._blocks, [self._columns[v] for v in columns], rows)


def _whole(cells: NDArray[Any]) -> Marks:
    if cells.dtype.kind != "f":
        return cells.astype(np.uint64)
    bits = (cells + 0.0).view(np.uint64)
    mixed: Marks = bits ^ (bits >> np.uint64(32))  # the low bits of round numbers are all 0
    return mixed


@cache
def _keys(columns: int) -> Marks:
    keys: Marks = np.random.default_rng(0).integers(1 << 63, size=columns, dtype=np.uint64)
    return keys


def _repeats(block: NDArray[Any]) -> int:
    """The number of rows that repeat another one; 0 without the sign."""
    marks = Marked([block])
    sums = marks.sums()
    if np.count_nonzero(_runs(sums) > 1) <= FEWEST or not may_have_sign(marks, sums):
        return 0
    _, kinds, counts = np.unique(sums, return_inverse=True, return_counts=True)
    # An empty form may be there any number of times.
    usual = kinds.ravel() == counts.argmax()
    return len(kinds) - len(counts) if have_sign(marks, len(counts), usual) else 0


def may_have_sign(marks: Marked, sums: Marks, first: NDArray[np.bool_] | None = None) -> bool:
    """Whether it is worth to look for the sign. `sums` are those of all marks, and `first` as below."""
    return all(odds > _RATIO for odds in _odds(marks, sums, _FIRST, first))


def have_sign(
    marks: Marked, kinds: int, usual: NDArray[np.bool_], first: NDArray[np.bool_] | None = None
) -> bool:
    """Whether more pairs of rows are equal than the columns let expect, where they may have the sign.

    `kinds` is the number of kinds of rows, and `usual` are the rows of the kind with the most pairs. `first`
    are the rows of the first of two sites, if pairs have a row of each. None: all rows are of one site.
    """
    columns = _different(marks, kinds)
    if len(columns) < 3:
        return False
    rest = None if first is None else first[~usual]
    return all(
        np.quantile([*_odds(part, part.sums(), _ALL, own)], 0.1) > _RATIO
        for part, own in ((marks.among(columns), first), (marks.among(columns, ~usual), rest))
    )


def _different(marks: Marked, kinds: int) -> list[int]:
    """The columns that vary, without those that are equivalent to another one.

    Columns by which all `kinds` of rows differ, as by real numbers, are not equivalent.
    """
    kept: dict[bytes | int, int] = {}
    for v in range(len(marks)):
        _, first, place = np.unique(marks.column(v), return_index=True, return_inverse=True)
        if len(first) == kinds:
            kept[v] = v
        elif len(first) > 1:
            codes = np.argsort(np.argsort(first))[place.ravel()]
            kept.setdefault(hashlib.sha256(codes.tobytes()).digest(), v)
    return [*kept.values()]


def _odds(marks: Marked, whole: Marks, most: int, first: NDArray[np.bool_] | None) -> Iterator[float]:
    """The odds ratios of pairs of columns that are drawn, up to `most`. 1 is added to each count except e."""
    equal = _pairs(whole, first)
    for c, d in _drawn(len(marks), most):
        without_c, without_d = (whole - marks.column(v) for v in (c, d))
        one, other = (_pairs(sums, first) - equal for sums in (without_c, without_d))
        both = _pairs(without_c - marks.column(d), first) - equal - one - other
        yield equal * (both + 1) / ((one + 1) * (other + 1))


@cache
def _drawn(columns: int, most: int) -> list[tuple[int, int]]:
    """At most `most` pairs of columns."""
    every = [*itertools.combinations(range(columns), 2)]
    return [every[at] for at in np.random.default_rng(0).permutation(len(every))[:most].tolist()]


def _pairs(sums: Marks, first: NDArray[np.bool_] | None = None) -> int:
    """The number of pairs of rows that are equal in this. `first`: only those with one row of each site."""
    if first is not None:
        return _pairs(sums) - _pairs(sums[first]) - _pairs(sums[~first])
    runs = _runs(sums)
    return int((runs * (runs - 1)).sum()) // 2


def _runs(sums: Marks) -> NDArray[np.int64]:
    """How many rows there are of each kind."""
    ordered = np.sort(sums)
    ends = np.flatnonzero(ordered[1:] != ordered[:-1])
    return np.diff(ends, prepend=-1, append=len(ordered) - 1)
