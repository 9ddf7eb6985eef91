"""Missing values: which cells have no value, and what becomes of their rows."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from .._base.show import counted, listed, shown
from .._base.warn import warn
from .._base.wording import wording
from ..errors import DataWarning
from .columns import Column, ColumnLocation, Node, from_codes, smallest
from .options import RowOptions
from .state_lists import States, facts_of
from .texts import means_missing, text_of

Gap = tuple[ColumnLocation, NDArray[np.bool_]]
"""A column that has missing values, and the mask of these, (rows,)."""

MISSING_STATE = "value_missing"
"""The state that stands for a missing value, if it is to be a state of its own.

No survey has it as an answer, every reader of BIF takes it, and it sorts after the names of bins."""

_SHOWN = 5  # tables in a message, at most
_NEVER_MISSING = {int, float, bool}  # types of states that mean a missing value only by the caller's option


def mark_missing(node: Node, options: RowOptions, accepted: bool, given: Collection[Hashable]) -> Node:
    """Mark the cells whose text means that there is no value, and take their texts from the states.

    Empty cells always mean it, and so do the values that the caller named. "NA", "NaN", "nan" and "<NA>"
    mean it unless the column is accepted. A state that the caller listed, in `given`, never means it.
    """
    if not options.missing_values and all(facts_of(c.states).types <= _NEVER_MISSING for c in node.columns):
        return node
    each = [facts_of(column.states) for column in node.columns]
    if not options.missing_values and all(facts.types == {str} for facts in each):
        gone = [
            [at for at in facts.gaps if _is_gap_of_text(str(facts.states[at]), accepted, given)]
            for facts in each
        ]
    else:
        gone = [
            [at for at, one in enumerate(facts.states) if is_gap(one, options, accepted) and one not in given]
            for facts in each
        ]
    if not any(gone):
        return node
    return node._replace(columns=[*map(_marked, node.columns, gone)])


def _is_gap_of_text(text: str, accepted: bool, given: Collection[Hashable]) -> bool:
    return means_missing(text, accepted) and text not in given


def _marked(column: Column, at: list[int]) -> Column:
    """The column without the states at these places. The cells that have them are missing."""
    if not at:
        return column
    gone = np.zeros(len(column.states), bool)
    gone[at] = True
    missing = gone[column.codes]
    if column.missing is not None:
        missing = (missing & ~column.missing) | column.missing
    return _with_states(column, ~gone)._replace(missing=missing if missing.any() else None)


def is_gap(state: Hashable, options: RowOptions, accepted: bool) -> bool:
    """True if a state means that there is no value: by its text, or by the caller's option."""
    if isinstance(state, str) and means_missing(state, accepted):
        return True
    return bool(options.missing_values) and text_of(state) in options.missing_values


def settle(nodes: list[Node], missing: str, clients: int | None = None) -> list[Node]:
    """The nodes without missing values, unless `missing` is "fill". It is also "error", "drop" or "state".

    `clients` is how many there are, if not all have all columns.
    """
    if all(column.missing is None for node in nodes for column in node.columns):
        return nodes
    if missing == "fill":
        return _to_fill(nodes, len(nodes[0].columns) if clients is None else clients)
    if missing == "state":
        return [
            node._replace(columns=[*map(_column_with_state, node.columns, node.locations)]) for node in nodes
        ]
    gaps = [_gaps(nodes, k) for k in range(len(nodes[0].columns) if clients is None else clients)]
    kept = [complete_rows(masks, missing, may_be_state=True) for masks in gaps]
    tell_rows_left_out(gaps, kept)
    return [_without_rows(node, kept) for node in nodes]


def _to_fill(nodes: list[Node], clients: int) -> list[Node]:
    """The nodes with the rows that have any value. The other missing values stay, to be filled."""
    for node in nodes:
        if all(column.missing is not None and column.missing.all() for column in node.columns):
            raise node.locations[0].refuse("no row has a value here, so there is nothing to fill it by")
    columns = [sum(node.place_of(k) is not None for node in nodes) for k in range(clients)]
    kept = rows_to_fill([_gaps(nodes, k) for k in range(clients)], columns)
    return [_without_rows(node, kept) for node in nodes]


def tell_to_fill(nodes: list[Node]) -> None:
    """Warn of what is left out and what is filled in the columns of one client."""
    rows_to_fill([_gaps(nodes, 0)], [len(nodes)])


def rows_to_fill(gaps: Sequence[Sequence[Gap]], columns: Sequence[int]) -> list[NDArray[np.intp] | None]:
    """The rows of each client that have any value, of that many columns. None: all. Warnings report it."""
    kept: list[NDArray[np.intp] | None] = []
    for masks, count in zip(gaps, columns, strict=True):
        whole = len(masks) < count or not masks
        empty = np.zeros(0, bool) if whole else np.logical_and.reduce([mask for _, mask in masks])
        kept.append(np.flatnonzero(~empty) if empty.any() else None)
    tell_rows_left_out(gaps, kept, "no value at all")
    told = []
    for masks, rows in zip(gaps, kept, strict=True):
        left = [(at, mask if rows is None else mask[rows]) for at, mask in masks]
        if left := [(at, mask) for at, mask in left if mask.any()]:
            told.append(_filled(left))
    if told:
        warn(few_tables(told), DataWarning)
    return kept


