"""Conversion of the callers' tables to discrete data for the engine: one code for each cell."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from .._base.fields import Op, Options, Request
from .._engine.request import Arrays
from .._inputs.align import Nodes, Order
from .between import compare_states
from .columns import smallest
from .common import Common, common_columns
from .missing import mark_missing, settle
from .node import Node
from .options import RowOptions
from .rules import check_columns, markers_named
from .states import Recoded, read_states, recode
from .tables import Table, read_columns

if TYPE_CHECKING:
    from typing_extensions import Unpack


AnyRows = TypeVar("AnyRows", bound="AlignedRows")


@dataclass(frozen=True)
class AlignedRows(Nodes):
    """The rows of one call, aligned to one order of the nodes."""

    cells: NDArray[Any]
    """One-dimensional: the cells of all clients, one client after the other, each (n, rows) in C order."""
    rows: list[int]
    """The number of rows of each client."""
    nodes: list[Hashable]
    named: bool
    rows_left_out: list[int]
    """The number of rows of each client that are left out, because they have missing values."""
    columns_left_out: list[list[Hashable]]
    """The columns of each client that are left out, because not all clients have them."""
    states: list[list[Hashable]]
    """The sorted states of each node. A code is an index into this list. Numbers have none: it is empty."""

    gaps: bool = field(default=False, kw_only=True)
    """A cell may be without a value, and is to be filled."""

    _of_clients: ClassVar[tuple[str, ...]] = ("rows", "rows_left_out", "columns_left_out")

    @property
    def r(self) -> int:
        return len(self.rows)

    def request(self, op: Op, **options: Unpack[Options]) -> Request:
        return {**super().request(op, **options), "rows": self.rows}

    def blocks(self) -> list[NDArray[Any]]:
        """The cells of each client, (n, rows)."""
        return _blocks_of(self.cells, self.n, self.rows)

    def only(self: AnyRows, clients: list[int], **more: Any) -> AnyRows:
        """The data of some of the clients. The states stay those of all clients.

        `more` are other fields of theirs.
        """
        blocks = self.blocks()
        cells = np.concatenate([blocks[k].ravel() for k in clients])
        own: dict[str, Any] = {name: [getattr(self, name)[k] for k in clients] for name in self._of_clients}
        part = replace(self, cells=cells, **own, **more)
        if not self.gaps:
            return part
        return replace(part, gaps=any(part._lacks(k).any() for k in range(part.r)))

    @property
    def shown_states(self) -> dict[Hashable, list[Hashable]]:
        """The states of each node that has some, in the order that users see."""
        return self.sorted_states

    @property
    def sorted_states(self) -> dict[Hashable, list[Hashable]]:
        """The sorted states of each node that has some."""
        return dict(zip(self.nodes, self.states, strict=False))

    def has(self) -> NDArray[np.bool_]:
        """(r, n): the columns that each client has."""
        return np.ones((self.r, self.n), bool)

    def known(self) -> list[NDArray[np.bool_]]:
        """(n, rows) of each client: the cells with a value, in columns that the client has."""
        raise NotImplementedError

    def _lacks(self, client: int) -> NDArray[np.bool_]:
        """(n, rows): the cells of a client that lack a value."""
        lacks: NDArray[np.bool_] = ~self.known()[client] & self.has()[client][:, np.newaxis]
        return lacks

    def to_fill(self, client: int) -> dict[Hashable, int]:
        """The number of cells without a value in each column of a client that has such cells."""
        if not self.gaps:
            return {}
        counts = zip(self.nodes, self._lacks(client).sum(axis=1).tolist(), strict=True)
        return {name: count for name, count in counts if count}

    def errors_name_tables(self) -> AbstractContextManager[None]:
        """In an error of the engine about its array, put the caller's argument.

        Nothing to do, unless a check of the engine's that a table can fail is about such data.
        """
        return nullcontext()


@dataclass(frozen=True)
class Data(AlignedRows):
    """Rows of states. The cells are codes. A cell without a value has the number of the node's states."""

    own_order: list[list[Hashable]] | None = None
    """The states of each node in the order that ordered columns give them. None: all are sorted."""
    seen: NDArray[np.uint8] | None = None
    """(r, n): 1 where a client has a column; where it has not, all its cells are 0. None: each has all."""

    def request(self, op: Op, **options: Unpack[Options]) -> Request:
        return {**super().request(op, **options), "width": self.cells.itemsize}

    @property
    def shown_states(self) -> dict[Hashable, list[Hashable]]:
        if self.own_order is None:
            return self.sorted_states
        return dict(zip(self.nodes, self.own_order, strict=True))

    def only(self, clients: list[int], **more: Any) -> Data:
        """The data of some of the clients. The states and the columns stay those of all clients."""
        return super().only(clients, seen=None if self.seen is None else self.seen[clients], **more)

    def with_cells(
        self, cells: NDArray[Any], seen: NDArray[np.uint8] | None, of_clients: dict[str, Any]
    ) -> Data:
        """Data over the same columns with these cells. Each has a value.

        `of_clients` has what there is for each client.
        """
        return replace(self, cells=cells, seen=seen, gaps=False, **of_clients)

    def has(self) -> NDArray[np.bool_]:
        return super().has() if self.seen is None else self.seen.astype(bool)

    def known(self) -> list[NDArray[np.bool_]]:
        arity = np.array([len(states) for states in self.states])[:, np.newaxis]
        blocks = zip(self.blocks(), self.has(), strict=True)
        return [(block < arity) & own[:, np.newaxis] for block, own in blocks]

    def columns_of(self, client: int) -> Data:
        """The columns that a client has, without cells: what its own structure is over."""
        if self.seen is None:
            return self
        has = np.flatnonzero(self.seen[client]).tolist()
        return replace(
            self,
            cells=self.cells[:0],
            gaps=False,
            nodes=[self.nodes[i] for i in has],
            states=[self.states[i] for i in has],
            own_order=None if self.own_order is None else [self.own_order[i] for i in has],
        )

    def as_shown(self) -> Data:
        """The same data with codes that follow the states that users see."""
        if self.own_order is None:
            return self
        codes = np.empty_like(self.cells)
        old, new = self.blocks(), _blocks_of(codes, self.n, self.rows)
        for i, (states, own) in enumerate(zip(self.states, self.own_order, strict=True)):
            place = {state: k for k, state in enumerate(own)}
            new_code = np.array([place[state] for state in states] or [0], codes.dtype)
            for before, after in zip(old, new, strict=True):
                after[i] = new_code[before[i]]
        return replace(self, cells=codes, states=self.own_order, own_order=None)

    @property
    def arrays(self) -> Arrays:
        """The arrays that every request about these data needs."""
        # The engine needs a state for each node, but data without rows may have none.
        arity = np.array([max(len(states), 1) for states in self.states], np.int32)
        seen = {} if self.seen is None else {"seen": self.seen}
        return {"data": self.cells, "arity": arity, **seen, **self.rank()}


