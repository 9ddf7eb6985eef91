"""One graph as it was given, with the place that errors name."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._base.names import label

__all__ = ["NamedMatrix"]


class NamedMatrix(NamedTuple):
    """One graph before alignment: its (n, n) matrix, its names if it has any, and its argument."""

    array: NDArray[np.uint8]
    names: list[Hashable] | None
    argument: str
    dag: int | None = None
    of_arcs: bool = False
    """The nodes are those that a list of arcs has, and there may be others."""
    gaussian: bool = False
    """The graph was learned from real numbers."""

    @property
    def n(self) -> int:
        return len(self.array)

    @property
    def place(self) -> str:
        return label(self.argument, self.dag)

    @property
    def unit(self) -> str:
        return "nodes"
