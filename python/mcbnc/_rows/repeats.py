"""Repeated rows: those of one site, and rows that several sites have. One of each set of equal rows may stay.

Rows repeat where patients come several times, or where a join repeats them. Then the same evidence counts
several times. Rows of few columns are equal by chance too, so a count of equal rows shows nothing.

The sign compares pairs of rows of one site. Let e pairs be equal, let e(c) differ in column c alone, and
e(c, d) in c and d alone. If a row's states of c and d are independent given its other states, e · e(c, d) is
about e(c) · e(d). A repeated row adds to e alone. So the odds ratio e · e(c, d) / (e(c) · e(d)) is about 1
for some pairs of columns, and far above 1 for nearly all of them only if rows repeat. Sites that are unlike
each other do not matter, as each site is compared with itself.

Several sites have rows where one file has two names, or where patients were in two hospitals. The sign is the
same, for pairs with a row of each of two sites. It is looked for only where more pairs are equal than
sites without common rows let expect, however unlike these are: if a share p of the pairs of rows of one site
are equal, and q of the other's, then at most the share √(p q) of the pairs of both are (Cauchy and Schwarz).

Whole tables that are equal have no need of the sign. They get a warning unless chance may have made them so:
let each kind of rows be drawn with its share of the table. The probability that the same table is drawn
again, in the same order or in any, must be small.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import LISTED, counted, listed, unlisted
from .._base.warn import warn
from .._base.wording import wording
from ..errors import DataWarning
from .columns import Node
from .joint_counts import SMALL, JointCounts, joint_counts
from .missing import few_tables
from .table import Table

Marks = NDArray[np.uint64]
"""(rows,): equal cells of a column have equal marks, and sums modulo 2^64 stand for parts of rows."""

FEWEST = 10  # different rows that occur several times
_RATIO = 2.0  # the odds ratios are above this
_SORTED = 1000  # marks that are sorted as they are
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
        """The cells as whole numbers, times the key of the column."""
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
    return _as_if_drawn("keys", columns)


def _as_if_drawn(what: str, count: int) -> Marks:
    """Numbers that look random, the same in each run. NumPy's generators would take 8 ms to load."""
    return np.frombuffer(hashlib.shake_128(what.encode()).digest(8 * count), "<u8")


def _repeats(block: NDArray[Any]) -> int:
    """The number of rows that repeat another one; 0 without the sign."""
    joint = joint_counts(block)
    if joint is not None and not _may_repeat(joint.counts, _odds_of_counts(joint, _FIRST)):
        return 0
    marks = Marked([block])
    sums = marks.sums()
    if joint is None:
        counts = run_lengths(sums)
        if not _may_repeat(counts, _odds(marks, sums, _FIRST, None, _pairs_among(counts))):
            return 0
    _, kinds, counts = np.unique(sums, return_inverse=True, return_counts=True)
    # An empty form may be there any number of times.
    usual = kinds.ravel() == counts.argmax()
    return len(kinds) - len(counts) if have_sign(marks, len(counts), usual) else 0


def _may_repeat(counts: NDArray[Any], odds: Iterable[float]) -> bool:
    """Whether it is worth to look for the sign, by how many rows there are of each kind, and by some odds."""
    return bool(np.count_nonzero(counts > 1) > FEWEST) and _all_far(odds)


def may_have_sign(marks: Marked, sums: Marks, first: NDArray[np.bool_] | None = None) -> bool:
    """Whether it is worth to look for the sign. `sums` are those of all marks, and `first` as below."""
    return _all_far(_odds(marks, sums, _FIRST, first))


def _all_far(odds: Iterable[float]) -> bool:
    return all(each > _RATIO for each in odds)


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


def _odds(
    marks: Marked, whole: Marks, most: int, first: NDArray[np.bool_] | None, equal: int | None = None
) -> Iterator[float]:
    """The odds ratios of pairs of columns that are drawn, up to `most`.

    `whole` are the sums of all marks, and `equal` the pairs of rows that are equal in it. None: not counted.
    """
    equal = _pairs(whole, first) if equal is None else equal
    for c, d in _drawn(len(marks), most):
        without_c, without_d = (whole - marks.column(v) for v in (c, d))
        one, other = (_pairs(sums, first) - equal for sums in (without_c, without_d))
        both = _pairs(without_c - marks.column(d), first) - equal - one - other
        yield _ratio(equal, one, other, both)


