"""Graphs in the language of dagitty, as mcbnc writes them. dagitty.py reads it."""

from __future__ import annotations

from collections.abc import Hashable

from .._base.show import shown
from ..errors import InvalidInputError
from .source import Arcs, texts

__all__ = ["write_dagitty"]


def write_dagitty(arcs: Arcs, nodes: list[Hashable]) -> str:
    """Write every node in order, then every edge, all names quoted. Arcs both ways are an undirected edge."""
    names = texts(nodes, "dagitty")
    for name, node in zip(names, nodes, strict=True):
        if not name or any(mark in name for mark in '"\\\0'):
            raise InvalidInputError(
                f"the name {shown(node)} cannot be in dagitty: it must not be empty, nor hold a quote or a "
                "backslash",
                argument="nodes",
                nodes=[node],
            )
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
