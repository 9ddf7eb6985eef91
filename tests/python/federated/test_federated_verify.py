"""A journal is checked by a third party: bytes, signatures, and what follows from sums."""

from __future__ import annotations

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from federation import keys, public
from helpers import noisy_copies

import mcbnc
from mcbnc import cli
from mcbnc import federated as fed
from mcbnc.errors import InvalidInputError
from mcbnc.federated import Client, Coordinator, disclosure, verify
from mcbnc.federated._coordinator.journal import _LENGTHS, Journal, _records
from mcbnc.federated._coordinator.verifying import replay
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest, pack, unpack

PEM, SPKI = Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
DAGS = noisy_copies(3, 4, 7, 0.3)
ROWS = [np.random.default_rng(k).integers(0, 2, (60, 4)) for k in range(4)]
for rows in ROWS:
    rows[:, 1] = rows[:, 0] ^ (rows[:, 1] & rows[:, 2])
NAMES = list("abcd")
MOST = 1 << 28
TASKS = {
    "consensus": {"task": "consensus", "theta": 0.5},
    "trajectory": {"task": "consensus", "theta": None, "order": ["x3", "x1", "x2", "x0", "x4", "x6", "x5"]},
    "learning": {"task": "learning"},
    "share": {
        "task": "learning",
        "pairs": 0.4,
        "score": mcbnc.BDeu(3),
        "knowledge": {"forbidden": [("a", "b")]},
    },
    "one round": {"task": "learning", "rounds": "one"},
    "judged": {"task": "learning", "outliers": "drop"},
}


def parties(path, *, masks=True, seed=0, **options):
    private = keys(4, seed)
    peers = [public(key) for key in private]
    own = [{"identity": key, "peers": peers} if masks else {"masks": False} for key in private]
    if options["task"] == "consensus":
        nodes = [f"x{i}" for i in range(7)]
        clients = {k: Client(DAGS[k], nodes=nodes, **own[k]) for k in range(4)}
    else:
        nodes, options = NAMES, {**options, "states": [[0, 1]] * 4}
        tables = [mcbnc.Rows(rows, names=NAMES, states=[2] * 4) for rows in ROWS]
        clients = {k: Client(tables[k], task="learning", **own[k]) for k in range(4)}
    return Coordinator(nodes, 4, masks=masks, journal=path, **options), clients


def talk(coordinator, clients, rounds=None):
    for message in coordinator:
        coordinator.feed({client: clients[client].answer(message.bytes) for client in message.to})
        if rounds is not None and coordinator.rounds == rounds:
            return
    coordinator.close()


@pytest.fixture
def journal(tmp_path):
    def make(*, until=None, **options):
        path = tmp_path / "run.journal"
        path.unlink(missing_ok=True)
        coordinator, clients = parties(path, **options)
        talk(coordinator, clients, until)
        coordinator.close()
        return path, coordinator

    return make


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("name", TASKS)
def test_a_good_journal(journal, name, masks):
    path, coordinator = journal(masks=masks, **TASKS[name])
    if not masks:  # all follows from the sums, and nothing is signed
        assert len(replay(path, None).history) == coordinator.rounds
        with pytest.raises(InvalidInputError, match="a run without masks has no signatures") as caught:
            verify(path)
        assert f"0 of {4 * coordinator.rounds} answers are signed" in str(caught.value)
        assert "not checked which sites took part, nor what they answered" in str(caught.value)
        return
    found = verify(path)
    assert (found.rounds, found.signed) == (coordinator.rounds, 4 * coordinator.rounds)
    assert found.sites == sorted(public(key) for key in keys(4))
    known = verify(path, peers={f"site {k}": public(key) for k, key in enumerate(keys(4))})
    assert known.rounds == coordinator.rounds
    assert known.unchecked == []
    (unchecked,) = found.unchecked
    assert "may have invented them" in unchecked
    assert type(found.result) is type(coordinator.result)
    ours, theirs = found.result, coordinator.result
    if name == "trajectory":
        assert ours.thetas.tolist() == theirs.thetas.tolist()
    else:
        assert (ours.edges, ours.nodes) == (theirs.edges, theirs.nodes)
    assert [leak.numbers for leak in found.leaks]
    assert "has not ended" not in str(found)


