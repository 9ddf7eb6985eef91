"""Hints at the tool whose convention a matrix follows, for the messages of errors."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["are_links", "hint_at"]

_LINK = re.compile(r"[<>ox*+-][-?][<>ox*+-]")

_TIGRAMITE = "; links as of tigramite? mcbnc.from_tigramite(strings) reads them"
_ARCS = '; names? a list of arcs is of tuples of two: [("a", "b"), ("b", "c")]'
_CAUSALLEARN = "; marks as of causal-learn? mcbnc.from_causallearn(G) reads them"
_PCALG = "; marks as of a PAG of pcalg or Tetrad? see the page Conventions of mcbnc's documentation"
_WEIGHTS = (
    "; weights? mcbnc.from_lingam(B) reads LiNGAM's, where B[i, j] is of j -> i; "
    "of weights where W[i, j] is of i -> j, give W != 0"
)


def hint_at(array: NDArray[Any]) -> str:
    """What an array that is no matrix of 0 and 1 may be, and what reads it. Empty if nobody knows."""
    kind = array.dtype.kind
    if kind == "U" or (kind == "O" and any(isinstance(entry, str) for entry in array.flat)):
        return _TIGRAMITE if any(map(_is_link, array.flat)) else _ARCS
    if kind not in "iuf":
        return ""
    values = array[np.isfinite(array)]
    if (values != np.floor(values)).any():
        return _WEIGHTS
    low, high = values.min(initial=0), values.max(initial=0)
    if low == -1 and high <= 2:
        return _CAUSALLEARN
    return _PCALG if low == 0 and high in (2, 3) else ""


def are_links(entries: Iterable[Any]) -> bool:
    """True if these are links of tigramite, at least one, and empty strings."""
    every = list(entries)
    return any(map(_is_link, every)) and all(entry == "" or _is_link(entry) for entry in every)


def _is_link(entry: Any) -> bool:
    return isinstance(entry, str) and _LINK.fullmatch(entry) is not None
