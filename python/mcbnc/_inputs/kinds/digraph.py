"""Graphs of networkx, and those of pgmpy, which are networkx's."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from ..._base.adjacency import Adjacency
from ..._base.arrays import check_size
from ..._base.extras import has_module, is_a
from ..._base.names import check_names
from ..._base.place import placed
from ..._base.rank import sort_key
from ..._base.show import as_text, listed, shown
from ..._base.warn import warn
from ...errors import DataWarning, InvalidInputError
from ..named import NamedMatrix, Place


def recognise(thing: Any) -> bool:
    return is_a(thing, "networkx", "Graph")


def read(graph: Any, place: Place) -> NamedMatrix:
    """Read a graph with directions. To mcbnc the nodes that pgmpy calls latent are nodes like all others."""
    bidirected = _bidirected(graph)
    if bidirected or not graph.is_directed() or (graph.is_multigraph() and bidirected is None):
        raise _no_digraph(graph, bidirected, place)
    names = list(graph)
    index = {name: i for i, name in enumerate(names)}
    if not names:
        raise place.refuse(" has no nodes")
    with placed(place.argument, place.dag):
        check_size(len(names))
    successors = [each for _, each in graph.adjacency()]  # in the order of the names
    arcs = np.empty((sum(map(len, successors)), 2), np.int32)
    arcs[:, 0] = np.repeat(np.arange(len(names)), [*map(len, successors)])
    arcs[:, 1] = [index[v] for each in successors for v in each]
    _warn_of_latents(graph, place)
    read = place.graph(Adjacency(len(names), arcs=arcs), check_names(names, place.argument, place.dag))
    return read._replace(gaussian=_is_linear(graph))


def _is_linear(graph: Any) -> bool:
    """Whether it is pgmpy's network of real numbers."""
    return has_module(graph, "pgmpy") and any(
        kind.__name__ == "LinearGaussianBayesianNetwork" for kind in type(graph).__mro__
    )


def _warn_of_latents(graph: Any, place: Place) -> None:
    """Warn of nodes that pgmpy calls latent. To mcbnc they are nodes like all others."""
    latents = getattr(graph, "latents", None)
    if latents:
        warn(
            f"{place.label}: {listed(sorted(latents, key=sort_key), shown)} "
            f"{'is' if len(latents) == 1 else 'are'} latent there, and taken as a node that was seen: mcbnc "
            "knows no latent ones",
            DataWarning,
        )


def _bidirected(graph: Any) -> list[tuple[Hashable, Hashable]] | None:
    """The bidirected edges of an ADMG of pgmpy, which tells the type of each edge. None: it is no ADMG."""
    if not graph.is_multigraph() or not has_module(graph, "pgmpy"):
        return None
    edges = list(graph.edges(data="type"))
    if not {kind for _, _, kind in edges} <= {"directed", "bidirected"}:
        return None
    return [(u, v) for u, v, kind in edges if kind == "bidirected"]


def _no_digraph(
    graph: Any, bidirected: list[tuple[Hashable, Hashable]] | None, place: Place
) -> InvalidInputError:
    problem = "it is undirected, and directions are needed"
    if bidirected:
        u, v = bidirected[0]
        problem = f"its edge {as_text(u)} <-> {as_text(v)} is bidirected, which no DAG over its nodes has"
    elif graph.is_directed():
        problem = "networkx.DiGraph(graph) has each arc once"
    return place.refuse(f" must be a DiGraph, not a {type(graph).__name__}: {problem}")
