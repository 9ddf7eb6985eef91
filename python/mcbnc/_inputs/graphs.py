"""Reading of graphs, of any kind that callers have. `kinds/table.py` knows the kinds."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .kinds.place import Place
from .kinds.table import kind_of, kind_of_one
from .named import NamedMatrix
from .sequence import list_graphs

__all__ = ["read_graph", "read_list"]


def read_graph(
    graph: Any, argument: str, dag: int | None = None, given: list[Hashable] | None = None
) -> NamedMatrix:
    """Read one graph, of any kind. `given` are the names by the argument `nodes`."""
    return kind_of(graph).read(graph, Place(argument, dag, given))


def read_list(dags: Any, argument: str, given: list[Hashable] | None = None) -> list[NamedMatrix]:
    """Read each graph of a sequence, or of one file that is made for several graphs."""
    one = None if type(dags) is list else kind_of_one(dags)
    if one is not None and one.read_sequence is not None:
        graphs = one.read_sequence(dags, Place(argument))
        if graphs is not None:
            return graphs
    read: list[NamedMatrix] = []
    for graph in list_graphs(dags, argument, one is not None):
        kind, place = kind_of(graph), Place(argument, len(read), given)
        if kind.read_all is None:
            read.append(kind.read(graph, place))
        else:
            read += kind.read_all(graph, place)
    return read
