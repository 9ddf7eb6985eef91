"""Conversion of the callers' graphs, weights and orders to the arrays that the engine takes.

Graphs become uint8 arrays in one order of the nodes. graphs.py reads each of them.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import zeros
from .._base.named_array import NamedArray
from .._base.names import default_names, label, read_names, same_names
from .._base.place import placed
from .._base.sites import site_names
from .._engine.request import Arrays, execute, followed_by
from ..errors import InvalidInputError
from .align import Nodes, common_order, wrong_count
from .graphs import read_list
from .matrix import as_numbers, check_square, read_bits
from .named import NamedMatrix

__all__ = ["Inputs", "align", "read_dags", "read_order", "read_weights"]


_SMALL = 1 << 20  # bytes
_BLOCK = 1 << 22  # cells that one operation compares


@dataclass(frozen=True)
class Inputs(Nodes):
    """The graphs of one call, aligned to one order of the nodes."""

    graphs: NDArray[np.uint8]
    """(r, n, n), C-contiguous. The array may share memory with the caller's."""
    nodes: list[Hashable]
    named: bool
    extended: tuple[int, ...] = ()
    """The graphs that were partially directed. In their place is a member of their class."""
    sites: list[Hashable] | None = None
    """The names of the sites that the graphs are of. None: they have none."""
    gaussian: bool = False
    """All graphs were learned from real numbers."""

    @property
    def r(self) -> int:
        return len(self.graphs)


def read_dags(dags: Any, nodes: Any = None, argument: str = "dags") -> Inputs:
    """Read the argument `dags` of the public functions. Partially directed graphs become DAGs."""
    given = None if nodes is None else read_names(nodes, "nodes")
    if type(dags) is np.ndarray and dags.ndim == 3:
        return _extend(_from_stack(dags, given, argument))
    if type(dags) is NamedArray and dags.ndim == 3 and dags.nodes and given in (None, dags.nodes):
        return _extend(_from_stack(dags.view(np.ndarray), list(dags.nodes), argument))
    inputs = _extend(align(read_list(dags, argument, given), given))
    sites = site_names(argument, inputs.r)
    return inputs if sites is None else replace(inputs, sites=sites)


def align(graphs: list[NamedMatrix], given: list[Hashable] | None, by: str | None = "nodes") -> Inputs:
    """Bring all graphs to the node order of the first graph.

    Graphs without names have the names `given` by the argument `by`, else 0..n-1.
    """
    try:
        order = common_order(graphs, given, by)
    except InvalidInputError as error:
        if by is None or not any(graph.of_arcs for graph in graphs):
            raise
        message = f"{error}; a list of arcs has the nodes of its arcs alone: give all by nodes="
        raise type(error)(message, argument=error.argument, dag=error.dag, nodes=error.nodes) from None
    n = len(order.nodes)
    with placed(graphs[0].argument):
        stack = zeros(n, r=len(graphs))
    for i, (graph, moved) in enumerate(zip(graphs, order.moved, strict=True)):
        stack[i] = graph.array if moved is None else graph.array[np.ix_(moved, moved)]
    return Inputs(stack, order.nodes, order.named, gaussian=all(graph.gaussian for graph in graphs))


def _extend(inputs: Inputs) -> Inputs:
    """Put a member of its class in the place of each partially directed graph.

    The engine would do so for each request. Here it is done once, so that whatever a result keeps of
    its inputs are the DAGs that it was made of.
    """
    if not _any_undirected(inputs.graphs):
        return inputs
    arrays = {"dags": inputs.graphs, **inputs.rank()}
    run, climb = inputs.request("run", theta="auto"), inputs.request("climb")  # the most that comes next
    with followed_by(run, lambda: arrays), followed_by(climb, lambda: arrays):
        reply = execute(inputs.nodes, inputs.request("members"), arrays)
    return replace(inputs, graphs=reply.arrays["dags"], extended=tuple(reply.info.get("extended", ())))


def _any_undirected(graphs: NDArray[np.uint8]) -> bool:
    """Whether a graph has both bits of a pair set. One operation is fastest if its result is small."""
    if graphs.size <= _SMALL:
        return bool((graphs & graphs.transpose(0, 2, 1)).any())
    n = graphs.shape[1]
    rows = max(1, _BLOCK // n)  # Ctrl-C waits for one operation
    starts = range(0, n, rows)
    return any((graph[k : k + rows] & graph[:, k : k + rows].T).any() for graph in graphs for k in starts)


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
        raise refuse(f"must be finite and not negative, but {label('weights', i)} is {values[i]}", i)
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
