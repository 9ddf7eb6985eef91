"""Rows that several sites have: one file under two names, or patients of two hospitals.

Rows of few columns are equal by chance, so a count of equal rows shows nothing. The sign is that of
repeats.py, for pairs with a row of each of two sites. It is looked for only where more pairs are equal than
sites without common rows let expect, however unlike these are: if a share p of the pairs of rows of one site
are equal, and q of the other's, then at most the share √(p q) of the pairs of both are (Cauchy and Schwarz).

Whole tables that are equal have no need of the sign. They get a warning unless chance may have made them so:
let each kind of rows be drawn with its share of the table. The probability that the same table is drawn
again, in the same order or in any, must be small.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.show import LISTED, counted, listed, unlisted
from .._base.warn import warn
from ..errors import DataWarning
from .repeats import FEWEST, Marked, Marks, by_name, have_sign, may_have_sign
from .table import Table

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
    if found := [problem(one, data, [place.name for place in data.places]) for one in shared_rows(data)]:
        warn(f"{'; '.join(found[:LISTED])}{unlisted(found)}. {ADVICE}", DataWarning)


def problem(found: Shared, data: Table, places: Sequence[str]) -> str:
    named = [places[k] for k in found.sites]
    if found.whole:
        return f"{listed(named)} have the same {counted(found.rows, 'row')}"
    here, there = (data.rows[k] for k in found.sites)
    return (
        f"{named[0]} and {named[1]} have {counted(found.rows, 'row')} in common, of {here} and {there}, more "
        "than such columns let expect"
    )


ADVICE = (
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
