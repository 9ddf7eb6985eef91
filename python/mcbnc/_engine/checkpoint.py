"""A checkpoint: a file that keeps what is done of a call, and what distinguishes the call from others.

Work of many pieces is done in parts. The replies to the parts that are done are kept as they come, in a
checkpoint if there is one.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any

from numpy.typing import NDArray

from .._base.fields import Request
from .._base.limit import SOON
from .._base.lock import Lock
from .._base.paths import named_bad_path
from .._base.show import listed, shown
from .._base.snapshot import Damaged, pack_snapshot, read_snapshot, sha256
from .._base.warn import warn
from .._base.writing import write_whole
from ..errors import InvalidInputError
from .layout import Layout, kept_seconds
from .load import build
from .progress import Part, Watch
from .request import CANCELLED, Arrays, Reply, Told, execute

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

        If the file cannot be written, there is one warning, and the work goes on: a disk that is full is no
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
def open_checkpoint(path: str, function: str, request: Request, arrays: Arrays) -> Iterator[Checkpoint]:
    """Open the checkpoint of a call, which is all that decides the answer of `request` and `arrays`.

    No other call can use the file until the end.

    Raises
    ------
    InvalidInputError
        If the file is in use, damaged, or of another call; names the difference of the calls. If the file
        cannot be read, or its folder cannot be written, it is an OSError too.
    """
    with Lock(path, "checkpoint"):
        yield Checkpoint(path, _describe(function, request, arrays))


def _describe(function: str, request: Request, arrays: Arrays) -> dict[str, Any]:
    """All that decides the answer of a call, as values of JSON. A long one is replaced by its SHA-256."""
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


COMPLETE = "complete"
_GROWTH = 4  # of parts, at most

Ask = Callable[[range], "tuple[Request, Arrays]"]
"""Makes the request for a range of pieces."""


@dataclass(frozen=True)
class Done:
    """The replies to the parts of some work, in order."""

    parts: list[range]
    replies: list[Reply]
    status: str
    """"complete", or why there is no more. Without an executor, the engine's own status."""
    seconds: float

    def join(self, arrays: Callable[[str, list[Told]], NDArray[Any]]) -> Reply:
        """One reply to the whole work. `arrays` joins the arrays of one name."""
        chunks = [reply.arrays for reply in self.replies]
        joined = chunks[0] if len(chunks) == 1 else {name: arrays(name, chunks) for name in chunks[0]}
        return Reply({**self.replies[0].info, "status": self.status, "seconds": self.seconds}, joined)


Join = Callable[[Done], Reply]
"""Makes one reply of several, whose pieces follow one another."""


