"""States that were set back, copied or lost: whoever has seen more of a site than it now says refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from federation import (
    coordinate,
    deliver,
    keys,
    kill,
    make_clients,
    median,
    noisy_coordinator,
    outcome_of,
    public,
    rows_of,
    run,
    site_values,
    table_sites,
    until,
)

from mcbnc.errors import InvalidInputError
from mcbnc.federated import Limits, Refused, hand_over, verify
from mcbnc.federated._coordinator.journal import Epoch
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest
from mcbnc.federated._secure.marks import Mark, find_older, marked, read_marks, short

MOST = 1 << 28
VALUES = site_values(3, 4)
TABLES = rows_of(3, 3, n=3)
LOOSE = Limits(epsilon=100)
DIGIT = {"kind": "digit", "note": 0.5}, {"q_prefix": np.zeros(0, np.int32)}


def set_back(folder, k, content):
    kill(folder / f"site{k}")
    (folder / f"site{k}").unlink()
    if content is not None:
        (folder / f"site{k}").write_bytes(content)


def copies_of_a_session(folder, coordinator, sites, k):
    """Run a session. The result is copies of the state of one site, by the message that came next."""
    copies = {}
    for message in coordinator:
        copies.setdefault(
            type(messages.read(message.bytes, MOST)).__name__, (folder / f"site{k}").read_bytes()
        )
        coordinator.feed(deliver(sites, message))
    copies["end"] = (folder / f"site{k}").read_bytes()
    return copies


@pytest.mark.parametrize("at", ["Hello", "Roster", "Question", "Outcome", "end"])
@pytest.mark.parametrize("noisy", [True, False])
def test_a_copy_from_any_moment_of_a_session_is_found_by_the_others(tmp_path, at, noisy):
    """In the next session, of another coordinator: the other sites have the signature of the last answer."""

    def start(only=None):
        if noisy:
            return table_sites(TABLES, tmp_path, LOOSE, only=only)
        return make_clients(VALUES, states=tmp_path, only=only)

    def coordinator():
        return noisy_coordinator(TABLES) if noisy else coordinate(4)

    run(coordinator(), start())  # there is a state before the session of the copies
    copies = copies_of_a_session(tmp_path, coordinator(), start(), 1)
    sites = start()
    set_back(tmp_path, 1, copies[at])
    sites[1] = start(only=1)[1]
    if at in ("Outcome", "end"):  # all that the site spent is in it
        run(coordinator(), sites)
        return
    spent = {k: site._snapshot.spent.record() for k, site in sites.items()}
    forgotten = spent.pop(1)
    assert forgotten["numbers"] < spent[0]["numbers"]
    if noisy:
        assert forgotten["rho"] < spent[0]["rho"]
    for attempt in range(3):  # the site does not grow out of it by trying again, nor by being asked alone
        content = until(messages.Roster, coordinator(), sites)
        roster = content.pack()
        for k in sites.keys() - {1}:
            with pytest.raises(
                Refused, match=r"is older than what the site has signed: .*restored from a copy"
            ) as caught:
                sites[k].answer(roster)
            assert caught.value.reason == "state"
            assert public(keys(4)[1]).hex() in str(caught.value)
        if attempt == 1:
            sites[1].answer(roster)
            info, arrays = ({"facts": True, "products": True}, {}) if noisy else DIGIT
            session = messages.read_as(messages.Hello, sites[1]._snapshot.session.hello, MOST).session
            sites[1].answer(messages.Question(session, 1, digest(roster), info, arrays).pack())
    assert {k: site._snapshot.spent.record() for k, site in sites.items() if k != 1} == spent
    set_back(tmp_path, 1, copies["end"])  # the newest one is there after all
    sites[1] = start(only=1)[1]
    run(coordinator(), sites)


def test_a_copy_on_another_machine_is_found(tmp_path):
    """Two machines go on with one state. The one that others have seen less of is refused."""
    run(noisy_coordinator(TABLES), table_sites(TABLES, tmp_path, LOOSE))
    other = tmp_path / "other"
    other.mkdir()
    content = (tmp_path / "site0").read_bytes()
    run(noisy_coordinator(TABLES), table_sites(TABLES, tmp_path, LOOSE))
    (other / "site0").write_bytes(content)
    copy = table_sites(TABLES, other, LOOSE, only=0)[0]
    sites = {**table_sites(TABLES, tmp_path, LOOSE), 0: copy}
    with pytest.raises(Refused, match="the state of a site is older than before"):
        run(noisy_coordinator(TABLES), sites)
    run(noisy_coordinator(TABLES), table_sites(TABLES, tmp_path, LOOSE))


@pytest.mark.parametrize("epsilons", [(None, None), (None, 1.0), (1.0, None), (1.0, 1.0)])
def test_a_lost_state_is_no_new_budget(tmp_path, epsilons):
    """Without noise a site that lost its state goes on: it learns the sets of sites from the others."""
    first, then = epsilons
    run(noisy_coordinator(TABLES, first), table_sites(TABLES, tmp_path))
    set_back(tmp_path, 0, None)
    for k in range(3):
        kill(tmp_path / f"site{k}")
    sites = table_sites(TABLES, tmp_path, LOOSE if then else None)
    if first and then:
        roster = until(messages.Roster, noisy_coordinator(TABLES, then), sites).pack()
        with pytest.raises(Refused, match=r"answered a question with noise before\. The site has forgotten"):
            sites[1].answer(roster)
        return
    run(noisy_coordinator(TABLES, then), sites)
    if then:
        return
    sites = table_sites(TABLES, tmp_path)  # and again: its new state grows like any
    run(noisy_coordinator(TABLES, None), sites)


def test_a_new_key_is_no_new_budget(tmp_path):
    """A site that handed over to a new key is the same site, with the same state or without it."""
    run(noisy_coordinator(TABLES), table_sites(TABLES, tmp_path, LOOSE))
    marks = table_sites(TABLES, tmp_path, LOOSE)[1]._snapshot.marks
    old, new = keys(3)[0], keys(9)[8]
    proof = hand_over(old, public(new))
    member = messages.Member(public(new), bytes(32), b"", earlier=[proof.hex()], state=bytes(32))
    present = {public(old): public(new)}
    assert find_older([member], marks, present, True).site == public(new)
    assert find_older([member], marks, {}, True) is None
    (mark,) = (each for each in marks if each.site == public(old))
    same = replace(member, state=mark.state)
    assert "is older" in find_older([same], marks, present, False).why
    assert find_older([replace(same, past={short(mark.session): 1})], marks, present, True) is None


@pytest.mark.parametrize("masks", [True, False])
def test_a_coordinator_finds_a_copy_by_its_journal(tmp_path, masks):
    """Over the sessions of one journal. The client is named, and nothing was asked."""
    journal = tmp_path / "log"
    sites = make_clients(VALUES, states=tmp_path, masks=masks)
    copy = (tmp_path / "site2").read_bytes() if (tmp_path / "site2").exists() else None
    first = coordinate(4, journal=journal, masks=masks)
    for message in first:
        if first.rounds == 2:
            break
        if copy is None and isinstance(messages.read(message.bytes, MOST), messages.Roster):
            copy = (tmp_path / "site2").read_bytes()
        first.feed(deliver(sites, message))
    set_back(tmp_path, 2, copy)
    sites = make_clients(VALUES, states=tmp_path, masks=masks)
    second = coordinate(4, journal=journal, masks=masks, new_session=True)
    with pytest.raises(
        Refused, match="the state of client 2 is older than what the site has signed"
    ) as caught:
        run(second, sites)
    assert (caught.value.reason, caught.value.client) == ("state", 2)
    assert len(second._journal.last.questions) == 0


# --- a coordinator that lies about it


def test_nobody_says_that_a_state_had_come_further_than_its_site_has_signed(tmp_path):
    sites = make_clients(VALUES, states=tmp_path)
    hello = next(coordinate(4)).bytes
    members = [messages.read(site.answer(hello), MOST).member for site in sites.values()]
    members.sort(key=lambda member: member.identity)
    own = next(k for k, member in enumerate(members) if member.identity == sites[0].identity)
    for k, change in (
        (k, c) for k in range(4) if k != own for c in ({"past": {"00": 1}}, {"state": bytes(32)})
    ):
        lie = [replace(member, **change) if place == k else member for place, member in enumerate(members)]
        with pytest.raises(Refused) as caught:
            sites[0].answer(messages.Roster(digest(hello), lie).pack())
        assert caught.value.reason == "key"
    assert sites[0]._snapshot.marks == []


def lies(outcome, site, other):
    signed = outcome.signed
    short = {name: each for name, each in signed.items() if name != other}
    answer, signature = signed[other]
    return {
        "none": {},
        "one is missing": short,
        "a stranger's": {**short, bytes(32).hex(): signed[other]},
        "one too many": {**signed, bytes(32).hex(): signed[other]},
        "another's": {**signed, other: signed[site]},
        "another answer": {**signed, other: [bytes(32).hex(), signature]},
        "no signature": {**signed, other: [answer, ""]},
        "no pair": {**signed, other: [answer]},
        "a word": {**signed, other: "signed"},
        "a number": {**signed, other: 7},
        "no hex": {**signed, other: ["x", "y"]},
    }


@pytest.mark.parametrize("name", lies(messages.Outcome(b"", b"", {}, {}, {"a": ("", "")}), "a", "a"))
def test_a_result_proves_how_far_each_site_has_come(name):
    sites = make_clients(VALUES)
    coordinator = coordinate(4)
    outcome = outcome_of(coordinator, sites)
    site, other = (sites[k].identity.hex() for k in (0, 1))
    before = sites[0]._snapshot.marks
    lie = replace(outcome, signed=lies(outcome, site, other)[name])
    with pytest.raises(Refused) as caught:
        sites[0].answer(lie.pack())
    assert caught.value.reason in ("key", "message")
    assert sites[0]._snapshot.marks == before
    sites[0].answer(outcome.pack())
    session = coordinator._journal.last.session
    assert [(m.session, m.questions, m.noisy) for m in sites[0]._snapshot.marks] == [(session, 5, False)] * 3


def test_a_result_without_masks_has_no_signatures():
    sites, coordinator = make_clients(VALUES, masks=False), coordinate(4, masks=False)
    outcome = outcome_of(coordinator, sites)
    assert outcome.signed == {}
    with pytest.raises(Refused):
        sites[0].answer(replace(outcome, signed={bytes(32).hex(): ["", ""]}).pack())
    sites[0].answer(outcome.pack())


def test_a_result_of_a_session_without_questions_has_no_signatures(tmp_path):
    """The sums are those of the session before."""
    log = {"journal": tmp_path / "log", "shown": False}  # a run that shows sums asks for all of them again
    outcome_of(coordinate(4, **log), make_clients(VALUES))
    again = make_clients(VALUES)
    assert outcome_of(coordinate(4, **log, new_session=True), again).signed == {}
    assert run(coordinate(4, **log), again) == median(VALUES)


@pytest.mark.parametrize("told", [None, {}, {"00": ["", ""]}])
def test_a_journal_with_other_signatures_in_its_result_is_no_good(tmp_path, monkeypatch, told):
    journal = tmp_path / "log"
    coordinator = noisy_coordinator(TABLES, journal=journal)
    with monkeypatch.context() as patch:
        if told is not None:
            patch.setattr(Epoch, "told", lambda _: told)
        outcome = outcome_of(coordinator, table_sites(TABLES))
    coordinator.close()
    if told is None:
        assert len(outcome.signed) == 3
        verify(journal)
        return
    with pytest.raises(InvalidInputError, match="its signatures are others than those of the last answers"):
        verify(journal)


# --- marks


def member(site, state, past=None):
    named = {short(bytes([session]) * 32): count for session, count in (past or {}).items()}
    return messages.Member(bytes([site]) * 32, b"", b"", state=bytes([state]) * 32, past=named)


def test_marks_are_of_the_last_session_with_each_state():
    marks = marked([], [member(1, 1), member(2, 2)], bytes([7]) * 32, 3, True)
    assert marked(marks, [member(1, 1)], bytes([8]) * 32, 0, False) == marks  # nothing was asked
    later = marked(marks, [member(1, 1), member(1, 5)], bytes([8]) * 32, 1, False)
    assert [(m.site[0], m.state[0], m.session[0], m.questions, m.noisy) for m in later] == [
        (1, 1, 8, 1, True),
        (2, 2, 7, 3, True),
        (1, 5, 8, 1, False),
    ]
    assert read_marks([mark.record() for mark in later]) == later


@pytest.mark.parametrize(
    ("past", "older"),
    [({}, True), ({7: 2}, True), ({8: 9}, True), ({7: 3}, False), ({7: 4, 8: 1}, False), ({7: "3"}, True)],
)
def test_a_site_that_lacks_an_answer_is_older(past, older):
    marks = marked([], [member(1, 1)], bytes([7]) * 32, 3, False)
    assert (find_older([member(1, 1, past)], marks, {}, False) is not None) == older
    assert find_older([member(2, 1, past)], marks, {}, True) is None
    assert find_older([member(1, 2, past)], marks, {}, True) is None


@pytest.mark.parametrize(
    "record", [{}, {"site": "00"}, None, 7, {**Mark(*[bytes(32)] * 3, 1, True).record(), "questions": 0}]
)
def test_odd_marks_are_damage(record):
    with pytest.raises((Refused, TypeError, AttributeError)):
        read_marks([record])
