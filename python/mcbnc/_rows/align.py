"""One table of all clients' tables: the same columns in one order, and a code or a number for each cell."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base import defaults
from .._base.names import differences, same_names
from .._base.scoring import cells_of
from .._base.warn import warn
from .._base.wording import wording
from .._inputs.align import Order, common_order
from ..errors import DataWarning, InvalidInputError
from .between import compare_names, compare_states
from .codes import codes_of_floats, codes_of_numbers, nodes_with, tell_codes
from .columns import ColumnLocation, Node, joined, place_of, smallest
from .graph_tables import refuse_graphs
from .missing import Gap, complete_rows, mark_missing, rows_to_fill, settle, tell_rows_left_out
from .mixed import announcement, are_mixed, measured, numbers_of, refuse_gaps
from .neighbours import tell_neighbours
from .numbers import read_texts, text_node
from .opened import Opened, all_labels, check_lengths, read_columns, require_room, select, tell_doubts
from .options import RowOptions
from .readings import warn_of_days
from .repeats import settle_repeats
from .rules import check_columns, markers_named
from .states import Recoded, read_states, recode
from .table import Form, Place, Table, blocks_of
from .units import middles_of_numbers, tell_units

Floats = NDArray[np.float64]

_SHOWN = 5  # tables in a message, at most


class Common(NamedTuple):
    """The columns that are taken of several tables."""

    tables: list[Opened]
    """The tables with these columns alone."""
    left_out: list[list[Hashable]]
    """The columns of each table that are left out."""
    options: RowOptions
    """The options about these columns."""
    accepted: frozenset[Hashable]
    """The columns to be taken as they are."""
    order: Order
    seen: NDArray[np.uint8] | None = None
    """(tables, columns): 1 where a table has a column. None: each has all. Else `order` moves nothing."""

    def places(self) -> list[dict[int, int]]:
        """For each column of the common order: its place in each table that has it, by the table's number."""
        if self.seen is None:
            moved = [range(len(self.order.nodes)) if own is None else own for own in self.order.moved]
            return [dict(enumerate(own)) for own in zip(*moved, strict=True)]
        every = [{name: at for at, name in enumerate(table.labels)} for table in self.tables]
        return [{k: own[name] for k, own in enumerate(every) if name in own} for name in self.order.nodes]


def common_columns(tables: list[Opened], options: RowOptions, checked: bool = False) -> Common:
    """Check which columns the tables have, and bring these to one order.

    Only names are compared. Tables without names have their columns by number, and nothing is left out.
    `checked`: the tables are no graphs, and no names look alike.
    """
    accepted = options.accepted(all_labels(tables))
    if not checked:
        refuse_graphs(tables, accepted)
        compare_names(tables, accepted)
    left_out: list[list[Hashable]] = [[] for _ in tables]
    if _differ(tables):
        if options.columns == "union":
            return _union(tables, options, accepted)
        common = _in_common([table for table in tables if table.names is not None], options.columns)
        left_out = [
            [] if table.names is None else [name for name in table.labels if name not in common]
            for table in tables
        ]
        tables = [table if table.names is None else select(table, common) for table in tables]
        options = options.without(set().union(*left_out))
    return Common(tables, left_out, options, accepted, common_order(tables, options.names, "names"))


def _differ(tables: list[Opened]) -> bool:
    """Whether tables with names have other columns than one another."""
    named = [set(table.labels) for table in tables if table.names is not None]
    return any(own != named[0] for own in named)


def _union(tables: list[Opened], options: RowOptions, accepted: frozenset[Hashable]) -> Common:
    """All columns that any table has, in the order of the tables."""
    every = all_labels(tables)
    if bare := next((table for table in tables if table.names is None), None):
        raise InvalidInputError(
            f"{bare.place} has no names, so it is unknown which of the {len(every)} columns it has",
            argument=bare.argument,
            dag=bare.dag,
        )
    if options.names is not None:
        same_names(options.names, every, "names", None, "the tables together")
    seen = np.array([[name in own for name in every] for own in (set(t.labels) for t in tables)], np.uint8)
    return Common(
        tables, [[] for _ in tables], options, accepted, Order(every, True, [None] * len(tables)), seen
    )


def _in_common(named: Sequence[Opened], columns: str) -> set[Hashable]:
    """The columns that all tables with names have, if `columns` is "common". Else such tables are refused."""
    if columns != "common":
        raise _differing(named)
    common = set(named[0].labels).intersection(*(table.labels for table in named))
    if not common:
        raise InvalidInputError("the tables have no column in common", argument=named[0].argument)
    return common


