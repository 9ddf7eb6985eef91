"""Hints at the tool whose convention a matrix follows, for the messages of errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.extras import has_module, lazy_hint
from .arcs import is_link

_TIGRAMITE = "; links as of tigramite? mcbnc.from_tigramite(strings) reads them"
_ARCS = '; names? a list of arcs is of tuples of two: [("a", "b"), ("b", "c")]'
_CAUSALLEARN = "; marks as of causal-learn? mcbnc.from_causallearn(G) reads them"
_PCALG = "; marks as of a PAG of pcalg or Tetrad? see the page Conventions of mcbnc's documentation"
_WEIGHTS = (
    "; weights? mcbnc.from_lingam(B) reads LiNGAM's, where B[i, j] is of j -> i; "
    "of weights where W[i, j] is of i -> j, give W != 0"
)


_ENTRIES = {
    "graph": 'of the results of tigramite, give mcbnc.from_tigramite(results["graph"])',
    "adjmat": 'of a model of the Python package bnlearn, give model["adjmat"]',
}


def hint_at(array: NDArray[Any]) -> str:
    """What an array that is no matrix of 0 and 1 may be, and what reads it. Empty if it is unknown."""
    kind = array.dtype.kind
    if kind == "U" or (kind == "O" and any(isinstance(entry, str) for entry in array.flat)):
        return _TIGRAMITE if any(map(is_link, array.flat)) else _ARCS
    if kind not in "iuf":
        return ""
    values = array[np.isfinite(array)]
    if (values != np.floor(values)).any():
        return _WEIGHTS
    low, high = values.min(initial=0), values.max(initial=0)
    if low == -1 and high <= 2:
        return _CAUSALLEARN
    return _PCALG if low == 0 and high in (2, 3) else ""


def advice(thing: Any) -> str:
    """What to give in place of an object that is no graph."""
    if isinstance(thing, Mapping):
        for key, advised in _ENTRIES.items():
            if key in thing:
                return advised
    elif lazy_hint(thing):
        return "collect() it"
    elif has_module(thing, "lingam"):
        return "give mcbnc.from_lingam(B) for a matrix B of its adjacency_matrices_, after its fit"
    elif hasattr(thing, "adjacency_matrix_"):
        return (
            "its adjacency_matrix_ is B: give B != 0 if B[i, j] is of i -> j, or "
            "mcbnc.from_lingam(B) if of j -> i"
        )
    elif has_module(thing, "pgmpy") and hasattr(thing, "estimate"):
        return "give what its estimate() returns"
    elif has_module(thing, "pgmpy") and hasattr(thing, "fit"):
        return "fit it, and give its causal_graph_"
    return "give an adjacency matrix, a networkx.DiGraph or a list of arcs"
