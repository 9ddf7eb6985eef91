"""Conversion of the callers' tables to rows of states and numbers beside each other, for the engine."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._base.show import listed, shown
from .._base.warn import warn
from .._base.wording import wording
from .._engine.request import Arrays
from ..errors import DataWarning
from .checks import looks_measured
from .data import Data, Marked, as_states, mark_tables
from .location import place_of
from .missing import complete_rows, settle
from .node import Node
from .numeric import as_numbers
from .options import RowOptions
from .readings import decimals_in, may_have_decimals, read_sites
from .states import Recoded
from .tables import Table
from .values import Values


@dataclass(frozen=True)
class Mixed(Values):
    """Rows of which each column has states or numbers. The cells are float64: codes of states, or numbers."""

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

    @property
    def sorted_states(self) -> dict[Hashable, list[Hashable]]:
        listed = zip(self.nodes, self.states, self.arity, strict=True)
        return {name: states for name, states, arity in listed if arity}


def align_mixed(tables: list[Table], options: RowOptions) -> Mixed:
    """Bring all tables to the node order of the first table, and each cell to a code or a number."""
    marked = mark_tables(tables, options)
    return _as_mixed(marked, measured(marked))


def align_any(tables: list[Table], options: RowOptions) -> Data | Mixed:
    """Read tables for the default score: as numbers and states if that is what they have, else as states."""
    marked = mark_tables(tables, options)
    real = measured(marked)
    if not are_mixed(marked.nodes, real, options.decimal):
        return as_states(marked)
    data = _as_mixed(marked, real)
    first = marked.nodes[0].locations
    place = place_of(first[0].argument, None, None) if len(first) > 1 else first[0].place
    warn(f"{place}: {announcement(marked.nodes, real)}", DataWarning)
    return data


def measured(marked: Marked) -> set[Hashable]:
    """The variables of numbers. All others have states."""
    decimal = marked.common.options.decimal
    return {
        node.name for node in marked.nodes if not marked.vouched(node) and looks_measured(node, decimal)
    }


def are_mixed(nodes: Sequence[Node], real: set[Hashable], decimal: str | None) -> bool:
    """True if a variable of numbers has decimals, which no states are, and another variable has states."""
    return len(real) < len(nodes) and any(
        may_have_decimals(node.states) and decimals_in(node, read_sites(node, decimal))
        for node in nodes
        if node.name in real
    )


def announcement(nodes: Sequence[Node], real: set[Hashable]) -> str:
    """Which score mixed tables get if none is given, and which columns are which."""
    words, every = wording(), [node.name for node in nodes]
    numbers, states = ([name for name in every if (name in real) is wanted] for wanted in (True, False))
    return (
        f"columns of numbers beside columns of states, and no score: {words.option('score', 'bic-cg')} is "
        f"taken. Numbers: {listed(numbers, shown)}. States: {listed(states, shown)}"
    )


def _as_mixed(marked: Marked, real: set[Hashable]) -> Mixed:
    options = marked.common.options
    if options.missing != "drop":
        _refuse_gaps(marked.nodes, real)
    settled = settle(marked.nodes, options.missing)
    marked.check(node for node in marked.nodes if node.name not in real)
    coded = {node.name: code for node in settled if node.name not in real for code in marked.recode([node])}
    numbers = {
        node.name: as_numbers(node, options.decimal, ", so the column has no numbers")
        for node in settled
        if node.name in real
    }
    described = marked.described(settled)
    states = [[] if node.name in real else coded[node.name].states for node in settled]
    return Mixed(
        cells=np.concatenate([
            _cells(node, k, coded.get(node.name), numbers.get(node.name))
            for k in range(len(described["rows"]))
            for node in settled
        ]),
        states=states,
        shown={name: code.shown for name, code in coded.items()},
        # The engine needs a state for each node of states, but data without rows may have none.
        arity=[0 if node.name in real else max(1, len(own)) for node, own in zip(settled, states, strict=True)],
        places=[(table.argument, table.dag, table.place) for table in marked.common.tables],
        **described,
    )


def _refuse_gaps(nodes: Sequence[Node], real: set[Hashable]) -> None:
    """Refuse missing numbers, of which no state can be made."""
    for node in nodes:
        for column, location in zip(node.columns, node.locations, strict=True):
            if node.name in real and column.missing is not None:
                complete_rows([(location, column.missing)], "error", may_be_state=False)


def _cells(node: Node, k: int, coded: Recoded | None, numbers: Node | None) -> NDArray[np.float64]:
    """The cells of site k, (rows,)."""
    column = node.columns[k]
    if numbers is not None:
        own: NDArray[np.float64] = np.array(numbers.columns[k].states, np.float64)[column.codes]
        return own
    assert coded is not None
    new_code = coded.new_codes[k]
    return (column.codes if new_code is None else new_code[column.codes]).astype(np.float64)
