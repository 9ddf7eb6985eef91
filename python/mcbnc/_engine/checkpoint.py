"""A checkpoint: a file that keeps what is done of a call, and what tells the call from others."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from .._base.lock import Lock
from .._base.paths import named_bad_path
from .._base.show import listed, shown
from .._base.snapshot import Damaged, pack_snapshot, read_snapshot, sha256
from .._base.warn import warn
from .._base.writing import write_whole
from ..errors import InvalidInputError
from .load import build
from .request import Arrays

INTERVAL = 10.0
"""Seconds of work after which it is kept."""
_SHARE = 50
"""Work takes so many times as long as what a slice of it costs."""
_LONGEST = 60
"""No slice is more than so many intervals long."""

# Fields of a request that do not bear on the answer. Ranges of pieces are not of the whole.
FREE = ("op", "workers", "time_limit", "first")
# What the engine calls otherwise than the public functions do.
_WORDS = {
    "runs": "resamples",
    "counts": "the draws, that is the seed or the weights",
    "rank": "the names",
    "names": "the names",
    "n": "the number of nodes",
    "r": "the number of inputs",
    "rows": "the number of rows",
    "arity": "states",
    "values": "data",
    "width": "states",
}


class Checkpoint:
    """What is kept of a call: values of JSON, and groups of arrays."""

    def __init__(self, path: str, call: dict[str, Any]) -> None:
        self._path = path
        self._call = call
        self._warned = False
        self.overhead = 0.0
        """Seconds that a slice of the work costs beside the work."""
        self.values: Any = None
        """None if nothing was kept yet."""
        self.arrays: list[Arrays] = []
        if os.path.lexists(path):
            self._load()

    @property
    def slice(self) -> float:
        """Seconds of work until it is to be kept next. What slices cost stays a small share."""
        return min(max(INTERVAL, _SHARE * self.overhead), _LONGEST * INTERVAL)

    def save(self, values: Any, arrays: list[Arrays]) -> None:
        """Keep what is done, in place of what was kept before.

        If the file cannot be written, a warning says so once, and the work goes on: a disk that is full is no
        reason to lose the work.
        """
        self.values, self.arrays = values, arrays
        try:
            content = pack_snapshot({"call": self._call, "done": values}, arrays)
            write_whole(self._path, content)
        except (OSError, MemoryError) as error:
            if not self._warned:
                self._warned = True
                warn(
                    f"{self._path}: the checkpoint cannot be written ({error}); the work goes on, and what "
                    "is done is lost if the process ends before it",
                    UserWarning,
                )

    def refuse(self, problem: str) -> InvalidInputError:
        """An error about the file."""
        return InvalidInputError(
            f"{self._path}: {problem}; give another path as checkpoint, or delete the file",
            argument="checkpoint",
        )

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Whatever is not as expected of what the file has makes it a damaged one."""
        try:
            yield
        except InvalidInputError:
            raise
        except Damaged as error:
            raise self.refuse(str(error)) from None
        except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
            raise self.refuse("the checkpoint is damaged") from error

    def _load(self) -> None:
        if not os.path.isfile(self._path):
            raise InvalidInputError(f"{self._path}: it is no file", argument="checkpoint")
        with named_bad_path(self._path, "checkpoint"), open(self._path, "rb") as file:
            content = file.read()
        with self.reading():
            kept, self.arrays = read_snapshot(content)
            call, self.values = kept["call"], dict(kept["done"])
            self._compare(dict(call))

    def _compare(self, call: dict[str, Any]) -> None:
        for name, what in (("function", "mcbnc.{}"), ("build", "{}")):
            if call[name] != self._call[name]:
                kept, now = (what.format(c[name]) for c in (call, self._call))
                raise self.refuse(f"the checkpoint is of {kept}, and not of {now}")
        differ = [name for name in {**self._call, **call} if call.get(name) != self._call.get(name)]
        if differ:
            shorter = {_WORDS.get(name, name): name for name in differ}
            told = listed(shorter, lambda word: self._difference(word, shorter[word], call))
            raise self.refuse(f"the checkpoint is of another call: it differs in {told}")

    def _difference(self, word: str, name: str, call: dict[str, Any]) -> str:
        """What differs, with both values where they are short."""
        kept, now = call.get(name), self._call.get(name)
        if any(isinstance(value, (dict, list)) for value in (kept, now)):
            return word
        return f"{word} ({shown(kept)} there, {shown(now)} here)"


@contextmanager
def open_checkpoint(
    path: str, function: str, request: Mapping[str, Any], arrays: Arrays
) -> Iterator[Checkpoint]:
    """Open the checkpoint of a call, which is all that decides the answer of `request` and `arrays`.

    No other call can use the file until the end.

    Raises
    ------
    InvalidInputError
        If the file is in use, damaged, or of another call; says in what the calls differ. If the file cannot
        be read, or its folder cannot be written, it is an OSError too.
    """
    with Lock(path, "checkpoint"):
        yield Checkpoint(path, _describe(function, request, arrays))


def _describe(function: str, request: Mapping[str, Any], arrays: Arrays) -> dict[str, Any]:
    """All that decides the answer of a call, as values of JSON. A long one is told by its SHA-256."""
    call: dict[str, Any] = {"function": function, "build": build()}
    for name, value in request.items():
        if name not in FREE and value is not None:
            call[name] = _short(value)
    for name, array in arrays.items():
        digest = sha256(array.data if array.flags.c_contiguous else array.tobytes())
        call[name] = [array.dtype.str, list(array.shape), digest.hex()]
    return call


def _short(value: Any) -> Any:
    if not isinstance(value, (list, tuple)):
        return value
    return ["list", len(value), sha256(json.dumps(value).encode()).hex()]
