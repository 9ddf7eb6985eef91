"""Lists of arcs: a graph as pairs (from, to)."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Sequence, Set
from typing import Any

import numpy as np

from .._base.names import check_names, find_node
from .._base.rank import sorted_order
from .._graphs.source import Source, source_of_arcs
from ..errors import InvalidInputError

_LINK = re.compile(r"[<>ox*+-][-?][<>ox*+-]")


def is_arc_list(graph: Any) -> bool:
    """True if the graph is given by its arcs, and not by its matrix.

    An arc is a tuple of two, or a list of two with a string. Two tuples of zeros and ones are the rows of
    a matrix: as arcs they would mean the same, or have an arc of a node to itself. An array of two
    columns is a list of arcs if it has strings, as R's ``arcs()`` has. Two rows of two links, as
    tigramite writes them, are a matrix.
    """
    if isinstance(graph, np.ndarray):
        arcs = graph.ndim == 2 and graph.shape[1] == 2 and all(isinstance(end, str) for end in graph.flat)
    else:
        arcs = isinstance(graph, (list, tuple, Set)) and all(map(_is_arc, graph))
    if not arcs or isinstance(graph, Set) or len(graph) != 2:
        return bool(arcs)
    return not (all(map(_is_row_of_two, graph)) or _are_links([end for row in graph for end in row]))


def read_arcs(arcs: Any, given: list[Hashable] | None, alone: Sequence[Hashable] = ()) -> Source:
    """Read a list of arcs. Arcs both ways are an undirected edge.

    Without `given`, the nodes are the ends of the arcs: in the order of their first occurrence, or in
    sorted order if they are numbers or the arcs are a set. With `given`, which are the names of all
    nodes, an end may be an index of these names too. `alone` are nodes that need not have arcs.
    """
    rows = arcs.tolist() if isinstance(arcs, np.ndarray) else arcs
    pairs = [tuple(_plain(end) for end in arc) for arc in rows]
    ends: list[Hashable] = [*(end for arc in pairs for end in arc), *map(_plain, alone)]
    names = _names_of(ends, isinstance(arcs, Set)) if given is None else given
    index: dict[Hashable, int] = {name: i for i, name in enumerate(names)}
    if given is not None and not any(isinstance(name, int) for name in given):
        index.update((i, i) for i in range(len(given)))
    for node in alone:
        _find(_plain(node), index, names)
    found = [(_find(tail, index, names), _find(head, index, names)) for tail, head in pairs]
    return source_of_arcs(names, found)


def _find(end: Hashable, index: dict[Hashable, int], names: list[Hashable]) -> int:
    try:
        return index[end]
    except (KeyError, TypeError):  # it is not one of them, or has no hash: the error lists the names alone
        return find_node(end, {name: i for i, name in enumerate(names)}, "an arc's end")


def _names_of(ends: list[Hashable], unordered: bool) -> list[Hashable]:
    if not ends:
        raise InvalidInputError("there are no arcs, and so no nodes; give the names of all nodes by nodes=")
    for end in ends:
        check_names([end], "an arc's end")
    names = list(dict.fromkeys(ends))
    if unordered or all(isinstance(name, int) for name in names):
        return [names[i] for i in sorted_order(names, "dags", "the ends of the arcs")]
    return names


def _plain(end: Any) -> Any:
    """NumPy's numbers and strings as Python's own."""
    return end.item() if isinstance(end, np.generic) else end


def _is_arc(arc: Any) -> bool:
    if not isinstance(arc, (tuple, list)) or len(arc) != 2:
        return False
    return isinstance(arc, tuple) or any(isinstance(end, str) for end in arc)


def _is_row_of_two(row: Any) -> bool:
    """Whether an arc may be the row of a matrix of bits."""
    return isinstance(row, Collection) and len(row) == 2 and all(_is_bit(entry) for entry in row)


def is_link(entry: Any) -> bool:
    """Whether an entry is a link as tigramite writes it, such as "-->"."""
    return isinstance(entry, str) and _LINK.fullmatch(entry) is not None


def _are_links(entries: list[Any]) -> bool:
    """True if these are links of tigramite, at least one, and empty strings."""
    return any(map(is_link, entries)) and all(entry == "" or is_link(entry) for entry in entries)


def _is_bit(entry: Any) -> bool:
    return isinstance(entry, (int, float, np.number, np.bool_)) and entry in (0, 1)
