"""Work of very many pieces in this process: one job after the other, in the memory of one of them."""

from __future__ import annotations

import time
from collections.abc import Hashable

from .kept import Ask, Done, Join
from .progress import Part, Watch
from .request import Reply, execute

__all__ = ["run_blocks"]


def run_blocks(
    count: int, size: int, ask: Ask, join: Join, phase: int, nodes: list[Hashable], watch: Watch | None
) -> Done:
    """Do `count` pieces, at most `size` of them in a job."""
    try:
        return _run(count, size, ask, join, phase, nodes, watch)
    finally:
        if watch is not None:
            watch.close()


def _run(
    count: int, size: int, ask: Ask, join: Join, phase: int, nodes: list[Hashable], watch: Watch | None
) -> Done:
    began, status = time.monotonic(), "complete"
    parts: list[range] = []
    replies: list[Reply] = []
    for start in range(0, count, size):
        part = range(start, min(start + size, count))
        view = None
        if watch is not None:
            before, last = time.monotonic() - began, part.stop == count
            view = Part(watch, phase, before, done=start, count=count, last=last)
        request, arrays = ask(part)
        reply = execute(nodes, {**request, "first": start}, arrays, view)
        status = reply.info["status"]
        _add(parts, replies, part, reply, join)
        if status == "complete" and view is not None and view.stopped and part.stop < count:
            status = "cancelled"
        if status != "complete":
            break
    return Done(parts, replies, status, time.monotonic() - began)


def _add(parts: list[range], replies: list[Reply], part: range, reply: Reply, join: Join) -> None:
    """Add a reply, and join replies to as many pieces: some arrays are as large for one piece as for all.

    So there are few replies at any time, and each piece is copied a few times only.
    """
    parts.append(part)
    replies.append(reply)
    while len(parts) > 1 and len(parts[-2]) <= len(parts[-1]):
        joined = join(Done(parts[-2:], replies[-2:], "complete", 0.0))
        parts[-2:] = [range(parts[-2].start, parts[-1].stop)]
        replies[-2:] = [joined]
