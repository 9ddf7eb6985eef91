"""Graphs in Graphviz's DOT, as mcbnc writes them. dot.py reads DOT."""

from __future__ import annotations

import re
from collections.abc import Hashable

from .._base.show import shown
from ..errors import InvalidInputError
from .source import Arcs, texts

__all__ = ["write_dot"]


def write_dot(arcs: Arcs, nodes: list[Hashable]) -> str:
    """Write a graph of these arcs (m, 2) as a digraph: every node in order, then every arc, all quoted."""
    quoted = [_quote(name) for name in texts(nodes, "DOT")]
    lines = [f"  {name};" for name in quoted]
    lines += [f"  {quoted[i]} -> {quoted[j]};" for i, j in arcs.tolist()]
    return "\n".join(["digraph {", *lines, "}", ""])


def _quote(name: str) -> str:
    if "\0" in name:
        raise InvalidInputError(f"the name {shown(name)} cannot be in DOT", argument="nodes", nodes=[name])
    escaped = re.sub(r'(["\\])', r"\\\1", name)
    return f'"{escaped}"'