def _differing(tables: Sequence[Opened]) -> InvalidInputError:
    """An error that names the tables that differ, and their columns.

    A column is expected of all tables if most of them have it. If half of them have it, the first
    table decides.
    """
    every = all_labels(tables)
    sets = [set(table.labels) for table in tables]
    votes = {name: 2 * sum(name in own for own in sets) + (name in sets[0]) for name in every}
    expected = [name for name in every if votes[name] > len(tables)]
    parts, nodes = [], []
    for table, own in zip(tables, sets, strict=True):
        besides = [name for name in table.labels if name not in expected]
        lacks = [name for name in expected if name not in own]
        nodes += besides + lacks
        if besides or lacks:
            parts.append((table, f"{table.place} {differences(table.labels, expected)}"))
    more = f"; so do {len(parts) - _SHOWN} more" if len(parts) > _SHOWN else ""
    shared = sum(all(name in own for own in sets) for name in every)
    union = f"{wording().option('columns', 'union')} takes all"
    cure = f". {wording().option('columns', 'common')} takes the {shared} that all have, and {union}" * bool(
        shared
    )
    cure = cure or f". {union}"
    return InvalidInputError(
        f"not all tables have the same columns: {'; '.join(text for _, text in parts[:_SHOWN])}{more}{cure}",
        argument=tables[0].argument,
        dag=parts[0][0].dag,
        nodes=list(dict.fromkeys(nodes)),
    )


def read_table(tables: list[Opened], score: str | None, options: RowOptions, then: str = "learn") -> Table:
    """Align tables for a score. `then` is the engine's operation on them, whose memory is counted too.

    The nodes have the order of the first table, and each node's codes refer to the same states.
    """
    table = settle_repeats(align_table(tables, score, options, then), options.repeats)
    tell_neighbours(table)
    return table


def align_table(
    tables: list[Opened],
    score: str | None,
    options: RowOptions,
    then: str = "learn",
    checked: Checked | None = None,
) -> Table:
    """The same before rows are compared with one another. What was checked before is not checked again."""
    tell_doubts(tables)
    require_room(tables, options.columns, score, then)
    kind = cells_of(score)
    if kind == "numbers":
        table = _of_numbers(tables, options)
    elif kind == "states":
        table = _of_columns(_mark(tables, options, checked), None, checked)
    else:
        marked = _mark(tables, options, checked)
        real = measured(marked.open_nodes, options.decimal)
        mixed = kind == "mixed" or are_mixed(marked.nodes, real, options.decimal)
        table = _of_columns(marked, real if mixed else None, checked)
        if mixed and score is None:
            best = defaults.MIXED_SCORE if table.complete else defaults.GAPS_SCORE
            warn(f"{marked.place}: {announcement(marked.nodes, real, best.name)}", DataWarning)
    return table


class Checked(NamedTuple):
    """Tables in which :func:`mcbnc.check` has found no fault. Their names were compared too."""

    columns: Mapping[int, Mapping[Hashable, Node]]
    """The columns of each table in the order of the tables, with the missing cells marked."""
    numbers: Mapping[Hashable, list[Floats]]
    """The numbers of some variables at each site."""


class _Marked(NamedTuple):
    """The variables of all tables in one order, with the missing cells marked."""

    common: Common
    nodes: list[Node]
    open_nodes: list[Node]
    """The variables whose values the caller did not accept as states."""
    given: dict[Hashable, list[Hashable]]
    """The states that the caller listed, by node."""

    @property
    def place(self) -> str:
        """What messages about all tables begin with."""
        first = self.nodes[0].locations
        return place_of(first[0].argument, None, None) if len(first) > 1 else first[0].place


def _mark(tables: list[Opened], options: RowOptions, checked: Checked | None = None) -> _Marked:
    """Bring the columns of all tables to the node order of the first table."""
    common = common_columns(tables, options, checked is not None)
    given = read_states(common.options.states, common.order.nodes)
    nodes = _read(common, given) if checked is None else _read_before(common, checked)
    vouched = {*common.accepted, *given}
    return _Marked(common, nodes, [node for node in nodes if node.name not in vouched], given)


def _read(common: Common, given: Mapping[Hashable, list[Hashable]]) -> list[Node]:
    """The variables, with the missing cells marked."""
    read = [read_columns(table) for table in common.tables]
    nodes = []
    for name, places in zip(common.order.nodes, common.places(), strict=True):
        columns = [read[k][at] for k, at in places.items()]
        locations = [common.tables[k].location(name) for k in places]
        node = Node(columns, locations, None if common.seen is None else list(places))
        nodes.append(mark_missing(node, common.options, name in common.accepted, given.get(name, ())))
    return nodes


