"""Objects of other libraries that hold a graph, recognised without an import of these libraries."""

from __future__ import annotations

from typing import Any

from .extras import has_module, is_a


def is_frame(thing: Any) -> bool:
    return is_a(thing, "pandas", "DataFrame")


def is_column_table(thing: Any) -> bool:
    """Whether this is a table of polars or pyarrow."""
    return is_a(thing, "polars", "DataFrame") or is_a(thing, "pyarrow", "Table")


def is_networkx(thing: Any) -> bool:
    """Whether this is a graph of networkx, as those of pgmpy are."""
    return is_a(thing, "networkx", "Graph")


def is_pgmpy_search(thing: Any) -> bool:
    """Whether this is a search of ``pgmpy.causal_discovery`` that holds the graph that it found."""
    return has_module(thing, "pgmpy") and is_networkx(getattr(thing, "causal_graph_", None))


def is_causallearn(thing: Any) -> bool:
    """True for causal-learn's graphs, the dict that ges returns and the tuple that fci returns."""
    if isinstance(thing, dict):
        thing = thing.get("G")
    elif isinstance(thing, tuple) and len(thing) == 2 and isinstance(thing[1], list):
        thing = thing[0]
    return has_module(thing, "causallearn") and (hasattr(thing, "get_node_names") or hasattr(thing, "G"))


def is_pyagrum(thing: Any) -> bool:
    """True for what pyAgrum has of graphs with nodes and arcs: a BayesNet, DAG, PDAG or EssentialGraph."""
    return has_module(thing, "pyagrum") and hasattr(thing, "nodes")


def is_lingam(thing: Any) -> bool:
    """Whether this is a model of one graph of lingam, fitted or not.

    A model of several groups has the matrix of the last group alone, and is not read.
    """
    return (
        has_module(thing, "lingam")
        and hasattr(thing, "adjacency_matrix_")
        and not hasattr(type(thing), "adjacency_matrices_")
    )
