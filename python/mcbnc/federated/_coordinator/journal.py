"""The coordinator's journal on disk: what it asked, and the answers that came back.

With masks an answer shows nothing alone, so nothing in the file is one site's. Without masks the file has the
sums of the answers alone.

The file only grows. Each record is a frame, after its length and the complement of its length. Behind it is
a SHA-256 of the record and of the SHA-256 before, so a changed byte is found. A change of all that follows
too is found by the sites' signatures and the replay of `verifying.py`, except where neither applies.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Lock, PathLike, named_bad_path
from ...errors import InvalidInputError
from .._protocol import messages
from .._protocol.errors import Refused
from .._protocol.frame import Frame, digest, pack, unpack
from .._protocol.messages import SignedAnswers
from .._protocol.task import Asked, Sum
from .._secure.proof import add_up

_SUM = 101  # the kind of the frames that hold sums of plain answers
_COMMITMENTS = 102  # the kind of those that hold the sites' commitments to their data
_ANSWERS = 103  # the kind of those that hold masked answers
_MOST = 1 << 40
_LENGTHS = struct.Struct("<QQ")
_CHAIN = 32  # bytes behind a record
_ALL = 2**64 - 1


@dataclass
class Epoch:
    """One session. After sites have lost their keys, a run goes on in another one."""

    hello: bytes
    roster: bytes = b""
    commitments: dict[bytes, bytes] = field(default_factory=dict)
    """To its data, of each site by its identity."""
    committed: dict[bytes, bytes] = field(default_factory=dict)
    """The signatures of the commitments. Without masks they are empty."""
    questions: list[bytes] = field(default_factory=list)
    sums: list[NDArray[np.uint64]] = field(default_factory=list)
    """One for each question, but for the last one while it is asked."""
    answers: list[SignedAnswers] = field(default_factory=list)
    """With masks, by sum: the answers. A coordinator's journal does not keep them here."""
    shows: bool = False
    """Whether all sites are shown a sum of the session."""
    latest: SignedAnswers | None = None
    """With masks, the answers to the last question that has a sum."""
    proof: SignedAnswers | None = None
    """The same, if their sum is shown."""
    outcome: bytes = b""
    """The message that ends the session; empty until then."""

    @property
    def session(self) -> bytes:
        """The session's number."""
        return messages.read_as(messages.Hello, self.hello, len(self.hello)).session

    @property
    def head(self) -> bytes:
        """What stands for the questions so far."""
        return digest(self.questions[-1] if self.questions else self.roster)

    def told(self) -> dict[str, list[str]]:
        """What the sites have signed of the last answer, as the result has it."""
        if self.latest is None:
            return {}
        sites = messages.read_as(messages.Roster, self.roster, len(self.roster)).identities()
        signed = zip(sites, self.latest.numbers, self.latest.signatures, strict=True)
        return {
            site.hex(): [messages.Answer(site, b"", numbers).digest().hex(), signature.hex()]
            for site, numbers, signature in signed
        }

    @property
    def numbers(self) -> int:
        """How many numbers each site has sent."""
        return sum(map(len, self.sums))


