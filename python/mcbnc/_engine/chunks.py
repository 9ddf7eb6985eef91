"""Work in chunks: an executor runs each chunk where it likes, and the results are gathered in order.

Only this file handles executors. All that it asks of one is ``map(function, iterable)``, with the results
in order. Without an executor, all work is one job in this process.
"""

from __future__ import annotations

import platform
from collections.abc import Generator, Hashable
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from .._base.fields import Request
from .._base.memory import asked_limit
from .._base.options import check_count
from .._base.paths import read_checkpoint
from .._base.show import counted, shown
from ..errors import InvalidInputError, LibraryError, McbncError
from .checkpoint import Ask, Done, Join, Kept, open_checkpoint, run_kept
from .ffi import Progress
from .layout import Layout
from .load import build
from .progress import Watch
from .request import CANCELLED, Arrays, Reply, execute

_CHUNKS_PER_WORKER = 4  # so that a slow chunk does not keep all others waiting
_CHUNKS = 32  # for an executor with an unknown number of workers
# Where executors keep the number of their workers: concurrent.futures and loky, multiprocessing.Pool.
_WORKERS = ("_max_workers", "_processes")


@dataclass(frozen=True)
class _Chunk:
    """A request that a worker runs. Plain values and arrays, so that any executor can send it."""

    index: int
    build: str
    """The caller's build of mcbnc."""
    request: Request
    arrays: Arrays


@dataclass(frozen=True)
class _Answer:
    """What a worker sends back. An error is a value: each executor wraps exceptions in its own way."""

    index: int
    reply: Reply | None
    error: McbncError | None = None


@dataclass(frozen=True)
class Chunking:
    """Where work runs, in how many chunks, and where it is kept."""

    executor: Any = None
    chunks: int | None = None
    checkpoint: str | None = None

    def beside(self, end: str) -> Chunking:
        """The same for a second work of a call. It is kept in a file of its own, whose name ends in `end`."""
        return self if self.checkpoint is None else replace(self, checkpoint=f"{self.checkpoint}.{end}")

    def run(
        self,
        function: str,
        count: int,
        ask: Ask,
        *,
        phase: int,
        nodes: list[Hashable],
        watch: Watch | None,
        join: Join | None = None,
        layout: Layout | None = None,
        block: int | None = None,
    ) -> Done:
        """Do a work of `count` pieces for the public `function`.

        `ask` makes the request for a range of pieces. With an executor, `phase` is the phase that the watch
        sees after each chunk. If the watch stops the work, the result is that of the chunks so far, of one
        at least. `join` makes one reply of several. Without it there is an answer to each piece, also
        where a time limit ends the work. With both, a job of this process has at most `block` pieces, and
        an executor and a checkpoint do not know of it. `layout` is that of each reply, by which a file is
        judged.
        """
        if self.checkpoint is not None:
            with open_checkpoint(self.checkpoint, function, *ask(range(count))) as checkpoint:
                kept = Kept(count, checkpoint, join, layout)
                if self.executor is not None:
                    return self._map(kept, ask, phase, nodes, watch)
                return run_kept(kept, ask, phase, nodes, watch)
        if self.executor is not None:
            return self._map(Kept(count), ask, phase, nodes, watch)
        if join is not None and block is not None and block < count:
            return run_kept(Kept(count, join=join), ask, phase, nodes, watch, block)
        reply = execute(nodes, *ask(range(count)), watch)
        return Done([range(count)], [reply], reply.info["status"], reply.info["seconds"])

    def _map(self, kept: Kept, ask: Ask, phase: int, nodes: list[Hashable], watch: Watch | None) -> Done:
        """Do by the executor what is left of the work."""
        left = kept.left
        parts = _cut(left, min(len(left), self.chunks or _default_chunks(self.executor)))
        chunks = [_make_chunk(k, part, ask) for k, part in enumerate(parts)]
        try:
            with kept.saving(), closing(_replies(self.executor, chunks, nodes)) as coming:
                for reply, part in zip(coming, parts, strict=False):
                    kept.add(part, reply)
                    progress = Progress(phase, kept.count, len(kept.left), 0.0, kept.seconds)
                    if watch is not None and not watch.show(progress):
                        break
        finally:
            if watch is not None:
                watch.close()
        return kept.done(CANCELLED)


HERE = Chunking()
"""All work in this process."""


