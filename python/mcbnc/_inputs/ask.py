"""Helpers of the metrics: align graphs with one another, and ask the engine about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._base.adjacency import Adjacency, ArcLists, Stack, lists_of
from .._base.fields import Op, Options
from .._base.names import read_names
from .._base.place import bare, error_at
from .._engine.request import Arrays, Reply, execute
from .._graphs.graph import Graph
from ..errors import InvalidInputError
from .align import Nodes
from .graphs import read_graph
from .inputs import Inputs, align
from .named import NamedMatrix

if TYPE_CHECKING:
    from typing_extensions import Unpack


def together(matrices: list[NamedMatrix]) -> Inputs:
    """Align graphs of several arguments, in functions that have no argument `nodes`."""
    return align(matrices, None, by=None)


def read_graphs(nodes: Any, **graphs: Any) -> tuple[list[NamedMatrix], Inputs]:
    """Read the graphs of several arguments, and align them. `nodes` are the names of those without names."""
    given = None if nodes is None else read_names(nodes, "nodes")
    matrices = [read_graph(graph, argument, None, given) for argument, graph in graphs.items()]
    return matrices, align(matrices, given)


def ask(
    op: Op,
    matrices: list[NamedMatrix],
    inputs: Nodes,
    arrays: Arrays,
    references: list[NamedMatrix] | None = None,
    **options: Unpack[Options],
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
        raise error_at(type(error), bare(error), place.argument, place.dag, error.nodes) from None


def project(matrix: NamedMatrix, graph: Inputs, inputs: Inputs, weights: Arrays) -> float:
    """The mean projected SMHD of a graph to DAGs over some of its nodes, which are in the graph's order."""
    arrays: Arrays = {**graph.graph_arrays, **inputs.arrays, **inputs.seen_array, **weights}
    return float(ask("mean_smhd", [matrix], inputs, arrays).arrays["value"][0])


def classes_of(matrices: list[NamedMatrix], inputs: Inputs) -> Stack:
    """The class of each graph under what is known of any of them."""
    return graphs_of("cpdag", matrices, inputs, forbidden=inputs.ruled_out)


def graphs_of(op: Op, matrices: list[NamedMatrix], inputs: Inputs, **options: Unpack[Options]) -> Stack:
    """What an operation of the engine makes of each graph: as arcs, if the graphs came so."""
    arrays = ask(op, matrices, inputs, inputs.graph_arrays, **options).arrays
    if "graphs" in arrays:
        return arrays["graphs"]
    return ArcLists.told(arrays, inputs.n, "graph_ptr", "graph_arcs")


def aligned(a: Any, base: Graph, argument: str) -> tuple[Adjacency, Adjacency]:
    """A graph and its class under what is known of both, in the order of the nodes of `base`."""
    matrices = [read_graph(base, "the result"), read_graph(a, argument)]
    inputs = together(matrices).part(1)
    found = (inputs.stack, classes_of(matrices[1:], inputs))
    one, its_class = (Adjacency(inputs.n, arcs=next(lists_of(stack))) for stack in found)
    return one, its_class
