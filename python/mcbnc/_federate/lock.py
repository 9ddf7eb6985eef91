"""A file that one process alone may use at a time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import InvalidInputError

__all__ = ["locked"]


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Hold ``path.lock``. Two processes with one state would forget what the other has answered."""
    descriptor = os.open(f"{os.path.realpath(path)}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InvalidInputError(f"{path}: another process uses this file") from None
        yield
    finally:
        os.close(descriptor)
