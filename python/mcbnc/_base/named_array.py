"""Arrays of graphs that know the names of their nodes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


class NamedArray(np.ndarray):
    """The adjacency matrix of one graph (n, n), or of several graphs (r, n, n), with the nodes' names.

    One graph of several has the names too, and so have some of them, and copies. Every other part, and
    what is computed of the array, has none, because its rows may be in another order.
    """

    nodes: list[Hashable] | None
    """The names, in the order of the rows and columns. None of what NumPy made of such an array."""

    def __new__(cls, array: Any, nodes: Sequence[Hashable]) -> NamedArray:
        named = np.asarray(array).view(cls)
        named.nodes = list(nodes)
        return named

    def __array_finalize__(self, source: Any) -> None:
        self.nodes = None

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """What a function of NumPy computes is a plain array or number."""
        plain = np.asarray(array)
        return plain if plain.ndim else plain[()]

    def __getitem__(self, key: Any) -> Any:
        part = super().__getitem__(key)
        if not isinstance(part, NamedArray):
            return part
        if not self._is_of_graphs(key, part):
            return part.view(np.ndarray)
        part.nodes = self.nodes
        return part

    def _is_of_graphs(self, key: Any, part: NDArray[Any]) -> bool:
        """Whether the part by this key is one whole graph, or several of them."""
        return self.ndim == 3 and part.ndim in (2, 3) and not isinstance(key, tuple) and np.ndim(key) < 2

    def copy(self, order: Any = "C") -> NamedArray:
        copied = super().copy(order)
        copied.nodes = self.nodes
        return copied

    def __copy__(self) -> NamedArray:
        return self.copy("K")

    def __deepcopy__(self, memo: Any) -> NamedArray:
        return self.copy("K")

    def __reduce__(self) -> tuple[Any, ...]:
        make, arguments, array = tuple(super().__reduce__())[:3]
        return make, arguments, (array, self.nodes)

    def __setstate__(self, state: Any) -> None:
        array, self.nodes = state
        super().__setstate__(array)


def with_names(array: NDArray[Any], nodes: list[Hashable], named: bool) -> NDArray[Any]:
    """A result's graph, or graphs, with the nodes' names if there are any. Costs a microsecond."""
    return NamedArray(array, nodes) if named else array
