"""Searches of ``pgmpy.causal_discovery``, which hold the graph that they found."""

from __future__ import annotations

from typing import Any

from ..._base.extras import has_module
from ..named import NamedMatrix, Place
from . import digraph


def recognise(thing: Any) -> bool:
    return has_module(thing, "pgmpy") and digraph.recognise(getattr(thing, "causal_graph_", None))


def read(search: Any, place: Place) -> NamedMatrix:
    return digraph.read(search.causal_graph_, place)
