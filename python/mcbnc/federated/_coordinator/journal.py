"""The coordinator's journal on disk: what it asked, and the sums that came back. Nothing in it is one site's.

The file only grows. Each record is a frame, after its length and the complement of its length.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..._base.lock import Lock
from ..._base.paths import PathLike
from ...errors import InvalidInputError
from .._protocol import messages
from .._protocol.errors import Refused
from .._protocol.frame import digest, pack, unpack
from .._protocol.task import Asked, Sum

_SUM = 101  # the kind of the frames that hold sums
_COMMITMENTS = 102  # the kind of those that hold the sites' commitments to their data
_MOST = 1 << 40
_LENGTHS = struct.Struct("<QQ")
_ALL = 2**64 - 1


@dataclass
class Epoch:
    """One session. After sites have lost their keys, a run goes on in another one."""

    hello: bytes
    roster: bytes = b""
    commitments: dict[bytes, bytes] = field(default_factory=dict)
    """To its data, of each site by its identity."""
    questions: list[bytes] = field(default_factory=list)
    sums: list[NDArray[np.uint64]] = field(default_factory=list)
    """One for each question, but for the last one while it is asked."""

    @property
    def session(self) -> bytes:
        """The session's number."""
        return messages.read_as(messages.Hello, self.hello, len(self.hello)).session

    @property
    def head(self) -> bytes:
        """What stands for the questions so far."""
        return digest(self.questions[-1] if self.questions else self.roster)

    @property
    def numbers(self) -> int:
        """How many numbers each site has sent."""
        return sum(map(len, self.sums))


class Journal:
    """The log of one run, in memory and, with a path, in a file.

    Raises InvalidInputError if the file is damaged, or in use by another coordinator. A last record that was
    not written to its end is dropped: the coordinator asks for it again.
    """

    def __init__(self, path: PathLike | None) -> None:
        self._path = path
        self.epochs: list[Epoch] = []
        self.history: list[Sum] = []
        """All questions that were answered, with the sums."""
        self._lock = None if path is None else Lock(path, "journal")
        try:
            if path is not None and Path(path).exists():
                self._load(Path(path))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Leave the file to others."""
        if self._lock is not None:
            self._lock.release()

    @property
    def last(self) -> Epoch:
        """The present session."""
        return self.epochs[-1]

    def write(self, record: bytes) -> None:
        """Keep a record, such as a message Hello, Roster or Question before it is sent."""
        self._take(record)
        if self._path is None:
            return
        with open(self._path, "ab", opener=_private) as file:
            file.write(_LENGTHS.pack(len(record), _ALL - len(record)) + record)
            file.flush()
            os.fsync(file.fileno())

    def write_commitments(self, commitments: dict[bytes, bytes]) -> None:
        """Keep the sites' commitments to their data, before the roster."""
        fields = {identity.hex(): commitment.hex() for identity, commitment in commitments.items()}
        self.write(pack(_COMMITMENTS, fields))

    def write_sum(self, numbers: NDArray[np.uint64]) -> None:
        """Keep the sum of the last question."""
        self.write(pack(_SUM, {"t": len(self.last.questions)}, {"numbers": numbers}))

    def _take(self, record: bytes) -> None:
        frame = unpack(record, _MOST)
        if frame.kind == messages.Hello.kind:
            self.epochs.append(Epoch(record))
        elif frame.kind == messages.Roster.kind:
            self.last.roster = record
        elif frame.kind == _COMMITMENTS:
            self.last.commitments = {
                bytes.fromhex(identity): bytes.fromhex(commitment)
                for identity, commitment in frame.fields.items()
            }
        elif frame.kind == messages.Question.kind and len(self.last.questions) == len(self.last.sums):
            self.last.questions.append(record)
        elif frame.kind == _SUM and frame.fields == {"t": len(self.last.sums) + 1} == {
            "t": len(self.last.questions)
        }:
            content, numbers = self.last.questions[-1], frame.arrays["numbers"]
            question = messages.read_as(messages.Question, content, len(content))
            self.last.sums.append(numbers)
            self.history.append(Sum(Asked(question.info, question.arrays), numbers))
        else:
            raise Refused("the records do not follow each other", reason="log")

    def _load(self, path: Path) -> None:
        content = path.read_bytes()
        end = 0
        try:
            for record, after in _records(content):
                self._take(record)
                end = after
        except (Refused, LookupError) as error:
            raise InvalidInputError(
                f"journal: the file {path} is damaged: {error}", argument="journal"
            ) from error
        if end < len(content):
            os.truncate(path, end)


def _private(path: str, flags: int) -> int:
    """Open a file that its owner alone may read, if it is new: sums may show single persons."""
    return os.open(path, flags, 0o600)


def _records(content: bytes) -> Iterator[tuple[bytes, int]]:
    """The records of a file, each with the place where it ends. A last one that is cut off is left out."""
    start = 0
    while len(content) - start >= _LENGTHS.size:
        length, complement = _LENGTHS.unpack_from(content, start)
        if length != _ALL - complement:
            raise Refused("a length is wrong", reason="log")
        start += _LENGTHS.size
        if length > len(content) - start:
            return
        yield content[start : start + length], start + length
        start += length
