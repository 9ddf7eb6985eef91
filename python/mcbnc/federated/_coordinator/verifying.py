"""A run's journal, checked by somebody who took no part: signatures, and a replay of the coordinator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..._base.paths import PathLike
from ..._base.show import counted
from ..._engine.request import Arrays
from ...errors import InvalidInputError
from .._protocol import messages
from .._protocol.errors import Refused
from .._protocol.frame import digest
from .._protocol.task import Asked, Found, Sum, Task
from .._results.sums import Leak, list_leaks
from .._secure.keys import read_peers, verify_answer
from .._secure.roster import check_member
from .._tasks.registry import replayed
from .journal import Epoch, Journal


@dataclass
class Replay:
    """What a journal has, and all that follows from it."""

    task: Task
    hello: messages.Hello
    """Of the last session. So is the roster."""
    roster: messages.Roster | None = None
    history: list[Sum] = field(default_factory=list)
    found: Found | None = None
    signed: int = 0


@dataclass(frozen=True)
class Verified:
    """What a journal has, all of which follows from the sums in it. Made by :func:`verify`."""

    result: Any
    """What :attr:`Coordinator.result` was. None: the run has not ended."""
    rounds: int
    """The number of questions that have a sum."""
    signed: int
    """How many answers have the signature of their site. None has without masks."""
    sites: list[bytes]
    """The identities of the sites."""
    leaks: list[Leak]
    """What the coordinator saw: sums over all sites, by kind."""

    def __str__(self) -> str:
        end = "the run has not ended" if self.result is None else repr(self.result)
        return f"{counted(self.rounds, 'round')}, {counted(self.signed, 'signed answer')}: {end}"


def verify(journal: PathLike, *, peers: Any = None) -> Verified:
    """Check the journal of a run: signatures, and that each question and the result follow from the sums.

    Anyone can do this who has the file. The sums themselves are the coordinator's word: with masks the sites
    signed what they sent, but nobody else can see what adds up.

    Parameters
    ----------
    journal : path
        The file of a :class:`Coordinator`.
    peers : sequence of bytes or Ed25519PublicKey, or dict of them, optional
        The public keys of the sites that took part, as in :class:`Client`. None: any sites.

    Returns
    -------
    Verified

    Raises
    ------
    InvalidInputError
        If a byte of the file is another one than was written, a signature is wrong, a question or the result
        does not follow from the sums before it, or a site is none of `peers`. The message says where.
    MissingExtraError
        Signatures need the library cryptography, mcbnc's extra "federated".
    """
    run = replay(journal, None if peers is None else read_peers(peers))
    sites = [] if run.roster is None else [*run.roster.identities()]
    result = None if run.found is None else run.found.result
    leaks = list_leaks(run.history, run.task.options)
    return Verified(result, len(run.history), run.signed, sites, leaks)


def replay(journal: PathLike, known: Mapping[bytes, str] | None) -> Replay:
    """Replay a journal, and check all of it as :func:`verify` does. `known` are the sites there may be."""
    run: Replay | None = None
    for number, epoch in enumerate(Journal.read(journal).epochs, 1):
        where = f"session {number}"
        hello = messages.read_as(messages.Hello, epoch.hello, len(epoch.hello))
        with _wrong_in(journal, where):
            roster = _check_sites(epoch, hello, known)
            run = run or Replay(replayed(hello), hello)
        run.hello, run.roster = hello, roster
        for t, content in enumerate(epoch.questions, 1):
            with _wrong_in(journal, f"{where}, question {t}"):
                run.signed += _check_question(epoch, hello, t, content, roster.identities() if roster else ())
                question = messages.read_as(messages.Question, content, len(content))
                _check_asked(run.task, run.history, question)
            if t <= len(epoch.sums):
                run.history.append(Sum(Asked(question.info, question.arrays), epoch.sums[t - 1]))
        if epoch.outcome:
            with _wrong_in(journal, f"{where}, result"):
                run.found = _check_outcome(run.task, run.history, epoch, hello)
    if run is None:
        raise InvalidInputError(f"{journal}: there is no session in it", argument="journal")
    return run


class _wrong_in:
    """Makes what is wrong an InvalidInputError that names the place."""

    def __init__(self, journal: PathLike, where: str) -> None:
        self._place = f"{journal}: {where}"

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, (Refused, InvalidInputError)):
            raise InvalidInputError(f"{self._place}: {error}", argument="journal") from error


def _check_sites(
    epoch: Epoch, hello: messages.Hello, known: Mapping[bytes, str] | None
) -> messages.Roster | None:
    """The sites of a session, each of which signed its key if there are masks. None: they did not meet."""
    if not epoch.roster:
        return None
    roster = messages.read_as(messages.Roster, epoch.roster, len(epoch.roster))
    _demand(roster.hello == digest(epoch.hello), "the sites' keys are of another session")
    _demand(len(roster.members) == hello.clients, "there are more or fewer sites than the session has")
    sites = list(roster.identities())
    _demand(sites == sorted(set(sites)) and set(epoch.commitments) == set(sites), "a site is not in order")
    for member in roster.members if hello.masks else ():
        check_member(roster.hello, member)
    strangers = [] if known is None else [site.hex() for site in sites if site not in known]
    _demand(not strangers, f"a site is no peer: {', '.join(strangers)}")
    return roster


def _check_question(
    epoch: Epoch, hello: messages.Hello, t: int, content: bytes, sites: Iterable[bytes]
) -> int:
    """Check that a question follows the one before, and the signatures of its answers: how many there are."""
    question = messages.read_as(messages.Question, content, len(content))
    before = digest(epoch.questions[t - 2] if t > 1 else epoch.roster)
    _demand(
        (question.session, question.t, question.before) == (hello.session, t, before),
        "it does not follow the question before",
    )
    if t > len(epoch.sums):
        return 0
    signed = epoch.signed[t - 1]
    _demand(set(signed) == (set(sites) if hello.masks else set()), "it lacks the signature of a site")
    for site, (answer, signature) in signed.items():
        verify_answer(digest(content), site, answer, signature)
    return len(signed)


def _check_asked(task: Task, history: list[Sum], question: messages.Question) -> None:
    step = task.next(history)
    follows = isinstance(step, Asked) and step.info == question.info and _same(step.arrays, question.arrays)
    _demand(follows, "it is not the one that the sums before lead to")


def _check_outcome(task: Task, history: list[Sum], epoch: Epoch, hello: messages.Hello) -> Found:
    outcome = messages.read_as(messages.Outcome, epoch.outcome, len(epoch.outcome))
    _demand((outcome.session, outcome.last) == (hello.session, epoch.head), "it is of another log")
    step = task.next(history)
    if isinstance(step, Found) and step.info == outcome.info and _same(step.arrays, outcome.arrays):
        return step
    raise Refused("it is not the one that the sums lead to", reason="data")


def _same(ours: Arrays, theirs: Arrays) -> bool:
    return set(ours) == set(theirs) and all(
        ours[name].dtype == theirs[name].dtype and np.array_equal(ours[name], theirs[name]) for name in ours
    )


def _demand(holds: bool, problem: str) -> None:
    if not holds:
        raise Refused(problem, reason="log")