class Kept:
    """The parts of a work that are done. With a checkpoint, also those of calls before this one."""

    def __init__(
        self,
        count: int,
        checkpoint: Checkpoint | None = None,
        join: Join | None = None,
        layout: Layout | None = None,
    ) -> None:
        self.count = count
        self.join = join
        self._checkpoint = checkpoint
        self._parts: list[range] = []
        self._replies: list[Reply] = []
        self._before = 0.0
        self._began = time.monotonic()
        self._saved = self._began
        self._unsaved = False
        if checkpoint is not None and checkpoint.values is not None:
            with checkpoint.reading():
                self._take(checkpoint.values, checkpoint.arrays, layout)

    def _take(self, values: dict[str, Any], groups: list[Arrays], layout: Layout | None) -> None:
        """Take what a file has. Raises an error of any kind if it is not what :meth:`_save` saves."""
        self._before = kept_seconds(values["seconds"])
        for (start, stop, info), arrays in zip(values["parts"], groups, strict=True):
            follows = type(start) is type(stop) is int and self.left.start == start < stop <= self.count
            if not follows or info["status"] != COMPLETE:
                raise Damaged("the checkpoint is damaged: its parts are no finished ones in their order")
            if layout is not None:
                layout.check(info, arrays, stop - start)
            self._parts.append(range(start, stop))
            self._replies.append(Reply(info, arrays))

    @property
    def left(self) -> range:
        """The pieces that are not done."""
        return range(self._parts[-1].stop if self._parts else 0, self.count)

    @property
    def seconds(self) -> float:
        """The time that the work took, with that of the calls before this one."""
        return self._before + time.monotonic() - self._began

    @property
    def slice(self) -> float:
        """Seconds of work until it is to be kept next."""
        return 0.0 if self._checkpoint is None else self._checkpoint.slice

    def add(self, part: range, reply: Reply) -> None:
        """Take the reply to the next part, all of whose pieces are done."""
        assert reply.info["status"] == COMPLETE, "what is taken here is saved as done"
        self._append(part, reply)
        self._unsaved = True
        if time.monotonic() - self._saved >= self.slice:
            self._save()

    @contextmanager
    def saving(self) -> Iterator[None]:
        """Keep what is done at the end, however that comes."""
        try:
            yield
        finally:
            if self._unsaved:
                self._save()

    def done(self, stopped: str, *rest: tuple[range, Reply]) -> Done:
        """The work at its end. `stopped` is the status if pieces are left.

        `rest` are replies to parts with unfinished pieces. They are in the answer alone. What is kept
        does not change, so no save has them.
        """
        parts = [*self._parts, *(part for part, _ in rest)]
        replies = [*self._replies, *(reply for _, reply in rest)]
        status = stopped if rest or self.left else COMPLETE
        return Done(parts, replies, status, self.seconds)

    def _append(self, part: range, reply: Reply) -> None:
        """Add a reply, and join replies: some arrays are as large for one piece as for all.

        A checkpoint has one reply for all parts. Without one, replies to as many pieces are joined, so that
        there are few at any time, and each piece is copied a few times only.
        """
        self._parts.append(part)
        self._replies.append(reply)
        while self.join is not None and len(self._parts) > 1:
            before, last = self._parts[-2:]
            if self._checkpoint is None and len(before) > len(last):
                break
            self._replies[-2:] = [self.join(Done([before, last], self._replies[-2:], COMPLETE, 0.0))]
            self._parts[-2:] = [range(before.start, last.stop)]

    def _save(self) -> None:
        self._unsaved = False
        if self._checkpoint is None:
            return
        begin = time.monotonic()
        parts = [
            [part.start, part.stop, reply.info]
            for part, reply in zip(self._parts, self._replies, strict=True)
        ]
        arrays = [dict(reply.arrays) for reply in self._replies]
        self._checkpoint.save({"parts": parts, "seconds": self.seconds}, arrays)
        self._saved = time.monotonic()
        self._checkpoint.overhead = self._saved - begin


def run_kept(
    kept: Kept,
    ask: Ask,
    phase: int,
    nodes: list[Hashable],
    watch: Watch | None,
    block: int | None = None,
) -> Done:
    """Do here what is left of the work, one job after the other.

    A job has at most `block` pieces, or takes about as long as the checkpoint's slice.
    """
    try:
        with kept.saving():
            return _run(kept, ask, phase, nodes, watch, block)
    finally:
        if watch is not None:
            watch.close()


def _run(
    kept: Kept, ask: Ask, phase: int, nodes: list[Hashable], watch: Watch | None, block: int | None
) -> Done:
    size = block or os.cpu_count() or 1
    while kept.left:
        part = kept.left[:size]
        request, arrays = ask(part)
        begin = time.monotonic()
        request = {**request, "first": part.start}
        view = None
        if watch is not None:
            last = part.stop == kept.count
            view = Part(
                watch, phase, kept.seconds, done=part.start, count=kept.count, pieces=len(part), last=last
            )
        reply = execute(nodes, request, arrays, view)
        if reply.info["status"] != COMPLETE:
            return _stop(kept, ask, nodes, part, reply)
        kept.add(part, reply)
        if view is not None and view.stopped and kept.left:
            return _stop(kept, ask, nodes)
        each = max(time.monotonic() - begin, 1e-6) / len(part)
        size = block or max(1, min(ceil(kept.slice / each), _GROWTH * len(part)))
    return kept.done(COMPLETE)


def _stop(
    kept: Kept, ask: Ask, nodes: list[Hashable], part: range = range(0), reply: Reply | None = None
) -> Done:
    """The work at its end, if it was stopped, perhaps in the middle of a part."""
    status = CANCELLED if reply is None else str(reply.info["status"])
    rest = [] if reply is None else [(part, reply)]
    left = kept.left[len(part) :]
    if kept.join is None and left:  # each piece that was not begun has an answer too
        request, arrays = ask(left)
        answer = execute(nodes, {**request, "first": left.start, "time_limit": SOON}, arrays)
        rest.append((left, Reply({**answer.info, "status": status}, answer.arrays)))
    return kept.done(status, *rest)
