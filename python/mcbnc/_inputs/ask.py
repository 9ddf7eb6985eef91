"""Helpers of the metrics: graphs aligned with one another, and questions about them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.names import label
from .._engine.request import Arrays, Reply, execute
from .._graphs.graph import Graph
from ..errors import InvalidInputError
from .align import Nodes
from .convert import Inputs, NamedMatrix, align, read_graph

__all__ = ["aligned", "ask", "together"]


def together(found: list[NamedMatrix]) -> Inputs:
    """Align graphs; unnamed ones are taken to be in the order of the first that has names."""
    names = next((graph.names for graph in found if graph.names is not None), None)
    if names is not None and set(names) != set(range(len(names))):
        found = [g._replace(names=names) if _takes(g, names) else g for g in found]
    return align(found, None)


def _takes(graph: NamedMatrix, names: list[Hashable]) -> bool:
    return graph.names is None and len(graph.array) == len(names)


def ask(
    op: str,
    found: list[NamedMatrix],
    inputs: Nodes,
    arrays: Arrays,
    references: list[NamedMatrix] | None = None,
    **options: Any,
) -> Reply:
    """Ask about graphs; `references` are those to measure against, where there is no argument `dags`."""
    try:
        return execute(inputs.nodes, inputs.request(op, **options), {**arrays, **inputs.rank()})
    except InvalidInputError as error:
        # The engine has one array for all graphs; the caller has arguments.
        places = {"graphs": found, "dags": references}.get(error.argument or "")
        if places is None or error.dag is None:
            raise
        place = places[error.dag]
        message = str(error).replace(label(error.argument or "", error.dag), place.place, 1)
        raise type(error)(message, argument=place.argument, dag=place.dag, nodes=error.nodes) from None


def aligned(a: Any, base: Graph, argument: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """A graph and its CPDAG, (n, n) each, in the order of the nodes of `base`."""
    found = [read_graph(base, "self"), read_graph(a, argument)]
    every = together(found)
    inputs = Inputs(every.graphs[1:], every.nodes, every.named)
    reply = ask("cpdag", found[1:], inputs, {"graphs": inputs.graphs})
    return inputs.graphs[0], reply.arrays["graphs"][0]
