"""A request to the engine, from the first byte to the last: start, wait, watch, read, free."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from .._base.names import Names
from .ffi import Job
from .load import library
from .progress import Watch

__all__ = ["Arrays", "Reply", "execute"]

Arrays = dict[str, NDArray[Any]]
"""Arrays for the engine, by the names that include/mcbnc.h gives them."""

# The longest that a Ctrl-C waits. The engine wakes the waiter at once when the job ends, so
# that short jobs do not wait at all.
_SLICE_MS = 50


@dataclass(frozen=True)
class Reply:
    """The result of a job."""

    info: dict[str, Any]
    """The small part: status, seconds, theta and the like."""
    arrays: dict[str, NDArray[Any]]


def execute(
    nodes: Names | None,
    request: Mapping[str, Any],
    arrays: Mapping[str, NDArray[Any]],
    watch: Watch | None = None,
) -> Reply:
    """Run one job to its end. `nodes` are the names for its errors, where there are any.

    Ctrl-C, or an exception in `watch`, cancels the job in the engine and goes on to the caller.
    """
    with Job(library(), request, arrays, nodes) as job:
        try:
            while not job.wait(_SLICE_MS):
                if watch is not None and not watch.show(job.progress()):
                    job.cancel()
            info = job.result()
            if watch is not None:
                watch.show(job.progress())
        finally:
            if watch is not None:
                watch.close()
        return Reply(info, job.read(info.pop("arrays"), info.pop("bytes")))
