"""How much memory a call may take: the limit of `limits`, or else most of what there is.

The caller's limit stands in one place, so no function has it as a parameter. `_engine/request.py` puts it
into each request, and `_engine/chunks.py` into what other processes do.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from ..errors import MemoryLimitError
from .options import check_count
from .wording import wording

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_MOST = 2**62  # bytes
_SHARE = 0.8  # of what there is, unless the caller allows more
_UNSAID = 0  # no block of `limits` is open: a limit is at least 1

_of_block: ContextVar[int | None] = ContextVar("memory limit", default=_UNSAID)
# Not in the context: a cell of a notebook, a thread and a task have contexts of their own.
_for_good: int | None = None


def limits(memory: int | None = None) -> AbstractContextManager[None]:
    """Limit the memory that each call in a ``with`` block may take.

    >>> with mcbnc.limits(memory=8 << 30):                # doctest: +SKIP
    ...     result = mcbnc.consensus(dags)

    A call that would take more ends with :class:`MemoryLimitError` before it takes it. Blocks nest: the
    innermost one counts. At its end the limit is again what it was before. The block is that of the present
    thread or asyncio task, with the tasks and calls of ``asyncio.to_thread`` that begin in it. The workers of
    an `executor` obey it, in each chunk. Your own threads go by :func:`set_limits`.

    Parameters
    ----------
    memory : int, optional
        Bytes, at least 1, for each call's own work beside what its inputs take already. None means the
        default, also within another block: 80 % of what the machine has, the process's control group, or
        RLIMIT_AS. See :doc:`/memory`.

    Raises
    ------
    InvalidInputError
        If `memory` is no such number.
    """
    return _within(_read(memory))


def set_limits(memory: int | None) -> None:
    """Limit the memory that each call of this process may take, in all threads, from now on.

    It is for good, or until the next call. A block of :func:`limits` counts more than it.

    Parameters
    ----------
    memory : int or None
        Bytes, as in :func:`limits`. None takes the limit away, so that the default counts.

    Raises
    ------
    InvalidInputError
        If `memory` is no such number.
    """
    global _for_good
    _for_good = _read(memory)


@contextmanager
def _within(memory: int | None) -> Iterator[None]:
    before = _of_block.set(memory)
    try:
        yield
    finally:
        _of_block.reset(before)


def _read(memory: int | None) -> int | None:
    if memory is None:
        return None
    return check_count(memory, "memory", least=1, none="None for most of what there is", most=_MOST)


def asked_limit() -> int | None:
    """What the caller has set, in bytes. None: nothing."""
    asked = _of_block.get()
    return _for_good if asked == _UNSAID else asked


def memory_limit() -> int | None:
    """What may be taken now, in bytes. None: unknown."""
    asked = asked_limit()
    if asked is not None:
        return asked
    there_is = _of_machine()
    if resource is not None:
        space = resource.getrlimit(resource.RLIMIT_AS)[0]
        if space != resource.RLIM_INFINITY:
            left = max(1, space - _address_space())
            there_is = left if there_is is None else min(there_is, left)
    return None if there_is is None else max(1, int(_SHARE * there_is))


def refused(problem: str, needed: int, limit: int) -> MemoryLimitError:
    """The error of what takes more than the limit, with how to set another one."""
    return MemoryLimitError(f"{problem}; {wording().memory()} sets another", needed=needed, limit=limit)


def require_memory(
    least: int,
    what: str,
    placed: Callable[[str], object] = str,
    enough: Callable[[], int] | None = None,
) -> None:
    """Raise MemoryLimitError if `what` takes more bytes than may be taken.

    `placed` adds the place to a problem: a text, or an error with the text. `enough` is what suffices for
    what follows too.
    """
    limit = memory_limit()
    if limit is not None and least > limit:
        problem = f"{what} would take {gibibytes(least)} of memory, and the limit is {gibibytes(limit)}"
        needed = least if enough is None else max(least, enough())
        raise refused(str(placed(problem)), needed, limit)


def gibibytes(number: int) -> str:
    """A number of bytes in words."""
    return f"{number / 2**30:.3g} GiB"


@functools.cache
def _of_machine() -> int | None:
    """The memory of the machine, or of the control group that this process is in."""
    sizes = [size for size in (_physical(), *_of_groups("/")) if size is not None]
    return min(sizes, default=None)


def _physical() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # Windows
        return None


def _of_groups(root: str) -> list[int | None]:
    """The limits of the control groups, of both versions, up to the root."""
    sizes: list[int | None] = []
    try:
        lines = _text(os.path.join(root, "proc/self/cgroup")).splitlines()
    except OSError:
        return sizes
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if not controllers:
            base, name = os.path.join(root, "sys/fs/cgroup"), "memory.max"
        elif "memory" in controllers.split(","):
            base, name = os.path.join(root, "sys/fs/cgroup/memory"), "memory.limit_in_bytes"
        else:
            continue
        parts = [part for part in path.split("/") if part]
        # In a container the path may be that of the host, and the group itself is mounted at the base.
        sizes += [_size_in(os.path.join(base, *parts[:depth], name)) for depth in range(len(parts) + 1)]
    return sizes


def _size_in(path: str) -> int | None:
    """The number in a file. "max", and the largest number there is, are no limit."""
    try:
        return int(_text(path))
    except (OSError, ValueError):
        return None


def _text(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _address_space() -> int:
    """The bytes of address space that this process has taken."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
