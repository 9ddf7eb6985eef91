"""Searches with too many operators to try all: they kept to few parents, with a warning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.show import shown
from .._base.warn import warn
from ..errors import DataWarning

FEW_PARENTS = 4
"""The largest number of parents that such a search gives a node. The engine has the same number."""
_SHOWN = 5


def tell_dense(dense: NDArray[np.int32], places: Sequence[str], nodes: Sequence[Any]) -> None:
    """Warn of the searches that were too dense.

    `dense` has for each search a node at which it was, or -1. `places` are the names of the searches' data.
    """
    found = [(place, int(at)) for place, at in zip(places, dense, strict=True) if at >= 0]
    if found:
        told = [f"{place} (at {shown(nodes[at])})" for place, at in found[:_SHOWN]]
        more = [f"and {len(found) - _SHOWN} more"] if len(found) > _SHOWN else []
        warn(
            f"the neighbours of a node are joined to one another in too many ways to try all, in "
            f"{', '.join([*told, *more])}: so the search gave no node more than {FEW_PARENTS} parents. Leave "
            "out columns that are equivalent to others, or set another limit",
            DataWarning,
        )