def _read_before(common: Common, checked: Checked) -> list[Node]:
    """The same, of columns that were read and marked before."""
    every = [*checked.columns.values()]
    nodes = []
    for name in common.order.nodes:
        own = {k: columns[name] for k, columns in enumerate(every) if name in columns}
        nodes.append(joined([*own.values()])._replace(clients=None if common.seen is None else [*own]))
    return nodes


def align_states(tables: list[Opened], options: RowOptions) -> Table:
    """The rows with a code for each cell."""
    return _of_columns(_mark(tables, options))


def _of_columns(
    marked: _Marked,
    numbers_in: Set[Hashable] | None = None,
    checked: Checked | None = None,
) -> Table:
    """The rows with a number for each cell of some variables, and a code for each cell of the others.

    None: the score takes states alone.
    """
    real = numbers_in or frozenset()
    common, options = marked.common, marked.common.options
    with markers_named(marked.open_nodes):
        if options.missing not in ("drop", "fill"):
            for node in marked.nodes:
                if node.name in real:
                    refuse_gaps(node)
        settled = settle(marked.nodes, options.missing, len(common.tables))
    of_states = [node for node in marked.open_nodes if node.name not in real]
    if checked is None:
        check_columns(of_states, options.decimal, marked.nodes)
    coded = _code([node for node in settled if node.name not in real], of_states, marked.given, options)
    numbers = {}
    if real:
        of_numbers = [node for node in settled if node.name in real]
        if checked is not None and settled is marked.nodes and real <= checked.numbers.keys():
            numbers = {node.name: checked.numbers[node.name] for node in of_numbers}
        else:
            numbers = _numbers_of_states(marked, of_numbers, tell=checked is None)
    before, rows = (_rows_of(nodes, len(common.tables)) for nodes in (marked.nodes, settled))
    states, shown = (
        [getattr(coded[node.name], which) if node.name in coded else None for node in settled]
        for which in ("states", "shown")
    )
    gaps = any(column.missing is not None for node in settled for column in node.columns)
    form: Form = "states" if numbers_in is None else "both"
    width = (
        np.float64 if form == "both" else smallest(max(len(code.states) for code in coded.values()) + gaps)
    )
    return Table(
        cells=_cells(settled, coded, numbers, rows, width),
        rows=rows,
        nodes=common.order.nodes,
        named=common.order.named,
        states=states,
        places=_places(common.tables),
        rows_left_out=[old - new for old, new in zip(before, rows, strict=True)],
        columns_left_out=common.left_out,
        form=form,
        own_order=None if shown == states else shown,
        seen=common.seen,
        gaps=gaps,
    )


def _code(
    settled: Sequence[Node],
    open_nodes: Sequence[Node],
    given: Mapping[Hashable, list[Hashable]],
    options: RowOptions,
) -> dict[Hashable, Recoded]:
    """The variables with one list of states for all clients, which those that are open may not have apart."""
    coded = {node.name: recode(node, given.get(node.name), options.missing == "state") for node in settled}
    compare_states(open_nodes)
    return coded


def check_states(node: Node, given: list[Hashable] | None, accepted: bool, options: RowOptions) -> None:
    """Refuse a variable and warn of it as `align_states` does. Missing cells are marked, and are a state."""
    open_nodes = [] if accepted or given is not None else [node]
    with markers_named(open_nodes):
        settled = settle([node], "state")
    known = {} if given is None else {node.name: given}
    check_columns(open_nodes, options.decimal, [node])
    _code(settled, open_nodes, known, options.with_missing_state)


def _numbers_of_states(marked: _Marked, nodes: Sequence[Node], tell: bool) -> dict[Hashable, list[Floats]]:
    """The numbers of variables whose states are numbers, at each site. `tell`: warn of them too."""
    decimal = marked.common.options.decimal
    with markers_named(marked.open_nodes):
        numbers = {node.name: numbers_of(node, decimal) for node in nodes}
    if not tell:
        return numbers
    codes = [found for node in nodes if (found := codes_of_numbers(node, numbers[node.name], decimal))]
    tell_codes(codes, nodes_with(codes, marked.nodes), accept=False)
    warn_of_days(numbers, marked.place)
    tell_units({node.name: middles_of_numbers(numbers[node.name], node.locations) for node in nodes})
    return numbers


def _rows_of(nodes: Sequence[Node], clients: int) -> list[int]:
    """The number of rows of each client."""
    rows = {}
    for node in nodes:
        if node.clients is None:  # every client sees it
            return [len(column.codes) for column in node.columns]
        rows.update({k: len(column.codes) for k, column in zip(node.clients, node.columns, strict=True)})
    return [rows[k] for k in range(clients)]


