"""Distances between graphs, and the moral graphs and CPDAGs that the distances compare."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Stack, dense
from .._base.extras import import_extra
from .._base.fields import Op
from .._base.named_array import with_names
from .._base.names import read_names
from .._base.options import check_word
from .._base.show import listed, shown
from .._base.sites import takes_sites
from .._engine.request import Arrays
from .._inputs.ask import ask, classes_of, graphs_of, project, read_graphs
from .._inputs.convert import is_union
from .._inputs.graphs import read_graph, read_list, read_stack
from .._inputs.inputs import Inputs, align, align_stack, align_union
from .._inputs.named import Place
from .._inputs.weights import read_weights
from ..errors import InvalidInputError


def smhd(a: Any, b: Any, *, nodes: Any = None) -> int:
    """Structural moral Hamming distance: the number of edges that only one of the two moral graphs has.

    The distance of equivalent graphs is 0. The time is O(n^2).

    Parameters
    ----------
    a, b : graph
    nodes : sequence of n names, optional
        The names of the nodes of graphs without names, such as arrays. Default: 0..n-1.
    """
    return _distance("smhd", a, b, nodes)


def shd(a: Any, b: Any, *, nodes: Any = None) -> int:
    """Structural Hamming distance of the CPDAGs: the number of pairs of nodes whose edge differs.

    A pair counts 1 if its edge is missing, extra, reversed, or directed in one CPDAG only. The distance
    is 0 if and only if the graphs are equivalent.

    Parameters
    ----------
    a, b, nodes
        As in :func:`smhd`.

    Notes
    -----
    If `a` or `b` is a result that was found with `knowledge`, both are compared under it: in the place of a
    CPDAG is the class of the DAGs that keep the knowledge of either, as :attr:`mcbnc.Learned.cpdag` is. So a
    true DAG that keeps the knowledge is at the distance 0 of a result that equals it. A graph whose class
    has no DAG that keeps the knowledge counts with its CPDAG.
    """
    return _distance("shd", a, b, nodes)


KINDS = ("ancestor", "oset", "parent")
"""The rules by which a graph says what to adjust for."""


def aid(
    a: Any, b: Any, kind: Literal["ancestor", "oset", "parent"] = "ancestor", *, nodes: Any = None
) -> int:
    """Adjustment identification distance: for how many ordered pairs graph `a` is wrong about an effect.

    Suppose that the effect of x on y is estimated by `a`, adjusting for a set of nodes. The distance
    is the number of pairs (x, y) for which `a` claims no effect, or an effect that is identified by a set,
    and the claim is wrong in the true graph `b`. At most it is n (n - 1). The distance is not symmetric.
    Where an analysis is about effects, it shows more than :func:`shd`: a single reversed arrow may make
    many effects wrong.

    The source is Henckel, Würtzen and Weichwald, *Adjustment Identification Distance* (UAI 2024). Their
    package gadjid computes it, mcbnc's extra "aid".

    Parameters
    ----------
    a : graph
        A partially directed graph stands for its class. So does ``result.cpdag``, whereas a result itself is
        its DAG.
    b : graph
        The truth.
    kind : {"ancestor", "oset", "parent"}
        What `a` adjusts for: the ancestors of x, the optimal set, or the parents of x. The parents make the
        structural intervention distance of two DAGs (Peters and Bühlmann 2015).
    nodes : sequence of n names, optional
        As in :func:`smhd`.

    Raises
    ------
    MissingExtraError
        gadjid is not installed.
    """
    measure = getattr(import_extra("gadjid"), f"{check_word(kind, 'kind', KINDS)}_aid")
    matrices, inputs = read_graphs(nodes, a=a, b=b)
    classes = dense(graphs_of("cpdag", matrices, inputs))
    guess, truth = map(_as_read_by_gadjid, inputs.graphs, classes)
    return int(measure(truth, guess, edge_direction="from row to column")[1])


def _as_read_by_gadjid(graph: NDArray[np.uint8], its_class: NDArray[np.uint8]) -> NDArray[np.int8]:
    """A DAG as it is; the class in the place of a partially directed graph, with 2 for undirected edges."""
    known = its_class if (graph & graph.T).any() else graph
    both = known & known.T
    return (known + np.triu(both) - np.tril(both)).astype(np.int8)


def moral(a: Any, *, nodes: Any = None) -> NDArray[np.uint8]:
    """The moral graph. All graphs of an equivalence class have the same.

    Parameters
    ----------
    a : graph
    nodes : sequence of n names, optional
        The names of the nodes of graphs without names, such as arrays. Default: 0..n-1.

    Returns
    -------
    (n, n) uint8 array
        Symmetric, in the order of the graph's nodes. It has their names if there are any.
    """
    matrices, inputs = read_graphs(nodes, a=a)
    return _named(graphs_of("moral", matrices, inputs), inputs)


def cpdag(a: Any, *, nodes: Any = None) -> NDArray[np.uint8]:
    """The CPDAG: the edges and directions that all DAGs equivalent to the graph share.

    Of a result that was found with `knowledge` it is the result's own class: what all equivalent DAGs share
    that keep the knowledge.

    Parameters
    ----------
    a, nodes
        As in :func:`moral`.

    Returns
    -------
    (n, n) uint8 array
        In the order of the graph's nodes. It has their names if there are any. An undirected edge i - j has
        both [i, j] and [j, i] set.
    """
    matrices, inputs = read_graphs(nodes, a=a)
    return _named(classes_of(matrices, inputs), inputs)


@takes_sites("dags", at=1, weights_at=2)
def mean_smhd(a: Any, dags: Any, weights: Any = None, *, nodes: Any = None) -> float:
    """The weighted mean of :func:`smhd` between `a` and each of `dags`.

    Parameters
    ----------
    a : graph
    dags : sequence of r >= 1 graphs, or dict of site name to graph
    weights : sequence of r numbers, optional
        Finite, not negative, and not all zero. Default: all equal.
    nodes : sequence of n names, or "union", optional
        The names of the nodes of graphs without names, such as arrays. Default: 0..n-1. With "union" each of
        `dags` is over some of the nodes of `a`, by names. See Notes.

    Notes
    -----
    With ``nodes="union"``, the distance to a DAG G over nodes V is the projected SMHD. It counts the edges
    that the moral graph of `a`'s subgraph on V has and the moral graph of G lacks. It counts the edges of the
    latter whose ends `a` separates given the rest of V. Pairs of V that `a` joins by other nodes alone may be
    edges of G. If V has all nodes, the distance is SMHD.
    """
    if is_union(nodes):
        return _mean_projected(a, dags, weights)
    given = None if nodes is None else read_names(nodes, "nodes")
    graph, place = read_graph(a, "a", None, given), Place("dags", given=given)
    stack = read_stack(dags, place)
    if stack is None:
        every = align([graph, *read_list(dags, "dags", given)], given)
        own, inputs = every.part(0, 1), every.part(1)
    else:
        own, inputs = align_stack(graph, stack, place)
    arrays: Arrays = {**own.graph_arrays, **inputs.arrays, **read_weights(weights, inputs.r)}
    return float(ask("mean_smhd", [graph], inputs, arrays).arrays["value"][0])


def _mean_projected(a: Any, dags: Any, weights: Any) -> float:
    """The weighted mean of the projected SMHD."""
    graph = read_graph(a, "a", None, None)
    every = align_union([graph, *read_list(dags, "dags")])
    own, inputs = every.part(0, 1), every.part(1)
    has = own.seen_array["seen"][0]
    if not has.all():
        lacking = [every.nodes[i] for i in np.flatnonzero(has == 0).tolist()]
        raise InvalidInputError(
            f"a lacks nodes that dags have: {listed(map(shown, lacking))}", argument="a", nodes=lacking
        )
    return project(graph, own, inputs, read_weights(weights, inputs.r))


def _distance(op: Op, a: Any, b: Any, nodes: Any) -> int:
    matrices, inputs = read_graphs(nodes, a=a, b=b)
    known: dict[str, Any] = {"forbidden": inputs.ruled_out} if op == "shd" else {}
    return int(ask(op, matrices, inputs, inputs.graph_arrays, **known).arrays["value"][0])


def _named(graphs: Stack, inputs: Inputs) -> NDArray[np.uint8]:
    """The only graph, with the names of the nodes."""
    return with_names(dense(graphs)[0], inputs.nodes, inputs.named)
