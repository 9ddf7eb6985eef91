"""The SHA-256 of files, taken of the bytes while they are read. A pipe can be read once only."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

_AT_ONCE = 1 << 16


class FileHash(NamedTuple):
    """A file that was read."""

    name: str
    """Without its folder: a path may be private."""
    sha256: str
    """Of the bytes as they are on disk, compressed or not."""


_wanted: ContextVar[list[FileHash] | None] = ContextVar("wanted", default=None)


@contextmanager
def files_hashed() -> Iterator[list[FileHash]]:
    """Collect the files that are read to their end in the context, in their order."""
    found: list[FileHash] = []
    earlier = _wanted.set(found)
    try:
        yield found
    finally:
        _wanted.reset(earlier)


@contextmanager
def hashed(file: io.BufferedReader, path: str | os.PathLike[str]) -> Iterator[io.BufferedReader]:
    """The file, whose bytes are hashed if anybody wants that. What was not read is read at the end."""
    found = _wanted.get()
    if found is None:
        yield file
        return
    stream = _Hashed(file)
    yield io.BufferedReader(stream, _AT_ONCE)
    while rest := file.read(_AT_ONCE):  # a reader of text has closed the stream, and not the file
        stream.sum.update(rest)
    found.append(FileHash(os.path.basename(os.fspath(path)), stream.sum.hexdigest()))


class _Hashed(io.RawIOBase):
    """A stream that hashes what is read from it."""

    def __init__(self, file: io.BufferedReader) -> None:
        from hashlib import sha256  # takes a while to import, and most calls read no file

        self._file = file
        self.sum = sha256()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        count = self._file.readinto(buffer)
        self.sum.update(memoryview(buffer)[:count])
        return count

    def readall(self) -> bytes:
        content = self._file.read()
        self.sum.update(content)
        return content
