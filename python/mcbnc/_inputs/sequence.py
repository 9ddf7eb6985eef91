"""The sequence of graphs that the argument `dags` is to be."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

import numpy as np

from .._base.listing import MOST_GRAPHS, list_of
from .._base.paths import pattern_hint
from ..errors import InvalidInputError
from .arcs import is_arc_list

__all__ = ["list_graphs"]


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
