"""Conversion of the callers' tables to real-valued data for the engine: one float64 for each cell."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .._base.fields import Op, Options, Request
from .._base.place import bare, error_at
from .._engine.request import Arrays
from .._inputs.align import Order
from ..errors import InvalidInputError
from .codes import codes_of_floats, tell_codes
from .common import Common, common_columns
from .data import AlignedRows
from .location import ColumnLocation, place_of
from .many_states import warn_of_days
from .missing import Gap, complete_rows, rows_to_fill, tell_rows_left_out
from .number_texts import read_texts, text_node
from .numbers import read_numbers
from .options import RowOptions
from .rules import markers_named
from .tables import Table, check_lengths
from .units import middles_of_numbers, tell_units

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Values(AlignedRows):
    """Rows of real numbers. The cells are float64; one without a value is NaN."""

    places: list[tuple[str, int | None, str]]
    """Of each client the argument and the index in it, and what messages call it."""

    seen: NDArray[np.uint8] | None = field(default=None, kw_only=True)
    """(r, n): 1 where a client has a column; where it has not, no cell has a value. None: each has all."""

    _of_clients: ClassVar[tuple[str, ...]] = (*AlignedRows._of_clients, "places")

    def request(self, op: Op, **options: Unpack[Options]) -> Request:
        return super().request(op, **({"gaps": True} if self.gaps else {}), **options)

    def only(self, clients: list[int], **more: Any) -> Values:
        """The data of some of the clients. The columns stay those of all clients."""
        if self.seen is None:
            return super().only(clients, **more)
        return replace(super().only(clients, seen=self.seen[clients], **more), gaps=True)

    def has(self) -> NDArray[np.bool_]:
        return super().has() if self.seen is None else self.seen.astype(bool)

    def known(self) -> list[NDArray[np.bool_]]:
        return [~np.isnan(block) for block in self.blocks()]

    def alone(self, client: int) -> Values:
        """The rows of one client, over the columns that it has."""
        if self.seen is None:
            return self.only([client])
        one = self.only([client])
        has = np.flatnonzero(self.seen[client])
        cells = one.blocks()[0][has].ravel()
        gaps = bool(np.isnan(cells).any())
        return replace(one, cells=cells, seen=None, gaps=gaps, **one._columns(has.tolist()))

    def _columns(self, has: list[int]) -> dict[str, Any]:
        """The fields that have something for each column, for some of them."""
        return {"nodes": [self.nodes[i] for i in has]}

    @property
    def arrays(self) -> Arrays:
        """The arrays that every request about these data needs."""
        seen = {} if self.seen is None else {"seen": self.seen}
        return {"values": self.cells, **seen, **self.rank()}

    @contextmanager
    def errors_name_tables(self) -> Iterator[None]:
        try:
            yield
        except InvalidInputError as error:
            if error.argument != "values" or error.dag is None:
                raise
            argument, dag, place = self.places[error.dag]
            raise error_at(InvalidInputError, bare(error), argument, dag, error.nodes, place) from None


def align_values(tables: list[Table], options: RowOptions) -> Values:
    """Bring all tables to the node order of the first table, and each cell to a float64."""
    refuse_options_of_states(options)
    common = common_columns(tables, options)
    if common.seen is not None:
        return _align_union(common)
    tables, columns_left_out, options, accepted, order, _ = common
    read = _read_columns(tables, order, options)
    _tell_codes(tables, order, read, accepted)
    gaps = [_gaps(table, order, columns) for table, columns in zip(tables, read, strict=True)]
    if options.missing == "fill":
        kept = rows_to_fill(gaps, [len(order.nodes)] * len(tables))
    else:
        kept = [complete_rows(masks, options.missing, may_be_state=False) for masks in gaps]
        tell_rows_left_out(gaps, kept)
    blocks, rows, rows_left_out = [], [], []
    for columns, own in zip(read, kept, strict=True):
        rows.append(len(columns[0]) if own is None else len(own))
        rows_left_out.append(len(columns[0]) - rows[-1])
        blocks += columns if own is None else [column[own] for column in columns]
    cells = np.concatenate(blocks)
    return Values(
        cells=cells,
        gaps=options.missing == "fill" and bool(np.isnan(cells).any()),
        rows=rows,
        rows_left_out=rows_left_out,
        columns_left_out=columns_left_out,
        states=[],
        places=[(table.argument, table.dag, table.place) for table in tables],
        nodes=order.nodes,
        named=order.named,
    )


def _align_union(common: Common) -> Values:
    """The numbers of tables with different columns. In a column that a table lacks, no cell has a value."""
    _, _, options, accepted, order, seen = common
    assert seen is not None
    each = [align_values([table], replace(options, columns="same", names=None)) for table in common.tables]
    _tell_units_of_union(common.tables, each, accepted)
    blocks = []
    for one, own in zip(each, seen, strict=True):
        cells = np.full((len(order.nodes), one.rows[0]), np.nan)
        place = {name: i for i, name in enumerate(one.nodes)}
        has = np.flatnonzero(own).tolist()
        cells[has] = one.blocks()[0][[place[order.nodes[i]] for i in has]]
        blocks.append(cells.ravel())
    return replace(
        each[0],
        cells=np.concatenate(blocks),
        gaps=True,
        nodes=order.nodes,
        named=order.named,
        seen=seen,
        **{name: [entry for one in each for entry in getattr(one, name)] for name in each[0]._of_clients},
    )


def _tell_units_of_union(tables: Sequence[Table], each: Sequence[Values], accepted: Set[Hashable]) -> None:
    """Compare the numbers of tables with different columns."""
    columns: dict[Hashable, list[tuple[NDArray[np.float64], ColumnLocation]]] = {}
    for table, one in zip(tables, each, strict=True):
        for name, own in zip(one.nodes, one.blocks()[0], strict=True):
            if name not in accepted:
                columns.setdefault(name, []).append((own, table.location(name)))
    tell_units({name: middles_of_numbers(*zip(*own, strict=True)) for name, own in columns.items()})


def refuse_options_of_states(options: RowOptions) -> None:
    """Refuse the options that make states, which numbers have not."""
    for argument, unwanted in (
        ("states", options.states is not None),
        ("missing", options.missing == "state"),
    ):
        if unwanted:
            raise InvalidInputError(
                f"{argument}: a Gaussian score takes numbers, which have no states", argument=argument
            )


def _read_columns(tables: list[Table], order: Order, options: RowOptions) -> list[list[NDArray[np.float64]]]:
    """The numbers of each column of each table, in the common order. NaN stands for a missing value."""
    read = []
    for table, moved in zip(tables, order.moved, strict=True):
        own = [
            read_numbers(column, table.location(name), options)
            for column, name in zip(table.columns, table.labels, strict=True)
        ]
        check_lengths(table, [len(numbers.values) for numbers in own])
        read.append(own if moved is None else [own[i] for i in moved])
    every = {
        name: (columns, [table.location(name) for table in tables])
        for name, columns in zip(order.nodes, zip(*read, strict=True), strict=True)
    }
    with markers_named(text_node(*own) for own in every.values()):
        nodes = [read_texts(columns, locations, options) for columns, locations in every.values()]
    return [list(columns) for columns in zip(*nodes, strict=True)]


def _tell_codes(
    tables: list[Table], order: Order, read: list[list[NDArray[np.float64]]], accepted: Set[Hashable]
) -> None:
    """Warn of numbers that may stand for no value, and of such that may be dates."""
    columns = {name: [own[i] for own in read] for i, name in enumerate(order.nodes)}
    locations = {name: [table.location(name) for table in tables] for name in columns}
    found = [
        codes
        for name, own in columns.items()
        if name not in accepted and (codes := codes_of_floats(own, locations[name]))
    ]
    values = [code.value for one in found for _, codes in one.sites for code in codes]
    others = set(columns).difference(one.name for one in found) if found else ()
    also = [
        name
        for name in columns
        if name in others and any(np.isin(own, values).any() for own in columns[name])
    ]
    tell_codes(found, also, accept=True)
    place = tables[0].place if len(tables) == 1 else place_of(tables[0].argument, None, None)
    open_columns = {name: own for name, own in columns.items() if name not in accepted}
    warn_of_days(open_columns, place)
    tell_units({name: middles_of_numbers(own, locations[name]) for name, own in open_columns.items()})


def _gaps(table: Table, order: Order, columns: list[NDArray[np.float64]]) -> list[Gap]:
    """The columns of one table that have missing values."""
    masks = [(table.location(name), np.isnan(own)) for name, own in zip(order.nodes, columns, strict=True)]
    return [gap for gap in masks if gap[1].any()]