def test_a_run_that_has_not_ended(journal):
    path, _ = journal(until=2, **TASKS["learning"])
    found = verify(path)
    assert (found.result, found.rounds) == (None, 2)
    assert str(found) == "2 rounds, 8 signed answers: the run has not ended"


@pytest.mark.parametrize("name", ["learning", "judged"])
def test_sessions_one_after_the_other(tmp_path, name):
    """The sites have lost their states, and the run goes on in a second session, or begins anew there."""
    path = tmp_path / "run.journal"
    coordinator, clients = parties(path, **TASKS[name])
    talk(coordinator, clients, 2)
    coordinator.close()
    again, clients = parties(path, new_session=True, **TASKS[name])
    talk(again, clients)
    found = verify(path)
    assert (found.rounds, found.signed) == (again.rounds, 4 * again.rounds)
    assert found.result.edges == again.result.edges
    first, second = Journal.read(path).epochs
    one, other = (messages.read(epoch.questions[0], MOST).info for epoch in (first, second))
    assert (one == other) == (name == "judged")
    assert len(second.sums) == again.rounds - 2


# --- what is found ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("masks", [True, False])
def test_each_changed_byte(journal, masks):
    path, _ = journal(masks=masks, **TASKS["one round"])
    check = verify if masks else lambda path: replay(path, None)  # verify refuses it as it is
    check(path)
    content = path.read_bytes()
    for at in range(len(content)):
        wrong = bytearray(content)
        wrong[at] ^= 1 << at % 8
        path.write_bytes(wrong)
        with pytest.raises(InvalidInputError):
            check(path)
    for end in range(0, len(content), 7):
        path.write_bytes(content[:end])
        if end in [0, *(after for _, _, after in _records(content))]:
            continue
        with pytest.raises(InvalidInputError):
            check(path)


def test_no_session(tmp_path):
    path = tmp_path / "empty"
    path.write_bytes(b"")
    with pytest.raises(InvalidInputError, match="there is no session in it"):
        verify(path)
    with pytest.raises(InvalidInputError, match="No such file"):
        verify(tmp_path / "none")


def rewritten(path, change):
    """The file with other records, and all that is behind them made anew: no byte shows the forgery."""
    chain, content = b"", b""
    for record in change([record for record, *_ in _records(path.read_bytes())]):
        chain = digest(chain + record)
        content += _LENGTHS.pack(len(record), 2**64 - 1 - len(record)) + record + chain
    path.write_bytes(content)


def of_kind(records, kind):
    return [k for k, record in enumerate(records) if unpack(record, MOST).kind == kind]


COMMITMENTS, ANSWERS = 102, 103


def test_a_forged_result(journal):
    path, _ = journal(**TASKS["learning"])

    def change(records):
        (at,) = of_kind(records, messages.Outcome.kind)
        outcome = messages.read(records[at], MOST)
        outcome.arrays["total"] = outcome.arrays["total"] + 1
        return [*records[:at], outcome.pack()]

    rewritten(path, change)
    with pytest.raises(InvalidInputError, match="session 1, result: it is not the one that the sums lead to"):
        verify(path)


def test_a_forged_question(journal):
    path, _ = journal(**TASKS["learning"])

    def change(records):
        at = of_kind(records, messages.Question.kind)[1]
        question = messages.read(records[at], MOST)
        question.info["tables"] = question.info["tables"][:-1]
        records[at] = question.pack()
        return records

    rewritten(path, change)
    with pytest.raises(InvalidInputError, match="session 1, question 2: it is not the one that the sums"):
        verify(path)


def test_other_sites_than_the_peers(journal):
    path, _ = journal(**TASKS["one round"])
    with pytest.raises(InvalidInputError, match=f"session 1: a site is no peer: {public(keys(4)[3]).hex()}"):
        verify(path, peers=[public(key) for key in keys(4)[:3]])


