"""The little of an ELF file that shows how a library was linked: its sections, segments and flags.

The format is that of the System V ABI, chapters 4 and 5, for 64 bits and little-endian.
"""

from __future__ import annotations

import struct
from pathlib import Path

__all__ = ["GNU_RELRO", "GNU_STACK", "Elf"]

GNU_STACK, GNU_RELRO = 0x6474E551, 0x6474E552
_DYNAMIC = 2
_EXECUTABLE = 1


class Elf:
    """A shared library of 64 bits, little-endian."""

    def __init__(self, path: Path) -> None:
        self._bytes = path.read_bytes()
        assert self._bytes[:6] == b"\x7fELF\x02\x01", f"{path} is no ELF file of 64 bits, little-endian"
        header = struct.unpack_from("<HHIQQQIHHHHHH", self._bytes, 16)
        (self._segments_at, self._sections_at) = header[4:6]
        (self._segment_size, self._segment_count, self._section_size, self._section_count, self._names) = (
            header[8:13]
        )

    def sections(self) -> list[str]:
        """The names of the sections."""
        found = [self._section(index) for index in range(self._section_count)]
        names = found[self._names][4]
        return [self._text(names + section[0]) for section in found]

    def segments(self) -> dict[int, int]:
        """The flags of each type of segment."""
        return {kind: flags for kind, flags, *_ in self._all_segments()}

    def executable(self, kind: int) -> bool:
        """Whether the segment of this type may hold code."""
        return bool(self.segments()[kind] & _EXECUTABLE)

    def dynamic(self) -> dict[int, int]:
        """The last value of each tag of the dynamic section."""
        ((_, _, start, _, _, size, _, _),) = (s for s in self._all_segments() if s[0] == _DYNAMIC)
        return dict(struct.iter_unpack("<QQ", self._bytes[start : start + size]))

    def _all_segments(self) -> list[tuple[int, ...]]:
        return [
            struct.unpack_from("<IIQQQQQQ", self._bytes, self._segments_at + index * self._segment_size)
            for index in range(self._segment_count)
        ]

    def _section(self, index: int) -> tuple[int, ...]:
        return struct.unpack_from("<IIQQQQIIQQ", self._bytes, self._sections_at + index * self._section_size)

    def _text(self, start: int) -> str:
        return self._bytes[start : self._bytes.index(b"\0", start)].decode()
