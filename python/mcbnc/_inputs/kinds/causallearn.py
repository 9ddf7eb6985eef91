"""Graphs of causal-learn, and what its searches return."""

from __future__ import annotations

from typing import Any

from ..._base.names import check_names
from ..._base.place import placed
from ..._graphs.causallearn import causallearn_source, has_default_names
from ..named import NamedMatrix, Place


def read(graph: Any, place: Place) -> NamedMatrix:
    """Read a graph. The names that causal-learn makes up, X1, X2, ..., give way to other names in `given`."""
    with placed(place.argument, place.dag):
        source = causallearn_source(graph)
        others = place.given is not None and set(place.given) != set(source.names)
        made_up = others and has_default_names(source.names)
        names = None if made_up else check_names(source.names, "names")
    return place.graph(source.adjacency, names)
