"""How much memory a call may take: what `memory_limit` says, or else most of what there is."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from ..errors import MemoryLimitError
from .options import check_count

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

__all__ = [
    "asked_limit",
    "gibibytes",
    "limited_memory",
    "memory_limit",
    "require_memory",
    "takes_memory_limit",
]

_MOST = 2**62  # bytes
_SHARE = 0.8  # of what there is, unless the caller says more

_asked: ContextVar[int | None] = ContextVar("memory_limit", default=None)

F = TypeVar("F", bound=Callable[..., Any])


def takes_memory_limit(function: F) -> F:
    """Make the argument `memory_limit` of a function hold for all that the function does."""

    @functools.wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        limit = options.get("memory_limit")
        if limit is None:
            return function(*args, **options)
        with limited_memory(limit):
            return function(*args, **options)

    return call  # type: ignore[return-value]


@contextmanager
def limited_memory(limit: Any) -> Iterator[None]:
    """Let so many bytes be taken in the context. None: as many as without it."""
    none = "None for most of what there is"
    asked = (
        _asked.get() if limit is None else check_count(limit, "memory_limit", least=1, none=none, most=_MOST)
    )
    token = _asked.set(asked)
    try:
        yield
    finally:
        _asked.reset(token)


def asked_limit() -> int | None:
    """What the caller's `memory_limit` says, in bytes."""
    return _asked.get()


def memory_limit() -> int | None:
    """What may be taken now, in bytes. None: nobody knows."""
    asked = _asked.get()
    if asked is not None:
        return asked
    there_is = _of_machine()
    if resource is not None:
        space = resource.getrlimit(resource.RLIMIT_AS)[0]
        if space != resource.RLIM_INFINITY:
            left = max(1, space - _address_space())
            there_is = left if there_is is None else min(there_is, left)
    return None if there_is is None else max(1, int(_SHARE * there_is))


def require_memory(
    least: int,
    what: str,
    placed: Callable[[str], object] = str,
    enough: Callable[[], int] | None = None,
) -> None:
    """Raise MemoryLimitError if `what` takes more bytes than may be taken.

    `placed` makes of a problem what says where it is: a text, or an error with the text. `enough` tells what
    suffices for what follows too.
    """
    limit = memory_limit()
    if limit is not None and least > limit:
        problem = f"{what} would take {gibibytes(least)} of memory, and the limit is {gibibytes(limit)}"
        needed = least if enough is None else max(least, enough())
        raise MemoryLimitError(str(placed(problem)), needed=needed, limit=limit)


def gibibytes(number: int) -> str:
    """A number of bytes in words."""
    return f"{number / 2**30:.3g} GiB"


@functools.cache
def _of_machine() -> int | None:
    """The memory of the machine, or of the control group that this process is in."""
    sizes = [size for size in (_physical(), *_of_groups(Path("/"))) if size is not None]
    return min(sizes, default=None)


def _physical() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # Windows
        return None


def _of_groups(root: Path) -> list[int | None]:
    """The limits of the control groups, of both versions, up to the root."""
    limits: list[int | None] = []
    try:
        lines = (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return limits
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if not controllers:
            base, name = root / "sys/fs/cgroup", "memory.max"
        elif "memory" in controllers.split(","):
            base, name = root / "sys/fs/cgroup/memory", "memory.limit_in_bytes"
        else:
            continue
        parts = [part for part in path.split("/") if part]
        # In a container the path may be that of the host, and the group itself is mounted at the base.
        limits += [_read(base.joinpath(*parts[:depth]) / name) for depth in range(len(parts) + 1)]
    return limits


def _read(path: Path) -> int | None:
    """The number in a file. "max", and the largest number there is, are no limit."""
    try:
        return int(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None


def _address_space() -> int:
    """The bytes of address space that this process has taken."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