def _odds_of_counts(joint: JointCounts, most: int) -> Iterator[float]:
    """The same of rows that are counted by their joint states."""
    equal = joint.pairs()
    for c, d in _drawn(len(joint), most):
        one, other = (joint.pairs(v) - equal for v in (c, d))
        yield _ratio(equal, one, other, joint.pairs(c, d) - equal - one - other)


def _ratio(equal: int, one: int, other: int, both: int) -> float:
    """An odds ratio. 1 is added to each count except the first."""
    return equal * (both + 1) / ((one + 1) * (other + 1))


@cache
def _drawn(columns: int, most: int) -> list[tuple[int, int]]:
    """At most `most` pairs of columns."""
    every = [*itertools.combinations(range(columns), 2)]
    return [every[at] for at in np.argsort(_as_if_drawn("pairs", len(every)))[:most].tolist()]


def _pairs(sums: Marks, first: NDArray[np.bool_] | None = None) -> int:
    """The number of pairs of rows that are equal in this. `first`: only those with one row of each site."""
    if first is not None:
        return _pairs(sums) - _pairs(sums[first]) - _pairs(sums[~first])
    return _pairs_among(run_lengths(sums))


def _pairs_among(counts: NDArray[np.int64]) -> int:
    """The number of pairs of rows of one kind. `counts` are the rows of each kind."""
    return int((counts * (counts - 1)).sum()) // 2


def run_lengths(marks: NDArray[Any]) -> NDArray[np.int64]:
    """How many rows there are of each kind."""
    if marks.dtype == np.uint64 and len(marks):
        if marks.max() < SMALL * len(marks):
            counts = np.bincount(marks.view(np.int64))
            return counts[counts > 0]
        if len(marks) > _SORTED:
            left = _not_alone(marks)
            if 2 * len(left) < len(marks):
                alone = np.ones(len(marks) - len(left), np.int64)
                return np.concatenate([alone, _sorted_lengths(left)])
    return _sorted_lengths(marks)


def _not_alone(marks: Marks) -> Marks:
    """The marks whose first bits another one has. Most of those that have no equal one are left out."""
    bits = (2 * len(marks)).bit_length()
    places = (marks >> np.uint64(64 - bits)).view(np.int64)
    left: Marks = marks[np.bincount(places)[places] > 1]
    return left


def _sorted_lengths(marks: NDArray[Any]) -> NDArray[np.int64]:
    if not len(marks):
        return np.zeros(0, np.int64)
    ordered = np.sort(marks)
    first = np.flatnonzero(ordered[1:] != ordered[:-1]) + 1
    bounds = np.concatenate([[0], first, [len(ordered)]])  # numpy.diff with ends takes five times as long
    lengths: NDArray[np.int64] = bounds[1:] - bounds[:-1]
    return lengths


_CHANCE = 1e-4  # below this, chance does not explain that tables are equal
_MORE = 1.5  # times as many equal pairs as unlike sites let expect: then the sign is looked for
_SURPLUS = 4  # more equal pairs of rows of a site than there are, as few pairs are a rough count
_TRIED = 4  # other sites without the sign, for each site: those with the most equal pairs
_FEW = 32  # sites that a kind of rows is at; the pairs of more sites are counted by matrices
_AT_ONCE = 1 << 22  # cells of such a matrix


class Shared(NamedTuple):
    """Sites that have rows in common."""

    sites: list[int]
    rows: int
    whole: bool
    """The tables are equal as a whole, but for the order of the rows."""


class _Kinds(NamedTuple):
    """The different rows of a site, and how many there are of each."""

    sums: Marks
    counts: NDArray[np.int64]


def tell_shared(data: Table) -> None:
    """Warn of rows that several sites have."""
    places = [place.name for place in data.places]
    if found := [shared_problem(one, data, places) for one in shared_rows(data)]:
        warn(f"{'; '.join(found[:LISTED])}{unlisted(found)}. {SHARED_ADVICE}", DataWarning)


