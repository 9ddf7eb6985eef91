"""The content of a file, which may be a pipe: first lines as text, and then parts of many lines as bytes."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from typing import IO

_END = re.compile(rb"\r\n|\n|\r")
_BLOCK = 1 << 13  # bytes that are read for a line; what they are is known by them all


class Stream:
    """A file in UTF-8, with a byte-order mark or without, which is read once."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._held = b""
        self._ended = False
        self.lines = 0
        """The lines that were read, each by itself."""
        self._more(_BLOCK)
        self._held = self._held.removeprefix(codecs.BOM_UTF8)
        codecs.getincrementaldecoder("utf-8")().decode(self._held, self._ended)

    def _more(self, count: int) -> None:
        """Hold so many bytes more, or what is left."""
        found = self._raw.read(count)
        self._ended = len(found) < count
        self._held += found

    def line(self, most: int | None = None) -> str:
        """Read a line with its end, of at most so many characters. It is empty at the end of the file.

        Raises UnicodeDecodeError.
        """
        seen = 0
        while True:
            end = _END.search(self._held, seen)
            if end is not None and (self._ended or end.end() < len(self._held)):  # a line feed may follow
                return self._take(end.end())[:most]
            if self._ended:
                return self._take(len(self._held))[:most]
            if most is not None and len(self._held) > 4 * most:
                return self._held[: 4 * most].decode("utf-8", "ignore")[:most]
            seen = max(len(self._held) - 1, 0)
            self._more(max(_BLOCK, len(self._held)))

    def _take(self, count: int) -> str:
        line = self._held[:count].decode("utf-8")
        self._held = self._held[count:]
        self.lines += bool(line)
        return line

    def rest(self) -> Iterator[str]:
        """All further lines, which are read when they are asked for."""
        while line := self.line():
            yield line

    def unread(self, lines: Sequence[str]) -> None:
        """Put lines back that were read last."""
        self._held = "".join(lines).encode() + self._held
        self.lines -= len(lines)

    def all(self) -> str:
        """All further lines, which are still there to be read."""
        if not self._ended:
            self._held += self._raw.read()
            self._ended = True
        return self._held.decode("utf-8")

    def part(self, size: int) -> tuple[bytes, bool]:
        """Take about so many bytes, and say whether nothing comes behind them."""
        if not self._ended and len(self._held) < size:
            self._more(size - len(self._held))
        part, self._held = self._held, b""
        return part, self._ended

    def put_back(self, rest: bytes, lines: int) -> None:
        """Put the end of a part back. So many lines were read before it."""
        self._held = rest
        self.lines = lines
