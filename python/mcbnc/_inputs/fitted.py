"""Models of other libraries that were fitted to rows, and hold the graph that they found."""

from __future__ import annotations

from typing import Any

from .._base.extras import has_module
from .._graphs.lingam import lingam_graph

__all__ = ["graph_of_model"]


def graph_of_model(thing: Any) -> Any:
    """The graph that a model of lingam or a search of pgmpy found. None: it is no such object."""
    if isinstance(thing, (list, tuple)):  # most things that come here are nested lists
        return None
    if has_module(thing, "pgmpy"):
        return getattr(thing, "causal_graph_", None)
    return lingam_graph(thing)
