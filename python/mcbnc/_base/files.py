"""The bytes of a file, and their text. Compressed and foreign files are recognised by their first bytes."""

from __future__ import annotations

import errno
import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, NamedTuple

from ..errors import InvalidInputError
from .file_hash import FileHash, files_hashed, hashed
from .paths import PathLike, named_bad_path, path_text
from .show import shorten

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

STDIN = "/dev/stdin"
"""The path of standard input."""

unzippable = (gzip.BadGzipFile, EOFError, zlib.error)
"""The errors of reading from :func:`opened` where the compressed data are damaged."""

MOST_UNPACKED = 1 << 30
"""The largest number of bytes that a compressed file may hold."""
_MOST_DENSE = 16 << 20  # bytes of content, from which on the content is compared with the file
_DENSEST = 100  # times as large as the file: tables of one patient or one day are at 5 to 30
_GZIP = b"\x1f\x8b"
_FOREIGN = {
    b"PAR1": "it is a Parquet file: give pandas.read_parquet(path) instead of the path",
    b"PK\x03\x04": "it is an Excel file or a zip archive: give pandas.read_excel(path) instead of the path, "
    "or unpack it",
    b"\xd0\xcf\x11\xe0": "it is an Excel file: give pandas.read_excel(path) instead of the path",
    b"BZh": "it is compressed by bzip2: unpack it, or compress it by gzip",
    b"\xfd7zXZ": "it is compressed by xz: unpack it, or compress it by gzip",
    b"\x28\xb5\x2f\xfd": "it is compressed by zstd: unpack it, or compress it by gzip",
    b"\xff\xfe": "it is in UTF-16: write it in UTF-8",
    b"\xfe\xff": "it is in UTF-16: write it in UTF-8",
    b"\x89PNG": "it is a picture",
    b"%PDF": "it is a PDF",
}


class File(NamedTuple):
    """The content of a file, after decompression, and the place that errors name."""

    content: bytes
    place: str
    hashed: FileHash | None = None

    def text(self) -> str:
        """The content as text in UTF-8, without a byte-order mark."""
        try:
            return self.content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise self.refuse(undecodable(error)) from error

    def refuse(self, problem: str) -> InvalidInputError:
        """Make an error that names the place and the problem."""
        return InvalidInputError(f"{self.place}: {shorten(problem, 400)}", argument="path")


@contextmanager
def opened(path: PathLike) -> Iterator[IO[bytes]]:
    """Open a file for reading. A file that gzip compressed is decompressed, whatever its suffix is.

    Reading more than MOST_UNPACKED bytes of decompressed content raises UnpackedTooLarge, because a small
    file may unpack to gigabytes. So does content that is out of all proportion to the file.
    """
    with _open(path) as plain, hashed(plain, path) as file:
        if file.peek(len(_GZIP))[: len(_GZIP)] != _GZIP:
            yield file
            return
        packed = _Counted(file)
        with gzip.GzipFile(fileobj=packed, mode="rb") as unzipped:
            yield io.BufferedReader(_Bounded(unzipped, packed), 1 << 16)


class UnpackedTooLarge(ValueError):
    """A compressed file has more content than mcbnc unpacks."""


class _Counted(io.RawIOBase):
    """A stream that counts the bytes that were read from it. A pipe does not have them."""

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        count = self._file.readinto(buffer)
        self.count += count
        return count


class _Bounded(io.RawIOBase):
    """An unpacked stream that ends in an UnpackedTooLarge where it is too long, for itself or its source."""

    def __init__(self, unzipped: gzip.GzipFile, packed: _Counted) -> None:
        self._unzipped = unzipped
        self._packed = packed
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        count = self._unzipped.readinto(buffer)
        self._count += count
        if self._count > MOST_UNPACKED:
            raise UnpackedTooLarge(
                f"the compressed file has more than {MOST_UNPACKED >> 20} MiB of content; if you trust it, "
                "unpack it"
            )
        if self._count > max(_MOST_DENSE, _DENSEST * self._packed.count):
            raise UnpackedTooLarge(
                f"the compressed file has more than {_MOST_DENSE >> 20} MiB of content, which is more than "
                f"{_DENSEST} times as large as the file; if you trust it, unpack it"
            )
        return count


def _open(path: PathLike) -> io.BufferedReader:
    """Open a file. Standard input is open already, and to open it again would fail if it is a socket."""
    if os.fspath(path) != STDIN:
        return open(path, "rb")
    if sys.stdin is None:  # the process was started with a closed stdin, and its number may be another file's
        raise OSError(errno.EBADF, "stdin is closed", STDIN)
    return open(0, "rb", closefd=False)


def read_file(path: PathLike, place: str | None = None) -> File:
    """Read a whole file.

    Raises
    ------
    InvalidInputError
        If the compressed data are damaged, or the path is invalid, or not that of a readable file. The last
        is an OSError too.
    """
    where = path_text(path)
    empty = File(b"", where if place is None else place)
    try:
        with files_hashed() as found:
            with named_bad_path(where), opened(where) as file:
                content = file.read()
            return empty._replace(content=content, hashed=found[0])
    except unzippable as error:
        raise empty.refuse(f"the compressed file is damaged: {error}") from error
    except UnpackedTooLarge as error:
        raise empty.refuse(str(error)) from error


def undecodable(error: UnicodeDecodeError) -> str:
    """What a file that is no text in UTF-8 is, and what to do. `error` came from decoding the file."""
    for start, problem in _FOREIGN.items():
        if error.object.startswith(start):
            return f"not text in UTF-8: {problem}"
    return (
        f"not text in UTF-8: it has the byte 0x{error.object[error.start]:02x}. If it is text in another "
        "encoding, such as Latin-1, write it in UTF-8"
    )
