"""The edges of a graph, and the Markov blankets of its nodes, also beside those of another graph."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import joined, lists_of
from .._base.fields import Op
from .._base.names import find_node
from .._base.skeletons import skeleton_fit
from .._inputs.ask import graphs_of, read_graphs


def edge_count(a: Any, *, nodes: Any = None) -> int:
    """The number of edges, in either direction or undirected.

    All graphs of an equivalence class have the same number.

    Parameters
    ----------
    a : graph
    nodes : sequence of n names, optional
        The names of the nodes of graphs without names, such as arrays. Default: 0..n-1.
    """
    names, (arcs,) = _graphs("cpdag", nodes, a=a)
    return len(joined(arcs, len(names)))


def skeleton_precision_recall(a: Any, gold: Any, *, nodes: Any = None) -> tuple[float, float]:
    """The precision and recall of a graph's edges, whatever their direction.

    The skeleton of a graph is the set of the pairs of nodes that an edge joins. The precision is the share
    of the pairs of `a` that `gold` has too. The recall is the share of the pairs of `gold` that `a` has
    too. Other names of the two are adjacency precision and adjacency recall.

    Parameters
    ----------
    a, gold : graph
    nodes : sequence of n names, optional
        The names of the nodes of graphs without names, such as arrays. Default: 0..n-1.

    Returns
    -------
    (precision, recall) : tuple of float
        From 0 to 1. The precision is 1 if `a` has no edges. The recall is 1 if `gold` has no edges.

    Notes
    -----
    :func:`mcbnc.compare` has the same numbers in its table. :func:`shd` regards directions too.
    """
    fit = _fit("cpdag", a, gold, nodes)
    return fit["precision"], fit["recall"]


def skeleton_f1(a: Any, gold: Any, *, nodes: Any = None) -> float:
    """The F1 of a graph's edges, whatever their direction.

    Let the two skeletons have k and m edges, and c edges in common. Their F1 is 2 c / (k + m). It is the
    harmonic mean of the two numbers of :func:`skeleton_precision_recall`, and is the same for (a, gold)
    and (gold, a). It is 1 if neither graph has an edge.

    Parameters
    ----------
    a, gold, nodes
        As in :func:`skeleton_precision_recall`.
    """
    return _fit("cpdag", a, gold, nodes)["f1"]


def markov_blanket(a: Any, node: Hashable, *, nodes: Any = None) -> list[Hashable]:
    """The parents, children and children's other parents of a node, in the order of the graph's nodes.

    Given its Markov blanket, a node is independent of all other nodes (Pearl 1988). The Markov blanket
    is the set of the node's neighbours in :func:`moral`. All graphs of an equivalence class have the
    same Markov blankets.

    Parameters
    ----------
    a : graph
    node : hashable
        The name of one of the graph's nodes; 0..n-1 if the graph has no names.
    nodes : sequence of n names, optional
        The names of the nodes of graphs without names, such as arrays. Default: 0..n-1.

    Raises
    ------
    InvalidInputError
        Also if the graph has no such node.
    """
    names, (arcs,) = _graphs("moral", nodes, a=a)
    k = find_node(node, {name: i for i, name in enumerate(names)}, "node")
    return [names[i] for i in np.sort(arcs[arcs[:, 0] == k, 1]).tolist()]


def blanket_precision_recall(a: Any, gold: Any, *, nodes: Any = None) -> tuple[float, float]:
    """The precision and recall of a graph's Markov blankets, over all nodes together.

    The blankets of a graph are the set of its pairs (node, member of the node's blanket). The precision
    is the share of the pairs of `a` that `gold` has too. The recall is the share of the pairs of `gold`
    that `a` has too.

    Parameters
    ----------
    a, gold : graph
    nodes : sequence of n names, optional
        The names of the nodes of graphs without names, such as arrays. Default: 0..n-1.

    Returns
    -------
    (precision, recall) : tuple of float
        From 0 to 1. The precision is 1 if `a` has no edges. The recall is 1 if `gold` has no edges.

    Notes
    -----
    These are micro-averages: a node counts in proportion to the size of its blanket. The mean of the
    nodes' own shares (Peña et al. 2007) is not defined for nodes with an empty blanket.

    If u is in the blanket of v, then v is in the blanket of u. So the two numbers are also the precision
    and the recall of the edges of the moral graphs. If the moral graph of `a` has k edges, and the moral
    graph of `gold` has m edges, :func:`smhd` is k (1 - precision) + m (1 - recall).
    """
    fit = _fit("moral", a, gold, nodes)
    return fit["precision"], fit["recall"]


def _graphs(op: Op, nodes: Any, **graphs: Any) -> tuple[list[Hashable], list[NDArray[Any]]]:
    """The nodes, and of each graph the arcs (m, 2) of what an operation of the engine makes of it."""
    matrices, inputs = read_graphs(nodes, **graphs)
    return inputs.nodes, list(lists_of(graphs_of(op, matrices, inputs)))


def _fit(op: Op, a: Any, gold: Any, nodes: Any) -> dict[str, float]:
    """How the pairs that are joined in what the operation makes of `a` fit those of `gold`."""
    names, (ours, theirs) = _graphs(op, nodes, a=a, gold=gold)
    return {name: float(share) for name, (share,) in skeleton_fit([ours], theirs, len(names)).items()}
