"""What a federation computes: the seam between sessions, which carry numbers, and tasks, which ask for them.

A session has no notion of orders, graphs or tables. It carries questions to the sites, adds up the vectors
that come back, and hands the sums to the task.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import Arrays
from .messages import Hello


class Asked(NamedTuple):
    """A question of a task: values that JSON has, and arrays."""

    info: dict[str, Any]
    arrays: Arrays
    length: int | None = None
    """How many numbers an answer has. None: the task does not say."""
    shown: bool = False
    """Whether later questions tell the sites what rests on the sum. With masks all sites are then shown the
    sum, with its proof."""

    def same(self, other: Asked) -> bool:
        """Whether another question asks the same."""
        return self.info == other.info and same_arrays(self.arrays, other.arrays)


def same_arrays(ours: Arrays, theirs: Arrays) -> bool:
    """Whether arrays of the same names are the same."""
    return set(ours) == set(theirs) and all(
        ours[name].dtype == theirs[name].dtype and np.array_equal(ours[name], theirs[name]) for name in ours
    )


class Sum(NamedTuple):
    """A question, and the sum of the sites' vectors modulo 2^64."""

    question: Asked
    numbers: NDArray[np.uint64]


class Found(NamedTuple):
    """The end of a task."""

    result: Any
    info: dict[str, Any]
    """What all sites receive, with `arrays`."""
    arrays: Arrays


@runtime_checkable
class Task(Protocol):
    """The coordinator's side of a task: a pure function of the sums so far."""

    name: str
    options: dict[str, Any]
    """What all sites receive first: values that JSON has. Lists, not tuples."""

    def next(self, history: Sequence[Sum]) -> Asked | Found:
        """The next question, or the end. Raises Refused if a sum cannot be."""


class Secrets(NamedTuple):
    """What a site makes its random numbers of."""

    question: bytes
    """32 random bytes, always the same for one question."""
    site: bytes
    """The same in all sessions of a site that masks its numbers. Empty without masks."""


class Allowed(NamedTuple):
    """The most that one answer may have."""

    numbers: int
    variables: int
    """On so many columns of a row may a number depend."""


class SiteTask(Protocol):
    """A site's side of a task in one session."""

    def check(self, question: Asked) -> None:
        """Raise InvalidInputError if the session's options exclude the question.

        This looks at no data. So such an error shows nothing of them.
        """

    def check_told(self, question: Asked, shown: Sequence[Sum]) -> None:
        """Raise InvalidInputError unless what the question tells of all sites follows from sums.

        `shown` are the sums before the question that were shown to all sites. It is called with masks alone,
        and looks at no data either.
        """

    def answer(self, question: Asked, secrets: Secrets, most: Allowed, place: int) -> NDArray[np.uint64]:
        """The site's numbers, without masks.

        `place` is the site's place among the coordinator's clients, where the session's options need it.
        Raises InvalidInputError if the question does not fit the site's data, and Refused if it asks for more
        than `most`.
        """

    def result(self, info: dict[str, Any], arrays: Arrays) -> Any:
        """What the site makes of the end of the task. Raises an McbncError if it cannot be one."""


@runtime_checkable
class Site(Protocol):
    """A site's data, before the questions to it are known."""

    recipe: bytes
    """The SHA-256 of the recipe by which the data were read. Empty: there is none."""

    def digest(self) -> bytes:
        """A SHA-256 of the data: a session goes on only with the data that it began with."""

    def open(self, hello: Hello) -> SiteTask:
        """Bring the data to the session's nodes and options, or raise InvalidInputError."""
