"""Conversion of the callers' tables to rows of states and numbers beside each other, for the engine."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base import defaults
from .._base.show import listed, shown
from .._base.warn import warn
from .._base.wording import wording
from .._engine.request import Arrays
from ..errors import DataWarning
from .between import compare_states
from .codes import codes_of_numbers, nodes_with, tell_codes
from .columns import Column
from .data import Data, Marked, as_states, mark_tables
from .location import place_of
from .many_states import warn_of_days
from .missing import complete_rows, settle
from .node import Node
from .number_texts import as_numbers
from .options import RowOptions
from .readings import decimals_in, may_have_decimals, plain_types, read_as, read_sites
from .rules import check_columns, looks_measured, markers_named
from .states import Recoded
from .tables import Table
from .units import middles_of_numbers, tell_units
from .values import Values


@dataclass(frozen=True)
class Mixed(Values):
    """Rows. Each column has states or numbers. The cells are float64: codes of states, or numbers."""

    shown: dict[Hashable, list[Hashable]]
    """The states of each node that has states, in the order that users see."""
    arity: list[int]
    """The number of states of each node. 0: it has numbers."""

    @property
    def arrays(self) -> Arrays:
        return {"arity": np.array(self.arity, np.int32), **super().arrays}

    @property
    def shown_states(self) -> dict[Hashable, list[Hashable]]:
        return self.shown

    def _columns(self, has: list[int]) -> dict[str, Any]:
        own = {name: [getattr(self, name)[i] for i in has] for name in ("states", "arity")}
        nodes = {self.nodes[i] for i in has}
        shown = {name: states for name, states in self.shown.items() if name in nodes}
        return {**super()._columns(has), **own, "shown": shown}

    @property
    def sorted_states(self) -> dict[Hashable, list[Hashable]]:
        listed = zip(self.nodes, self.states, self.arity, strict=True)
        return {name: states for name, states, arity in listed if arity}


def align_mixed(tables: list[Table], options: RowOptions) -> Mixed:
    """Bring all tables to the node order of the first table, and each cell to a code or a number."""
    marked = mark_tables(tables, options)
    return _as_mixed(marked, measured(marked.open_nodes, options.decimal))


def align_any(tables: list[Table], options: RowOptions) -> Data | Mixed:
    """Read tables for the default score: as numbers and states if that is what they have, else as states."""
    marked = mark_tables(tables, options)
    real = measured(marked.open_nodes, options.decimal)
    if not are_mixed(marked.nodes, real, options.decimal):
        return as_states(marked)
    data = _as_mixed(marked, real)
    score = defaults.GAPS_SCORE if data.gaps else defaults.MIXED_SCORE
    warn(f"{_place(marked)}: {announcement(marked.nodes, real, score.name)}", DataWarning)
    return data


def measured(nodes: Iterable[Node], decimal: str | None) -> set[Hashable]:
    """Those of the variables that have numbers. `nodes` are those that were not accepted."""
    return {node.name for node in nodes if looks_measured(node, decimal)}


def are_mixed(nodes: Sequence[Node], real: set[Hashable], decimal: str | None) -> bool:
    """True if a variable of numbers has decimals, which no states are."""
    return any(_has_decimals(node, decimal) for node in nodes if node.name in real)


def _has_decimals(node: Node, decimal: str | None) -> bool:
    if types := plain_types(node):
        return float in types
    return may_have_decimals(node.states) and bool(decimals_in(node, read_sites(node, decimal)))


def needs_every_cell(score: str) -> tuple[str, str]:
    """What is wrong with a score where cells have no value, and what to do."""
    option = wording().option
    return f"{option('score', score)} needs a value in every cell", (
        f"{option('score', defaults.GAPS_SCORE.name)} does not"
    )


def announcement(nodes: Sequence[Node], real: set[Hashable], score: str = defaults.MIXED_SCORE.name) -> str:
    """Which score mixed tables get if none is given, and which columns are which."""
    words, every = wording(), [node.name for node in nodes]
    numbers, states = ([name for name in every if (name in real) is wanted] for wanted in (True, False))
    taken = f"and no score: {words.option('score', score)} is taken. Numbers: {listed(numbers, shown)}"
    if not states:
        return f"columns of numbers, {taken}"
    return f"columns of numbers beside columns of states, {taken}. States: {listed(states, shown)}"


def _as_mixed(marked: Marked, real: set[Hashable]) -> Mixed:
    options, seen = marked.common.options, marked.common.seen
    with markers_named(marked.open_nodes):
        if options.missing not in ("drop", "fill"):
            for node in marked.nodes:
                if node.name in real:
                    refuse_gaps(node)
        settled = settle(marked.nodes, options.missing, len(marked.common.tables))
    of_states = [node for node in marked.open_nodes if node.name not in real]
    check_columns(of_states, options.decimal, marked.nodes)
    coded = {node.name: code for node in settled if node.name not in real for code in marked.recode([node])}
    compare_states(of_states)
    with markers_named(marked.open_nodes):
        numbers = {node.name: numbers_of(node, options.decimal) for node in settled if node.name in real}
    of_real = [(node, numbers[node.name]) for node in settled if node.name in real]
    codes = [found for node, own in of_real if (found := codes_of_numbers(node, own, options.decimal))]
    tell_codes(codes, nodes_with(codes, marked.nodes), accept=False)
    warn_of_days(numbers, _place(marked))
    tell_units({node.name: middles_of_numbers(own, node.locations) for node, own in of_real})
    described = marked.described(settled)
    rows = described["rows"]

    def cells_of(node: Node, k: int) -> NDArray[np.float64]:
        if (at := node.place_of(k)) is None:
            return np.full(rows[k], np.nan)
        return numbers[node.name][at] if node.name in real else _codes(node, at, coded[node.name])

    states = [[] if node.name in real else coded[node.name].states for node in settled]
    return Mixed(
        cells=np.concatenate([cells_of(node, k) for k in range(len(rows)) for node in settled]),
        states=states,
        shown={name: code.shown for name, code in coded.items()},
        # The engine needs a state for each node of states, but data without rows may have none.
        arity=[
            0 if node.name in real else max(1, len(own)) for node, own in zip(settled, states, strict=True)
        ],
        places=[(table.argument, table.dag, table.place) for table in marked.common.tables],
        gaps=seen is not None
        or any(column.missing is not None for node in settled for column in node.columns),
        seen=seen,
        **described,
    )


def _place(marked: Marked) -> str:
    """What messages about all tables begin with."""
    first = marked.nodes[0].locations
    return place_of(first[0].argument, None, None) if len(first) > 1 else first[0].place


def numbers_of(node: Node, decimal: str | None) -> list[NDArray[np.float64]]:
    """The numbers of a variable at each site, (rows,). In a missing cell there is NaN.

    Cells that are no finite numbers are refused, and so is a column that does not vary.
    """
    words = sum(len(column.codes) for column in node.columns if _are_words(column, decimal))
    if 2 * words > sum(len(column.codes) for column in node.columns):
        compare_states([node])  # it names the sites with the numbers, which are the odd ones
    found = []
    numeric = as_numbers(node, decimal, ", so the column has no numbers")
    for column, location in zip(numeric.columns, numeric.locations, strict=True):
        numbers = np.full(len(column.codes), np.nan)
        rows = np.arange(len(numbers)) if column.missing is None else np.flatnonzero(~column.missing)
        numbers[rows] = np.array(column.states, np.float64)[column.codes[rows]]
        infinite = np.isinf(numbers[rows])
        if infinite.any():
            row = int(rows[np.argmax(infinite)])
            raise location.refuse(f"{shown(float(numbers[row]))} is no finite number", row)
        if len(rows) and numbers[rows].min() == numbers[rows].max():
            raise location.refuse(
                f"every value is {shown(float(numbers[rows[0]]))}: leave out columns that do not vary"
            )
        found.append(numbers)
    return found


def _are_words(column: Column, decimal: str | None) -> bool:
    if plain_types(Node([column], [])):
        return False
    reading = read_as(column.states, decimal)
    return all(reading.number(state) is None for state in column.states)


def refuse_gaps(node: Node) -> None:
    """Refuse missing numbers, which cannot become a state."""
    for column, location in zip(node.columns, node.locations, strict=True):
        if column.missing is not None:
            complete_rows([(location, column.missing)], "error", may_be_state=False)


def _codes(node: Node, k: int, coded: Recoded) -> NDArray[np.float64]:
    """The codes of the states at site k, (rows,). In a missing cell there is NaN."""
    column, new_code = node.columns[k], coded.new_codes[k]
    rows = slice(None) if column.missing is None else np.flatnonzero(~column.missing)
    codes = np.full(len(column.codes), np.nan)
    codes[rows] = column.codes[rows] if new_code is None else new_code[column.codes[rows]]
    return codes
