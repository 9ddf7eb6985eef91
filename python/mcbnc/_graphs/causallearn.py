"""causal-learn's graphs. causal-learn is never imported: its objects name their module."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.libraries import is_causallearn
from .._base.names import check_names, default_names
from .._base.place import placed
from .._base.show import as_text, shown
from ..errors import InvalidInputError
from .graph import PDAG
from .marks import Marked, adjacency_of
from .source import Source, source_of_matrix

_MARKS = {-1: "-", 1: ">", 2: "o"}
"""causal-learn's numbers of the marks. matrix[i, j] is the mark at node i of the edge between i and j."""


def from_causallearn(G: Any) -> PDAG:
    """Read a graph of causal-learn. causal-learn need not be installed.

    In causal-learn's matrix ``G.graph``, [i, j] is the mark at node i of the edge between i and j: -1 is
    a tail, 1 an arrowhead. So ``G.graph == 1`` is the transposed matrix of the arcs, without the
    undirected edges. This function reads both kinds of edges.

    Parameters
    ----------
    G : GeneralGraph, CausalGraph, dict or (n, n) array
        What ``pc`` returns, what ``ges`` returns or its entry "G", a ``GeneralGraph`` of any other search,
        or ``G.graph``. Of what ``fci`` returns, the first item.

    Returns
    -------
    PDAG
        The nodes have the names of `G`: X1, X2, ... unless causal-learn was given others. An array
        has nodes without names.

    Raises
    ------
    InvalidInputError
        If an edge is neither directed nor undirected, such as o->, o-o or <-> in a PAG. The message names
        the edge. Also if `G` is not one of causal-learn's graphs.

    Notes
    -----
    Wherever `dags` are taken, causal-learn's objects are taken too, without this function. The time is
    O(n^2).

    Examples
    --------
    >>> import mcbnc
    >>> marks = [[0, -1, 0], [-1, 0, -1], [0, 1, 0]]  # 0 --- 1 --> 2
    >>> graph = mcbnc.from_causallearn(marks)
    >>> graph.directed, graph.undirected
    ([(1, 2)], [(0, 1)])
    """
    with placed("G"):
        if is_causallearn(G):
            source = causallearn_source(G)
            return PDAG.of(source)
        matrix = _as_matrix(G)
        names = default_names(len(matrix))
        return PDAG(adjacency_of(_edges(matrix, names), names), names, named=False)


def causallearn_source(thing: Any) -> Source:
    """Read one of causal-learn's objects, for which :func:`is_causallearn` is true."""
    if isinstance(thing, tuple):
        raise InvalidInputError("this is a tuple, as fci of causal-learn returns it; give its first item")
    result = thing["G"] if isinstance(thing, dict) else thing
    graph: Any = getattr(result, "G", result)  # pc returns a CausalGraph, which has a GeneralGraph
    names = check_names([str(name) for name in graph.get_node_names()], "G")
    return source_of_matrix(names, adjacency_of(_edges(np.asarray(graph.graph), names), names))


def has_default_names(names: list[Hashable]) -> bool:
    """True if the names are those that causal-learn gives to nodes without names: X1, X2, ..."""
    return names == [f"X{i}" for i in range(1, len(names) + 1)]


def _as_matrix(marks: Any) -> NDArray[Any]:
    try:
        matrix = np.asarray(marks)
    except ValueError:  # ragged rows
        matrix = np.asarray(None)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or matrix.dtype.kind not in "iuf":
        raise InvalidInputError(
            f"it must be a graph of causal-learn or its matrix of marks, (n, n), not {shown(marks)}"
        )
    if not len(matrix):
        raise InvalidInputError("it has no nodes")
    return matrix


def _edges(matrix: NDArray[Any], names: list[Hashable]) -> Iterator[Marked]:
    for i, j in np.argwhere((matrix != 0) | (matrix.T != 0)).tolist():
        if i == j:
            raise InvalidInputError(f"{as_text(names[i])} has an edge to itself", nodes=[names[i]])
        if i < j:
            yield Marked(i, j, _mark(matrix, i, j, names), _mark(matrix, j, i, names))


def _mark(matrix: NDArray[Any], i: int, j: int, names: list[Hashable]) -> str:
    number = matrix[i, j].item()
    if number not in _MARKS:
        raise InvalidInputError(
            f"[{shown(names[i])}, {shown(names[j])}] is {number}: a mark is -1 for a tail, 1 for an "
            "arrowhead or 2 for a circle, and an edge has two",
            nodes=[names[i], names[j]],
        )
    return _MARKS[int(number)]
