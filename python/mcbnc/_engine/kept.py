"""Work of many pieces: the replies to its parts as they come, kept in a checkpoint if there is one."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any

from numpy.typing import NDArray

from .._base.limit import SOON
from .._base.snapshot import Damaged
from .checkpoint import Checkpoint
from .layout import Layout, kept_seconds
from .progress import Part, Watch
from .request import CANCELLED, Arrays, Reply, Told, execute

COMPLETE = "complete"
_GROWTH = 4  # of parts, at most

Ask = Callable[[range], tuple[dict[str, Any], Arrays]]
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
