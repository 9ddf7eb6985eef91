"""What arrays the reply to a part of some work has, to check the reply in a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.snapshot import Damaged

PIECES = "pieces"
"""The length that is the number of pieces in the part."""


@dataclass(frozen=True)
class Kind:
    """What is known of an array before the work is done."""

    dtype: str
    shape: tuple[int | str, ...]
    """A word is a length that is not known, the same in all arrays, and "word+1" is one more."""
    least: int = 0
    most: int | None = None
    """All elements are from `least` to this. None: they are any."""
    bounds: str | None = None
    """It rises from 0 to the length of this array."""


@dataclass(frozen=True)
class Layout:
    """The arrays of a reply, and the texts in its info."""

    arrays: Mapping[str, Kind]
    texts: tuple[str, ...] = field(default=())

    def check(self, info: Any, arrays: Mapping[str, NDArray[Any]], pieces: int) -> None:
        """Raise Damaged unless this can be the reply to a part of this number of pieces."""
        for name in self.texts:
            _require(isinstance(info[name], str), f"its {name} is no text")
        _require(set(arrays) == set(self.arrays), "it has other arrays")
        lengths = {PIECES: pieces}
        for name, kind in self.arrays.items():
            array = arrays[name]
            shape = len(kind.shape) == array.ndim and all(
                length == _length(wanted, length, lengths)
                for wanted, length in zip(kind.shape, array.shape, strict=True)
            )
            _require(shape and array.dtype.str == kind.dtype, f"{name} has another shape or type")
            if kind.most is not None and array.size:
                _require(array.min() >= kind.least and array.max() <= kind.most, f"{name} is out of range")
        for name, kind in self.arrays.items():
            if kind.bounds is not None:
                bounds, end = arrays[name], len(arrays[kind.bounds])
                rises = bounds[0] == 0 and bounds[-1] == end and bool(np.all(bounds[1:] >= bounds[:-1]))
                _require(rises, f"{name} does not rise from 0 to {end}")


def kept_seconds(seconds: Any) -> float:
    """The time that some work took. Raises Damaged if it is invalid."""
    _require(isinstance(seconds, (int, float)) and isfinite(seconds) and seconds >= 0, "its time is invalid")
    return float(seconds)


def _length(wanted: int | str, length: int, lengths: dict[str, int]) -> int:
    """The expected length. One that is not known yet becomes known."""
    if isinstance(wanted, int):
        return wanted
    word, _, more = wanted.partition("+")
    return lengths.setdefault(word, length - len(more)) + len(more)


def _require(holds: bool | np.bool_, problem: str) -> None:
    if not holds:
        raise Damaged(f"the checkpoint is damaged: {problem}")
