"""Conversion of the callers' tables to data for the engine: one code for each cell, in column order.

No optional library is imported to recognise a table, as in _inputs/convert.py.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Set
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.extras import is_a
from .._base.names import check_names, default_names, label, read_names
from .._base.show import shown
from .._engine.request import Arrays
from .._graphs.graph import Graph
from .._inputs.align import Nodes, common_order
from ..errors import InvalidInputError
from .columns import Column, ColumnLocation, read_column, smallest
from .csv import read_csv
from .states import read_states, recode

__all__ = ["Data", "Table", "align_tables", "read_datasets", "read_table"]

_KINDS = "a pandas DataFrame, a dict of columns, an array or lists of rows, or the path of a CSV file"


class Table(NamedTuple):
    """The data of one client before alignment."""

    columns: list[Column]
    rows: int
    names: list[Hashable] | None
    argument: str
    dag: int | None = None

    @property
    def n(self) -> int:
        return len(self.columns)

    @property
    def place(self) -> str:
        return label(self.argument, self.dag)

    @property
    def unit(self) -> str:
        return "columns"


@dataclass(frozen=True)
class Data(Nodes):
    """The data of one call, aligned to one order of the nodes and to one list of states for each node."""

    codes: NDArray[Any]
    """One-dimensional: the codes of all clients, one client after the other, each (n, rows) in C order."""
    rows: list[int]
    """The number of rows of each client."""
    states: list[list[Hashable]]
    """The sorted states of each node. A code is an index into this list."""
    nodes: list[Hashable]
    named: bool

    @property
    def r(self) -> int:
        return len(self.rows)

    def request(self, op: str, **options: Any) -> dict[str, Any]:
        return super().request(op, rows=self.rows, width=self.codes.itemsize, **options)

    @property
    def arrays(self) -> Arrays:
        """The arrays that every request about these data needs."""
        # The engine needs a state for each node, but data without rows may have none.
        arity = np.array([max(len(states), 1) for states in self.states], np.int32)
        return {"data": self.codes, "arity": arity, **self.rank()}


def read_datasets(datasets: Any, names: Any, states: Any) -> Data:
    """Read the argument `datasets` of the public functions."""
    if is_a(datasets, "pandas", "DataFrame") or isinstance(datasets, (str, bytes, os.PathLike, Mapping, Set)):
        raise InvalidInputError(
            f"datasets must be a sequence of data sets, not a single {type(datasets).__name__}; "
            "mcbnc.learn takes one",
            argument="datasets",
        )
    try:
        tables = list(datasets)
    except TypeError:
        raise InvalidInputError(
            f"datasets must be a sequence of data sets, not {type(datasets).__name__}", argument="datasets"
        ) from None
    if not tables:
        raise InvalidInputError("datasets is empty: give at least one", argument="datasets")
    given = None if names is None else read_names(names, "names")
    read = [read_table(table, "datasets", i, given) for i, table in enumerate(tables)]
    return align_tables(read, given, states)


def read_table(data: Any, argument: str, dag: int | None, given: list[Hashable] | None) -> Table:
    """Read one client's data, of any kind."""
    if not isinstance(data, Graph) and hasattr(data, "to_pandas"):  # polars and pyarrow
        data = data.to_pandas()
    if is_a(data, "pandas", "DataFrame"):
        names = check_names(data.columns.tolist(), argument, dag)
        columns = [data.iloc[:, i] for i in range(len(names))]
        return _collect(columns, names, argument, dag, rows=len(data))
    if isinstance(data, Mapping):
        names = check_names(list(data), argument, dag)
        return _collect(list(data.values()), names, argument, dag)
    if isinstance(data, (str, os.PathLike)):
        names, read = read_csv(data, argument, dag)
        return Table(read, len(read[0].codes), names, argument, dag)
    columns, rows = _split(data, argument, dag)
    named = given is not None and len(given) == len(columns)
    labels = given if named and given is not None else default_names(len(columns))
    return _collect(columns, labels, argument, dag, rows)._replace(names=None)


def align_tables(tables: list[Table], given: list[Hashable] | None, states: Any) -> Data:
    """Bring all tables to the node order of the first table, and each node's codes to the same states."""
    order = common_order(tables, given, "names")
    wanted = read_states(states, order.nodes)
    columns = [
        [
            table.columns[i if moved is None else moved[i]]
            for table, moved in zip(tables, order.moved, strict=True)
        ]
        for i in range(len(order.nodes))
    ]
    coded = [
        recode(
            column, [ColumnLocation(table.argument, table.dag, name) for table in tables], wanted.get(name)
        )
        for name, column in zip(order.nodes, columns, strict=True)
    ]
    width = smallest(max(len(code.states) for code in coded))
    rows = [table.rows for table in tables]
    ends = np.cumsum([len(coded) * count for count in rows]).tolist()
    codes = np.empty(ends[-1], width)
    for k, (end, count) in enumerate(zip(ends, rows, strict=True)):
        block = codes[end - len(coded) * count : end].reshape(len(coded), count)
        for i, code in enumerate(coded):
            new_code = code.new_codes[k]
            block[i] = columns[i][k].codes if new_code is None else new_code[columns[i][k].codes]
    return Data(codes, rows, [code.states for code in coded], order.nodes, order.named)


def _collect(
    columns: list[Any], names: list[Hashable], argument: str, dag: int | None, rows: int | None = None
) -> Table:
    """The table of these named columns, which must have the same length."""
    if not columns:
        raise InvalidInputError(f"{label(argument, dag)} has no columns", argument=argument, dag=dag)
    read = [
        read_column(column, ColumnLocation(argument, dag, name))
        for column, name in zip(columns, names, strict=True)
    ]
    rows = len(read[0].codes) if rows is None else rows
    for column, name in zip(read, names, strict=True):
        if len(column.codes) != rows:
            raise ColumnLocation(argument, dag, name).refuse(
                f"it has {len(column.codes)} rows, but {shown(names[0])} has {rows}"
            )
    return Table(read, rows, names, argument, dag)


def _split(data: Any, argument: str, dag: int | None) -> tuple[list[Any], int]:
    """The columns of an array or of a list of rows, and the number of rows."""
    place = label(argument, dag)
    if isinstance(data, (list, tuple)) and all(isinstance(row, (list, tuple)) for row in data):
        for i, row in enumerate(data):
            if len(row) != len(data[0]):
                raise InvalidInputError(
                    f"{place}: row {i} has {len(row)} cells, but row 0 has {len(data[0])}",
                    argument=argument,
                    dag=dag,
                )
        return [list(column) for column in zip(*data, strict=True)], len(data)
    if not isinstance(data, np.ndarray) or data.ndim != 2:
        what = f"an array of shape {data.shape}" if isinstance(data, np.ndarray) else type(data).__name__
        hint = "; mcbnc.learn_many takes several" if dag is None and isinstance(data, (list, tuple)) else ""
        raise InvalidInputError(f"{place} must be {_KINDS}, not {what}{hint}", argument=argument, dag=dag)
    return list(data.T), len(data)
