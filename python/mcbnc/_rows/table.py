"""The rows of one call, as the engine takes them. Each column has states or numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.fields import Op, Options, Request
from .._base.file_hash import FileHash
from .._base.place import bare, error_at
from .._engine.request import Arrays
from .._inputs.align import Nodes
from ..errors import InvalidInputError
from .columns import smallest

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import RowOptions

Form = Literal["states", "numbers", "both"]
"""What a score takes, and so what the engine gets: codes, or float64, or float64 and which are codes."""

_OF_CLIENTS = ("rows", "rows_left_out", "columns_left_out", "places")


class Place(NamedTuple):
    """Where a client's table came from."""

    argument: str
    dag: int | None
    name: str
    """What messages call it."""
    hashed: FileHash | None = None
    """The file that it was read from."""
    cut: int = 0
    """The number of columns that were cut into bins before."""


@dataclass(frozen=True)
class Table(Nodes):
    """The rows of all clients of one call, aligned to one order of the nodes."""

    cells: NDArray[Any]
    """One-dimensional: the cells of all clients, one client after the other, each (n, rows) in C order.

    A column of states has codes. If all columns have, by the score, the codes are unsigned integers. A cell
    without a value then has the number of the node's states, and a cell of a column that the client has not
    is 0. Else cells are float64, and both kinds are NaN.
    """
    rows: list[int]
    """The number of rows of each client."""
    nodes: list[Hashable]
    named: bool
    states: Sequence[Sequence[Hashable] | None]
    """The sorted states of each node. A code is an index into this list. None: the node has numbers."""
    places: list[Place]
    rows_left_out: list[int]
    """The number of rows of each client that are left out, because they have missing values."""
    columns_left_out: list[list[Hashable]]
    """The columns of each client that are left out, because not all clients have them."""
    form: Form = "states"
    own_order: Sequence[Sequence[Hashable] | None] | None = None
    """The states of each node in the order that ordered columns give them. None: all are sorted."""
    seen: NDArray[np.uint8] | None = None
    """(r, n): 1 where a client has a column. None: each has all."""
    gaps: bool = False
    """A cell of a column that its client has may be without a value, and is to be filled."""
    options: RowOptions | None = None
    """How the tables were read."""
    recipe: str | None = None
    """The hash of the recipe that made the tables. None: none did, or several."""

    @property
    def r(self) -> int:
        return len(self.rows)

    @property
    def coded(self) -> bool:
        """All columns have states, by the score."""
        return self.form == "states"

    @property
    def complete(self) -> bool:
        """Each client has a value in every cell of every column."""
        return self.seen is None and not self.gaps

    @property
    def arity(self) -> list[int]:
        """The number of states of each node. 0: it has numbers.

        The engine needs a state for each node of states, but a table without rows may have none.
        """
        return [0 if states is None else max(len(states), 1) for states in self.states]

    @property
    def sorted_states(self) -> dict[Hashable, list[Hashable]]:
        """The sorted states of each node that has some."""
        return _by_node(self.nodes, self.states)

    @property
    def shown_states(self) -> dict[Hashable, list[Hashable]]:
        """The states of each node that has some, in the order that users see."""
        return _by_node(self.nodes, self.states if self.own_order is None else self.own_order)

    def request(self, op: Op, **options: Unpack[Options]) -> Request:
        own: Options = {"rows": self.rows}
        if self.coded:
            own["width"] = self.cells.itemsize
        if self.gaps if self.coded else not self.complete:
            own["gaps"] = True
        return {**super().request(op, **options), **own}

    @property
    def arrays(self) -> Arrays:
        """The arrays that every request about these rows needs."""
        arrays: Arrays = {"data" if self.coded else "values": self.cells}
        if self.form != "numbers":
            arrays["arity"] = np.array(self.arity, np.int32)
        if self.seen is not None:
            arrays["seen"] = self.seen
        return {**arrays, **self.rank()}

    @contextmanager
    def errors_name_tables(self) -> Iterator[None]:
        """In an error of the engine about an array of numbers, put the caller's argument."""
        try:
            yield
        except InvalidInputError as error:
            if error.argument != "values" or error.dag is None:
                raise
            place = self.places[error.dag]
            raise error_at(
                InvalidInputError, bare(error), place.argument, place.dag, error.nodes, place.name
            ) from None

    def blocks(self) -> list[NDArray[Any]]:
        """The cells of each client, (n, rows)."""
        return blocks_of(self.cells, self.n, self.rows)

    def column(self, client: int, node: int) -> NDArray[Any]:
        """(rows,): a client's column, the codes of its states as unsigned integers, or its numbers.

        A cell without a value has the number of the states, or is NaN.
        """
        states = self.states[node]
        cells: NDArray[Any] = self.blocks()[client][node]
        if states is None or self.coded:
            return cells
        width = smallest(max(len(states), 1) + self.gaps)
        return np.nan_to_num(cells, nan=len(states)).astype(width) if self.gaps else cells.astype(width)

    def has(self) -> NDArray[np.bool_]:
        """(r, n): the columns that each client has."""
        return np.ones((self.r, self.n), bool) if self.seen is None else self.seen.astype(bool)

    def known(self) -> list[NDArray[np.bool_]]:
        """(n, rows) of each client: the cells with a value, in columns that the client has."""
        if not self.coded:
            return [~np.isnan(block) for block in self.blocks()]
        arity = np.array([len(states or ()) for states in self.states])[:, np.newaxis]
        return [
            (block < arity) & own[:, np.newaxis] for block, own in zip(self.blocks(), self.has(), strict=True)
        ]

    def to_fill(self, client: int) -> dict[Hashable, int]:
        """The number of cells without a value in each column of a client that has such cells."""
        if not self.gaps:
            return {}
        counts = zip(self.nodes, self._lacks(client).sum(axis=1).tolist(), strict=True)
        return {name: count for name, count in counts if count}

    def _lacks(self, client: int) -> NDArray[np.bool_]:
        """(n, rows): the cells of a client that lack a value, in columns that it has."""
        lacks: NDArray[np.bool_] = ~self.known()[client] & self.has()[client][:, np.newaxis]
        return lacks

    def with_cells(self, blocks: Sequence[NDArray[Any]], **of_clients: Any) -> Table:
        """These cells of the clients, (n, rows) each, over the same columns.

        `of_clients` are the fields about clients that change.
        """
        return replace(self, cells=np.concatenate([block.ravel() for block in blocks]), **of_clients)

    @staticmethod
    def joined(
        each: Sequence[Table],
        blocks: Sequence[NDArray[Any]],
        nodes: list[Hashable],
        named: bool,
        seen: NDArray[np.uint8],
    ) -> Table:
        """The numbers of clients that were read alone, with their cells over all columns, (n, rows) each."""
        own: dict[str, Any] = {name: [x for one in each for x in getattr(one, name)] for name in _OF_CLIENTS}
        every = replace(each[0], nodes=nodes, named=named, states=[None] * len(nodes), seen=seen)
        return every.with_cells(blocks, gaps=any(one.gaps for one in each), **own)

    def only(self, clients: Sequence[int]) -> Table:
        """The rows of some of the clients. The columns, and their states, stay those of all clients."""
        blocks = self.blocks()
        own: dict[str, Any] = {name: [getattr(self, name)[k] for k in clients] for name in _OF_CLIENTS}
        seen = None if self.seen is None else self.seen[clients]
        return self.with_cells([blocks[k] for k in clients], seen=seen, **own)._with_its_gaps()

    def alone(self, client: int) -> Table:
        """The rows of one client, over the columns that it has."""
        one = self.only([client])
        if one.seen is None:
            return one
        has = np.flatnonzero(one.seen[0]).tolist()
        part = replace(
            one,
            cells=one.blocks()[0][has].ravel(),
            nodes=[one.nodes[i] for i in has],
            states=[one.states[i] for i in has],
            own_order=None if one.own_order is None else [one.own_order[i] for i in has],
            seen=None,
        )
        return part._with_its_gaps()

    def _with_its_gaps(self) -> Table:
        """The same rows. `gaps` is true only if a cell lacks a value."""
        return replace(self, gaps=any(self._lacks(k).any() for k in range(self.r))) if self.gaps else self

    def filled(self, times: int, cells: NDArray[Any]) -> Table:
        """The rows that many times, one time after the other, with a value in each of these cells."""
        own: dict[str, Any] = {name: getattr(self, name) * times for name in _OF_CLIENTS}
        seen = None if self.seen is None else np.tile(self.seen, (times, 1))
        return replace(self, cells=cells, seen=seen, gaps=False, **own)

    def as_shown(self) -> Table:
        """The same rows of states with codes that follow the states that users see."""
        if self.own_order is None:
            return self
        codes = np.empty_like(self.cells)
        old, new = self.blocks(), blocks_of(codes, self.n, self.rows)
        shown = self.shown_states
        for i, (name, states) in enumerate(self.sorted_states.items()):
            own = shown[name]
            place = {state: k for k, state in enumerate(own)}
            new_code = np.array([place[state] for state in states] or [0], codes.dtype)
            for before, after in zip(old, new, strict=True):
                after[i] = new_code[before[i]]
        return replace(self, cells=codes, states=self.own_order, own_order=None)


def blocks_of(cells: NDArray[Any], n: int, rows: Sequence[int]) -> list[NDArray[Any]]:
    """The parts of a one-dimensional array that has (n, rows) cells of each client, one after the other."""
    ends = np.cumsum([n * count for count in rows]).tolist()
    return [cells[end - n * count : end].reshape(n, count) for end, count in zip(ends, rows, strict=True)]


def _by_node(
    nodes: Sequence[Hashable], states: Sequence[Sequence[Hashable] | None]
) -> dict[Hashable, list[Hashable]]:
    return {name: [*own] for name, own in zip(nodes, states, strict=True) if own is not None}
