"""A site's part in one session: it checks the roster, answers questions and takes the result."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import counted
from .._protocol import messages
from .._protocol.errors import OutOfStep, Refused, refusing
from .._protocol.frame import digest
from .._protocol.task import Allowed, Asked, Secrets, Site
from .._results.sums import describe
from .._secure.budget import numbers_left
from .._secure.keys import Identity, public_half, verify_answer
from .._secure.ledger import SiteSet, check_sets
from .._secure.limits import Limits
from .._secure.marks import find_older, marked, short
from .._secure.masks import Masks, own_secret
from .._secure.recipes import check_recipes, recipes_of
from .._secure.roster import Known, check_change, check_keys, check_members, known_sets
from .._secure.weights import check_places, place_of, site_set
from .._tasks.private import privacy_of
from .shown import Shown
from .snapshot import Snapshot

_NUMBER = 8  # bytes


class Session:
    """One site in the session of its snapshot.

    `signer`, `peers` and `earlier` are for masks. Without a signer there are none. The constructor raises
    Refused if the site's data do not fit the session.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        site: Site,
        limits: Limits,
        signer: Identity | None,
        peers: dict[bytes, str],
        earlier: Sequence[bytes] = (),
    ) -> None:
        assert snapshot.session is not None
        self._snapshot = snapshot
        self._limits = limits
        self._signer = signer
        self._peers = peers
        self._earlier = earlier
        self._kept = snapshot.session
        self._hello = messages.read_as(messages.Hello, self._kept.hello, limits.message)
        self._recipe = site.recipe
        with refusing("this site's data do not fit the session"):
            self._task = site.open(self._hello)
        self._masks: Masks | None = None
        self._read_roster: messages.Roster | None = None
        self._own: messages.Member | None = None
        self._known: list[Known] = []  # what all sites of the roster say of themselves
        self._allowed: set[SiteSet] = set()
        self._result: Any = None
        self.asked = ""
        """What the last question that was answered asked for, in words."""

    @property
    def ended(self) -> bool:
        return bool(self._kept.outcome)

    def result(self) -> Any:
        if self._result is None:
            outcome = messages.read_as(messages.Outcome, self._kept.outcome, self._limits.message)
            self._result = self._make_result(outcome)
        return self._result

    def key(self) -> bytes:
        """The site's keys for the session, signed."""
        self._refuse_if_ended()
        salt = self._signer.salt() if self._signer is not None else self._snapshot.salt
        hello, commitment = digest(self._kept.hello), hmac.digest(salt, self._snapshot.data, "sha256")
        committed = b"" if self._signer is None else self._signer.sign_commitment(hello, commitment)
        return messages.Key(hello, self._member(), commitment, committed).pack()

    def check_roster(self, roster: messages.Roster, content: bytes) -> bytes:
        """Check the roster, and keep it."""
        if self._kept.roster != content:
            self._refuse_if_ended()
            if self._kept.roster:
                raise Refused("the session has another roster already", reason="roster")
            self._check_new(roster)
            self._check_states(roster)
            self._kept.roster = content
            self._snapshot.save()
        return self._ready(content)

    def check_kept(self) -> None:
        """Check the roster that is kept as if it were new."""
        if self._kept.roster and not self._kept.outcome:
            self._check_new(self._roster())

    def answer(self, question: messages.Question, content: bytes) -> bytes:
        """Answer a question that is the next one, or one that was answered before."""
        self._refuse_if_ended()
        self._refuse_other(question.session)
        name, known = digest(content), self._kept.digests
        if question.t <= len(known):
            if known[question.t - 1] != name:
                raise Refused(f"round {question.t} was asked before, with another question", reason="repeat")
        elif question.t != len(known) + 1 or question.before != self._head():
            raise OutOfStep(
                f"round {question.t} is asked, but the site's log ends at {len(known)}", reason="step"
            )
        asked, shown = Asked(question.info, question.arrays), self._kept.shown
        if question.t > len(known):
            shown = self._shown_after(shown, question)
        with refusing("the question does not fit the session"):
            self._task.check(asked)
        if self._signer is not None:
            with refusing(f"question {question.t} does not follow from the sites' answers", "proof"):
                self._task.check_told(asked, shown.before(question.t))
        if question.t > len(known):
            self._check_rounds(len(known) + 1)
            self._kept.shown = shown
            self._see([name])  # before the data are looked at, since a refusal shows something of them too
        try:
            new = self._check_sites(self._roster(), asked.info.get("sees"))
            numbers = self._numbers(asked, question.t, name)
            self._check_part(asked, bool(numbers.any()))
            self._count(question.t, len(numbers), new)
        finally:  # before anything leaves the site, be it numbers or a refusal
            self._snapshot.save()
        self.asked = f"{describe(asked, self._hello.options)}, {counted(len(numbers), 'number', ',')}"
        if self._signer is not None:
            numbers = self._open_masks().hide(numbers, question.t, name)
        answer = messages.Answer(self._snapshot.identity, name, numbers)
        if self._signer is not None:
            answer = replace(answer, signature=self._signer.sign_answer(name, answer.digest()))
        return answer.pack()

    def catch_up(self, log: messages.Log, content: bytes) -> bytes:
        """Take over the questions that this site has not seen, if the others are those that it has."""
        self._refuse_if_ended()
        questions, known = self._check_log(log), self._kept.digests
        names = [digest(content) for content in log.questions]
        before = known[: log.first - 1]
        if known[len(before) : len(before) + len(names)] != names[: len(known) - len(before)]:
            raise Refused(reason="log")
        self._check_rounds(len(before) + len(names))
        if new := names[len(known) - len(before) :]:
            shown = self._kept.shown
            for question in questions[len(known) - len(before) :]:
                shown = self._shown_after(shown, question)
            self._kept.shown = shown
            self._see(new)
            self._snapshot.save()
        return self._ready(content)

    def end(self, outcome: messages.Outcome, content: bytes) -> bytes:
        """Take the result, and forget the session's secret."""
        self._refuse_other(outcome.session)
        if self._kept.outcome != content:
            self._refuse_if_ended()
            if outcome.last != self._head():
                raise OutOfStep("the result is of another log", reason="step")
            self._check_signed(outcome)
            self._result = self._make_result(outcome)
            self._mark()
            self._kept.outcome, self._kept.secret = content, b""
            self._masks = None
            self._snapshot.save()
        return self._ready(content)

    def _make_result(self, outcome: messages.Outcome) -> Any:
        with refusing("the result is not one of this task", "message"):
            return self._task.result(outcome.info, outcome.arrays)

    def _check_new(self, roster: messages.Roster) -> None:
        if roster.hello != digest(self._kept.hello):
            raise Refused(reason="roster")
        own = self._member()
        check_members(roster, self._hello, own)
        check_places(roster, self._hello)
        if self._signer is not None:
            self._known = check_keys(roster, own, self._peers, self._called())
        names = {**self._called(), self._snapshot.identity: "this site"}
        check_recipes(recipes_of(roster, names), self._hello.recipe)
        if self._signer is not None:
            self._check_sites(roster, None)

    def _check_states(self, roster: messages.Roster) -> None:
        """Refuse a site whose state is older than this site has seen it."""
        if marks := self._snapshot.marks:
            older = find_older(roster.members, marks, known_sets(self._known)[1], self._noisy)
            if older is not None:
                raise older.refusal(self._called())

    def _mark(self) -> None:
        """Keep what the other sites have answered in this session, as they have signed."""
        if self._signer is not None:
            others = [each for each in self._roster().members if each.identity != self._signer.public]
            asked = self._hello.session, len(self._kept.digests), self._noisy
            self._snapshot.marks = marked(self._snapshot.marks, others, *asked)

    @property
    def _noisy(self) -> bool:
        return self._hello.options.get("epsilon") is not None

    def _check_signed(self, outcome: messages.Outcome) -> None:
        """Refuse a result without the signature of each site of its answer to the last question."""
        asked = self._signer is not None and self._kept.digests
        sites = self._roster().identities() if asked else ()
        if outcome.signed.keys() != {site.hex() for site in sites}:
            raise Refused("the result lacks the signature of a site", reason="key")
        for site in sites:
            with refusing("the result has an odd signature", "message"):
                answer, signature = map(bytes.fromhex, outcome.signed[site.hex()])
            verify_answer(self._head(), site, answer, signature)

    def _check_sites(self, roster: messages.Roster, sees: list[Any] | None) -> SiteSet:
        """The sites of a roster, unless sums over them and over earlier ones would show single sites.

        `sees` are the columns that each site has, by place, if a question has them.
        """
        new = site_set(roster, self._hello, sees)
        if self._signer is None or new in self._allowed:
            return new
        least, own = self._limits.least_change, self._signer.public
        told, present = known_sets(self._known)
        known = [each.renamed(present) for each in self._snapshot.sets]
        names = {**self._called(), own: "this site"}
        if least is not None:
            check_change(new, known, own, least, names)
        else:
            known += [each.renamed(present) for each in told]
            check_sets(new, known, names, b"" if self._limits.may_leave else own)
        self._allowed.add(new)
        return new

    def _called(self) -> dict[bytes, str]:
        """The names of the present peers, and of sites of earlier sessions that may have left."""
        return {**self._snapshot.called, **self._peers}

    def _numbers(self, question: Asked, t: int, name: bytes) -> NDArray[np.uint64]:
        if (most := self._left(t)) < 1:
            raise _too_many()
        lasting = b"" if self._signer is None else self._signer.salt()
        secrets = Secrets(own_secret(self._kept.secret, t, name), lasting)
        with refusing("the question does not fit this site's data"):
            allowed = Allowed(most, self._limits.widest)
            return self._task.answer(question, secrets, allowed, place_of(self._roster(), self._member()))

    def _left(self, t: int) -> int:
        """How many numbers round `t` may have: what is left of the session's, and of all sessions'."""
        message, promised = self._limits.message // _NUMBER, self._hello.promise["numbers"]
        if t in self._kept.answered:
            return min(message, promised)
        ever = numbers_left(self._limits, self._snapshot.spent)
        return min(message, promised - self._kept.numbers, *([] if ever is None else [ever]))

    def _check_part(self, question: Asked, counts: bool) -> None:
        """Keep whether the site's numbers count, and refuse to change it.

        A site that judged itself answers zeros. Between a sum with its numbers and one without them, the
        difference is its numbers, in this session and in any other.
        """
        told = "told" in question.info
        if self._hello.task != "learning" or (not told and self._hello.options["outliers"] == "drop"):
            return  # the question is the one before the judgement, which all sites answer
        part = "in" if counts or not told else "out"
        kept = self._snapshot.part
        if self._signer is not None and kept not in ("", part) and self._limits.least_change is None:
            how = ("counted", "it would be left out") if kept == "in" else ("was left out", "it would count")
            raise Refused(
                f"this site {how[0]} in an earlier sum, and now {how[1]}: the sums would show its numbers",
                reason="roster",
            )
        self._snapshot.part = part

    def _see(self, names: list[bytes]) -> None:
        """Keep the digests of new questions, and what the session spends by being asked.

        A question with noise is spent when it is seen, whether or not its answer leaves the site.
        """
        spent = self._snapshot.spent
        if not self._kept.digests:
            spent.sessions += 1
            privacy = privacy_of(self._hello.options, self._hello.nodes, self._hello.clients)
            spent.rho += 0.0 if privacy is None else privacy.rho()
        self._kept.digests += names
        self._snapshot.past[short(self._hello.session)] = len(self._kept.digests)

    def _count(self, t: int, count: int, new: SiteSet) -> None:
        """Keep that round `t` is answered. A round that a log brought is counted when it is asked for."""
        kept = self._kept
        if t not in kept.answered:
            kept.numbers += count
            self._snapshot.spent.numbers += count
            kept.answered.add(t)
        if self._signer is not None and new not in self._snapshot.sets:
            self._snapshot.sets.append(new)
            self._snapshot.called |= {s: self._peers[s] for s in new.sites if s in self._peers}

    def _shown_after(self, shown: Shown, question: messages.Question) -> Shown:
        """The sums that all sites were shown, after a new question. Without masks there are none."""
        if self._signer is None:
            if question.shown or question.proof is not None:
                raise Refused("without masks no sum is shown with its proof", reason="proof")
            return shown
        return shown.after(question, self._roster().identities())

    def _check_log(self, log: messages.Log) -> list[messages.Question]:
        """The questions of a log, which must follow each other and those before."""
        self._refuse_other(self._hello.session)
        questions: list[messages.Question] = []
        if log.first > len(self._kept.digests) + 1:
            raise Refused("the log lacks questions that this site has not seen", reason="log")
        before = self._kept.digests[log.first - 2] if log.first > 1 else digest(self._kept.roster)
        for t, content in enumerate(log.questions, log.first):
            question = messages.read(content, self._limits.message)
            if not isinstance(question, messages.Question):
                raise Refused("the log has something else than questions", reason="log")
            if (question.session, question.t, question.before) != (self._hello.session, t, before):
                raise Refused("the log's questions do not follow each other", reason="log")
            before = digest(content)
            questions.append(question)
        return questions

    def _open_masks(self) -> Masks:
        if self._masks is None:
            kept, members = self._kept, self._roster().members
            own = members.index(self._member())
            self._masks = Masks(kept.secret, own, members, self._hello.session, digest(kept.roster))
        return self._masks

    def _roster(self) -> messages.Roster:
        if self._read_roster is None:
            self._read_roster = messages.read_as(messages.Roster, self._kept.roster, self._limits.message)
        return self._read_roster

    def _member(self) -> messages.Member:
        if self._own is None:
            self._own = self._make_member()
        return self._own

    def _make_member(self) -> messages.Member:
        past = json.loads(self._kept.past)
        if self._signer is None:
            return messages.Member(self._snapshot.identity, b"", b"", recipe=self._recipe, past=past)
        key, sets = public_half(self._kept.secret), json.loads(self._kept.sent)
        earlier = [each.hex() for each in self._earlier]
        may_leave, state = self._limits.may_leave, self._snapshot.name()
        own = messages.Member(
            self._snapshot.identity, key, b"", may_leave, sets, earlier, self._recipe, state, past
        )
        signature = self._signer.sign(digest(self._kept.hello), key, own.claims())
        return replace(own, signature=signature)

    def _check_rounds(self, rounds: int) -> None:
        """Refuse more questions than the session may have.

        One round is one question, ever: each answer to another one would have noise of its own.
        """
        if self._hello.options.get("rounds") == "one" and rounds > 1:
            raise Refused("a session of one round has one question, and it was asked", reason="limits")
        if rounds > self._hello.promise["rounds"]:
            raise Refused("the coordinator asks for more rounds than it promised", reason="limits")

    def _head(self) -> bytes:
        """What stands for the log so far."""
        return self._kept.digests[-1] if self._kept.digests else digest(self._kept.roster)

    def _refuse_if_ended(self) -> None:
        if self._kept.outcome:
            raise Refused("the session has ended", reason="session")

    def _refuse_other(self, session: bytes) -> None:
        """Refuse what belongs to another session, or comes before the roster."""
        if session != self._hello.session or not self._kept.roster:
            raise Refused(reason="session")

    def _ready(self, content: bytes) -> bytes:
        return messages.Ready(self._snapshot.identity, digest(content)).pack()


def _too_many() -> Refused:
    return Refused(
        "the coordinator asks for more numbers than it promised, or than are left", reason="limits"
    )
