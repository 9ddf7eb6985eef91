"""The table of a result's edges: what the inputs have of each."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency, Stack, having
from .._engine.request import Arrays

Voters = tuple[Stack, Arrays]
"""The input DAGs, and their weights if they have any."""


def edge_columns(
    nodes: list[Hashable],
    graph: Adjacency,
    cpdag: Adjacency,
    voters: Voters | None,
    seen: NDArray[np.uint8] | None = None,
) -> dict[str, Any]:
    """The columns by name, a row for each edge, in the order of ``edges``. It costs O(r) an edge.

    Shares are those of the DAGs that have both ends. `seen` is (r, n): 1 where a DAG has a node.
    """
    arcs = graph.arcs
    i, j = arcs.T
    columns: dict[str, Any] = {
        "from": [nodes[k] for k in i.tolist()],
        "to": [nodes[k] for k in j.tolist()],
        "reversible": cpdag.has(arcs[:, ::-1]),
    }
    if voters is not None:
        graphs, weights = voters
        forward, backward = having(graphs, arcs), having(graphs, arcs[:, ::-1])
        for name, has in (("support", forward | backward), ("forward", forward), ("backward", backward)):
            columns[name] = share_of(has, arcs, weights, seen)
    return columns


def joining(stack: Stack, pairs: NDArray[Any]) -> NDArray[np.uint8]:
    """(r, m): 1 where a graph joins a pair of `pairs` (m, 2), which are different."""
    return having(stack, pairs) | having(stack, pairs[:, ::-1])


def mean_of(has: NDArray[Any], weights: Arrays) -> NDArray[np.float64]:
    """(m,): the share of the graphs, by weight, of (r, m)."""
    share = weights.get("weights", np.ones(len(has)))  # without weights, average fails if m is 0
    found: NDArray[np.float64] = np.average(has, axis=0, weights=share)
    return found


def share_of(
    has: NDArray[Any], pairs: NDArray[Any], weights: Arrays, seen: NDArray[np.uint8] | None
) -> NDArray[np.float64]:
    """(m,): the share of the graphs, by weight, of (r, m), among those with both ends of a pair of `pairs`.

    `seen` is (r, n): 1 where a graph has a node. None: each has all. The share is 0 where no graph has both.
    """
    if seen is None:
        return mean_of(has, weights)
    share = weights.get("weights", np.ones(len(has)))
    i, j = pairs.T
    total = share @ (seen[:, i] & seen[:, j])
    found: NDArray[np.float64] = share @ has / np.where(total > 0, total, 1)
    return found


def joined_shares(graphs: NDArray[np.uint8], weights: Arrays) -> NDArray[np.float64]:
    """(n, n), symmetric: the share of the graphs, by weight, that join a pair."""
    joined = graphs | graphs.transpose(0, 2, 1)
    share: NDArray[np.float64] = np.average(joined, axis=0, weights=weights.get("weights"))
    return share
