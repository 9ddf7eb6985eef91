"""Searches of ``pgmpy.causal_discovery``, which hold the graph that they found."""

from __future__ import annotations

from typing import Any

from ..named import NamedMatrix, Place
from . import digraph


def read(search: Any, place: Place) -> NamedMatrix:
    return digraph.read(search.causal_graph_, place)
