"""Models of lingam, which hold the graph that they found."""

from __future__ import annotations

from typing import Any

from ..._base.place import placed
from ..._graphs.lingam import lingam_graph
from ..named import NamedMatrix, Place
from . import ours


def read(model: Any, place: Place) -> NamedMatrix:
    with placed(place.argument, place.dag):
        graph = lingam_graph(model)
    return ours.read(graph, place)
