"""Journals that were forged from a real one, with all digests made anew: each kind is refused."""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np
import pytest
from federation import keys, public
from helpers import ROOT
from test_federated_verify import ANSWERS, COMMITMENTS, MOST, TASKS, of_kind, parties, rewritten, talk

from mcbnc.errors import InvalidInputError
from mcbnc.federated import disclosure, verify
from mcbnc.federated._coordinator.journal import _records
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest, pack, unpack

HELLO, ROSTER, QUESTION, OUTCOME = (
    kind.kind for kind in (messages.Hello, messages.Roster, messages.Question, messages.Outcome)
)
SUM = 101  # of plain answers


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """The records of a run in which sites judge themselves, and of another run of the same sites."""
    found = []
    for name in ("run", "other"):
        path = tmp_path_factory.mktemp(name) / "run.journal"
        coordinator, clients = parties(path, **TASKS["judged"])
        talk(coordinator, clients)
        assert verify(path).rounds == coordinator.rounds > 2
        found.append([record for record, *_ in _records(path.read_bytes())])
    return found


class Forgery:
    """Records of a journal, and those of another run."""

    def __init__(self, records, other) -> None:
        self.records, self.other = list(records), list(other)

    def at(self, kind, which=0):
        return of_kind(self.records, kind)[which]

    def message(self, kind, which=0, **changes):
        """Change fields of a message."""
        at = self.at(kind, which)
        message = messages.read(self.records[at], MOST)
        self.records[at] = replace(message, **changes).pack()

    def info(self, which, change):
        info = copy.deepcopy(self.question(which).info)
        change(info)
        self.message(QUESTION, which, info=info)

    def question(self, which):
        return messages.read(self.records[self.at(QUESTION, which)], MOST)

    def answers(self, which, change):
        """Change the matrix of the answers, and the signatures, of a question."""
        at = self.at(ANSWERS, which)
        frame = unpack(self.records[at], MOST)
        numbers, signatures = change(frame.arrays["answers"].copy(), list(frame.fields["signatures"]))
        self.records[at] = pack(ANSWERS, {**frame.fields, "signatures": signatures}, {"answers": numbers})

    def answers_of(self, records, which):
        frame = unpack(records[of_kind(records, ANSWERS)[which]], MOST)
        return frame.arrays["answers"].copy(), list(frame.fields["signatures"])

    def drop(self, kind, which=0):
        del self.records[self.at(kind, which)]

    def rechain(self):
        """Let each message name the one before it, as far as that goes."""
        before = session = hello = b""
        for at, record in enumerate(self.records):
            kind = unpack(record, MOST).kind
            message = messages.read(record, MOST) if kind < COMMITMENTS - 1 else None
            if kind == HELLO:
                hello, session, before = digest(record), message.session, digest(b"")
            elif kind == ROSTER:
                self.records[at] = replace(message, hello=hello).pack()
                before = digest(self.records[at])
            elif kind == QUESTION:
                self.records[at] = replace(message, session=session, before=before).pack()
                before = digest(self.records[at])
            elif kind == OUTCOME:
                self.records[at] = replace(message, session=session, last=before).pack()


def add(row, column, by):
    def change(numbers, signatures):
        numbers[row, column] += np.uint64(by)
        return numbers, signatures

    return change


def both(numbers, signatures):
    """Other answers that have the same sum."""
    numbers[0, 0] += np.uint64(1)
    numbers[1, 0] -= np.uint64(1)
    return numbers, signatures


def rows(order, signed=True):
    def change(numbers, signatures):
        return numbers[order], [signatures[k] for k in (order if signed else range(len(order)))]

    return change


def none_signed(numbers, signatures):
    return numbers, [bytes(64).hex()] * len(signatures)


def first_vote(info):
    info["told"]["joined"][0] += 1


def change_proof(forgery):
    proof = forgery.question(1).proof
    numbers = proof.numbers.copy()
    numbers[0, 0] += np.uint64(1)
    forgery.message(QUESTION, 1, proof=replace(proof, numbers=numbers))


def change_votes_and_proof(forgery):
    """The votes, their proof and the answers go together, but for the signature."""
    forgery.answers(0, add(0, 0, 1))
    change_proof(forgery)
    forgery.info(1, first_vote)
    forgery.info(2, first_vote)


def change_result(name, by):
    def change(forgery):
        at = forgery.at(OUTCOME)
        outcome = messages.read(forgery.records[at], MOST)
        array = outcome.arrays[name].copy()
        array.flat[1 % array.size] += array.dtype.type(by)
        forgery.message(OUTCOME, arrays={**outcome.arrays, name: array})

    return change


