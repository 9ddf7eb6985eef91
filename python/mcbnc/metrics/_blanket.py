"""What a graph joins: its edges, and the Markov blankets of its nodes."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import find_node
from .._inputs.ask import ask, together
from .._inputs.convert import read_graph

__all__ = ["blanket_precision_recall", "edge_count", "markov_blanket"]


def edge_count(a: Any) -> int:
    """The number of pairs of nodes that an edge joins, whatever its direction.

    The same for all graphs of an equivalence class.
    """
    _, (graph,) = _graphs("cpdag", a)
    return _pairs(graph | graph.T)


def markov_blanket(a: Any, node: Hashable) -> list[Hashable]:
    """The parents, children and children's other parents of a node, in the order of the graph's nodes.

    Given these it is independent of all others (Pearl 1988). They are its neighbours in :func:`moral`,
    the same for all graphs of an equivalence class.

    Raises
    ------
    InvalidInputError
        Also where there is no such node.
    """
    nodes, (graph,) = _graphs("moral", a)
    row = graph[find_node(node, {name: i for i, name in enumerate(nodes)}, "node")]
    return [nodes[i] for i in np.flatnonzero(row).tolist()]


def blanket_precision_recall(a: Any, gold: Any) -> tuple[float, float]:
    """How well the Markov blankets of a graph are those of another, over all nodes at once.

    Of all (node, member of its blanket) in `a`, the precision is the share that are in `gold`'s blankets
    too; of all in `gold`, the recall is the share that `a` has. So nodes count by the size of their
    blankets: micro-averages (a mean over the nodes' own shares, as in Peña et al. 2007, would not know
    what to do with an empty blanket). A member's blanket has the node in it as well, so that these are the
    precision and the recall of the moral edges too, and with m edges in `gold`'s moral graph, k in that
    of `a`, :func:`smhd` is k (1 - precision) + m (1 - recall).

    Returns
    -------
    (precision, recall) : tuple of float
        From 0 to 1. The share of nothing is 1: an `a` without edges claims nothing wrong, a `gold` without
        edges has nothing to be missed.
    """
    _, (ours, theirs) = _graphs("moral", a, gold=gold)
    both, claimed, true = _pairs(ours & theirs), _pairs(ours), _pairs(theirs)
    return (both / claimed if claimed else 1.0), (both / true if true else 1.0)


def _graphs(op: str, a: Any, **others: Any) -> tuple[list[Hashable], NDArray[np.uint8]]:
    """The nodes, and what an operation of the engine makes of each graph, (graphs, n, n)."""
    found = [read_graph(graph, argument) for argument, graph in {"a": a, **others}.items()]
    inputs = together(found)
    return inputs.nodes, ask(op, found, inputs, {"graphs": inputs.graphs}).arrays["graphs"]


def _pairs(symmetric: NDArray[np.uint8]) -> int:
    return int(np.count_nonzero(np.triu(symmetric, 1)))
