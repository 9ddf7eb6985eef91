"""Arrays that know the names of their nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._base.named_array import NamedArray
from ..matrix import read_matrix
from ..named import NamedMatrix, Place


def recognise(thing: Any) -> bool:
    return isinstance(thing, NamedArray)


def read(thing: NamedArray, place: Place) -> NamedMatrix:
    return place.graph(read_matrix(thing.view(np.ndarray), place, thing.nodes), thing.nodes)