def test_invented_sites(journal):
    path, _ = journal(**TASKS["one round"])

    def change(records):
        (at,) = of_kind(records, messages.Roster.kind)
        roster = messages.read(records[at], MOST)
        roster.members[0] = roster.members[0].__class__(
            roster.members[0].identity, bytes(range(32)), bytes(64)
        )
        records[at] = roster.pack()
        return records

    rewritten(path, change)
    with pytest.raises(InvalidInputError, match="session 1: a key has not the signature of its site"):
        verify(path)


# --- runs that no site has seen


def test_a_run_without_sites(journal, tmp_path):
    """All sums are invented: no sites met, so none could sign. By the options there were masks."""
    path, _ = journal(**TASKS["learning"])
    epoch = Journal.read(path).last
    coordinator, _ = parties(None, **TASKS["learning"])
    forged = Journal(tmp_path / "forged")
    forged.write(next(coordinator).bytes)
    task, before, session = coordinator._task, digest(b""), forged.last.session
    for t, numbers in enumerate(epoch.sums, 1):
        asked = task.next(forged.history)
        question = messages.Question(session, t, before, asked.info, asked.arrays).pack()
        forged.write(question)
        forged.write_answers(numbers)
        before = digest(question)
    found = task.next(forged.history)
    forged.write_outcome(messages.Outcome(session, before, found.info, found.arrays).pack())
    forged.close()
    for check in (verify, disclosure):
        with pytest.raises(InvalidInputError, match=r"session 1: it has questions or .* no sites met"):
            check(tmp_path / "forged")


def test_no_sites_came(tmp_path):
    coordinator, _ = parties(tmp_path / "run.journal", **TASKS["learning"])
    next(coordinator)
    coordinator.close()
    with pytest.raises(InvalidInputError, match="no sites met, so no site signed anything"):
        verify(tmp_path / "run.journal")


def test_the_sites_came_after_a_restart(tmp_path):
    """A first session in which nothing was asked decides nothing, if its options are the same."""
    path = tmp_path / "run.journal"
    coordinator, _ = parties(path, **TASKS["learning"])
    next(coordinator)
    coordinator.close()
    again, clients = parties(path, new_session=True, **TASKS["learning"])
    talk(again, clients)
    assert verify(path).result.edges == again.result.edges


@pytest.mark.parametrize("where", ["before", "after"])
def test_an_invented_session_with_other_options(journal, where):
    """All signatures are good. But the options behind the result are of a session that no site has seen."""
    path, _ = journal(**TASKS["one round"])
    evil = {**TASKS["one round"], "knowledge": {"forbidden": [("a", "b"), ("b", "a")]}}
    coordinator, _ = parties(None, **evil)
    invented = next(coordinator).bytes

    def change(records):
        (at,) = of_kind(records, messages.Outcome.kind)
        if where == "after":
            return [*records[:at], invented]
        step = coordinator._task.next(Journal.read(path).history)
        outcome = messages.read(records[at], MOST)
        lie = messages.Outcome(outcome.session, outcome.last, step.info, step.arrays).pack()
        return [invented, *records[:at], lie]

    rewritten(path, change)
    for check in (verify, disclosure):
        with pytest.raises(InvalidInputError, match="session 2: its options are others than those of"):
            check(path)


