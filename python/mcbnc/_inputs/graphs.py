"""Conversion of one graph, of any kind that callers have, to a matrix with names.

No optional library is imported to recognise a graph: while pandas is not loaded, no object can be a
DataFrame.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from .._base.arrays import zeros
from .._base.extras import has_module, is_a
from .._base.named_array import NamedArray
from .._base.names import check_names, label, same_names
from .._base.paths import is_text
from .._base.place import placed
from .._base.rank import sort_key
from .._base.show import as_text, listed, shown
from .._base.warn import warn
from .._graphs.causallearn import causallearn_source, has_default_names, is_causallearn
from .._graphs.graph import NamedGraph
from .._graphs.pyagrum import is_pyagrum, pyagrum_source
from ..errors import DataWarning, InvalidInputError
from .arc_tables import arc_table
from .arcs import is_arc_list, read_arcs
from .column_tables import column_names, is_column_table, stacked
from .fitted import graph_of_model
from .matrix import ROWS, check_square, is_sparse, read_matrix
from .named import NamedMatrix

__all__ = ["is_one_graph", "read_graph"]


def is_one_graph(thing: Any) -> bool:
    """True if this is one graph, and cannot be a sequence of graphs."""
    return (
        isinstance(thing, NamedGraph)
        or is_text(thing)
        or is_sparse(thing)
        or is_a(thing, "pandas", "DataFrame")
        or is_column_table(thing)
        or is_a(thing, "networkx", "Graph")
        or is_causallearn(thing)
        or is_pyagrum(thing)
    )


def read_graph(
    graph: Any, argument: str, dag: int | None = None, given: list[Hashable] | None = None
) -> NamedMatrix:
    """Read one graph, of any kind. `given` are the names by the argument `nodes`."""
    if type(graph) is np.ndarray and graph.dtype.kind in "biuf":  # most graphs are: no other kind is tried
        return NamedMatrix(read_matrix(graph, argument, dag, given), None, argument, dag)
    if isinstance(graph, NamedArray):
        array = read_matrix(graph.view(np.ndarray), argument, dag, graph.nodes)
        return NamedMatrix(array, graph.nodes, argument, dag)
    if isinstance(graph, NamedGraph):
        names = graph.nodes if graph.named else None
        return NamedMatrix(np.asarray(graph), names, argument, dag, gaussian=graph._gaussian)
    if is_a(graph, "pandas", "DataFrame"):
        return _from_arc_table(graph, argument, dag, given) or _from_frame(graph, argument, dag)
    if is_column_table(graph):
        return _from_arc_table(graph, argument, dag, given) or _from_columns(graph, argument, dag)
    if is_a(graph, "networkx", "Graph"):  # pgmpy's graphs are networkx's
        return _from_networkx(graph, argument, dag)
    if is_text(graph):
        from .files import read_one  # here, since the parsers are many

        return read_one(graph, argument, dag)
    if is_causallearn(graph) or is_pyagrum(graph):
        return _from_library(graph, argument, dag, given)
    if is_arc_list(graph):
        with placed(argument, dag):
            source = read_arcs(graph, given)
        return NamedMatrix(source.array, source.names, argument, dag, of_arcs=given is None)
    with placed(argument, dag):
        found = graph_of_model(graph)
    if found is not None:
        return read_graph(found, argument, dag, given)
    return NamedMatrix(read_matrix(graph, argument, dag, given), None, argument, dag)


def _from_frame(frame: Any, argument: str, dag: int | None) -> NamedMatrix:
    columns = frame.columns.tolist()
    if frame.shape[0] != frame.shape[1]:
        place = label(argument, dag)
        raise InvalidInputError(
            f"{place} must be a square matrix, (n, n), but its shape is {frame.shape}{ROWS}",
            argument=argument,
            dag=dag,
        )
    columns = check_names(columns, argument, dag)
    rows = check_names(frame.index.tolist(), argument, dag)
    if set(rows) != set(columns):
        hint = ROWS if rows == list(range(len(rows))) else ""
        raise InvalidInputError(
            f"{label(argument, dag)}: the DataFrame's index and columns must hold the same names{hint}",
            argument=argument,
            dag=dag,
            nodes=sorted(set(rows) ^ set(columns), key=sort_key),
        )
    array = read_matrix(frame.to_numpy(), argument, dag, columns if rows == columns else None)
    if rows == columns:
        return NamedMatrix(array, columns, argument, dag)
    moved = same_names(rows, columns, argument, dag, "its columns")
    return NamedMatrix(array[moved], columns, argument, dag)


def _from_columns(table: Any, argument: str, dag: int | None) -> NamedMatrix:
    names = check_names([*column_names(table)], argument, dag)
    return NamedMatrix(read_matrix(stacked(table), argument, dag, names), names, argument, dag)


def _from_arc_table(
    graph: Any, argument: str, dag: int | None, given: list[Hashable] | None
) -> NamedMatrix | None:
    """Read a table with the columns from and to. None: it is none."""
    with placed(argument, dag):
        table = arc_table(graph)
        if table is None:
            return None
        source = table.source(given)
        return NamedMatrix(source.array, source.names, argument, dag, of_arcs=given is None)


def _from_networkx(graph: Any, argument: str, dag: int | None) -> NamedMatrix:
    bidirected = _bidirected(graph)
    if bidirected or not graph.is_directed() or (graph.is_multigraph() and bidirected is None):
        raise _no_digraph(graph, bidirected, argument, dag)
    names = list(graph)
    index = {name: i for i, name in enumerate(names)}
    with placed(argument, dag):
        array = zeros(len(names))
    for u, successors in graph.adjacency():
        array[index[u], [index[v] for v in successors]] = 1
    check_square(array, argument, dag)
    _warn_of_latents(graph, argument, dag)
    return NamedMatrix(array, check_names(names, argument, dag), argument, dag)


def _warn_of_latents(graph: Any, argument: str, dag: int | None) -> None:
    """Warn of nodes that pgmpy calls latent. To mcbnc they are nodes like all others."""
    latents = getattr(graph, "latents", None)
    if latents:
        warn(
            f"{label(argument, dag)}: {listed(sorted(latents, key=sort_key), shown)} "
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
    graph: Any, bidirected: list[tuple[Hashable, Hashable]] | None, argument: str, dag: int | None
) -> InvalidInputError:
    problem = "it is undirected, and directions are needed"
    if bidirected:
        u, v = bidirected[0]
        problem = f"its edge {as_text(u)} <-> {as_text(v)} is bidirected, which no DAG over its nodes has"
    elif graph.is_directed():
        problem = "networkx.DiGraph(graph) has each arc once"
    message = f"{label(argument, dag)} must be a DiGraph, not a {type(graph).__name__}: {problem}"
    return InvalidInputError(message, argument=argument, dag=dag)


def _from_library(graph: Any, argument: str, dag: int | None, given: list[Hashable] | None) -> NamedMatrix:
    """Read an object of causal-learn or pyAgrum.

    The names that causal-learn makes up are X1, X2, ... They give way to other names in `given`.
    pyAgrum's graphs without names have the numbers of their nodes.
    """
    with placed(argument, dag):
        if is_pyagrum(graph):
            source = pyagrum_source(graph)
            made_up = source.names == list(range(len(source.names)))
        else:
            source = causallearn_source(graph)
            others = given is not None and set(given) != set(source.names)
            made_up = others and has_default_names(source.names)
        names = None if made_up else check_names(source.names, "names")
    return NamedMatrix(source.array, names, argument, dag)
