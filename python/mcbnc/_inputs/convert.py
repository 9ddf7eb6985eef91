"""Conversion of the callers' graphs, weights and orders to the arrays that the engine takes.

Graphs become uint8 arrays in one order of the nodes. No optional library is imported to recognise a
graph: while pandas is not loaded, no object can be a DataFrame.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping, Set
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.extras import is_a
from .._base.files import PathLike
from .._base.names import check_names, default_names, label, read_names, same_names
from .._base.rank import sort_key
from .._engine.request import Arrays
from .._graphs.graph import Graph
from .._graphs.source import Source
from .._graphs.sources import holds_structures, is_text, read_source, read_sources
from ..errors import InvalidInputError
from .align import Nodes, common_order, wrong_count
from .matrix import as_numbers, check_square, is_sparse, read_bits, read_matrix

__all__ = [
    "Inputs",
    "NamedMatrix",
    "align",
    "read_dags",
    "read_graph",
    "read_list",
    "read_order",
    "read_weights",
]


class NamedMatrix(NamedTuple):
    """One graph before alignment: its (n, n) matrix, its names if it has any, and its argument."""

    array: NDArray[np.uint8]
    names: list[Hashable] | None
    argument: str
    dag: int | None = None

    @property
    def n(self) -> int:
        return len(self.array)

    @property
    def place(self) -> str:
        return label(self.argument, self.dag)

    @property
    def unit(self) -> str:
        return "nodes"


@dataclass(frozen=True)
class Inputs(Nodes):
    """The graphs of one call, aligned to one order of the nodes."""

    graphs: NDArray[np.uint8]
    """(r, n, n), C-contiguous. The array may share memory with the caller's."""
    nodes: list[Hashable]
    named: bool

    @property
    def r(self) -> int:
        return len(self.graphs)


def read_dags(dags: Any, nodes: Any = None, argument: str = "dags") -> Inputs:
    """Read the argument `dags` of the public functions."""
    given = None if nodes is None else read_names(nodes, "nodes")
    if type(dags) is np.ndarray and dags.ndim == 3:
        return _from_stack(dags, given, argument)
    return align(read_list(dags, argument, given), given)


def read_list(dags: Any, argument: str, given: list[Hashable] | None = None) -> list[NamedMatrix]:
    """Read each graph of a sequence."""
    graphs = _as_list(dags, argument)
    if not graphs:
        raise InvalidInputError(f"{argument} is empty: give at least one DAG", argument=argument)
    read: list[NamedMatrix] = []
    for graph in graphs:
        if is_text(graph):  # a file may have several graphs
            read += _from_text(graph, argument, len(read), read_sources)
        else:
            read.append(read_graph(graph, argument, len(read), given))
    return read


def read_graph(
    graph: Any, argument: str, dag: int | None = None, given: list[Hashable] | None = None
) -> NamedMatrix:
    """Read one graph, of any kind."""
    if isinstance(graph, Graph):
        return NamedMatrix(graph.adjacency, graph.nodes if graph.named else None, argument, dag)
    if is_a(graph, "pandas", "DataFrame"):
        return _from_frame(graph, argument, dag)
    if is_a(graph, "networkx", "Graph"):  # pgmpy's graphs are networkx's
        return _from_networkx(graph, argument, dag)
    if is_text(graph):
        return _from_text(graph, argument, dag, lambda path: [read_source(path)])[0]
    return NamedMatrix(read_matrix(graph, argument, dag, given), None, argument, dag)


def align(graphs: list[NamedMatrix], given: list[Hashable] | None) -> Inputs:
    """Bring all graphs to the node order of the first graph.

    Graphs without names have the names `given`, else 0..n-1.
    """
    order = common_order(graphs, given, "nodes")
    n = len(order.nodes)
    stack = np.empty((len(graphs), n, n), np.uint8)
    for i, (graph, moved) in enumerate(zip(graphs, order.moved, strict=True)):
        stack[i] = graph.array if moved is None else graph.array[np.ix_(moved, moved)]
    return Inputs(stack, order.nodes, order.named)


def read_weights(weights: Any, r: int) -> Arrays:
    """The array "weights" for the engine: one finite number >= 0 for each DAG, not all zero."""
    if weights is None:
        return {}

    def refuse(problem: str, dag: int | None = None) -> InvalidInputError:
        return InvalidInputError(f"weights {problem}", argument="weights", dag=dag)

    try:
        array = as_numbers(weights)
    except ValueError as error:
        raise refuse(f"must be numbers, one for each DAG; {error}") from error
    if array.ndim == 0 and r == 1:  # R hands a vector of length one on as a scalar
        array = array.reshape(1)
    if array.shape != (r,):
        raise refuse(f"must be {r} numbers, one for each DAG, not of shape {array.shape}")
    values = np.ascontiguousarray(array, np.float64)
    bad = ~(np.isfinite(values) & (values >= 0))
    if bad.any():
        i = int(np.argmax(bad))
        raise refuse(f"must be finite and not negative, but weights[{i}] is {values[i]}", i)
    if not values.any():
        raise refuse("are all zero: give at least one DAG a weight above zero")
    return {"weights": values}


