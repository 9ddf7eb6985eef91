"""Lists, sets and arrays of arcs."""

from __future__ import annotations

from typing import Any

from ..._base.place import placed
from ..arcs import is_arc_list, read_arcs
from ..named import NamedMatrix, Place

recognise = is_arc_list


def read(arcs: Any, place: Place) -> NamedMatrix:
    with placed(place.argument, place.dag):
        source = read_arcs(arcs, place.given)
    return place.graph(source.adjacency, source.names, of_arcs=place.given is None)
