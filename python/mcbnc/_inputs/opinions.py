"""The argument `opinions`: from what callers have to matrices of numbers from 0 to 1."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.arrays import LARGE, enough_memory
from .._base.libraries import is_column_table, is_frame
from .._base.memory import require_memory
from .._base.names import check_names, default_names, read_names
from .._base.show import counted, listed, shown
from .._base.sites import site_names
from .._base.warn import warn
from .._base.wording import wording
from .._engine.request import Arrays
from ..errors import DataWarning, InvalidInputError
from .align import Nodes, check_mixed, common_order
from .arc_tables import column_names, matrix_of_arcs, stacked
from .graphs import list_graphs
from .kinds import array, named_array, sparse, text
from .kinds.table import kind_of
from .matrix import as_numbers, check_square
from .named import NamedMatrix, OverNodes, Place
from .opinion_files import numbers_in
from .strength_tables import StrengthTable, strength_table


@dataclass(frozen=True)
class Opinions(Nodes):
    """What all sources say, over one order of all nodes."""

    stack: NDArray[np.float64]
    """(r, n, n): how sure source k is of nodes[i] -> nodes[j]. Both ways 1 is an undirected edge."""
    nodes: list[Hashable]
    named: bool
    seen: NDArray[np.uint8]
    """(r, n): 1 where a source has a node."""
    sources: list[Hashable]
    """Their names. Without names they are 0..r-1."""
    has_names: bool
    """Whether the sources have names."""

    @property
    def r(self) -> int:
        return len(self.stack)

    @property
    def arrays(self) -> Arrays:
        """The arrays of a request."""
        return {"opinions": self.stack, "seen": self.seen, **self.rank()}


@dataclass(frozen=True)
class _Opinion(OverNodes):
    """One opinion before alignment."""

    matrix: NDArray[np.float64]
    names: list[Hashable] | None
    argument: str
    dag: int | None
    whole: bool = False
    """It lists edges, and not which nodes it is about: so it is about all."""

    @property
    def n(self) -> int:
        return len(self.matrix)


def read_opinions(opinions: Any, nodes: Any = None, columns: Nodes | None = None) -> Opinions:
    """Read the argument `opinions`.

    `nodes` are the names of all nodes, if the caller gives them. Or the nodes are the columns of a table.
    """
    given = None if nodes is None else read_names(nodes, "nodes")
    if columns is not None and columns.named:
        given = columns.nodes
    kind = kind_of(opinions)
    one = kind.one or hasattr(opinions, "_as_opinion")
    read: list[_Opinion] = []
    for thing in list_graphs(opinions, "opinions", one):
        read += _read(thing, Place("opinions", len(read), given))
    if columns is not None:
        _check_beside(read, columns)
    return _aligned(read, given)


def _read(thing: Any, place: Place) -> list[_Opinion]:
    """The opinion of a thing, or those of a file with several graphs."""
    own = getattr(thing, "_as_opinion", None)
    if own is not None:  # a bootstrap
        matrix, names = own()
        return [_of_numbers(matrix, names, place)]
    if is_frame(thing) or is_column_table(thing):
        return [_of_table(thing, place)]
    if isinstance(thing, Mapping):
        columns = strength_table(thing, place)
        if columns is not None:
            return [_of_strengths(columns, place)]
    kind = kind_of(thing)
    if text.recognise(thing):
        numbers = numbers_in(thing, place)
        if numbers is not None:
            return [_of_strengths(numbers, place)]
    if sparse.recognise(thing):
        return [_of_numbers(_numbers(thing.toarray(), place), None, place)]
    if kind.read in (array.read, named_array.read):
        return [_of_numbers(_numbers(thing, place), getattr(thing, "nodes", None), place)]
    graphs = [kind.read(thing, place)] if kind.read_all is None else kind.read_all(thing, place)
    return [_of_graph(graph) for graph in graphs]


def _of_numbers(matrix: NDArray[np.float64], names: list[Hashable] | None, place: Place) -> _Opinion:
    return _Opinion(matrix, names, place.argument, place.dag)


def _of_strengths(table: StrengthTable, place: Place) -> _Opinion:
    return _Opinion(table.matrix, table.nodes, place.argument, place.dag, whole=not table.complete)


def _of_graph(graph: NamedMatrix) -> _Opinion:
    return _Opinion(graph.array.astype(np.float64), graph.names, graph.argument, graph.dag, graph.of_arcs)


def _of_table(table: Any, place: Place) -> _Opinion:
    """A table of edges with or without numbers, or a matrix with names."""
    strengths = strength_table(table, place)
    if strengths is not None:
        return _of_strengths(strengths, place)
    arcs = matrix_of_arcs(table, place)
    if arcs is not None:
        return _of_graph(arcs)
    if is_frame(table):
        from .kinds.frame import square

        cells, names = square(table, place)
    else:
        cells, names = stacked(table), check_names([*column_names(table)], place.argument, place.dag)
    return _of_numbers(_numbers(cells, place), names, place)


def _numbers(matrix: Any, place: Place) -> NDArray[np.float64]:
    """A square matrix of numbers. The engine checks that they are from 0 to 1."""
    if not array.is_nested(matrix) and not hasattr(matrix, "__array__"):
        check_square(np.array(matrix, object), place)  # which refuses what is no matrix
    try:
        numbers = as_numbers(matrix)
    except ValueError as error:
        raise place.refuse(f" is no graph, and no matrix of numbers: {error}") from error
    check_square(numbers, place)
    return np.ascontiguousarray(numbers, np.float64)


def _aligned(read: list[_Opinion], given: list[Hashable] | None) -> Opinions:
    """All opinions over one order of all nodes: the given one, else as the opinions have them, one by one."""
    if all(opinion.names is None for opinion in read):
        order = common_order(read, given, "nodes")
        nodes, named = order.nodes, order.named
    else:
        nodes, named = _all_nodes(read, given), True
    index = {name: k for k, name in enumerate(nodes)}
    r, n = len(read), len(nodes)
    with enough_memory(n, 8 * r * n * n):
        if 8 * r * n * n >= LARGE:
            require_memory(
                8 * r * n * n, f"{counted(r, 'opinion')} of {n} nodes as an array", InvalidInputError
            )
        stack, seen = np.zeros((r, n, n)), np.zeros((r, n), np.uint8)
    for k, opinion in enumerate(read):
        if opinion.names is None or opinion.names == nodes:  # as most are
            stack[k], seen[k] = opinion.matrix, 1
            continue
        own = [index[name] for name in opinion.names]
        stack[k][np.ix_(own, own)] = opinion.matrix
        seen[k, own] = 1
        if opinion.whole and not seen[k].all():
            _tell_whole(opinion, [nodes[i] for i in np.flatnonzero(seen[k] == 0)])
            seen[k] = 1
    names = site_names("opinions", r)
    return Opinions(stack, nodes, named, seen, names or default_names(r), names is not None)


def _all_nodes(read: list[_Opinion], given: list[Hashable] | None) -> list[Hashable]:
    """The names of all nodes. An opinion without names has the given ones, if it has as many nodes."""
    known = None if given is None else set(given)
    named = next(opinion for opinion in read if opinion.names is not None)
    for opinion in read:
        if opinion.names is None:
            if given is None or opinion.n != len(given):
                check_mixed(opinion, named, "nodes")
                raise InvalidInputError(
                    f"{opinion.place} has no names, so it is unknown which of all nodes it has",
                    argument=opinion.argument,
                    dag=opinion.dag,
                )
        elif known is not None and not known.issuperset(opinion.names):
            others = [name for name in opinion.names if name not in known]
            raise InvalidInputError(
                f"{opinion.place} has nodes that nodes= does not have: {listed(others, shown)}",
                argument=opinion.argument,
                dag=opinion.dag,
                nodes=others,
            )
    if given is not None:
        return given
    return list(dict.fromkeys(name for opinion in read for name in opinion.names or ()))


def _check_beside(read: list[_Opinion], columns: Nodes) -> None:
    """Refuse opinions that are not about the columns of the table beside which they are given."""
    known = set(columns.nodes)
    for opinion in read:
        others = [name for name in opinion.names or () if name not in known]
        if (opinion.names is not None) != columns.named:
            lacks, has = ("has no names", "have some") if columns.named else ("has names", "have none")
            problem = f"{lacks}, but the columns of the rows {has}: give the names of both"
        elif others:
            problem = (
                f"has nodes that are no columns of the rows: {listed(others, shown)}; "
                f"{wording().function('pool')} takes opinions of more nodes than columns"
            )
        elif opinion.names is None and opinion.n != columns.n:
            problem = f"has {counted(opinion.n, 'node')}, and there are {counted(columns.n, 'column')}"
        else:
            continue
        raise InvalidInputError(
            f"{opinion.place} {problem}", argument=opinion.argument, dag=opinion.dag, nodes=others
        )


def _tell_whole(opinion: _Opinion, lacks: list[Hashable]) -> None:
    warn(
        f"{opinion.place} lists edges, and not the nodes that it is about. So it counts as about all "
        f"nodes, without an edge at {listed(lacks, shown)}. A matrix with fewer nodes is about these alone",
        DataWarning,
    )


def check_columns(names: list[Hashable], opinions: Opinions) -> NDArray[np.intp]:
    """The places of the columns of rows among the nodes of opinions."""
    index = {name: k for k, name in enumerate(opinions.nodes)}
    unknown = [name for name in names if name not in index]
    if unknown:
        raise InvalidInputError(
            f"rows: no opinion has the columns {listed(unknown, shown)}: give all nodes by nodes=, "
            "or leave these columns out",
            argument="rows",
            nodes=unknown,
        )
    return np.array([index[name] for name in names], np.intp)
