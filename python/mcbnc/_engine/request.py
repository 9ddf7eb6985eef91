"""A whole request to the engine: start a job, wait, show the progress, read the result, free the job."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from .._base.fields import Info, Options, Request
from .._base.limit import SOON, TimeLimit
from .._base.memory import memory_limit
from .._base.names import Names
from ..errors import McbncError, MemoryLimitError
from .ffi import Job
from .load import library
from .progress import Watch

if TYPE_CHECKING:
    from typing_extensions import Unpack


Arrays = dict[str, NDArray[Any]]
"""Arrays for the engine, by the names that include/mcbnc.h gives them."""
Told = Mapping[str, NDArray[Any]]
"""Arrays of the engine."""

# Ctrl-C waits for at most this time. When a job ends, the engine wakes the waiting thread at once. So a
# short job does not wait for the end of the slice.
_SLICE_MS = 50
CANCELLED, TIME_LIMIT = "cancelled", "time_limit"
"""The statuses of a job that a watch has stopped, and of one whose time was over."""
_RESCUE_MS = 200  # by which Ctrl-C may come later, so that less is lost


@dataclass(frozen=True)
class Reply:
    """The result of a job."""

    info: Info
    """All values except the arrays, such as the status, the seconds and theta."""
    arrays: Told


def execute(
    nodes: Names | None,
    request: Request,
    arrays: Told,
    watch: Watch | None = None,
    rescue: Callable[[Reply], None] | None = None,
) -> Reply:
    """Run one job to its end. If `nodes` are given, errors name the nodes.

    Of a `TimeLimit` the engine gets what is left. If a job of the same limit or watch was stopped, this one
    has no time: it gives what there is without work, and its status is that of the stop.

    An exception, such as a KeyboardInterrupt or one from `watch`, cancels the job in the engine. The
    exception then reaches the caller. Before that, `rescue` is given what the job had so far, if the job ends
    soon enough.
    """
    limit = request.get("time_limit")
    stopped = stopped_by(limit, watch)
    if stopped is not None:
        request = {**request, "time_limit": SOON}
    elif isinstance(limit, TimeLimit):
        request = {**request, "time_limit": limit.left()}
    limited = _limited(request)
    with Job(library(), limited, arrays, nodes, at_once=_SLICE_MS if watch is None else 0) as job:
        try:
            while not job.wait(_SLICE_MS):
                if watch is not None and not watch.show(job.progress()):
                    job.cancel()
            reply = _read(job)
            if watch is not None:
                watch.show(job.progress())
            if isinstance(limit, TimeLimit) and reply.info["status"] == TIME_LIMIT:
                limit.ended_a_stage = True
            return reply if stopped is None else Reply({**reply.info, "status": stopped}, reply.arrays)
        except BaseException:
            if rescue is not None:
                with suppress(McbncError):  # the error that ended the job is on its way already
                    job.cancel()
                    if job.wait(_RESCUE_MS):
                        rescue(_read(job))
            raise
        finally:
            if watch is not None:
                watch.close()


def stopped_by(limit: float | None, watch: Watch | None) -> str | None:
    """The status of the stage that was stopped, if one of the call was: then no further stage begins."""
    if watch is not None and watch.stopped:
        return CANCELLED
    return TIME_LIMIT if isinstance(limit, TimeLimit) and limit.ended_a_stage else None


def needed_for(op: str, n: int, **size: Unpack[Options]) -> int:
    """The bytes of memory that the engine estimates for an operation, by the size of its input.

    The size is what the operation ``memory`` of include/mcbnc.h takes: bytes, graphs, arcs, columns, pieces,
    workers.
    """
    asked: Any = {"op": "memory", "of": op, "n": n, **size, "memory_limit": 0}
    needed: int = execute(None, asked, {}).info["counts"]["bytes"]
    return needed


@contextmanager
def followed_by(ops: Sequence[str], n: int, size: Callable[[], Options]) -> Iterator[None]:
    """Make a refusal for its memory name what suffices for other operations too, which come later."""
    try:
        yield
    except MemoryLimitError as error:
        needed = max(error.needed, *(needed_for(op, n, **size()) for op in ops))
        raise MemoryLimitError(str(error), needed=needed, limit=error.limit) from None


def _limited(request: Request) -> Request:
    """The request with the memory that the job may take, unless the request has that."""
    limit = memory_limit()
    if limit is None or "memory_limit" in request:
        return request
    return request | {"memory_limit": limit}


def _read(job: Job) -> Reply:
    return Reply(job.result(), job.arrays())