def _blocks_of(cells: NDArray[Any], n: int, rows: list[int]) -> list[NDArray[Any]]:
    """The parts of a one-dimensional array that has (n, rows) cells of each client, one after the other."""
    ends = np.cumsum([n * count for count in rows]).tolist()
    return [cells[end - n * count : end].reshape(n, count) for end, count in zip(ends, rows, strict=True)]


class Marked(NamedTuple):
    """The variables of all tables in one order, with the missing cells marked."""

    nodes: list[Node]
    common: Common
    given: dict[Hashable, list[Hashable]]
    """The states that the caller listed, by node."""

    @property
    def open_nodes(self) -> list[Node]:
        """The variables whose values the caller did not accept as states."""
        known = {*self.common.accepted, *self.given}
        return [node for node in self.nodes if node.name not in known]

    def recode(self, nodes: Iterable[Node]) -> list[Recoded]:
        """The codes of variables of states, in which no cell is missing any more."""
        missing = self.common.options.missing == "state"
        return [recode(node, self.given.get(node.name), missing) for node in nodes]

    def described(self, settled: Sequence[Node]) -> dict[str, Any]:
        """The warnings about all rows, given the variables without missing cells."""
        clients = len(self.common.tables)
        before, rows = _rows_of(self.nodes, clients), _rows_of(settled, clients)
        return {
            "rows": rows,
            "nodes": self.common.order.nodes,
            "named": self.common.order.named,
            "rows_left_out": [old - new for old, new in zip(before, rows, strict=True)],
            "columns_left_out": self.common.left_out,
        }