def _cells(
    nodes: Sequence[Node],
    coded: Mapping[Hashable, Recoded],
    numbers: Mapping[Hashable, Sequence[Floats]],
    rows: list[int],
    dtype: Any,
) -> NDArray[Any]:
    """The cells of all clients, one client after the other, each (n, rows) in C order."""
    cells = np.empty(len(nodes) * sum(rows), dtype)
    floats = cells.dtype.kind == "f"
    for k, block in enumerate(blocks_of(cells, len(nodes), rows)):
        for node, row in zip(nodes, block, strict=True):
            at = node.place_of(k)
            if at is None:
                row[:] = np.nan if floats else 0  # what the client does not see does not count
            elif node.name in numbers:
                row[:] = numbers[node.name][at]
            else:
                _write_codes(row, node, at, coded[node.name], floats)
    return cells


def _write_codes(row: NDArray[Any], node: Node, at: int, coded: Recoded, floats: bool) -> None:
    """The codes of a column. A cell without a value has the number of the states, or is NaN among floats."""
    column, new_code = node.columns[at], coded.new_codes[at]
    if column.missing is None:
        row[:] = column.codes if new_code is None else new_code[column.codes]
        return
    own = column.codes[~column.missing]
    row[:] = np.nan if floats else len(coded.states)
    row[~column.missing] = own if new_code is None else new_code[own]


def _places(tables: Sequence[Opened]) -> list[Place]:
    return [Place(table.argument, table.dag, table.place, table.hashed, table.cut) for table in tables]


def _of_numbers(tables: list[Opened], options: RowOptions) -> Table:
    """The rows with a float64 for each cell."""
    refuse_options_of_states(options)
    common = common_columns(tables, options)
    if common.seen is not None:
        return _numbers_of_union(common)
    tables, columns_left_out, options, accepted, order, _ = common
    read = _read_numbers(tables, order, options)
    _tell_oddities(tables, order, read, accepted)
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
    return Table(
        cells=cells,
        rows=rows,
        nodes=order.nodes,
        named=order.named,
        states=[None] * len(order.nodes),
        places=_places(tables),
        rows_left_out=rows_left_out,
        columns_left_out=columns_left_out,
        form="numbers",
        gaps=options.missing == "fill" and bool(np.isnan(cells).any()),
    )


def _numbers_of_union(common: Common) -> Table:
    """The numbers of tables with different columns. In a column that a table lacks, no cell has a value."""
    _, _, options, accepted, order, seen = common
    assert seen is not None
    each = [_of_numbers([table], replace(options, columns="same", names=None)) for table in common.tables]
    _tell_units_of_union(common.tables, each, accepted)
    blocks = []
    for one, own in zip(each, seen, strict=True):
        cells = np.full((len(order.nodes), one.rows[0]), np.nan)
        place = {name: i for i, name in enumerate(one.nodes)}
        has = np.flatnonzero(own).tolist()
        cells[has] = one.blocks()[0][[place[order.nodes[i]] for i in has]]
        blocks.append(cells)
    return Table.joined(each, blocks, order.nodes, order.named, seen)


def _tell_units_of_union(tables: Sequence[Opened], each: Sequence[Table], accepted: Set[Hashable]) -> None:
    """Compare the numbers of tables with different columns."""
    columns: dict[Hashable, list[tuple[Floats, ColumnLocation]]] = {}
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


def _read_numbers(tables: list[Opened], order: Order, options: RowOptions) -> list[list[Floats]]:
    """The numbers of each column of each table, in the common order. NaN stands for a missing value."""
    read = []
    for table, moved in zip(tables, order.moved, strict=True):
        own = [table.numbers(at, options) for at in range(table.n)]
        check_lengths(table, [len(numbers.values) for numbers in own])
        read.append(own if moved is None else [own[i] for i in moved])
    every = {
        name: (columns, [table.location(name) for table in tables])
        for name, columns in zip(order.nodes, zip(*read, strict=True), strict=True)
    }
    with markers_named(text_node(*own) for own in every.values()):
        nodes = [read_texts(columns, locations, options) for columns, locations in every.values()]
    return [list(columns) for columns in zip(*nodes, strict=True)]


def _tell_oddities(
    tables: list[Opened], order: Order, read: list[list[Floats]], accepted: Set[Hashable]
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


def _gaps(table: Opened, order: Order, columns: list[Floats]) -> list[Gap]:
    """The columns of one table that have missing values."""
    masks = [(table.location(name), np.isnan(own)) for name, own in zip(order.nodes, columns, strict=True)]
    return [gap for gap in masks if gap[1].any()]
