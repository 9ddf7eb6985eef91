"""Networks and graphs of pyAgrum."""

from __future__ import annotations

from typing import Any

from ..._base.names import check_names
from ..._base.place import placed
from ..._graphs.pyagrum import pyagrum_source
from ..named import NamedMatrix, Place


def read(graph: Any, place: Place) -> NamedMatrix:
    """Read a graph. Graphs without names have the numbers of their nodes."""
    with placed(place.argument, place.dag):
        source = pyagrum_source(graph)
        numbered = source.names == list(range(len(source.names)))
        names = None if numbered else check_names(source.names, "names")
    return place.graph(source.adjacency, names)
