"""A file that one user alone may have at a time, among all processes of the machine."""

from __future__ import annotations

import os
import threading
import weakref
from contextlib import suppress
from io import FileIO

from ..errors import InvalidInputError
from .paths import PathLike, named_bad_path

try:
    import fcntl
except ImportError:  # Windows: only the users in one process are held apart
    fcntl = None  # type: ignore[assignment]

_here: dict[tuple[int, str], _Held] = {}
"""What is held, by the process and the name of the lock: a forked child holds none."""
_guard = threading.Lock()


class Lock:
    """Hold the file ``path.lock`` until :meth:`release`, or until this object or the process is gone.

    The release removes the file. A record lock is not passed on to children, so an executor's workers that
    outlive a killed process do not keep it. But a process does not lock out itself, hence the dictionary.

    A Ctrl-C may come between any two steps of both. What it leaves is released with the object.

    Raises InvalidInputError about `argument` if another user has the lock, or if the folder is missing or
    cannot be written. The latter are OSErrors too.
    """

    def __init__(self, path: PathLike, argument: str) -> None:
        self._held = held = _Held(os.getpid(), f"{os.path.realpath(path)}.lock")
        self._end = weakref.finalize(self, _release, held)
        try:
            with _guard:
                if held.key in _here:
                    raise _busy(path, argument)
                _here[held.key] = held
            with named_bad_path(os.fspath(path), argument):
                _open(held, path, argument)
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Let others have the file. A second call does nothing."""
        _release(self._held)
        self._end.detach()

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


class _Held:
    """A lock that a process has, or is about to have."""

    def __init__(self, process: int, name: str) -> None:
        self.key = process, name
        self.file: FileIO | None = None
        """The locked file. None before it is locked."""


def _busy(path: PathLike, argument: str) -> InvalidInputError:
    problem = f"another process, or another call or object of this one, uses the file {os.fspath(path)}"
    return InvalidInputError(f"{argument}: {problem}", argument=argument)


def _open(held: _Held, path: PathLike, argument: str) -> None:
    """Open the file and lock it."""
    _, name = held.key
    while held.file is None:
        try:
            file = FileIO(name, "r+", opener=_create)
        except OSError as error:  # the caller has never seen the name of the lock
            raise OSError(error.errno, error.strerror, os.fspath(path)) from error
        try:
            if _lock(file, name):
                held.file = file
        except (BlockingIOError, PermissionError):
            raise _busy(path, argument) from None
        finally:
            if held.file is not file:
                file.close()


def _lock(file: FileIO, name: str) -> bool:
    """Lock the file. The result is False if it is not there any more."""
    if fcntl is None:
        return True
    try:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise
    except OSError:  # a file system without locks
        return True
    return _is(name, file.fileno())  # the last user may have removed it between the two


def _create(name: str, _: int) -> int:
    return os.open(name, os.O_CREAT | os.O_RDWR, 0o600)


def _is(name: str, descriptor: int) -> bool:
    """Whether the name is still that of the open file."""
    try:
        return os.path.samestat(os.stat(name), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _release(held: _Held) -> None:
    """Release what is not released yet."""
    process, name = held.key
    file = held.file
    if file is not None and not file.closed:
        own = process == os.getpid()  # in a forked child the file is its parent's
        try:
            if own and fcntl is not None:  # while it is locked: whoever opened it before looks for it again
                _remove(name)
        finally:
            file.close()
        if own and fcntl is None:  # Windows removes no open file
            _remove(name)
    if _here.get(held.key) is held:
        del _here[held.key]


def _remove(name: str) -> None:
    with suppress(OSError):  # someone tidied up, and the work that was done is not to be lost for it
        os.unlink(name)
