"""Helpers of the metrics: align graphs with one another, and ask the engine about them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import label, read_names
from .._engine.request import Arrays, Reply, execute
from .._graphs.graph import Graph
from ..errors import InvalidInputError
from .align import Nodes
from .graphs import read_graph
from .inputs import Inputs, align
from .named import NamedMatrix


def together(matrices: list[NamedMatrix]) -> Inputs:
    """Align graphs of several arguments, in functions that have no argument `nodes`."""
    return align(matrices, None, by=None)


def read_graphs(nodes: Any, **graphs: Any) -> tuple[list[NamedMatrix], Inputs]:
    """Read the graphs of several arguments, and align them. `nodes` are the names of those without names."""
    given = None if nodes is None else read_names(nodes, "nodes")
    matrices = [read_graph(graph, argument, None, given) for argument, graph in graphs.items()]
    return matrices, align(matrices, given)


def ask(
    op: str,
    matrices: list[NamedMatrix],
    inputs: Nodes,
    arrays: Arrays,
    references: list[NamedMatrix] | None = None,
    **options: Any,
) -> Reply:
    """Ask the engine about graphs.

    `references` are the graphs to measure against. The engine calls them "dags". If an error names
    one of its arrays, the error gets the caller's argument in its place.
    """
    try:
        return execute(inputs.nodes, inputs.request(op, **options), {**arrays, **inputs.rank()})
    except InvalidInputError as error:
        # The engine has one array for all graphs, but each graph is an argument of the caller's.
        places = {"graphs": matrices, "dags": references}.get(error.argument or "")
        if places is None or error.dag is None:
            raise
        place = places[error.dag]
        message = str(error).replace(label(error.argument or "", error.dag), place.place, 1)
        raise type(error)(message, argument=place.argument, dag=place.dag, nodes=error.nodes) from None


def aligned(a: Any, base: Graph, argument: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """A graph and its CPDAG, (n, n) each, in the order of the nodes of `base`."""
    matrices = [read_graph(base, "the result"), read_graph(a, argument)]
    every = together(matrices)
    inputs = Inputs(every.graphs[1:], every.nodes, every.named)
    reply = ask("cpdag", matrices[1:], inputs, {"graphs": inputs.graphs})
    return inputs.graphs[0], reply.arrays["graphs"][0]
