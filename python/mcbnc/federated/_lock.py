"""A file that one party alone may use at a time."""

from __future__ import annotations

import os
import weakref
from typing import Any

from .._base.paths import PathLike
from ..errors import InvalidInputError

fcntl: Any
try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None

__all__ = ["Lock"]


class Lock:
    """Hold ``path.lock`` until :meth:`release`, or until this object or the process is gone.

    Two parties with one file would not know what the other has answered. Raises InvalidInputError about
    `argument` if another one has the lock. Where the system has no such locks, nobody is kept out.
    """

    def __init__(self, path: PathLike, argument: str) -> None:
        descriptor = os.open(f"{os.path.realpath(path)}.lock", os.O_CREAT | os.O_RDWR, 0o600)
        self.release = weakref.finalize(self, os.close, descriptor)
        try:
            if fcntl is not None:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            problem = f"another process, or another object of this one, uses the file {os.fspath(path)}"
            raise InvalidInputError(f"{argument}: {problem}", argument=argument) from None

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
