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
_LAYOUT = ',"arrays":'


class Views(Mapping[str, NDArray[Any]]):
    """The arrays of a result, by name: views of one buffer. Each is made at its first use, and is kept.

    `layout` is JSON: the shape, the dtype and the offset of each. It is read at the first use too: to read it
    takes a twentieth of a call on small DAGs.
    """

    __slots__ = ("_buffer", "_layout", "_made", "_places")

    def __init__(self, layout: str, buffer: NDArray[np.uint8]) -> None:
        self._layout = layout
        self._buffer = buffer
        self._places: dict[str, dict[str, Any]] | None = None
        self._made: dict[str, NDArray[Any]] = {}

    def _known(self) -> dict[str, dict[str, Any]]:
        places = self._places
        if places is None:
            places = self._places = _decode(self._layout)[0]
        return places

    def __getitem__(self, name: str) -> NDArray[Any]:
        made = self._made.get(name)
        if made is None:
            place = self._known()[name]
            view: NDArray[Any] = np.ndarray(
                place["shape"], _dtype(place["dtype"]), self._buffer, place["offset"]
            )
            made = self._made.setdefault(name, view)  # another thread may have made it meanwhile
        return made

    def __contains__(self, name: object) -> bool:
        return name in self._known()

    def __iter__(self) -> Iterator[str]:
        return iter(self._known())

    def __len__(self) -> int:
        return len(self._known())

    def __reduce__(self) -> tuple[Any, ...]:
        return Views, (self._layout, self._buffer)


def read_values(text: str) -> tuple[Info, str, int]:
    """The values of a result without its arrays, and the layout of its arrays with their bytes in all.

    The engine writes the layout last.
    """
    at = text.rindex(_LAYOUT)
    values = _decode(text[:at] + "}")[0]
    return values, text[at + len(_LAYOUT) : -1], values.pop("bytes")