def shared_problem(found: Shared, data: Table, places: Sequence[str]) -> str:
    named = [places[k] for k in found.sites]
    if found.whole:
        return f"{listed(named)} have the same {counted(found.rows, 'row')}"
    here, there = (data.rows[k] for k in found.sites)
    return (
        f"{named[0]} and {named[1]} have {counted(found.rows, 'row')} in common, of {here} and {there}, more "
        "than such columns let expect"
    )


SHARED_ADVICE = (
    "If a file came twice, or patients were at two sites, the same evidence counts several times: leave such "
    "rows out at all sites but one"
)


def shared_rows(data: Table) -> list[Shared]:
    """The sites with equal tables, and pairs of sites with the sign: for each site the clearest one."""
    order = by_name(data)
    blocks = [block[order] for block in data.blocks()] if data.r > 1 else []
    found = [one for part in _parts(data.has()[:, order]) for one in _shared(blocks, part)]
    return sorted(found, key=lambda one: (not one.whole, one.sites))


class _Part(NamedTuple):
    """Sites that are compared by some columns."""

    columns: NDArray[np.intp]
    sites: list[int]
    wanted: NDArray[np.bool_]
    """(sites, sites): the pairs that have these columns in common, and no others."""


def _parts(has: NDArray[np.bool_]) -> Iterator[_Part]:
    """All pairs of sites, by the columns that they have in common."""
    if has.all():
        yield _Part(np.arange(has.shape[1]), [*range(len(has))], ~np.eye(len(has), dtype=bool))
        return
    pairs: dict[bytes, list[tuple[int, int]]] = defaultdict(list)
    for a in range(len(has)):
        for b in range(a):
            pairs[(has[a] & has[b]).tobytes()].append((b, a))
    for own in pairs.values():
        sites = sorted({k for pair in own for k in pair})
        place = {k: at for at, k in enumerate(sites)}
        wanted = np.zeros((len(sites), len(sites)), bool)
        for a, b in own:
            wanted[place[a], place[b]] = wanted[place[b], place[a]] = True
        yield _Part(np.flatnonzero(has[own[0][0]] & has[own[0][1]]), sites, wanted)


def _shared(blocks: Sequence[NDArray[Any]], part: _Part) -> list[Shared]:
    if len(part.sites) < 2 or not len(part.columns):
        return []
    cells = [
        blocks[k] if len(part.columns) == len(blocks[k]) else blocks[k][part.columns] for k in part.sites
    ]
    sums = [Marked([own]).sums() for own in cells]
    kinds = [_Kinds(*np.unique(own, return_counts=True)) for own in sums]
    groups = _equal_tables(sums, kinds, part.wanted)
    found = [Shared([part.sites[k] for k in group], len(sums[group[0]]), whole=True) for group in groups]
    again = [k for group in groups for k in group[1:]]
    alone = np.array([k for k in range(len(sums)) if k not in set(again)])
    if len(alone) > 1:
        wanted = part.wanted[np.ix_(alone, alone)]
        for a, b in _suspects([kinds[k] for k in alone], wanted, [cells[k] for k in alone]):
            pair = alone[[a, b]].tolist()
            rows = _in_common(*(kinds[k] for k in pair))
            found.append(Shared([part.sites[k] for k in pair], rows, whole=False))
    return found


def _equal_tables(
    sums: Sequence[Marks], kinds: Sequence[_Kinds], wanted: NDArray[np.bool_]
) -> list[list[int]]:
    """The sets of sites whose tables are equal, by no chance."""
    groups: dict[tuple[int, int], list[list[int]]] = defaultdict(list)
    for k, own in enumerate(sums):
        alike = groups[len(own), int(own.sum())]
        for group in alike:
            first = group[0]
            equal = all(map(np.array_equal, kinds[first], kinds[k]))
            if equal and wanted[first, k] and not _by_chance(kinds[k], sums[first], own):
                group.append(k)
                break
        else:
            alike.append([k])
    return [group for alike in groups.values() for group in alike if len(group) > 1]


def _by_chance(kinds: _Kinds, one: Marks, other: Marks) -> bool:
    """Whether chance may make two tables equal: in the order that they have, if it is one."""
    counts = kinds.counts
    chance = float((counts * np.log(counts / counts.sum())).sum())
    if not np.array_equal(one, other):
        chance += math.lgamma(counts.sum() + 1) - sum(math.lgamma(count + 1) for count in counts.tolist())
    return chance > math.log(_CHANCE)


