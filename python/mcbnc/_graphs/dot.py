"""Graphviz DOT. This module writes DOT itself. pydot reads DOT, because pydot knows the whole language."""

from __future__ import annotations

import contextlib
import io
import re
import threading
from collections.abc import Hashable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.extras import import_extra
from .._base.show import shown
from ..errors import InvalidInputError, MissingExtraError
from .source import Source, Text, collect, texts

__all__ = ["parse_dot", "write_dot"]

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_DEFAULTS = ("graph", "node", "edge")  # default attributes, which pydot lists among the nodes
_UNDIRECTED = ("none", "both", "back")
# If the text after a graph is no graph, pydot stops in silence. So this empty graph is put at the end of
# the text. If pydot does not return the empty graph, the text before it has a fault.
_END = "\ndigraph {}"
_lock = threading.Lock()  # pydot's parser is not thread-safe


def parse_dot(text: Text) -> Source:
    """Read one digraph. Needs pydot. Attributes, ports and the nesting of subgraphs are ignored."""
    pydot = import_extra("pydot")
    if int(pydot.__version__.partition(".")[0]) < 4:  # older versions lose the edges of `a -> {b c}`
        raise MissingExtraError(f"this needs pydot 4 or later, not {pydot.__version__}: pip install -U pydot")
    graphs, _ = _graphs(pydot, text, _END)
    if len(graphs) < 2:
        without_end, problem = _graphs(pydot, text)
        if not without_end:
            raise text.refuse(f"no DOT: {problem}")
    if len(graphs) != 2 or graphs[0].get_type() != "digraph":
        raise text.refuse("it must hold one digraph, and nothing else")
    nodes, arcs = _contents(text, graphs[0])
    return collect(text, nodes, arcs)


def _graphs(pydot: Any, text: Text, end: str = "") -> tuple[list[Any], str]:
    """The graphs of a text that is followed by `end`, and what pydot prints if there are none."""
    printed = io.StringIO()
    try:
        with _lock, contextlib.redirect_stdout(printed):
            graphs = pydot.graph_from_dot_data(text.content + end)
    except RecursionError:
        raise text.refuse("it is nested too deeply") from None
    return graphs or [], (printed.getvalue().strip() or "it is empty").splitlines()[-1]


def _contents(text: Text, graph: Any) -> tuple[list[str], list[tuple[str, str]]]:
    """The nodes and arcs of a graph and of its subgraphs."""
    nodes = [_name(node.get_name()) for node in graph.get_nodes() if node.get_name() not in _DEFAULTS]
    arcs = []
    for defaults in graph.get_edge_defaults():
        _check_direction(text, "an edge", defaults.get("dir"))
    for edge in graph.get_edges():
        _check_direction(text, f"the edge {edge.to_string()}", edge.get("dir"))
        tails, heads = (list(_ends(text, end)) for end in (edge.get_source(), edge.get_destination()))
        arcs += [(tail, head) for tail in tails for head in heads]
        nodes += tails + heads
    for subgraph in graph.get_subgraphs():
        inner = _contents(text, subgraph)
        nodes += inner[0]
        arcs += inner[1]
    return nodes, arcs


def _check_direction(text: Text, edge: str, direction: str | None) -> None:
    direction = (direction or "").strip('"').lower()
    if direction in _UNDIRECTED:
        raise text.refuse(f"{edge} with dir={direction} has no direction, or the other one")


def _ends(text: Text, end: Any) -> Iterator[str]:
    """The nodes at one end of an edge: one node, or the nodes of a subgraph as in ``a -> {b c}``."""
    if isinstance(end, str):
        yield _name(end)
        return
    nodes, arcs = _contents(text, import_extra("pydot").Subgraph(obj_dict=end))
    if arcs:
        raise text.refuse("a subgraph at the end of an edge must not have edges itself")
    yield from nodes


def _name(identifier: str) -> str:
    """The name in a node's identifier, without quotes, escapes and port."""
    quoted = _QUOTED.match(identifier)
    if quoted:
        return re.sub(r'\\(["\\])', r"\1", quoted[1])
    return identifier if identifier.startswith("<") else identifier.partition(":")[0]


def write_dot(adjacency: NDArray[np.uint8], nodes: list[Hashable]) -> str:
    """Write a DAG (n, n) as a digraph: every node in order, then every arc. All names are quoted."""
    quoted = [_quote(name) for name in texts(nodes, "DOT")]
    lines = [f"  {name};" for name in quoted]
    lines += [f"  {quoted[i]} -> {quoted[j]};" for i, j in np.argwhere(adjacency).tolist()]
    return "\n".join(["digraph {", *lines, "}", ""])


def _quote(name: str) -> str:
    if "\0" in name:
        raise InvalidInputError(f"the name {shown(name)} cannot be in DOT", argument="nodes", nodes=[name])
    escaped = re.sub(r'(["\\])', r"\\\1", name)
    return f'"{escaped}"'