def test_a_run_without_masks_has_the_names_of_real_sites(journal):
    """The public keys of the sites are known to all. Without masks nothing is signed by them."""
    path, _ = journal(masks=False, **TASKS["learning"])
    peers = sorted(public(key) for key in keys(4))

    def change(records):
        (at,) = of_kind(records, messages.Roster.kind)
        roster = messages.read(records[at], MOST)
        members = [messages.Member(peer, b"", b"") for peer in peers]
        roster = messages.Roster(roster.hello, members, roster.places).pack()
        commitments = pack(COMMITMENTS, {peer.hex(): [bytes(32).hex(), ""] for peer in peers})
        chained, before = [*records[: at - 1], commitments, roster], digest(roster)
        for record in records[at + 1 :]:
            if unpack(record, MOST).kind == messages.Question.kind:
                question = messages.read(record, MOST)
                record = messages.Question(
                    question.session, question.t, before, question.info, question.arrays
                ).pack()
                before = digest(record)
            elif unpack(record, MOST).kind == messages.Outcome.kind:
                outcome = messages.read(record, MOST)
                record = messages.Outcome(outcome.session, before, outcome.info, outcome.arrays).pack()
            chained.append(record)
        return chained

    rewritten(path, change)
    assert replay(path, dict.fromkeys(peers, "")).found  # all of it follows
    with pytest.raises(InvalidInputError, match=r"0 of .* answers are signed, since a run without masks"):
        verify(path, peers=peers)
    assert "that these sites took part is the coordinator's word" in str(disclosure(path))


@pytest.mark.parametrize("what", ["sites", "data"])
def test_sessions_of_others(tmp_path, what, monkeypatch):
    """The end of another run is glued to the sums of the first one: of other sites, or of other data."""
    path, other = tmp_path / "run.journal", tmp_path / "other.journal"
    first, clients = parties(path, seed=9 if what == "sites" else 0, **TASKS["learning"])
    talk(first, clients, 1)
    first.close()
    if what == "data":
        monkeypatch.setitem(globals(), "ROWS", [ROWS[0][::-1], *ROWS[1:]])
    second, clients = parties(other, **TASKS["learning"])
    talk(second, clients)
    records = [record for record, *_ in _records(other.read_bytes())]
    rewritten(path, lambda before: [*before, *records])
    said = {"sites": "its sites are others than those of", "data": "the sums before it are of other data"}
    with pytest.raises(InvalidInputError, match=f"session 2: {said[what]}"):
        verify(path)


def test_records_after_the_end(journal):
    path, _ = journal(**TASKS["one round"])
    rewritten(path, lambda records: [*records, records[of_kind(records, ANSWERS)[0]]])
    with pytest.raises(InvalidInputError, match="a record follows the end of its session"):
        verify(path)


def test_weights_of_pairs_are_nowhere(journal):
    path, _ = journal(**TASKS["one round"], pair_weights=np.zeros((4, 4)))
    with pytest.raises(InvalidInputError, match="weights of pairs, which are nowhere but at its coordinator"):
        verify(path)


# --- in the shell -------------------------------------------------------------------------------------------


def test_the_shell(journal, tmp_path, capsys):
    path, coordinator = journal(**TASKS["learning"])
    peers = tmp_path / "peers"
    peers.mkdir()
    for k, key in enumerate(keys(4)):
        pem = Ed25519PrivateKey.from_private_bytes(key).public_key().public_bytes(PEM, SPKI)
        (peers / f"site-{k}.pub").write_bytes(pem)
    out = tmp_path / "net.csv"
    assert cli.main(["federate", "verify", str(path), "--peers", str(peers), "--out", str(out)]) == 0
    assert mcbnc.read(out).edges == coordinator.result.edges
    told = capsys.readouterr().err
    assert "all that is there follows from the answers that the sites signed" in told
    assert "who the sites are" not in told
    assert cli.main(["federate", "verify", str(path)]) == 0
    shown, told = capsys.readouterr()
    assert "not checked: who the sites are" in told
    assert shown.startswith(
        f"{coordinator.rounds} rounds, {4 * coordinator.rounds} signed answers: <JointlyLearned"
    )
    assert "counts of joint states in all rows" in shown
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    assert cli.main(["federate", "verify", str(path)]) == 1
    assert "is damaged" in capsys.readouterr().err
    unfinished, _ = journal(until=1, **TASKS["learning"])
    assert cli.main(["federate", "verify", str(unfinished), "--out", str(out)]) == 1
    assert "the run has not ended" in capsys.readouterr().err
    assert fed.verify is verify
    open_run, _ = journal(masks=False, **TASKS["learning"])
    assert cli.main(["federate", "verify", str(open_run)]) == 1
    assert "It was not checked which sites took part" in capsys.readouterr().err