def _suspects(
    kinds: Sequence[_Kinds], wanted: NDArray[np.bool_], cells: Sequence[NDArray[Any]]
) -> Iterator[tuple[int, int]]:
    """The pairs of sites with the sign. For each site the search ends with the first one."""
    equal, common = _pairs_of_sites(kinds)
    rows = np.array([own.counts.sum() for own in kinds], np.float64)
    within = np.array([(own.counts * (own.counts - 1)).sum() for own in kinds])
    share = (within + _SURPLUS) / np.maximum(rows * (rows - 1), 1)
    excess = equal / np.outer(rows * np.sqrt(share), rows * np.sqrt(share))
    tried = wanted & (common > FEWEST) & (excess > _MORE)
    told: set[tuple[int, int]] = set()
    known: dict[tuple[int, int], bool] = {}
    for a in range(len(kinds)):
        others = np.flatnonzero(tried[a])
        for b in others[np.argsort(-excess[a, others], kind="stable")][: _TRIED + 1].tolist():
            pair = min(a, b), max(a, b)
            if pair not in known:
                known[pair] = _have_sign(*(cells[k] for k in pair), *(kinds[k] for k in pair))
            if known[pair]:
                told.add(pair)
                break
    yield from sorted(told)


def _have_sign(one: NDArray[Any], other: NDArray[Any], a: _Kinds, b: _Kinds) -> bool:
    marks = Marked([one, other])
    sums = marks.sums()
    first = np.arange(len(sums)) < one.shape[1]
    if not may_have_sign(marks, sums, first):
        return False
    both, at, at_other = np.intersect1d(a.sums, b.sums, assume_unique=True, return_indices=True)
    usual = both[np.argmax(a.counts[at] * b.counts[at_other])]
    return have_sign(marks, len(a.sums) + len(b.sums) - len(both), sums == usual, first)


def _in_common(a: _Kinds, b: _Kinds) -> int:
    _, at, at_other = np.intersect1d(a.sums, b.sums, assume_unique=True, return_indices=True)
    return int(np.minimum(a.counts[at], b.counts[at_other]).sum())


def _pairs_of_sites(kinds: Sequence[_Kinds]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(sites, sites) each: the pairs of equal rows, and the kinds of rows in common."""
    r = len(kinds)
    sums = np.concatenate([own.sums for own in kinds])
    order = np.argsort(sums, kind="stable")
    counts = np.concatenate([own.counts for own in kinds])[order].astype(np.float64)
    sites = np.repeat(np.arange(r), [len(own.sums) for own in kinds])[order]
    new = np.append(True, np.diff(sums[order]) != 0)
    kind = np.cumsum(new) - 1
    at_sites = np.bincount(kind)[kind]
    equal, common = np.zeros((2, r, r))
    few = (at_sites > 1) & (at_sites <= _FEW)
    _add_few(equal, common, kind[few], sites[few], counts[few])
    many = np.flatnonzero(at_sites > _FEW)
    if len(many):
        _add_many(equal, common, np.cumsum(new[many]) - 1, sites[many], counts[many])
    return equal, common


def _add_few(equal: Any, common: Any, kind: Any, sites: Any, counts: Any) -> None:
    """Add what is of each pair of sites with a row of one kind. Equal kinds follow one another."""
    for step in range(1, min(_FEW, len(kind))):
        at = np.flatnonzero(kind[step:] == kind[:-step])
        for one, other in ((sites[at], sites[at + step]), (sites[at + step], sites[at])):
            np.add.at(equal, (one, other), counts[at] * counts[at + step])
            np.add.at(common, (one, other), 1)


def _add_many(equal: Any, common: Any, kind: Any, sites: Any, counts: Any) -> None:
    """The same by products of matrices, for kinds of rows that many sites have."""
    r = len(equal)
    kinds = int(kind[-1]) + 1
    width = min(kinds, max(1, _AT_ONCE // r))
    for start in range(0, kinds, width):
        some = slice(*np.searchsorted(kind, [start, start + width]).tolist())
        matrix = np.zeros((r, width))
        matrix[sites[some], kind[some] - start] = counts[some]
        equal += matrix @ matrix.T
        np.minimum(matrix, 1, out=matrix)
        common += matrix @ matrix.T
