"""Tables of edges with numbers: how sure a source is of each edge, and which way it goes.

The columns are from and to, or source and target; strength or existence; and direction or orientation. R's
bnlearn writes such a table of a bootstrap (``boot.strength``), with a row for each pair in both directions.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.libraries import is_column_table, is_frame
from .._base.names import check_names, is_missing
from .._base.show import listed, shown
from .._base.warn import warn
from .._graphs.arc_columns import may_be_ends
from ..errors import DataWarning
from .arc_tables import cells_of, column_names
from .named import Place

_STRENGTHS = ("strength", "existence")
_DIRECTIONS = ("direction", "orientation")
_BESIDE = ("chance_true",)
"""What our own table of strengths has besides."""
_ROUNDING = 1e-6
"""By which the two rows of a pair may differ: files have rounded numbers."""


class StrengthTable(NamedTuple):
    """The numbers of a table for each pair of its nodes."""

    nodes: list[Hashable]
    matrix: NDArray[np.float64]
    """(n, n): how sure it is of nodes[i] -> nodes[j]. The two numbers of a pair add up to its strength."""
    complete: bool
    """Whether it has a row for each pair, both ways or with pairs of strength 0: it is about these nodes.

    Else it lists edges.
    """


class _Row(NamedTuple):
    strength: float
    direction: float | None


def strength_table(table: Any, place: Place) -> StrengthTable | None:
    """The numbers of a table of pandas, polars or pyarrow, or of a dict of columns. None: it has none."""
    if isinstance(table, Mapping):
        return read_strengths([*table], lambda k: _cells_of_dict(table, k, place), place)
    if is_frame(table):
        titles = table.columns.tolist()
    elif is_column_table(table):
        titles = [*column_names(table)]
    else:
        return None
    return read_strengths(titles, lambda k: cells_of(table, k), place)


def _cells_of_dict(table: Mapping[Any, Any], k: int, place: Place) -> list[Any]:
    """The cells of one column of a dict of columns."""
    columns = list(table.values())
    are_lists = all(hasattr(each, "__len__") and not isinstance(each, str) for each in columns)
    if not are_lists or len(set(map(len, columns))) > 1:
        raise place.refuse(": the columns must be lists of one length")
    column = columns[k]
    return column.tolist() if hasattr(column, "tolist") else list(column)


def read_strengths(titles: Sequence[Hashable], cells: Any, place: Place) -> StrengthTable | None:
    """The same of columns with these titles, where ``cells(k)`` are the cells of one."""
    first = may_be_ends(titles)
    words = [title.strip().lower() if isinstance(title, str) else None for title in titles]
    strengths = [k for k, word in enumerate(words) if word in _STRENGTHS]
    if first is None or not strengths:
        return None
    directions = [k for k, word in enumerate(words) if word in _DIRECTIONS]
    for found in (strengths, directions):
        if len(found) > 1:
            raise place.refuse(f": two columns mean the same, {listed((titles[k] for k in found), shown)}")
    used = {*range(first + 2), *strengths, *directions}
    others = [title for k, title in enumerate(titles) if k not in used and words[k] not in _BESIDE]
    if others:
        warn(f"{place.label}: the columns {listed(others, shown)} are ignored", DataWarning)
    numbers = [cells(strengths[0])]
    numbers += [cells(directions[0])] if directions else []
    return _table(list(zip(cells(first), cells(first + 1), *numbers, strict=True)), place)


def _table(rows: list[tuple[Any, ...]], place: Place) -> StrengthTable:
    told: dict[tuple[Hashable, Hashable], _Row] = {}
    names: dict[Hashable, None] = {}
    for tail, head, *numbers in rows:
        ends = [end for end in (tail, head) if not _is_empty(end)]
        names.update(dict.fromkeys(ends))
        if len(ends) < 2:  # a node without an edge
            continue
        if tail == head:
            raise place.refuse(f": {shown(tail)} is joined to itself", [tail])
        if (tail, head) in told:
            raise place.refuse(f": {shown(tail)} -> {shown(head)} has two rows", [tail, head])
        told[tail, head] = _row(tail, head, numbers, place)
    nodes = check_names(list(names), place.argument, place.dag)
    if not any(row.direction is not None for row in told.values()):
        _refuse_symmetric(told, place)
    index = {name: k for k, name in enumerate(nodes)}
    matrix = np.zeros((len(nodes), len(nodes)))
    for (tail, head), row in told.items():
        i, j = index[tail], index[head]
        if row.direction is None:
            matrix[i, j] = row.strength
            continue
        back = told.get((head, tail))
        if back is not None:
            _check_both(tail, head, row, back, place)
            if i > j:  # the other row has told it
                continue
        matrix[i, j], matrix[j, i] = (
            row.strength * row.direction,
            row.strength - row.strength * row.direction,
        )
    most = len(nodes) * (len(nodes) - 1)
    denied = any(not row.strength for row in told.values())
    every = 2 * len({frozenset(ends) for ends in told}) == most
    return StrengthTable(nodes, matrix, len(told) == most or (every and denied))


def _row(tail: Hashable, head: Hashable, numbers: list[Any], place: Place) -> _Row:
    strength = _share(numbers[0], "strength", tail, head, place)
    if len(numbers) < 2:
        return _Row(strength, None)
    if not strength and is_missing(numbers[1]):
        return _Row(0.0, 0.5)
    return _Row(strength, _share(numbers[1], "direction", tail, head, place))


def _share(cell: Any, what: str, tail: Hashable, head: Hashable, place: Place) -> float:
    """A cell as a number from 0 to 1."""
    try:
        share = float(cell)
    except (TypeError, ValueError):
        share = np.nan
    if not 0 <= share <= 1:
        raise place.refuse(
            f": the {what} of {shown(tail)} -> {shown(head)} must be a number from 0 to 1, not {shown(cell)}",
            [tail, head],
        )
    return share


def _check_both(tail: Hashable, head: Hashable, row: _Row, back: _Row, place: Place) -> None:
    """Refuse two rows of one pair that do not say the same."""
    assert row.direction is not None
    assert back.direction is not None
    alike = abs(row.strength - back.strength) <= _ROUNDING
    if not alike or (row.strength and abs(row.direction + back.direction - 1) > _ROUNDING):
        raise place.refuse(
            f": the rows of {shown(tail)} -> {shown(head)} and {shown(head)} -> {shown(tail)} must have one "
            f"strength, and directions that add up to 1, but have {row.strength}, {back.strength} and "
            f"{row.direction}, {back.direction}",
            [tail, head],
        )


def _refuse_symmetric(told: dict[tuple[Hashable, Hashable], _Row], place: Place) -> None:
    """Refuse strengths of pairs without directions: each of two equal rows may be an arrow, or the pair."""
    both = [ends for ends in told if ends[::-1] in told and told[ends].strength]
    if both and all(told[ends] == told[ends[::-1]] for ends in both):
        tail, head = both[0]
        raise place.refuse(
            f": {shown(tail)} -> {shown(head)} and {shown(head)} -> {shown(tail)} have the same strength, "
            "and no column says the direction. If the strength is that of the pair, add the column "
            "direction, such as 0.5; if each row is an arrow of its own, give a matrix",
            [tail, head],
        )


def _is_empty(end: Any) -> bool:
    return (isinstance(end, str) and not end) or is_missing(end)
