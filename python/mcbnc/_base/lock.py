"""A path that one call alone may use at a time, among all processes of the machine."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from ..errors import InvalidInputError

try:
    import fcntl
except ImportError:  # Windows: only the calls of one process are held apart
    fcntl = None  # type: ignore[assignment]

__all__ = ["held"]

_here: set[str] = set()  # the paths that this process holds
_guard = threading.Lock()


@contextmanager
def held(path: str, argument: str) -> Iterator[None]:
    """Hold `path` by the file ``path.lock``, which is removed at the end.

    The lock ends with its process, however that ends. A record lock is not passed on to children, so an
    executor's workers that outlive a killed process do not keep it. But a process does not lock out itself,
    hence the set.

    Raises InvalidInputError if the path is in use, and OSError if its folder cannot be written.
    """
    name = f"{os.path.realpath(path)}.lock"
    busy = InvalidInputError(f"{path}: another call uses this file at this moment", argument=argument)
    with _guard:
        if name in _here:
            raise busy
        _here.add(name)
    try:
        descriptor = _lock(name, path, busy)
        try:
            yield
        finally:
            _release(name, descriptor)
    finally:
        _here.discard(name)


def _release(name: str, descriptor: int) -> None:
    with suppress(OSError):  # someone tidied up, and the work that was done is not to be lost for it
        if fcntl is None:
            os.close(descriptor)  # Windows removes no open file
            os.unlink(name)
        else:
            os.unlink(name)  # while it is locked: whoever opened it before looks whether it is still there
    if fcntl is not None:
        os.close(descriptor)


def _lock(name: str, path: str, busy: InvalidInputError) -> int:
    while True:
        try:
            descriptor = os.open(name, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:  # the name of the lock is one that no caller knows
            raise OSError(error.errno, error.strerror, path) from error
        if fcntl is None:
            return descriptor
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            os.close(descriptor)
            raise busy from None
        except OSError:  # a file system without locks
            return descriptor
        if _is(name, descriptor):
            return descriptor
        os.close(descriptor)


def _is(name: str, descriptor: int) -> bool:
    """Whether the name is still that of the open file."""
    try:
        return os.path.samestat(os.stat(name), os.fstat(descriptor))
    except FileNotFoundError:
        return False