def read_chunking(executor: Any, chunks: Any, time_limit: Any = None, checkpoint: Any = None) -> Chunking:
    """Read the arguments `executor`, `chunks` and `checkpoint` of the public functions."""
    path = read_checkpoint(checkpoint)
    if executor is None:
        if chunks is not None:
            raise InvalidInputError("chunks needs an executor to run them", argument="chunks")
        return Chunking(checkpoint=path)
    if isinstance(executor, type) or not callable(getattr(executor, "map", None)):
        raise InvalidInputError(
            "executor must have a method map(function, iterable) that gives results in order, as those of "
            f"concurrent.futures have, not {shown(executor)}",
            argument="executor",
        )
    if time_limit is not None:
        raise InvalidInputError(
            "time_limit cannot be combined with an executor: chunks begin at times that only "
            "the executor knows; stop by progress, between two chunks",
            argument="time_limit",
        )
    none = f"None for {_CHUNKS_PER_WORKER} for each worker"
    wanted = None if chunks is None else check_count(chunks, "chunks", least=1, none=none)
    return Chunking(executor, wanted, path)


def require_seed(chunking: Chunking, seed: Any) -> None:
    """Refuse a checkpoint without a seed, where each call then would draw something else."""
    if chunking.checkpoint is not None and seed is None:
        raise InvalidInputError(
            "checkpoint needs a seed: without one, each call draws anew, and none can go on from another",
            argument="checkpoint",
        )


def run_chunk(chunk: _Chunk) -> _Answer:
    """Run a chunk. This is the function that an executor maps; pickle finds it by its name."""
    try:
        own = build()
        if own != chunk.build:
            raise LibraryError(
                f"the caller has {chunk.build}, but the worker on {platform.node()} has {own}; "
                "install the same on both"
            )
        # The caller has the names of the nodes. Here errors have indices.
        return _Answer(chunk.index, execute(None, chunk.request, chunk.arrays))
    except McbncError as error:
        return _Answer(chunk.index, None, error)


def _default_chunks(executor: Any) -> int:
    for name in _WORKERS:
        workers = getattr(executor, name, None)
        if isinstance(workers, int) and workers > 0:
            return _CHUNKS_PER_WORKER * workers
    return _CHUNKS


def _cut(left: range, chunks: int) -> list[range]:
    """Ranges of almost equal lengths, one after the other."""
    if not left:
        return []
    ends = [left.start + len(left) * k // chunks for k in range(chunks + 1)]
    return [range(first, end) for first, end in pairwise(ends)]


def _make_chunk(k: int, part: range, ask: Ask) -> _Chunk:
    request, arrays = ask(part)
    # All cores for each chunk would be too many threads: a machine may run a worker for each core.
    one: Request = {"first": part.start, "workers": request.get("workers") or 1}
    limit = asked_limit()
    if limit is not None:  # else the worker goes by what its own machine has
        one["memory_limit"] = limit
    return _Chunk(k, build(), {**request, **one}, arrays)


def _replies(executor: Any, chunks: list[_Chunk], nodes: list[Hashable]) -> Generator[Reply, None, None]:
    """The replies to the chunks, as they come. The caller's end cancels the chunks that have not begun."""
    # A Pool's map waits for all results. Its imap gives them one by one, in order too.
    results = getattr(executor, "imap", executor.map)(run_chunk, chunks)
    try:
        count = 0
        for count, answer in enumerate(results, start=1):
            yield _read(answer, count - 1, len(chunks), nodes)
        if count < len(chunks):
            raise _unfit(f"gave {counted(count, 'result')} for {counted(len(chunks), 'chunk')}")
    finally:
        close = getattr(results, "close", None)  # the generators of executors cancel their futures
        if close is not None:
            close()


def _read(answer: Any, expected: int, chunks: int, nodes: list[Hashable]) -> Reply:
    """The reply in an answer, which must be that of the expected chunk."""
    if not isinstance(answer, _Answer):
        hint = "; the executor of a Dask client is client.get_executor()" if hasattr(answer, "result") else ""
        raise _unfit(f"gave {shown(answer)}{hint}")
    if expected == chunks:
        raise _unfit(f"gave more results than the {counted(chunks, 'chunk')}")
    if answer.index != expected:
        raise _unfit(f"gave that of chunk {answer.index} in place of that of chunk {expected}")
    if isinstance(answer.error, InvalidInputError):
        answer.error.nodes = [nodes[i] for i in answer.error.nodes]  # type: ignore[call-overload]
    if answer.error is not None:
        raise answer.error
    assert answer.reply is not None
    return answer.reply


def _unfit(problem: str) -> InvalidInputError:
    return InvalidInputError(
        f"executor: its map must give the result of each chunk, in order, but it {problem}",
        argument="executor",
    )