class Journal:
    """The log of one run, in memory and, with a path, in a file.

    Raises InvalidInputError if the file is damaged, or in use by another coordinator. A last record that was
    not written to its end is dropped: the coordinator asks for it again.
    """

    def __init__(self, path: PathLike | None, keep_answers: bool = False) -> None:
        self._path = path
        self._keep_answers = keep_answers
        self._chain = b""
        self.epochs: list[Epoch] = []
        self.history: list[Sum] = []
        """All questions that were answered, with the sums."""
        self.told: list[tuple[int, Sum]] = []
        """Those of the history that all sites were shown, each with its number in it, from 1."""
        self._begun = 0
        self._lock = None if path is None else Lock(path, "journal")
        try:
            if path is not None and Path(path).exists():
                self._load(Path(path))
        except BaseException:
            self.close()
            raise

    @classmethod
    def read(cls, path: PathLike) -> Journal:
        """A file as it is, for reading alone. One that is cut off is damaged."""
        journal = cls(None, keep_answers=True)
        with named_bad_path(os.fspath(path), "journal"):
            content = Path(path).read_bytes()
        if journal._take_all(Path(path), content) < len(content):
            raise InvalidInputError(
                f"journal: the file {os.fspath(path)} is cut off in its last record", argument="journal"
            )
        return journal

    def close(self) -> None:
        """Leave the file to others."""
        if self._lock is not None:
            self._lock.release()

    @property
    def last(self) -> Epoch:
        """The present session."""
        return self.epochs[-1]

    @property
    def basis(self) -> list[Sum]:
        """What the next question follows from: the history since the last session that had to begin anew."""
        return self.history[self._begun :]

    def write(self, record: bytes) -> None:
        """Keep a record, such as a message Hello, Roster or Question before it is sent.

        What is no record that may follow is refused before any byte of it is written.
        """
        self._take(record)
        if self._path is None:
            return
        self._chain = digest(self._chain + record)
        with open(self._path, "ab", opener=_private) as file:
            file.write(_LENGTHS.pack(len(record), _ALL - len(record)) + record + self._chain)
            file.flush()
            os.fsync(file.fileno())

    def write_commitments(self, commitments: dict[bytes, tuple[bytes, bytes]]) -> None:
        """Keep the sites' commitments to their data, and the signatures of these, before the roster."""
        fields = {site.hex(): [each.hex() for each in signed] for site, signed in commitments.items()}
        self.write(pack(_COMMITMENTS, fields))

    def write_answers(self, answers: SignedAnswers | NDArray[np.uint64]) -> None:
        """Keep the masked answers to the last question, or the sum of plain ones.

        Raise Refused if masks do not cancel, and keep nothing: answers are added up before they are written.
        """
        t = {"t": len(self.last.questions)}
        if isinstance(answers, SignedAnswers):
            fields = {**t, "signatures": answers.written()}
            self.write(pack(_ANSWERS, fields, {"answers": answers.numbers}))
        else:
            self.write(pack(_SUM, t, {"numbers": answers}))

    def write_outcome(self, outcome: bytes) -> None:
        """Keep the message that ends the session, once."""
        if self.last.outcome != outcome:
            self.write(outcome)

    def _take(self, record: bytes) -> None:
        frame = unpack(record, _MOST)
        if frame.kind == messages.Hello.kind:
            if self.epochs and self.last.shows:
                self._begun = len(self.history)  # sites can check no sum of another session
            self.epochs.append(Epoch(record))
        elif frame.kind == messages.Roster.kind:
            self.last.roster = record
        elif frame.kind == _COMMITMENTS:
            signed = {bytes.fromhex(site): each for site, each in frame.fields.items()}
            self.last.commitments = {site: bytes.fromhex(each) for site, (each, _) in signed.items()}
            self.last.committed = {site: bytes.fromhex(each) for site, (_, each) in signed.items()}
        elif self.last.outcome:
            raise Refused("a record follows the end of its session", reason="log")
        elif frame.kind == messages.Question.kind and len(self.last.questions) == len(self.last.sums):
            if self.last.proof is not None:  # the question brings it to all sites
                self.told.append((len(self.history), self.history[-1]))
            self.last.questions.append(record)
        elif frame.kind == messages.Outcome.kind and len(self.last.questions) == len(self.last.sums):
            self.last.outcome = record
        elif frame.kind in (_SUM, _ANSWERS) and (
            frame.fields["t"] == len(self.last.sums) + 1 == len(self.last.questions)
        ):
            self._take_answers(frame)
        else:
            raise Refused("the records do not follow each other", reason="log")

    def _take_answers(self, frame: Frame) -> None:
        epoch = self.last
        content = epoch.questions[-1]
        question = messages.read_as(messages.Question, content, len(content))
        answers = None
        if frame.kind == _SUM:
            numbers = frame.arrays["numbers"]
        else:
            answers = SignedAnswers.read(frame.arrays["answers"], frame.fields["signatures"])
            numbers = add_up(answers.numbers)
            if self._keep_answers:
                epoch.answers.append(answers)
        epoch.sums.append(numbers)
        epoch.shows |= question.shown
        epoch.latest, epoch.proof = answers, answers if question.shown else None
        self.history.append(Sum(Asked(question.info, question.arrays), numbers))

    def _load(self, path: Path) -> None:
        content = path.read_bytes()
        if (end := self._take_all(path, content)) < len(content):
            os.truncate(path, end)

    def _take_all(self, path: Path, content: bytes) -> int:
        """Take the records of a file. The result is where the last whole one ends."""
        end = 0
        try:
            for record, chain, after in _records(content):
                self._chain = digest(self._chain + record)
                if chain != self._chain:
                    raise Refused("a record is not as it was written", reason="log")
                self._take(record)
                end = after
        except (Refused, LookupError, AttributeError, TypeError, ValueError) as error:
            raise InvalidInputError(
                f"journal: the file {path} is damaged: {error}", argument="journal"
            ) from error
        return end


def _private(path: str, flags: int) -> int:
    """Open a file that its owner alone may read, if it is new: sums may show single persons."""
    return os.open(path, flags, 0o600)


def _records(content: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    """The records of a file, each with the SHA-256 behind it and its end. One that is cut off is left out."""
    start = 0
    while len(content) - start >= _LENGTHS.size:
        length, complement = _LENGTHS.unpack_from(content, start)
        if length != _ALL - complement:
            raise Refused("a length is wrong", reason="log")
        start += _LENGTHS.size
        end = start + length
        if end + _CHAIN > len(content):
            return
        yield content[start:end], content[end : end + _CHAIN], end + _CHAIN
        start = end + _CHAIN
