"""Helpers for the classes that hold arrays."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InvalidInputError, MemoryLimitError
from .memory import require_memory
from .names import MOST_NAMES
from .show import counted

LARGE = 1 << 24
"""Bytes, from which on the limit of memory is looked at."""

Refuse = Callable[[str], InvalidInputError]
"""Makes an error of a problem. InvalidInputError itself does, without a place."""


def check_size(n: int, refuse: Refuse = InvalidInputError) -> None:
    """Refuse more nodes than the engine takes, before a matrix of that size is made."""
    if n > MOST_NAMES:
        raise refuse(f"there are {n} nodes, and mcbnc takes at most {MOST_NAMES}")


def zeros(n: int, refuse: Refuse = InvalidInputError, r: int | None = None) -> NDArray[np.uint8]:
    """An empty graph (n, n) uint8, or `r` of them (r, n, n).

    The error that `refuse` makes is raised if there are too many nodes, or if the memory does not suffice.
    MemoryLimitError is raised if the array exceeds the call's memory.
    """
    needed = (r or 1) * n * n
    with enough_memory(n, needed, refuse):
        if needed >= LARGE:
            require_memory(needed, f"{counted(r or 1, 'graph')} of {n} nodes as an array", refuse)
        return np.zeros((n, n) if r is None else (r, n, n), np.uint8)


class enough_memory:
    """Raise the error that `refuse` makes of too many nodes, and instead of a MemoryError.

    `needed` is the number of bytes.

    A class, because every small call pays for it, and a generator's context takes five times as long.
    """

    __slots__ = ("_n", "_needed", "_refuse")

    def __init__(self, n: int, needed: int, refuse: Refuse = InvalidInputError) -> None:
        check_size(n, refuse)
        self._n, self._needed, self._refuse = n, needed, refuse

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None and issubclass(kind, MemoryError) and kind is not MemoryLimitError:
            size = f"{self._needed / 2**30:.1f} GiB"
            raise self._refuse(
                f"graphs of {self._n} nodes would need {size} of memory at once, more than there is"
            ) from None


def as_array(array: NDArray[Any], dtype: Any, copy: bool | None) -> NDArray[Any]:
    """Implement NumPy's ``__array__(dtype, copy)`` for an object that wraps the array."""
    if dtype is not None and np.dtype(dtype) != array.dtype:
        if copy is False:
            raise ValueError(f"an array of dtype {np.dtype(dtype)} cannot be had without a copy")
        return array.astype(dtype)
    return array.copy() if copy else array


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Make the array read-only, and return the array itself."""
    array.setflags(write=False)
    return array


def parts(ptr: NDArray[Any], flat: Sequence[Any] | NDArray[Any]) -> list[Any]:
    """The lists that stand one after the other in a flat one: list k is flat[ptr[k] : ptr[k + 1]]."""
    return [flat[start:end] for start, end in itertools.pairwise(ptr.tolist())]


class ReadOnlyArrays:
    """A class whose arrays are read-only. Pickle does not keep that."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for value in state.values():
            for array in value if isinstance(value, list) else [value]:
                if isinstance(array, np.ndarray):
                    read_only(array)


def pack(graphs: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pack graphs (r, n, n) of 0 and 1 into one row of bits for each graph, an eighth of the memory."""
    return np.packbits(graphs.reshape(len(graphs), -1), axis=1)


def unpack(packed: NDArray[np.uint8], n: int) -> NDArray[np.uint8]:
    """Undo :func:`pack`: return the graphs (r, n, n)."""
    return np.unpackbits(packed, axis=1, count=n * n).reshape(len(packed), n, n)
