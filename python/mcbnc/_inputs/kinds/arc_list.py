"""Lists, sets and arrays of arcs."""

from __future__ import annotations

from typing import Any

from ..._base.place import placed
from ..arcs import is_arc_list, read_arcs
from ..named import NamedMatrix
from .place import Place

__all__ = ["read", "recognise"]

recognise = is_arc_list


def read(arcs: Any, place: Place) -> NamedMatrix:
    argument, dag, given = place
    with placed(argument, dag):
        source = read_arcs(arcs, given)
    return NamedMatrix(source.array, source.names, argument, dag, of_arcs=given is None)