def change_member(**changes):
    def change(forgery):
        roster = messages.read(forgery.records[forgery.at(ROSTER)], MOST)
        first = replace(roster.members[0], **changes)
        forgery.message(ROSTER, members=[first, *roster.members[1:]])

    return change


def change_order(forgery):
    roster = messages.read(forgery.records[forgery.at(ROSTER)], MOST)
    forgery.message(ROSTER, members=roster.members[::-1])


def change_options(**changes):
    def change(forgery):
        hello = messages.read(forgery.records[0], MOST)
        forgery.message(HELLO, options={**hello.options, **changes})

    return change


def fewer_sites(forgery):
    """As if there had been three of the four sites."""
    forgery.message(HELLO, clients=3)
    roster = messages.read(forgery.records[forgery.at(ROSTER)], MOST)
    forgery.message(ROSTER, members=roster.members[:3])
    at = forgery.at(COMMITMENTS)
    fields = unpack(forgery.records[at], MOST).fields
    kept = {member.identity.hex() for member in roster.members[:3]}
    forgery.records[at] = pack(COMMITMENTS, {site: fields[site] for site in kept})
    for which in range(len(of_kind(forgery.records, ANSWERS))):
        forgery.answers(which, lambda numbers, signatures: (numbers[:3], signatures[:3]))


def plain_sums(forgery):
    """Sums without answers, as in a run without masks."""
    for which, at in enumerate(of_kind(forgery.records, ANSWERS)):
        numbers, _ = forgery.answers_of(forgery.records, 0)
        forgery.records[at] = pack(SUM, {"t": which + 1}, {"numbers": numbers.sum(0, np.uint64)[:-4]})


def commitments(change):
    def forge(forgery):
        at = forgery.at(COMMITMENTS)
        forgery.records[at] = pack(COMMITMENTS, change(unpack(forgery.records[at], MOST).fields))

    return forge


def swap(kind, a, b):
    def change(forgery):
        one, other = forgery.at(kind, a), forgery.at(kind, b)
        forgery.records[one], forgery.records[other] = forgery.records[other], forgery.records[one]

    return change


def replayed(which, records=None):
    """Answers of another round, or of another session of the same sites."""

    def change(forgery):
        other = forgery.answers_of(forgery.other if records else forgery.records, which)
        forgery.answers(which if records else 1, lambda *_: other)

    return change


def glue(forgery):
    """Behind a first session of other options, all of the real one."""
    invented = Forgery(forgery.records[:1], [])
    change_options(outliers="keep")(invented)
    invented.message(HELLO, session=bytes(32))
    forgery.records[:0] = invented.records


def with_roster_of_other(forgery):
    forgery.records[forgery.at(ROSTER)] = forgery.other[of_kind(forgery.other, ROSTER)[0]]


def no_masks(forgery):
    forgery.message(HELLO, masks=False)
    plain_sums(forgery)


