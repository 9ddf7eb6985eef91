"""Partially directed graphs: each stands for its class of DAGs, and a member of the class takes its place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import ArcLists, arc_counts, pack_stack, take
from .._engine.request import execute, followed_by
from .inputs import Inputs

_SMALL = 1 << 20  # bytes
_BLOCK = 1 << 22  # cells that one operation compares


def extended(inputs: Inputs) -> Inputs:
    """Put a member of its class in the place of each partially directed graph.

    The engine would do so for each request. Here it is done once, so that whatever a result keeps of
    its inputs are the DAGs that it was made of.
    """
    stack = inputs.stack
    if not (stack.has_undirected() if isinstance(stack, ArcLists) else _any_undirected(stack)):
        return inputs
    most = ("run auto", "climb")  # what comes next takes no more than one of these
    with followed_by(most, inputs.n, lambda: {"graphs": inputs.r, "arcs": int(arc_counts(stack).sum())}):
        reply = execute(inputs.nodes, inputs.request("members"), {**inputs.arrays, **inputs.rank()})
    members = ArcLists.told(reply.arrays, inputs.n) if isinstance(stack, ArcLists) else reply.arrays["dags"]
    which = tuple(reply.info.get("extended", ()))
    partial = pack_stack(take(stack, np.array(which, np.int64)))
    whence = inputs.whence._replace(partial=partial)
    return replace(inputs, stack=members, extended=which, whence=whence)


def _any_undirected(graphs: NDArray[np.uint8]) -> bool:
    """Whether a graph has both bits of a pair set. One operation is fastest if its result is small."""
    if graphs.size <= _SMALL:
        return bool(np.count_nonzero(graphs & graphs.transpose(0, 2, 1)))
    n = graphs.shape[1]
    rows = max(1, _BLOCK // n)  # Ctrl-C waits for one operation
    starts = range(0, n, rows)
    return any((graph[k : k + rows] & graph[:, k : k + rows].T).any() for graph in graphs for k in starts)