def mark_tables(tables: list[Table], options: RowOptions) -> Marked:
    """Bring the columns of all tables to the node order of the first table."""
    common = common_columns(tables, options)
    given = read_states(common.options.states, common.order.nodes)
    nodes = [
        mark_missing(node, common.options, node.name in common.accepted, given.get(node.name, ()))
        for node in _nodes(common.tables, common.order, common.seen)
    ]
    return Marked(nodes, common, given)


def align_tables(tables: list[Table], options: RowOptions) -> Data:
    """Bring all tables to the node order of the first table, and each node's codes to the same states."""
    return as_states(mark_tables(tables, options))


def as_states(marked: Marked) -> Data:
    """The rows with a code for each cell."""
    with markers_named(marked.open_nodes):
        settled = settle(marked.nodes, marked.common.options.missing, len(marked.common.tables))
    check_columns(marked.open_nodes, marked.common.options.decimal, marked.nodes)
    coded = marked.recode(settled)
    compare_states(marked.open_nodes)
    described = marked.described(settled)
    return Data(
        cells=_blocks(settled, coded, described["rows"]),
        states=[code.states for code in coded],
        **described,
        own_order=None
        if all(code.shown == code.states for code in coded)
        else [code.shown for code in coded],
        seen=marked.common.seen,
        gaps=any(column.missing is not None for node in settled for column in node.columns),
    )


def _rows_of(nodes: Sequence[Node], clients: int) -> list[int]:
    """The number of rows of each client."""
    rows = {}
    for node in nodes:
        if node.clients is None:  # every client sees it
            return [len(column.codes) for column in node.columns]
        rows.update({k: len(column.codes) for k, column in zip(node.clients, node.columns, strict=True)})
    return [rows[k] for k in range(clients)]


def _nodes(tables: list[Table], order: Order, seen: NDArray[np.uint8] | None) -> list[Node]:
    """The columns of all tables, node by node in the common order."""
    read = [read_columns(table) for table in tables]
    if seen is not None:
        owners = [np.flatnonzero(has).tolist() for has in seen.T]
        return [
            Node(
                [read[k][tables[k].labels.index(name)] for k in own],
                [tables[k].location(name) for k in own],
                own,
            )
            for name, own in zip(order.nodes, owners, strict=True)
        ]
    return [
        Node(
            [
                columns[i if moved is None else moved[i]]
                for columns, moved in zip(read, order.moved, strict=True)
            ],
            [table.location(name) for table in tables],
        )
        for i, name in enumerate(order.nodes)
    ]


def _blocks(nodes: list[Node], coded: list[Recoded], rows: list[int]) -> NDArray[Any]:
    """The codes of all clients, one client after the other, each (n, rows) in C order.

    A cell without a value has the number of the node's states.
    """
    gaps = any(column.missing is not None for node in nodes for column in node.columns)
    width = smallest(max(len(code.states) for code in coded) + gaps)
    codes = np.empty(len(coded) * sum(rows), width)
    for k, block in enumerate(_blocks_of(codes, len(coded), rows)):
        for i, (node, code) in enumerate(zip(nodes, coded, strict=True)):
            if (at := node.place_of(k)) is None:
                block[i] = 0  # what the client does not see does not count
                continue
            column, new_code = node.columns[at], code.new_codes[at]
            if column.missing is None:
                block[i] = column.codes if new_code is None else new_code[column.codes]
                continue
            own = column.codes[~column.missing]
            block[i] = len(code.states)
            block[i, ~column.missing] = own if new_code is None else new_code[own]
    return codes