FORGED = {
    "the answers to a question are lacking": lambda f: f.drop(ANSWERS, 1),
    "the last answers are lacking": lambda f: f.drop(ANSWERS, -1),
    "a question is lacking": lambda f: f.drop(QUESTION, 1),
    "an answer is lacking": lambda f: f.answers(1, lambda n, s: (n[1:], s[1:])),
    "an answer is there twice": lambda f: f.answers(1, rows([0, 0, 1, 2, 3])),
    "one site in the place of another": lambda f: f.answers(1, rows([1, 1, 2, 3])),
    "two sites are swapped": lambda f: f.answers(1, rows([1, 0, 2, 3])),
    "two answers are swapped": lambda f: f.answers(1, rows([1, 0, 2, 3], signed=False)),
    "another number": lambda f: f.answers(1, add(0, 0, 1)),
    "another number of the last answers": lambda f: f.answers(-1, add(3, 0, 1)),
    "other answers of the same sum": lambda f: f.answers(1, both),
    "another probe": lambda f: f.answers(1, add(0, -1, 1)),
    "answers without numbers": lambda f: f.answers(1, lambda n, s: (n[:, -4:], s)),
    "no signatures": lambda f: f.answers(1, none_signed),
    "a signature for each but one": lambda f: f.answers(1, lambda n, s: (n, s[1:])),
    "signatures in another order": lambda f: f.answers(1, lambda n, s: (n, s[::-1])),
    "answers of another round": replayed(2),
    "answers of another session": replayed(1, "other"),
    "sums without answers": plain_sums,
    "other tables": lambda f: f.info(2, lambda info: info["tables"].pop()),
    "another unit": lambda f: f.info(2, lambda info: info.update(unit=info["unit"] - 1)),
    "other votes are told": lambda f: f.info(1, first_vote),
    "other votes with their proof": change_votes_and_proof,
    "no votes are told": lambda f: f.info(1, lambda info: info.pop("told")),
    "a proof is lacking": lambda f: f.message(QUESTION, 1, proof=None),
    "a proof has another number": change_proof,
    "a proof where nothing is shown": lambda f: f.message(QUESTION, 2, proof=f.question(1).proof),
    "the votes are not shown": lambda f: f.message(QUESTION, 0, shown=False),
    "other sums are shown": lambda f: f.message(QUESTION, -1, shown=True),
    "two questions are swapped": swap(QUESTION, 1, 2),
    "a question of another number": lambda f: f.message(QUESTION, 1, t=3),
    "a question of another session": lambda f: f.message(QUESTION, 1, session=bytes(32)),
    "a question after another": lambda f: f.message(QUESTION, 1, before=bytes(32)),
    "no roster": lambda f: f.drop(ROSTER),
    "the roster of another session": with_roster_of_other,
    "a site with another key": change_member(key=bytes(range(32))),
    "a site that may leave": change_member(may_leave=True),
    "a site that nobody knows": change_member(identity=bytes(32)),
    "a site without a signature": change_member(signature=bytes(64)),
    "the sites in another order": change_order,
    "fewer sites": fewer_sites,
    "another commitment": commitments(
        lambda f: {site: [bytes(32).hex(), signed] for site, (_, signed) in f.items()}
    ),
    "commitments that nobody signed": commitments(
        lambda f: {site: [each, ""] for site, (each, _) in f.items()}
    ),
    "no commitments": lambda f: f.drop(COMMITMENTS),
    "a commitment is lacking": commitments(lambda fields: dict(list(fields.items())[1:])),
    "other options": change_options(max_parents=1),
    "an invented session before": glue,
    "another promise": lambda f: f.message(HELLO, promise={"rounds": 9, "numbers": 999_999, "draft": 8}),
    "another recipe": lambda f: f.message(HELLO, recipe=bytes(32)),
    "another version": lambda f: f.message(HELLO, version="0.0.0"),
    "without masks": no_masks,
    "another score": change_result("total", 1),
    "another graph": change_result("cpdag", 1),
    "the result of another log": lambda f: f.message(OUTCOME, last=bytes(32)),
    "a record after the end": lambda f: f.records.append(f.records[f.at(ANSWERS)]),
    "the run twice": lambda f: f.records.extend(f.records[1:]),
    "the end of another run": lambda f: f.records.extend(f.other[3:]),
}


def test_officers_are_told_how_many_kinds_there_are():
    page = (ROOT / "docs" / "data-protection.md").read_text(encoding="utf-8")
    assert f"|{len(FORGED)} kinds of forged journals|" in page


@pytest.mark.parametrize("chained", [False, True])
@pytest.mark.parametrize("how", FORGED)
def test_a_forged_journal(real, tmp_path, how, chained):
    """Also where each question and the result name what is now before them."""
    forgery = Forgery(*real)
    FORGED[how](forgery)
    if chained:
        forgery.rechain()
    path = tmp_path / "forged.journal"
    path.write_bytes(b"")
    if forgery.records == real[0]:
        assert how in (
            "a question after another",
            "the result of another log",
            "a question of another session",
        )
        return
    rewritten(path, lambda _: forgery.records)
    peers = [public(key) for key in keys(4)]
    with pytest.raises(InvalidInputError) as caught:
        verify(path, peers=peers)
    assert str(path) in str(caught.value)
    if how != "without masks":  # of such a run the report says that nothing is signed
        with pytest.raises(InvalidInputError):
            disclosure(path, peers=peers)


@pytest.mark.parametrize("lie", [change_proof, lambda f: f.message(QUESTION, 1, proof=None)])
def test_a_question_that_nobody_has_answered(real, tmp_path, lie):
    """No signature is over it."""
    forgery = Forgery(*real)
    del forgery.records[forgery.at(QUESTION, 1) + 1 :]
    path = tmp_path / "open.journal"
    path.write_bytes(b"")
    rewritten(path, lambda _: forgery.records)
    assert verify(path).rounds == 1
    lie(forgery)
    rewritten(path, lambda _: forgery.records)
    with pytest.raises(InvalidInputError, match="question 2: its proof has not the answers to the question"):
        verify(path)


def test_a_journal_that_is_cut_off_has_no_result(real, tmp_path):
    """At any byte. Between two records it is that of a run that has not ended."""
    path = tmp_path / "cut.journal"
    path.write_bytes(b"")
    rewritten(path, lambda _: real[0])
    content = path.read_bytes()
    ends = {after for _, _, after in _records(content)}
    for end in [*range(0, len(content), 997), *ends - {len(content)}]:
        path.write_bytes(content[:end])
        try:
            found = verify(path)
        except InvalidInputError:
            continue
        assert end in ends
        assert found.result is None
        assert found.signed == 4 * found.rounds
