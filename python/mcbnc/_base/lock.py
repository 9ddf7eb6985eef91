"""A file that one user alone may have at a time, among all processes of the machine."""

from __future__ import annotations

import os
import threading
import weakref
from contextlib import suppress

from ..errors import InvalidInputError
from .paths import PathLike

try:
    import fcntl
except ImportError:  # Windows: only the users in one process are held apart
    fcntl = None  # type: ignore[assignment]

__all__ = ["Lock"]

_here: set[tuple[int, str]] = set()  # the process, and the name of the lock: a forked child holds none
_guard = threading.Lock()


class Lock:
    """Hold the file ``path.lock`` until :meth:`release`, or until this object or the process is gone.

    The release removes the file. A record lock is not passed on to children, so an executor's workers that
    outlive a killed process do not keep it. But a process does not lock out itself, hence the set.

    Raises InvalidInputError about `argument` if another user has the lock, and OSError if the folder cannot
    be written.
    """

    def __init__(self, path: PathLike, argument: str) -> None:
        name = f"{os.path.realpath(path)}.lock"
        held = os.getpid(), name
        with _guard:
            if held in _here:
                raise _busy(path, argument)
            _here.add(held)
        try:
            descriptor = _open(name, path, argument)
        except BaseException:
            _here.discard(held)
            raise
        self.release = weakref.finalize(self, _release, held, descriptor)

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def _busy(path: PathLike, argument: str) -> InvalidInputError:
    problem = f"another process, or another call or object of this one, uses the file {os.fspath(path)}"
    return InvalidInputError(f"{argument}: {problem}", argument=argument)


def _open(name: str, path: PathLike, argument: str) -> int:
    """The descriptor of the locked file."""
    while True:
        try:
            descriptor = os.open(name, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError as error:  # the name of the lock is one that no caller knows
            raise OSError(error.errno, error.strerror, os.fspath(path)) from error
        if fcntl is None:
            return descriptor
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            os.close(descriptor)
            raise _busy(path, argument) from None
        except OSError:  # a file system without locks
            return descriptor
        if _is(name, descriptor):
            return descriptor
        os.close(descriptor)  # the last user removed the file between the two


def _is(name: str, descriptor: int) -> bool:
    """Whether the name is still that of the open file."""
    try:
        return os.path.samestat(os.stat(name), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _release(held: tuple[int, str], descriptor: int) -> None:
    process, name = held
    if process != os.getpid():  # a forked child: the file is its parent's
        os.close(descriptor)
        return
    with suppress(OSError):  # someone tidied up, and the work that was done is not to be lost for it
        if fcntl is None:
            os.close(descriptor)  # Windows removes no open file
            os.unlink(name)
        else:
            os.unlink(name)  # while it is locked: whoever opened it before looks whether it is still there
    if fcntl is not None:
        os.close(descriptor)
    _here.discard(held)
