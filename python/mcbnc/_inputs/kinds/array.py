"""Matrices of 0 and 1: arrays, and nested lists."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..matrix import read_matrix
from ..named import NamedMatrix, Place


def is_numbers(thing: Any) -> bool:
    """An array of numbers, as most graphs are."""
    return type(thing) is np.ndarray and thing.dtype.kind in "biuf"


def is_nested(thing: Any) -> bool:
    """Rows of a matrix, or an array of any other kind."""
    return isinstance(thing, (list, tuple, np.ndarray))


def read(thing: Any, place: Place) -> NamedMatrix:
    """Read whatever looks like a matrix."""
    return place.graph(read_matrix(thing, place, place.given))
