"""The messages of the rounds: questions, answers and the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..._engine.request import Arrays
from .errors import Refused
from .fields import fields_of
from .frame import Frame, pack
from .handshake import SESSION

__all__ = ["Answer", "Log", "Outcome", "Question"]

_DIGEST = 32
_IDENTITY = 32


@dataclass(frozen=True)
class Question:
    """Question `t` of a session, from 1. `info` and `arrays` are the task's own.

    `before` is the digest of the question before, or of the roster. So the digest of a question stands for
    the whole log up to it.
    """

    kind: ClassVar[int] = 5
    session: bytes
    t: int
    before: bytes
    info: dict[str, Any]
    arrays: Arrays = field(default_factory=dict)

    def pack(self) -> bytes:
        fields = {"session": self.session.hex(), "t": self.t, "before": self.before.hex(), "info": self.info}
        return pack(self.kind, fields, self.arrays)

    @classmethod
    def read(cls, frame: Frame) -> Question:
        fields = fields_of(frame, "question", *frame.arrays)
        question = cls(
            session=fields.octets("session", SESSION),
            t=fields.whole("t", 1),
            before=fields.octets("before", _DIGEST),
            info=fields.mapping("info"),
            arrays=frame.arrays,
        )
        fields.end()
        return question


@dataclass(frozen=True)
class Answer:
    """A site's numbers for the question that `question`, a digest, stands for."""

    kind: ClassVar[int] = 6
    identity: bytes
    question: bytes
    numbers: NDArray[np.uint64]

    def pack(self) -> bytes:
        fields = {"identity": self.identity.hex(), "question": self.question.hex()}
        return pack(self.kind, fields, {"numbers": self.numbers})

    @classmethod
    def read(cls, frame: Frame) -> Answer:
        fields = fields_of(frame, "answer", "numbers")
        numbers = frame.arrays["numbers"]
        if numbers.dtype != np.uint64 or numbers.ndim != 1:
            raise Refused(
                "a message answer is refused: its numbers are no vector of uint64", reason="message"
            )
        answer = cls(fields.octets("identity", _IDENTITY), fields.octets("question", _DIGEST), numbers)
        fields.end()
        return answer


@dataclass(frozen=True)
class Log:
    """Questions of a session, as they were sent, from number `first` on."""

    kind: ClassVar[int] = 7
    questions: list[bytes]
    first: int = 1

    @classmethod
    def parts(cls, questions: list[bytes], most: int) -> list[Log]:
        """All questions in logs of about `most` bytes at most, but with one question at least."""
        parts, size = [cls([])], 0
        for t, question in enumerate(questions, 1):
            if parts[-1].questions and size + len(question) > most:
                parts.append(cls([], t))
                size = 0
            parts[-1].questions.append(question)
            size += len(question)
        return parts

    def pack(self) -> bytes:
        lengths = np.array([len(question) for question in self.questions], np.int64)
        joined = np.frombuffer(b"".join(self.questions), np.uint8)
        return pack(self.kind, {"first": self.first}, {"lengths": lengths, "questions": joined})

    @classmethod
    def read(cls, frame: Frame) -> Log:
        fields = fields_of(frame, "log", "lengths", "questions")
        first = fields.whole("first", 1)
        fields.end()
        lengths, joined = frame.arrays["lengths"], frame.arrays["questions"]
        wrong = lengths.dtype != np.int64 or joined.dtype != np.uint8 or lengths.ndim != 1 or joined.ndim != 1
        if wrong or (lengths < 0).any() or sum(lengths.tolist()) != len(joined):
            raise Refused("a message log is refused: its lengths are wrong", reason="message")
        content, questions, start = joined.tobytes(), [], 0
        for length in lengths.tolist():
            questions.append(content[start : start + length])
            start += length
        return cls(questions, first)


@dataclass(frozen=True)
class Outcome:
    """The result of a session after the question that `last`, a digest, stands for."""

    kind: ClassVar[int] = 8
    session: bytes
    last: bytes
    info: dict[str, Any]
    arrays: Arrays = field(default_factory=dict)

    def pack(self) -> bytes:
        fields = {"session": self.session.hex(), "last": self.last.hex(), "info": self.info}
        return pack(self.kind, fields, self.arrays)

    @classmethod
    def read(cls, frame: Frame) -> Outcome:
        fields = fields_of(frame, "outcome", *frame.arrays)
        session, last = fields.octets("session", SESSION), fields.octets("last", _DIGEST)
        outcome = cls(session, last, fields.mapping("info"), frame.arrays)
        fields.end()
        return outcome