def read_order(order: Any, nodes: list[Hashable]) -> Arrays:
    """The array "order" for the engine, from the argument `order`: all nodes, each once."""
    if order is None:
        return {}
    names = read_names(order, "order")
    same_names(names, nodes, "order", None, "the DAGs")
    index = {name: i for i, name in enumerate(nodes)}
    return {"order": np.array([index[name] for name in names], np.int32)}


def _from_stack(stack: NDArray[Any], given: list[Hashable] | None, argument: str) -> Inputs:
    if not len(stack):
        raise InvalidInputError(f"{argument} is empty: give at least one DAG", argument=argument)
    check_square(stack[0], argument, 0)
    n = stack.shape[1]
    if given is not None and len(given) != n:
        raise wrong_count("nodes", given, label(argument, 0), f"{n} nodes")
    array = read_bits(stack, argument, None, given)
    return Inputs(array, default_names(n) if given is None else given, given is not None)


def _as_list(dags: Any, argument: str) -> list[Any]:
    wanted = f"{argument} must be a sequence of DAGs or one (r, n, n) array"
    if is_text(dags) and _holds_structures(dags):
        return [dags]
    single = isinstance(dags, Graph) or is_text(dags) or is_sparse(dags) or is_a(dags, "pandas", "DataFrame")
    if single or is_a(dags, "networkx", "Graph") or (isinstance(dags, np.ndarray) and dags.ndim == 2):
        raise InvalidInputError(
            f"{wanted}, not a single {type(dags).__name__}; to give one DAG, write [dag]", argument=argument
        )
    if isinstance(dags, np.ndarray) and dags.ndim != 3 and (dags.ndim != 1 or dags.dtype.kind != "O"):
        raise InvalidInputError(f"{wanted}, not an array of shape {dags.shape}", argument=argument)
    try:
        if isinstance(dags, (bytes, Mapping, Set)):
            raise TypeError
        return list(dags)
    except TypeError:
        raise InvalidInputError(f"{wanted}, not {type(dags).__name__}", argument=argument) from None


def _holds_structures(path: PathLike) -> bool:
    try:
        return holds_structures(path)
    except OSError:  # then it is a single path, which is refused
        return False


def _from_frame(frame: Any, argument: str, dag: int | None) -> NamedMatrix:
    columns = check_names(frame.columns.tolist(), argument, dag)
    rows = check_names(frame.index.tolist(), argument, dag)
    array = read_matrix(frame.to_numpy(), argument, dag, columns if rows == columns else None)
    if rows == columns:
        return NamedMatrix(array, columns, argument, dag)
    if set(rows) != set(columns):
        raise InvalidInputError(
            f"{label(argument, dag)}: the DataFrame's index and columns must hold the same names",
            argument=argument,
            dag=dag,
            nodes=sorted(set(rows) ^ set(columns), key=sort_key),
        )
    moved = same_names(rows, columns, argument, dag, "its columns")
    return NamedMatrix(array[moved], columns, argument, dag)


def _from_networkx(graph: Any, argument: str, dag: int | None) -> NamedMatrix:
    if not graph.is_directed() or graph.is_multigraph():
        raise InvalidInputError(
            f"{label(argument, dag)} must be a DiGraph, not a {type(graph).__name__}",
            argument=argument,
            dag=dag,
        )
    names = list(graph)
    index = {name: i for i, name in enumerate(names)}
    array = np.zeros((len(names), len(names)), np.uint8)
    for u, successors in graph.adjacency():
        array[index[u], [index[v] for v in successors]] = 1
    check_square(array, argument, dag)
    return NamedMatrix(array, check_names(names, argument, dag), argument, dag)


def _from_text(
    graph: PathLike, argument: str, dag: int | None, read: Callable[[PathLike], list[Source]]
) -> list[NamedMatrix]:
    """Read a file, or a model string. If there are several graphs, `dag` is the index of the first one."""
    try:
        sources = read(graph)
    except InvalidInputError as error:
        problem, nodes = str(error), error.nodes
    except OSError as error:
        problem, nodes = f"{os.fspath(graph)} cannot be read: {error.strerror}", []
    else:
        return [
            NamedMatrix(source.array, source.names, argument, None if dag is None else dag + k)
            for k, source in enumerate(sources)
        ]
    raise InvalidInputError(f"{label(argument, dag)}: {problem}", argument=argument, dag=dag, nodes=nodes)
