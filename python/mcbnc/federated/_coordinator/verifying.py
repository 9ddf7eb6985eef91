"""A run's journal, checked by a third party: signatures, and a replay of the coordinator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..._plumbing import PathLike, counted
from ...errors import InvalidInputError
from .._protocol import messages
from .._protocol.errors import Refused
from .._protocol.frame import digest
from .._protocol.task import Asked, Found, Sum, Task, same_arrays
from .._results.sums import Leak, list_leaks
from .._secure.keys import read_peers, verify_commitment
from .._secure.proof import proved_sum
from .._secure.recipes import check_recipes, recipe_of, recipes_of
from .._secure.roster import check_member
from .._tasks.registry import replayed
from .journal import Epoch, Journal


@dataclass
class Replay:
    """What a journal has, and all that follows from it."""

    task: Task
    hello: messages.Hello
    """Of the first session. Those of all others are equal but for the session's number."""
    roster: messages.Roster | None = None
    """Of the last session in which sites met."""
    commitments: dict[bytes, bytes] = field(default_factory=dict)
    """To the data that the sums are of, of each site by its identity. Empty before there are sums."""
    history: list[Sum] = field(default_factory=list)
    basis: list[Sum] = field(default_factory=list)
    """The end of the history, from which the next question follows."""
    found: Found | None = None
    signed: int = 0
    told: list[tuple[int, Sum]] = field(default_factory=list)
    """As in :class:`Journal`."""


@dataclass(frozen=True)
class Verified:
    """What a journal has. All of it follows from the sums in it. Made by :func:`verify`."""

    result: Any
    """What :attr:`Coordinator.result` was. None: the run has not ended."""
    rounds: int
    """The number of questions that have a sum."""
    signed: int
    """How many answers have the signature of their site: as many as there are sites in all rounds."""
    sites: list[bytes]
    """The identities of the sites."""
    leaks: list[Leak]
    """What the coordinator saw: sums over all sites, by kind."""
    recipe: str
    """The hexadecimal SHA-256 of the recipe by which all sites read their tables. Empty: there was none."""
    unchecked: list[str]
    """What was not checked: clauses for people. One is about the sites, if there were no `peers`."""

    def __str__(self) -> str:
        end = "the run has not ended" if self.result is None else repr(self.result)
        read = f", the recipe {self.recipe}" if self.recipe else ""
        return f"{counted(self.rounds, 'round')}, {counted(self.signed, 'signed answer')}{read}: {end}"


def verify(journal: PathLike, *, peers: Any = None) -> Verified:
    """Check the journal of a run: that all of it follows from what the sites signed.

    Anyone can do this who has the file. The journal has all masked answers, with the signatures of the sites.
    Each sum is added up anew, and each question, what it tells the sites, and the result follow from the
    sums. Without masks no site signs anything. So the journal of such a run is refused.

    Parameters
    ----------
    journal : path
        The file of a :class:`Coordinator`.
    peers : sequence of bytes or Ed25519PublicKey, or dict of them, optional
        The public keys of the sites that took part, as in :class:`Client`. None: any sites, also those that
        the coordinator has invented.

    Returns
    -------
    Verified

    Raises
    ------
    InvalidInputError
        If a byte of the file is another one than was written, a signature is wrong, a question or the result
        does not follow from the sums before it, or a site is not in `peers`. If sessions have other
        options, sites or data than the first one, if no sites met, or if an answer has no signature. The
        message names the place, and what was not checked.
    MissingExtraError
        Signatures need the library cryptography, mcbnc's extra "federated".
    """
    run = replay(journal, None if peers is None else read_peers(peers))
    _check_signed(journal, run)
    assert run.roster is not None
    result = None if run.found is None else run.found.result
    leaks = list_leaks(run.history, run.task.options)
    unchecked = [] if peers is not None else [_SITES]
    sites = [*run.roster.identities()]
    return Verified(
        result, len(run.history), run.signed, sites, leaks, recipe_of(run.roster).hex(), unchecked
    )


_SITES = "who the sites are: without their public keys (peers), the coordinator may have invented them"


def _check_signed(journal: PathLike, run: Replay) -> None:
    """Refuse a journal without signatures. With masks each answer has one: else there is no replay."""
    if run.roster is None:
        raise InvalidInputError(
            f"{journal}: no sites met, so no site signed anything. Nothing but its bytes was checked",
            argument="journal",
        )
    if not run.hello.masks:
        answers = counted(len(run.roster.members) * len(run.history), "answer")
        raise InvalidInputError(
            f"{journal}: 0 of {answers} are signed, since a run without masks has no signatures. Each "
            "question and the result follow from the sums. It was not checked which sites took part, nor "
            "what they answered: the coordinator may have made up all of it",
            argument="journal",
        )


