"""Tables that hold a graph, or a matrix over the nodes, and no rows of data.

The titles of columns identify a list of arcs where no variables are called so, such as from and to. Elsewhere
the cells must agree. A square table is a matrix if its rows have the names of its columns. Without such names
it must be one that hardly any rows are: the matrix of an acyclic graph, or one of covariances.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence, Set
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.wording import few_values
from .._graphs.arc_columns import are_arrows, are_edges, columns_of_arcs, first_of_arcs, may_be_ends
from .._graphs.cycles import check_acyclic
from ..errors import CycleError, InvalidInputError
from .columns import Column, Factor
from .csv import IS_ARC_LIST, IS_MATRIX
from .numbers import Numbers
from .opened import Opened

_IS_WEIGHTS = (
    "its rows have the names of its columns, so it is a matrix over these nodes, such as the weights of a "
    "graph, and no table of rows"
)
_IS_COVARIANCE = (
    "it is a matrix of covariances or correlations, neither a table of rows nor a graph; give the rows that "
    "it was made of"
)
_FEWEST = 3
"""A matrix without names of rows has so many nodes at least. Smaller ones are like rows too often."""
_MOST = 1_000
"""A larger square table is taken for rows: to look at all of its cells takes long."""


def refuse_graphs(tables: Iterable[Opened], accepted: Set[Hashable]) -> None:
    """Refuse tables that hold a graph, unless all of their columns are accepted."""
    for table in tables:
        if accepted >= set(table.labels):
            continue
        problem = _problem_of(table)
        if problem is not None:
            accept = few_values("accept", table.labels)
            raise InvalidInputError(
                f"{table.place}: {problem}; {accept} means that its columns are variables",
                argument=table.argument,
                dag=table.dag,
                nodes=table.labels,
            )


def _problem_of(table: Opened) -> str | None:
    if table.names is not None and _has_arcs(table):
        return IS_ARC_LIST
    n = _count_of(table.columns[0])
    if not 2 <= n <= _MOST or table.n not in (n, n + 1):
        return None
    if table.n == n + 1:
        first = _cells(table.columns[0])
        plain = all(isinstance(cell, (str, int)) for cell in first)
        if table.names is None or not plain or {*first} != {*table.labels[1:]}:
            return None
        return _of_matrix(table.columns[1:]) or _IS_WEIGHTS
    if table.rows_named:
        return _of_matrix(table.columns) or _IS_WEIGHTS
    return _of_bare_matrix(table.columns)


def _has_arcs(table: Opened) -> bool:
    """Whether a table with names is a list of arcs."""
    titles = table.labels
    if first_of_arcs(titles) is not None:
        return True
    columns = columns_of_arcs(titles, lambda k: [_first(table.columns[k])])
    if columns is not None and columns.mark is not None:  # else all rows need not be read
        columns = columns_of_arcs(titles, lambda k: _cells(table.columns[k]))
        return columns is not None
    first = may_be_ends(titles) if columns is None else columns.tail
    if first is not None:
        return _are_ends(_cells(table.columns[first]), _cells(table.columns[first + 1]))
    return any(_has_edges(column) for column in table.columns)


def _are_ends(tails: Sequence[Any], heads: Sequence[Any]) -> bool:
    """Whether two columns of texts are those of a graph's arcs: no pair comes twice, and none is a loop."""
    pairs = list(zip(tails, heads, strict=False))
    if not pairs or not all(isinstance(end, str) for pair in pairs for end in pair):
        return False
    if all(_is_number(end) for pair in pairs for end in pair):
        return False
    return len(set(pairs)) == len(pairs) and all(tail != head for tail, head in pairs)


def _has_edges(values: Any) -> bool:
    """Whether the cells of a column are arrows, or whole edges."""
    kind = getattr(getattr(values, "dtype", None), "kind", "O")
    one = _first(values) if kind in "OU" else None
    if not isinstance(one, str) or "-" not in one or not (are_arrows([one]) or are_edges([one])):
        return False  # most texts have no dash, which all arrows have
    cells = _cells(values)
    return are_arrows(cells) or are_edges(cells)


