"""Arguments as R writes them, made into those of Python's functions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._graphs.graph import Graph

__all__ = ["read_dag", "read_dags", "read_matrix", "read_tables"]


def read_dags(dags: list[Any]) -> list[Any]:
    """Read each graph."""
    return [read_dag(dag) for dag in dags]


def read_dag(dag: Any) -> Any:
    """Read a graph: the path of a file or a model string, or a dict of "cells" and "nodes"."""
    return dag if isinstance(dag, str) else Graph(read_matrix(dag["cells"]), list(dag["nodes"]), named=True)


def read_matrix(cells: Any) -> NDArray[np.uint8]:
    """Make the bytes of a matrix, column by column, an array (n, n)."""
    n = math.isqrt(len(cells))
    return np.ascontiguousarray(np.frombuffer(bytes(cells), np.uint8).reshape((n, n), order="F"))


def read_tables(tables: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], dict[str, list[str]] | None]:
    """Read data frames.

    A column is a dict of "numbers", float64, or of "codes" and "levels", a factor. A code is an int32, an
    index into "levels", or -1 where R has NA.

    Returns
    -------
    tables : list of dicts
        Each dict has the columns of one data frame, by name.
    states : dict or None
        For each factor with a level that occurs in no data frame, by name, its levels in all of them. The
        states of other columns are what occurs, and the rules for rows hold for them. None: no such factor.
    """
    levels: dict[str, set[str]] = {}
    occurring: dict[str, set[str]] = {}
    for table in tables:
        for name, column in table.items():
            if "levels" in column:
                levels.setdefault(name, set()).update(column["levels"])
                seen = np.unique(_codes(column))
                occurring.setdefault(name, set()).update(column["levels"][code] for code in seen if code >= 0)
    read = [{name: _read_column(column) for name, column in table.items()} for table in tables]
    return read, {name: sorted(all_) for name, all_ in levels.items() if all_ > occurring[name]} or None


def _codes(column: dict[str, Any]) -> NDArray[np.int32]:
    return np.frombuffer(bytes(column["codes"]), np.int32)


def _read_column(column: dict[str, Any]) -> NDArray[Any]:
    if "numbers" in column:
        return np.frombuffer(bytes(column["numbers"]), np.float64)
    return np.array([*column["levels"], None], object)[_codes(column)]  # the code -1 takes the last, None