def _filled(masks: Sequence[Gap]) -> str:
    """How many cells of one client are to be filled, and in which columns."""
    cells = sum(int(mask.sum()) for _, mask in masks)
    return (
        f"{masks[0][0].place}: {counted(cells, 'cell')} without a value to be filled, in {_by_column(masks)}"
    )


def few_tables(told: list[str]) -> str:
    """What a warning has of each table, of a few tables at most."""
    more = [f"and {len(told) - _SHOWN} more tables"] if len(told) > _SHOWN else []
    return "; ".join([*told[:_SHOWN], *more])


def _by_column(masks: Sequence[Gap]) -> str:
    counts = sorted(((int(mask.sum()), at.name) for at, mask in masks), key=lambda one: -one[0])
    return listed([f"{shown(name)} ({count})" for count, name in counts])


def _gaps(nodes: Sequence[Node], k: int) -> list[Gap]:
    """The columns of client k that have missing values."""
    own = ((node, node.place_of(k)) for node in nodes)
    found = ((node.locations[at], node.columns[at].missing) for node, at in own if at is not None)
    return [(location, mask) for location, mask in found if mask is not None]


def tell_rows_left_out(
    gaps: Sequence[Sequence[Gap]], kept: Sequence[NDArray[np.intp] | None], lack: str = "no value in "
) -> None:
    """Warn of the rows of each client that are left out, because they have `lack`.

    `kept` are those that stay, and None means all.
    """
    each = zip(gaps, kept, strict=True)
    told = [_left_out(masks, len(rows), lack) for masks, rows in each if rows is not None]
    if told:
        warn(few_tables(told), DataWarning)


def _left_out(masks: Sequence[Gap], kept: int, lack: str) -> str:
    """How many rows of one client are left out, and in which columns they have no value."""
    location, rows = masks[0][0], len(masks[0][1])
    left = f"; {counted(kept, 'row')} left" if 2 * kept < rows else ""
    where = lack + _by_column(masks) if lack.endswith(" ") else lack
    return (
        f"{location.place}: {rows - kept} of {counted(rows, 'row')} left out, because they have {where}{left}"
    )


def complete_rows(masks: Sequence[Gap], missing: str, may_be_state: bool) -> NDArray[np.intp] | None:
    """The rows of one client that have every value. None: all rows have.

    `masks` has each column that has missing values, with its mask of these, (rows,). `missing` is "error"
    or "drop". `may_be_state`: whether messages offer "state".
    """
    if not masks:
        return None
    location, mask = masks[0]
    drop, state = (wording().option("missing", word) for word in ("drop", "state"))
    if missing == "error":
        cure = f"{drop} leaves such rows out" + f", {state} makes a state of it" * may_be_state
        raise location.missing(int(np.argmax(mask)), int(np.count_nonzero(mask)), cure)
    kept = np.flatnonzero(~np.logical_or.reduce([mask for _, mask in masks]))
    if not len(kept):
        location, mask = max(masks, key=lambda one: int(np.count_nonzero(one[1])))
        raise location.refuse(
            f"{np.count_nonzero(mask)} of {len(mask)} rows have no value here, and {drop} leaves no "
            "row at all: leave the column out" + f", or pass {state}" * may_be_state
        )
    return kept


def _without_rows(node: Node, kept: Sequence[NDArray[np.intp] | None]) -> Node:
    if node.clients is not None:
        kept = [kept[k] for k in node.clients]
    return Node(
        [
            column if rows is None else of_rows(column, rows)
            for column, rows in zip(node.columns, kept, strict=True)
        ],
        [at if rows is None else at.only(rows) for at, rows in zip(node.locations, kept, strict=True)],
        node.clients,
    )


def of_rows(column: Column, kept: NDArray[np.intp]) -> Column:
    """The column with these rows alone. States that no row has any more are left out, unless declared."""
    missing = None if column.missing is None else column.missing[kept]
    column = column._replace(
        codes=column.codes[kept], missing=missing if missing is not None and missing.any() else None
    )
    if column.declared:
        return column
    seen = np.zeros(len(column.states), bool)
    seen[column.codes if column.missing is None else column.codes[~column.missing]] = True
    return column if seen.all() else _with_states(column, seen)


def _with_states(column: Column, stay: NDArray[np.bool_]) -> Column:
    """The column with those states alone that stay, (states,). Codes of other states lose their meaning."""
    new_code = np.maximum(np.cumsum(stay) - 1, 0).astype(smallest(len(column.states)))
    states = column.states if isinstance(column.states, States) else States(column.states)
    return column._replace(codes=new_code[column.codes], states=states.only(stay))


def _column_with_state(column: Column, location: ColumnLocation) -> Column:
    """The column with the state "value_missing" in the cells without a value."""
    if column.missing is None:
        return column
    states = list(column.states)
    if MISSING_STATE not in states:
        states.append(MISSING_STATE)
    codes = column.codes.astype(smallest(len(states)))
    codes[column.missing] = states.index(MISSING_STATE)
    return from_codes(codes, states, location)._replace(declared=column.declared, order=column.order)