def _of_matrix(columns: Sequence[Any]) -> str | None:
    """What a square table with named rows is, by its cells. None: neither a graph nor covariances."""
    matrix = _matrix(columns)
    if matrix is None:
        return None
    if _are_bits(matrix):
        return IS_MATRIX
    return _IS_COVARIANCE if _is_covariance(matrix) else None


def _of_bare_matrix(columns: Sequence[Any]) -> str | None:
    """What a square table is whose rows have no names. None: it may be rows."""
    matrix = _matrix(columns)
    if matrix is None:
        return None
    n = len(matrix)
    if n >= _FEWEST and _are_bits(matrix) and not matrix.diagonal().any() and matrix.any():
        directed = np.argwhere((matrix == 1) & (matrix.T == 0))
        try:
            check_acyclic(directed, list(range(n)))
        except CycleError:
            return None
        return IS_MATRIX
    apart = ~np.eye(n, dtype=bool)
    if _is_covariance(matrix) and (matrix[apart] != np.floor(matrix[apart])).any():
        return _IS_COVARIANCE
    return None


def _are_bits(matrix: NDArray[np.float64]) -> bool:
    return bool(((matrix == 0) | (matrix == 1)).all())


def _is_covariance(matrix: NDArray[np.float64]) -> bool:
    variances = matrix.diagonal()
    if len(matrix) < 2 or not (variances > 0).all() or not np.isfinite(matrix).all():
        return False
    symmetric = np.allclose(matrix, matrix.T, rtol=1e-6, atol=0)
    roots = np.sqrt(variances)
    return bool(symmetric and (np.abs(matrix) <= np.outer(roots, roots) * (1 + 1e-6)).all())


def _matrix(columns: Sequence[Any]) -> NDArray[np.float64] | None:
    """The cells as numbers, (n, n). None: some are no numbers."""
    n = len(columns)
    if not _is_number(_first(columns[0])) or not _is_number(_first(columns[-1])):
        return None
    matrix = np.empty((n, n))
    for k, column in enumerate(columns):
        cells = _cells(column)
        if len(cells) != n or not all(map(_is_number, cells)):
            return None
        matrix[:, k] = [float(cell) for cell in cells]
    return matrix


def _is_number(cell: Any) -> bool:
    try:
        float(cell)
    except Exception:  # the method of a caller's class may raise any exception
        return False
    return True


def _count_of(values: Any) -> int:
    """The number of cells of a column. 0: unknown."""
    if isinstance(values, (Column, Factor)):
        return len(values.codes)
    if isinstance(values, Numbers):
        return len(values.values)
    try:
        return len(values) if isinstance(values, (list, tuple, np.ndarray)) or hasattr(values, "iloc") else 0
    except TypeError:  # an array without dimensions, and other things that only look like columns
        return 0


def _first(values: Any) -> Any:
    """The first cell of a column. No other is read. None: it has none."""
    if not _count_of(values):
        return None
    if isinstance(values, Column):
        gap = values.missing is not None and values.missing[0]
        return None if gap or not values.states else values.states[values.codes[0]]
    if isinstance(values, Factor):
        return values.levels[values.codes[0]] if values.codes[0] >= 0 else None
    if isinstance(values, Numbers):
        return values.texts[0] if values.rows[:1] == [0] else values.values[0]
    if hasattr(values, "iloc"):
        return values.array[0] if hasattr(values, "array") else values.iloc[0]  # a fifth of the time
    return values[0] if isinstance(values, (list, tuple, np.ndarray)) else None


def _cells(values: Any) -> Sequence[Any]:
    """The cells of a column, of any kind that a table may have. Empty: unknown."""
    if isinstance(values, (Column, Factor)):
        return list(values.cells().tolist())
    if isinstance(values, Numbers):
        cells: list[Any] = values.values.tolist()
        for row, text in zip(values.rows, values.texts, strict=True):
            cells[row] = text
        return cells
    if hasattr(values, "tolist"):
        found = values.tolist()
        return found if isinstance(found, list) else ()
    return values if isinstance(values, (list, tuple)) else ()
