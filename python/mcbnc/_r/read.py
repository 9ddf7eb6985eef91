"""Arguments as R writes them, made into those of Python's functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.named_array import with_names
from .._graphs.graph import Graph
from .._rows.columns import Factor
from .._rows.rows import Rows

Many = list[Any] | dict[str, Any]
"""Graphs or tables, by the names of their sites if these have names."""


def read_dags(dags: Many) -> Many:
    """Read each graph. A named list of R is a dict of site name to graph."""
    return _read_each(dags, read_dag)


def read_tables(tables: Many | Rows) -> Many | Rows:
    """Read each table, as :func:`read_dags` reads graphs."""
    return tables if isinstance(tables, Rows) else _read_each(tables, read_table)


def _read_each(many: Many, read: Callable[[Any], Any]) -> Many:
    if isinstance(many, dict):
        return {site: read(one) for site, one in many.items()}
    return [read(one) for one in many]


def read_dag(dag: Any) -> Any:
    """Read a graph: the path of a file or a model string, or a dict of "cells" and "nodes"."""
    return dag if isinstance(dag, str) else Graph(read_matrix(dag["cells"]), list(dag["nodes"]), named=True)


def read_opinions(opinions: Many) -> Many:
    """Read what each source says."""
    return _read_each(opinions, read_opinion)


def read_opinion(opinion: Any) -> Any:
    """Read a graph as :func:`read_dag`, the result of a bootstrap, or a dict of numbers or of columns."""
    if not isinstance(opinion, dict):
        return opinion
    if opinion.keys() == {"from", "to"}:
        return list(zip(opinion["from"], opinion["to"], strict=True))
    if "cells" in opinion:
        return read_dag(opinion)
    if "numbers" not in opinion:
        return opinion
    cells = np.frombuffer(bytes(opinion["numbers"]), np.float64)
    n = len(opinion["nodes"])
    return with_names(cells.reshape((n, n), order="F"), opinion["nodes"], True)


def read_matrix(cells: Any) -> NDArray[np.uint8]:
    """Make the bytes of a matrix, column by column, an array (n, n)."""
    n = math.isqrt(len(cells))
    return np.ascontiguousarray(np.frombuffer(bytes(cells), np.uint8).reshape((n, n), order="F"))


def read_table(table: Any) -> Any:
    """Read a data frame, or leave the path of a file, or what R's rows() made, as it is.

    A column is a dict of "numbers", float64; of "codes" and "texts", strings; or of "codes", "levels" and
    "ordered", a factor. A code is an int32, an index into the texts or levels, or -1 where R has NA. The
    levels of a factor are states, also those that no row has.
    """
    if isinstance(table, (str, Rows)):
        return table
    return {name: _read_column(column) for name, column in table.items()}


def _read_column(column: dict[str, Any]) -> Any:
    if "numbers" in column:
        return np.frombuffer(bytes(column["numbers"]), np.float64)
    codes = np.frombuffer(bytes(column["codes"]), np.int32)
    if "levels" in column:
        return Factor(codes, list(column["levels"]), bool(column["ordered"]))
    return Factor(codes, list(column["texts"])).cells()
