"""Arrays of graphs that know the names of their nodes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

__all__ = ["NamedArray"]


class NamedArray(np.ndarray):
    """The adjacency matrix of one graph (n, n), or of several graphs (r, n, n), with the nodes' names.

    A graph of several has the names too. Whatever else NumPy makes of the array has none, because its rows
    may be in another order.
    """

    nodes: list[Hashable] | None
    """The names, in the order of the rows and columns. None of what NumPy made of such an array."""

    def __new__(cls, array: Any, nodes: Sequence[Hashable]) -> NamedArray:
        named = np.asarray(array).view(cls)
        named.nodes = list(nodes)
        return named

    def __array_finalize__(self, source: Any) -> None:
        self.nodes = None

    def __getitem__(self, key: Any) -> Any:
        part = super().__getitem__(key)
        if self.ndim == 3 and isinstance(key, (int, np.integer)):
            part.nodes = self.nodes
        return part

    def __reduce__(self) -> tuple[Any, ...]:
        make, arguments, array = tuple(super().__reduce__())[:3]
        return make, arguments, (array, self.nodes)

    def __setstate__(self, state: Any) -> None:
        array, self.nodes = state
        super().__setstate__(array)
