"""The SHA-256 of graphs: of their names and arcs, whatever the order of the nodes.

The digest is that of a text that any program can make: JSON without blanks, in UTF-8, as in
``{"nodes":["a","b"],"edges":[["a","b"]]}``. Nodes are sorted by their own JSON, and edges by that of their
ends, as Python sorts texts. An undirected edge stands both ways. An edge of an opinion has its number behind
its ends, as in ``["a","b",0.75]``, unless it is 1.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import ArcLists, Stack, lists_of, part, unpack_stack
from .._base.show import printed
from .._graphs.json_names import is_name, name_as_json

json_line = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A value in JSON without blanks."""
_BLOCK = 1 << 24  # cells of matrices that are unpacked together


def graph_digests(
    packed: Stack, nodes: Sequence[Hashable], seen: NDArray[np.uint8] | None
) -> Iterator[tuple[str, int]]:
    """The digest of each graph that :func:`pack_stack` keeps, and its number of arcs.

    `seen`: the nodes that each graph has.
    """
    from hashlib import sha256  # takes a while to import, and few calls are asked for digests

    names = [name_text(name) for name in nodes]
    order = sorted(range(len(names)), key=names.__getitem__)
    rank = np.empty(len(names), np.int64)
    rank[order] = np.arange(len(names))
    by_rank = [names[i] for i in order]
    every = ",".join(by_rank)
    for k, arcs in enumerate(_arcs_of_each(packed, len(names))):
        ranks = rank[arcs].reshape(-1, 2)
        own = every
        if seen is not None:
            own = ",".join(names[i] for i in order if seen[k, i])
        sorted_arcs = ranks[np.lexsort((ranks[:, 1], ranks[:, 0]))].tolist()
        edges = ",".join(f"[{by_rank[u]},{by_rank[v]}]" for u, v in sorted_arcs)
        yield sha256(f'{{"nodes":[{own}],"edges":[{edges}]}}'.encode()).hexdigest(), len(ranks)


def opinion_digest(matrix: NDArray[np.float64], nodes: Sequence[Hashable]) -> str:
    """The digest of one opinion over these nodes. An edge that it is sure of is as in a graph."""
    from hashlib import sha256

    names = [name_text(name) for name in nodes]
    order = sorted(range(len(names)), key=names.__getitem__)
    ends = [(order[i], order[j]) for i, j in np.argwhere(matrix[np.ix_(order, order)]).tolist()]
    edges = ",".join(f"[{names[i]},{names[j]}{_number(float(matrix[i, j]))}]" for i, j in ends)
    own = ",".join(names[i] for i in order)
    return sha256(f'{{"nodes":[{own}],"edges":[{edges}]}}'.encode()).hexdigest()


def _number(sure: float) -> str:
    """What an edge has of its number, behind its ends."""
    return "" if sure == 1 else f",{json_line(sure)}"


def _arcs_of_each(packed: Stack, n: int) -> Iterator[NDArray[Any]]:
    if isinstance(packed, ArcLists):
        yield from lists_of(packed)
        return
    count = max(1, _BLOCK // max(1, n * n))
    for first in range(0, len(packed), count):
        block = part(packed, first, min(first + count, len(packed)))
        yield from lists_of(unpack_stack(block, n))


def name_text(name: Hashable) -> str:
    """A name in JSON. One that no file can have is its text, with its type."""
    plain = name_as_json(name) if is_name(name) else f"{type(name).__name__}: {printed(name)}"
    return json_line(plain).encode("utf-8", "backslashreplace").decode()


def name_told(name: Hashable) -> Any:
    """A name of a node or a site for a record. One that no file can have is its text."""
    return name_as_json(name) if is_name(name) else printed(name).encode("utf-8", "replace").decode()
