"""The result of a job: its values, and its arrays, which are views of one buffer, made when they are used."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.fields import Info

# The engine writes no space around a result, which json.loads would look for.
_decode = json.JSONDecoder().raw_decode
_dtype = functools.cache(np.dtype)

Places = Mapping[str, Mapping[str, Any]]
"""The shape, the dtype and the offset of each array in the buffer."""


class Views(Mapping[str, NDArray[Any]]):
    """The arrays of a result, by name: views of one buffer. Each is made at its first use, and is kept.

    Few callers look at all arrays.
    """

    __slots__ = ("_buffer", "_made", "_places")

    def __init__(self, places: Places, buffer: NDArray[np.uint8]) -> None:
        self._places = places
        self._buffer = buffer
        self._made: dict[str, NDArray[Any]] = {}

    def __getitem__(self, name: str) -> NDArray[Any]:
        made = self._made.get(name)
        if made is None:
            place = self._places[name]
            view: NDArray[Any] = np.ndarray(
                place["shape"], _dtype(place["dtype"]), self._buffer, place["offset"]
            )
            made = self._made.setdefault(name, view)  # another thread may have made it meanwhile
        return made

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __reduce__(self) -> tuple[Any, ...]:
        return Views, (self._places, self._buffer)


def read_values(text: str) -> tuple[Info, Places, int]:
    """The values of a result, the places of its arrays, and their bytes in all."""
    values = _decode(text)[0]
    return values, values.pop("arrays"), values.pop("bytes")
