"""Sums of masked answers, and their proof: the answers themselves, each signed by its site.

A masked answer shows nothing alone. So whoever may see a sum may see all answers that it is the sum of, and
can add them up. Sites do so with each sum that a coordinator tells them something by, the coordinator with
all of them, and `verify` with all that a journal has.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import counted
from .._protocol.errors import OutOfStep, Refused
from .._protocol.messages import Answer, SignedAnswers
from .keys import verify_answer
from .masks import PROBES


def add_up(answers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The sum of masked answers (sites, length) modulo 2^64, without its probes.

    The probes are zero if all masks cancel, so else it is a Refused. It blames no site by name.
    """
    total: NDArray[np.uint64] = answers.sum(axis=0, dtype=np.uint64)
    numbers, probes = total[:-PROBES], total[-PROBES:]
    if len(probes) < PROBES or probes.any():
        raise OutOfStep("the masks of the sites do not cancel: a site's answer is wrong", reason="step")
    return numbers


def proved_sum(question: bytes, identities: Sequence[bytes], answers: SignedAnswers) -> NDArray[np.uint64]:
    """The sum of the answers to the question that `question`, a digest, stands for.

    Raise Refused unless there is one answer of each site, with its signature, and the masks cancel.
    """
    if len(answers.numbers) != len(identities):
        raise Refused(
            f"there are answers of {counted(len(answers.numbers), 'site')}, and the session has "
            f"{len(identities)}",
            reason="proof",
        )
    for identity, numbers, signature in zip(identities, answers.numbers, answers.signatures, strict=True):
        verify_answer(question, identity, Answer(identity, question, numbers).digest(), signature)
    return add_up(answers.numbers)
