"""The sums that all sites of a session are shown, each of which the site has added up itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Arrays
from .._protocol import messages
from .._protocol.errors import Refused
from .._protocol.task import Asked, Sum
from .._secure.proof import proved_sum


@dataclass(frozen=True)
class Shown:
    """Sums with their questions, of one session."""

    questions: list[bytes] = field(default_factory=list)
    """Messages without their proofs. The last one waits for its sum until the next question comes."""
    sums: list[NDArray[np.uint64]] = field(default_factory=list)

    def after(self, question: messages.Question, identities: Sequence[bytes]) -> Shown:
        """What there is after a question, which is the next one of the site's log.

        Raise Refused unless it has the proof of the question before, if the sum of that one is shown, and no
        proof else. The question names the one before by its digest, which the signatures are over.
        """
        sums = self.sums
        if len(self.questions) > len(sums):
            if question.proof is None:
                raise _unproved(question, "lacks the sites' answers to the question before, which prove it")
            try:
                sums = [*sums, proved_sum(question.before, identities, question.proof)]
            except Refused as error:
                what = f"has other answers than the sites signed for the question before: {error}"
                raise _unproved(question, what) from error
        elif question.proof is not None:
            raise _unproved(question, "has the sites' answers to a question whose sum is not shown")
        kept = [replace(question, proof=None).pack()] if question.shown else []
        return Shown([*self.questions, *kept], sums)

    def before(self, t: int) -> list[Sum]:
        """The sums that were shown before question `t`, or by it."""
        found = []
        for content, numbers in zip(self.questions, self.sums, strict=False):
            question = messages.read_as(messages.Question, content, len(content))
            if question.t < t:
                found.append(Sum(Asked(question.info, question.arrays), numbers))
        return found

    def arrays(self) -> Arrays:
        """All of it, for a file."""
        return {
            "shown": np.frombuffer(b"".join(self.questions), np.uint8),
            "shown_lengths": np.array([len(each) for each in self.questions], np.int64),
            "shown_sums": np.concatenate([np.empty(0, np.uint64), *self.sums]),
            "shown_sums_lengths": np.array([len(each) for each in self.sums], np.int64),
        }

    @classmethod
    def read(cls, arrays: Arrays) -> Shown:
        """What :meth:`arrays` gave."""
        ends = np.cumsum(arrays["shown_lengths"])[:-1]
        questions = [part.tobytes() for part in np.split(arrays["shown"], ends)]
        sums = np.split(arrays["shown_sums"], np.cumsum(arrays["shown_sums_lengths"])[:-1])
        return cls(questions[: len(arrays["shown_lengths"])], list(sums[: len(arrays["shown_sums_lengths"])]))


def _unproved(question: messages.Question, what: str) -> Refused:
    return Refused(f"question {question.t} {what}", reason="proof")
