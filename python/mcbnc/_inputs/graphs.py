"""Reading of graphs, of any kind that callers have. `kinds/table.py` lists the kinds."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Set
from typing import Any

import numpy as np

from .._base.adjacency import Adjacency, ArcLists
from .._base.options import MOST_GRAPHS, list_of
from .._base.paths import pattern_hint
from ..errors import InvalidInputError
from .arcs import is_arc_list
from .kinds.table import KINDS, kind_of
from .named import NamedMatrix, Place


def read_graph(
    graph: Any, argument: str, dag: int | None = None, given: list[Hashable] | None = None
) -> NamedMatrix:
    """Read one graph, of any kind. `given` are the names by the argument `nodes`."""
    return kind_of(graph).read(graph, Place(argument, dag, given))


def read_stack(graphs: Any, place: Place) -> ArcLists | None:
    """Read a thing that is many graphs at once. None: it is a sequence of graphs, or one graph."""
    if isinstance(graphs, (list, tuple)):
        return None
    kind = next((kind for kind in KINDS if kind.read_stack is not None and kind.recognise(graphs)), None)
    return None if kind is None or kind.read_stack is None else kind.read_stack(graphs, place)


def read_list(
    dags: Any, argument: str, given: list[Hashable] | None = None, empty: bool = False
) -> list[NamedMatrix]:
    """Read each graph of a sequence, or of one file that is made for several graphs.

    `empty`: a graph may have no nodes.
    """
    stack = read_stack(dags, Place(argument, given=given))
    if stack is not None:
        return [Place(argument, k).graph(Adjacency(stack.n, arcs=arcs)) for k, arcs in enumerate(stack)]
    of_one = () if type(dags) is list else (kind for kind in KINDS if kind.one and kind.recognise(dags))
    one = next(iter(of_one), None)
    if one is not None and one.read_sequence is not None:
        graphs = one.read_sequence(dags, Place(argument))
        if graphs is not None:
            return graphs
    read: list[NamedMatrix] = []
    for graph in list_graphs(dags, argument, one is not None):
        kind, place = kind_of(graph), Place(argument, len(read), given, empty)
        if kind.read_all is None:
            read.append(kind.read(graph, place))
        else:
            read += kind.read_all(graph, place)
    return read


def list_graphs(dags: Any, argument: str, one: bool) -> list[Any]:
    """The graphs of a sequence. `one`: it is one graph in truth."""
    wanted = f"{argument} must be a sequence of DAGs, a dict of site name to DAG, or one (r, n, n) array"
    if one or (isinstance(dags, np.ndarray) and dags.ndim == 2) or isinstance(dags, Set):
        raise InvalidInputError(
            f"{wanted}, not a single {type(dags).__name__}; to give one DAG, write [dag]{pattern_hint(dags)}",
            argument=argument,
        )
    if isinstance(dags, np.ndarray) and dags.ndim != 3 and (dags.ndim != 1 or dags.dtype.kind != "O"):
        raise InvalidInputError(f"{wanted}, not an array of shape {dags.shape}", argument=argument)
    try:
        if isinstance(dags, (bytes, Mapping)):
            raise TypeError
        graphs = list_of(dags, MOST_GRAPHS, argument)
    except TypeError:
        raise InvalidInputError(f"{wanted}, not {type(dags).__name__}", argument=argument) from None
    if not graphs:
        raise InvalidInputError(f"{argument} is empty: give at least one DAG", argument=argument)
    if all(map(_is_arc_of_nodes, graphs)) and is_arc_list(graphs):
        raise InvalidInputError(
            f"{wanted}, not one list of arcs; to give one DAG, write [dag]", argument=argument
        )
    return graphs


def _is_arc_of_nodes(graph: Any) -> bool:
    """True for a pair of strings or numbers, which is an arc and no graph."""
    return isinstance(graph, (tuple, list)) and all(isinstance(end, (str, int)) for end in graph)
