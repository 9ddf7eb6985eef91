"""Graphs as text: in DOT, in dagitty's language, and as model strings of bnlearn."""

from __future__ import annotations

import re
from collections.abc import Hashable

from .._base.adjacency import Arcs
from .._base.show import shown
from ..errors import InvalidInputError
from .cycles import layers
from .source import texts

_IN_MODELS = re.compile(r"[\[\]|:]")
"""The marks of model strings."""


def write_dot(arcs: Arcs, nodes: list[Hashable]) -> str:
    """Write a graph of these arcs (m, 2) as a digraph: every node in order, then every arc, all quoted."""
    names = texts(nodes, "DOT")
    for name in names:
        if "\0" in name:
            raise refuse_name(name, "DOT")
    quoted = ['"' + re.sub(r'(["\\])', r"\\\1", name) + '"' for name in names]
    lines = [f"  {name};" for name in quoted]
    lines += [f"  {quoted[i]} -> {quoted[j]};" for i, j in arcs.tolist()]
    return "\n".join(["digraph {", *lines, "}", ""])


def write_dagitty(arcs: Arcs, nodes: list[Hashable]) -> str:
    """Write every node in order, then every edge, all names quoted. Arcs both ways are an undirected edge."""
    names = texts(nodes, "dagitty")
    for name, node in zip(names, nodes, strict=True):
        if not name or any(mark in name for mark in '"\\\0'):
            raise refuse_name(node, "dagitty: it must not be empty, nor hold a quote or a backslash")
    pairs = list(map(tuple, arcs.tolist()))
    known = set(pairs)
    lines = [f'"{name}"' for name in names]
    for i, j in pairs:
        if (j, i) not in known:
            lines.append(f'"{names[i]}" -> "{names[j]}"')
        elif i < j:
            lines.append(f'"{names[i]}" -- "{names[j]}"')
    kind = "pdag" if any((j, i) in known for i, j in pairs) else "dag"
    return "\n".join([f"{kind} {{", *lines, "}", ""])


def write_model(arcs: Arcs, nodes: list[Hashable]) -> str:
    """Write a DAG of these arcs (m, 2), each once, in bnlearn's order: by the longest path to each node."""
    names = texts(nodes, "a bnlearn model string")
    for name, node in zip(names, nodes, strict=True):
        if not name or _IN_MODELS.search(name):
            raise refuse_name(node, "a bnlearn model string: it must not be empty, nor hold any of [ ] | :")
    parents: list[list[str]] = [[] for _ in names]
    for u, v in arcs.tolist():
        parents[v].append(names[u])
    order = [v for layer in layers(arcs, len(names)) for v in layer.tolist()]
    return "".join(f"[{names[v]}|{':'.join(parents[v])}]" if parents[v] else f"[{names[v]}]" for v in order)


def refuse_name(node: Hashable, where: str) -> InvalidInputError:
    """The error for a name that a format cannot hold."""
    return InvalidInputError(f"the name {shown(node)} cannot be in {where}", argument="nodes", nodes=[node])
