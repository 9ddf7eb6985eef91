"""Graphs of networkx, and those of pgmpy, which are networkx's."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._base.adjacency import Adjacency, each_once
from ..._base.arrays import check_size
from ..._base.extras import has_module
from ..._base.names import check_names
from ..._base.place import placed
from ..._base.rank import sort_key
from ..._base.show import as_text
from ..._graphs.arrows import UnreadableEdge, marks_of
from ..._graphs.labels import named
from ..._graphs.latents import warn_of_latents
from ..._graphs.marks import link, problem, ways_of
from ..._graphs.source import Source
from ...errors import InvalidInputError
from ..named import NamedMatrix, Place

_OF_GRAPHVIZ = frozenset(("dir", "arrowhead", "arrowtail", "style"))
"""The attributes of an edge that may tell other marks than those of an arrow."""


def read(graph: Any, place: Place) -> NamedMatrix:
    """Read a graph with directions. To mcbnc the nodes that pgmpy calls latent are nodes like all others."""
    bidirected = _bidirected(graph)
    if bidirected or not graph.is_directed() or (graph.is_multigraph() and bidirected is None):
        raise _no_digraph(graph, bidirected, place)
    names = list(graph)
    index = {name: i for i, name in enumerate(names)}
    if not names and not place.empty:
        raise place.refuse(" has no nodes")
    with placed(place.argument, place.dag):
        check_size(len(names))
    successors = [each for _, each in graph.adjacency()]  # in the order of the names
    told = filter(None, chain.from_iterable(each.values() for each in successors))
    if bidirected is None and not all(map(_OF_GRAPHVIZ.isdisjoint, told)):
        arcs = _marked_arcs(graph, index, place)
    else:
        arcs = np.empty((sum(map(len, successors)), 2), np.int32)
        arcs[:, 0] = np.repeat(np.arange(len(names)), [*map(len, successors)])
        arcs[:, 1] = [index[v] for each in successors for v in each]
    of_nodes = dict(graph.nodes(data=True))
    if not any(of_nodes.values()):
        of_nodes = {}
    if latents := _latents(graph, of_nodes):
        warn_of_latents(place.label, latents)
    source = Source(check_names(names, place.argument, place.dag), arcs, labels=_labels(of_nodes))
    if source.labels:
        source = named(source, place.label)
    read = place.graph(Adjacency(len(names), arcs=arcs), source.names)
    return read._replace(labels=source.labels, gaussian=_is_linear(graph))


def _is_linear(graph: Any) -> bool:
    """Whether it is pgmpy's network of real numbers."""
    return has_module(graph, "pgmpy") and any(
        kind.__name__ == "LinearGaussianBayesianNetwork" for kind in type(graph).__mro__
    )


def _marked_arcs(graph: Any, index: dict[Hashable, int], place: Place) -> NDArray[Any]:
    """The arcs of a graph that came from a file of Graphviz. Both ways, they are an undirected edge."""
    arcs = []
    for u, v, data in graph.edges(data=True):
        try:
            marks = marks_of({key: str(data[key]).strip('"') for key in _OF_GRAPHVIZ.intersection(data)})
        except UnreadableEdge as error:
            raise place.refuse(f": the edge {as_text(u)} -> {as_text(v)} has {error}", [u, v]) from None
        if marks is None:
            continue
        ways = ways_of(*marks)
        if ways is None:
            raise place.refuse(f": {problem(link(*marks), u, v)}", [u, v])
        arcs += [arc for arc, is_there in zip(((u, v), (v, u)), ways, strict=True) if is_there]
    ends = np.array([(index[u], index[v]) for u, v in arcs], np.int64).reshape(-1, 2)
    return each_once(ends, len(index))


def _latents(graph: Any, of_nodes: dict[Hashable, Any]) -> list[Hashable]:
    """The nodes that pgmpy calls latent, and those that DoWhy calls not observed."""
    latents = sorted(getattr(graph, "latents", None) or (), key=sort_key)
    return [*latents, *(name for name, data in of_nodes.items() if data.get("observed") in ("no", '"no"'))]


def _labels(of_nodes: dict[Hashable, Any]) -> list[str]:
    """The labels of the nodes. Empty: there are none. igraph's files of GraphML call them names."""
    labels = [own.get("label", own.get("name")) for own in of_nodes.values()]
    return [label.strip('"') if isinstance(label, str) else "" for label in labels]


def _bidirected(graph: Any) -> list[tuple[Hashable, Hashable]] | None:
    """The bidirected edges of an ADMG of pgmpy, which has the type of each edge. None: it is no ADMG."""
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