def replay(journal: PathLike, known: Mapping[bytes, str] | None) -> Replay:
    """Replay a journal, and check all of it but that there are signatures, which a run without masks lacks.

    `known` are the sites that there may be. All sessions of a run have the options of the first one, and the
    same sites with the same data. The signature of a site's key is over the Hello of its session. So what no
    site has seen decides nothing.
    """
    kept = Journal.read(journal)
    epochs = kept.epochs
    run: Replay | None = None
    for number, epoch in enumerate(epochs, 1):
        where = f"session {number}"
        hello = messages.read_as(messages.Hello, epoch.hello, len(epoch.hello))
        with _wrong_in(journal, where):
            run = run or Replay(replayed(hello), hello)
            alike = replace(hello, session=run.hello.session).pack() == epochs[0].hello
            _demand(alike, "its options are others than those of session 1")
            roster = _check_sites(epoch, hello, known)
            _check_same_sites(run, epoch, roster)
        if number > 1 and epochs[number - 2].shows:
            run.basis = []  # as the coordinator begins anew (`basis` of the journal)
        for t, content in enumerate(epoch.questions, 1):
            with _wrong_in(journal, f"{where}, question {t}"):
                question = _check_question(epoch, hello, t, content)
                _check_asked(run, question)
                if t <= len(epoch.sums):
                    run.signed += _check_answers(epoch, hello, t, roster)
            if t <= len(epoch.sums):
                run.history.append(Sum(Asked(question.info, question.arrays), epoch.sums[t - 1]))
                run.basis.append(run.history[-1])
                run.commitments = epoch.commitments
        if epoch.outcome:
            with _wrong_in(journal, f"{where}, result"):
                run.found = _check_outcome(run.task, run.basis, epoch, hello)
    if run is None:
        raise InvalidInputError(f"{journal}: there is no session in it", argument="journal")
    run.told = kept.told
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
    """The sites of a session. Each signed its key if there are masks. None: they did not meet.

    Then nothing was asked: the coordinator may have ended before the sites came.
    """
    if not epoch.roster:
        _demand(not epoch.questions and not epoch.outcome, "it has questions or a result, and no sites met")
        return None
    roster = messages.read_as(messages.Roster, epoch.roster, len(epoch.roster))
    _demand(roster.hello == digest(epoch.hello), "the sites' keys are of another session")
    _demand(len(roster.members) == hello.clients, "there are more or fewer sites than the session has")
    sites = list(roster.identities())
    _demand(sites == sorted(set(sites)) and set(epoch.commitments) == set(sites), "a site is not in order")
    for member in roster.members if hello.masks else ():
        check_member(roster.hello, member)
        site = member.identity
        verify_commitment(roster.hello, site, epoch.commitments[site], epoch.committed[site])
    strangers = [] if known is None else [site.hex() for site in sites if site not in known]
    _demand(not strangers, f"a site is no peer: {', '.join(strangers)}")
    check_recipes(recipes_of(roster, known or {}), hello.recipe)
    return roster


def _check_same_sites(run: Replay, epoch: Epoch, roster: messages.Roster | None) -> None:
    """Keep the sites of a session, if they are those of the sessions before, with the same data.

    It is what the coordinator demands when it begins a session (`check_same_sites` in `opening.py`).
    """
    if roster is None:
        return
    if run.hello.masks and run.roster is not None:
        same = (roster.identities(), roster.places) == (run.roster.identities(), run.roster.places)
        _demand(same, "its sites are others than those of the sessions before")
    _demand(run.commitments in ({}, epoch.commitments), "the sums before it are of other data")
    run.roster = roster


def _check_question(epoch: Epoch, hello: messages.Hello, t: int, content: bytes) -> messages.Question:
    """The question, if it follows the one before, and shows the sites the answers to it that it must."""
    question = messages.read_as(messages.Question, content, len(content))
    before = digest(epoch.questions[t - 2] if t > 1 else epoch.roster)
    _demand(
        (question.session, question.t, question.before) == (hello.session, t, before),
        "it does not follow the question before",
    )
    last = epoch.questions[t - 2] if t > 1 else b""
    shown = t > 1 and messages.read_as(messages.Question, last, len(last)).shown
    proof = epoch.answers[t - 2] if shown else None
    _demand(_same_answers(question.proof, proof), "its proof has not the answers to the question before")
    return question


def _same_answers(ours: messages.SignedAnswers | None, theirs: messages.SignedAnswers | None) -> bool:
    if ours is None or theirs is None:
        return ours is theirs
    return np.array_equal(ours.numbers, theirs.numbers) and ours.signatures == theirs.signatures


def _check_answers(epoch: Epoch, hello: messages.Hello, t: int, roster: messages.Roster | None) -> int:
    """Check that a sum is that of all sites' signed answers: how many these are. None are without masks.

    The function is that by which sites add up what they are shown.
    """
    if not hello.masks:
        _demand(not epoch.answers, "it has answers as with masks, and the session has none")
        return 0
    assert roster is not None
    _demand(len(epoch.answers) >= t, "it has a sum without the answers that it is the sum of")
    answers = epoch.answers[t - 1]
    numbers = proved_sum(digest(epoch.questions[t - 1]), roster.identities(), answers)
    _demand(np.array_equal(numbers, epoch.sums[t - 1]), "its sum is not that of the answers")
    return len(answers.signatures)


def _check_asked(run: Replay, question: messages.Question) -> None:
    step = run.task.next(run.basis)
    if not isinstance(step, Asked) or not step.same(Asked(question.info, question.arrays)):
        raise Refused("it is not the one that the sums before lead to", reason="log")
    _demand(question.shown == (step.shown and run.hello.masks), "its sum is shown to the sites, or must be")


def _check_outcome(task: Task, history: list[Sum], epoch: Epoch, hello: messages.Hello) -> Found:
    outcome = messages.read_as(messages.Outcome, epoch.outcome, len(epoch.outcome))
    _demand((outcome.session, outcome.last) == (hello.session, epoch.head), "it is of another log")
    _demand(outcome.signed == epoch.told(), "its signatures are others than those of the last answers")
    step = task.next(history)
    if isinstance(step, Found) and step.info == outcome.info and same_arrays(step.arrays, outcome.arrays):
        return step
    raise Refused("it is not the one that the sums lead to", reason="data")


def _demand(holds: bool, problem: str) -> None:
    if not holds:
        raise Refused(problem, reason="log")
