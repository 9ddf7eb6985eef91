"""Graphs and results of this package."""

from __future__ import annotations

from typing import Any

from ..._graphs.graph import NamedGraph
from ..named import NamedMatrix, Place


def recognise(thing: Any) -> bool:
    return isinstance(thing, NamedGraph)


def read(thing: NamedGraph, place: Place) -> NamedMatrix:
    names = thing.nodes if thing.named else None
    return NamedMatrix(
        thing._graph,
        names,
        place.argument,
        place.dag,
        gaussian=thing._gaussian,
        known=thing._known,
        labels=thing._labels,
        hashed=thing._hashed,
        made=thing._made,
    )
