"""Either side may be killed at any moment. It goes on with the same bytes."""

from __future__ import annotations

import os
import stat

import numpy as np
import pytest
from federation import Values, coordinate, deliver, keys, kill, make_clients, median, public, run, site_values
from helpers import LONGER
from hypothesis import given, settings
from hypothesis import strategies as st

import mcbnc
from mcbnc._base import lock
from mcbnc.federated import Client, Incomplete, Limits, OutOfStep, Refused
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest, pack, unpack
from mcbnc.federated._site import snapshot

MOST = 1 << 28
VALUES = site_values(3, 4)
EXCHANGES = 2 + 5 + 1  # keys, roster; rounds; outcome


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("step", range(EXCHANGES))
@pytest.mark.parametrize("when", ["before", "after"])
def test_sites_killed_at_every_message(tmp_path, step, when, masks):
    """Before they answer, or after it, when their answers are lost and asked for again."""
    clients = make_clients(VALUES, states=tmp_path, masks=masks)
    coordinator = coordinate(4, masks=masks)
    seen: dict[bytes, dict[int, bytes]] = {}
    count = 0
    for message in coordinator:
        if count == step and when == "before":
            clients = make_clients(VALUES, states=tmp_path, masks=masks)
        replies = deliver(clients, message)
        seen.setdefault(message.bytes, replies)
        if count == step and when == "after":
            clients = make_clients(VALUES, states=tmp_path, masks=masks)
            assert deliver(clients, message) == replies
        coordinator.feed(replies)
        count += 1
    assert count == EXCHANGES
    assert coordinator.result == median(VALUES)
    again = make_clients(VALUES, states=tmp_path, masks=masks)
    assert [client.result for client in again.values()] == [median(VALUES)] * 4


@pytest.mark.parametrize("step", range(EXCHANGES))
@pytest.mark.parametrize("heard", [0, 2, 4])
def test_coordinator_killed_at_every_message(tmp_path, step, heard):
    """After this number of replies. What was sent is sent again, the same bytes, and the sites answer the
    same."""
    clients = make_clients(VALUES)
    log = tmp_path / "log"
    coordinator = coordinate(4, journal=log)
    sent: list[bytes] = []
    for count, message in enumerate(coordinator):
        sent.append(message.bytes)
        replies = deliver(clients, message)
        if count == step:
            coordinator.feed(dict(list(replies.items())[:heard]))
            break
        coordinator.feed(replies)
    rounds = coordinator.rounds
    del coordinator
    again = coordinate(4, journal=log)
    assert again.rounds == rounds
    answers = {}
    for message in again:
        kind = type(messages.read(message.bytes, MOST))
        if kind is messages.Question and messages.read(message.bytes, MOST).t == rounds + 1 and heard < 4:
            answers[message.bytes] = deliver(clients, message)
        again.feed(deliver(clients, message))
    assert again.result == median(VALUES)
    if 2 <= step < 7 and heard < 4:
        assert list(answers) == [sent[-1]]
        assert {i: answers[sent[-1]][i] for i in replies} == replies


@pytest.mark.parametrize("seed", range(5 * LONGER))
@pytest.mark.parametrize("masks", [True, False])
def test_any_parties_killed_again_and_again(tmp_path, seed, masks):
    """Whoever is killed when, before its work or after it: the result is the same. A run has 20 kills."""
    rng = np.random.default_rng(seed)
    log, kills = tmp_path / "log", 0
    clients = make_clients(VALUES, states=tmp_path, masks=masks)
    coordinator = coordinate(4, journal=log, masks=masks)
    while (message := next(coordinator, None)) is not None:
        for k in np.flatnonzero(rng.random(4) < 0.4 * (kills < 20)):
            clients |= make_clients(VALUES, states=tmp_path, masks=masks, only=int(k))
            kills += 1
        replies = deliver(clients, message)
        if kills < 20 and rng.random() < 0.4:
            coordinator = coordinate(4, journal=log, masks=masks)  # before it has heard anything
            kills += 1
        else:
            heard = list(replies.items())[: 1 + int(rng.integers(len(replies)))]
            coordinator.feed(dict(heard))
    assert kills >= 20
    assert coordinator.result == median(VALUES)


@pytest.mark.parametrize("step", range(EXCHANGES))
def test_the_log_may_be_cut_anywhere(tmp_path, step):
    """A power failure loses the end of the file, and no sum is asked for in another way."""
    clients = make_clients(VALUES)
    coordinator = coordinate(4, journal=tmp_path / "log")
    for count, message in enumerate(coordinator):
        if count == step:
            break
        coordinator.feed(deliver(clients, message))
    content = (tmp_path / "log").read_bytes()
    for lost in (1, 15, 16, 17, 100):
        (tmp_path / "cut").write_bytes(content[:-lost])
        cut = coordinate(4, journal=tmp_path / "cut")
        with pytest.raises(Incomplete):
            _ = cut.result
        if step >= 2:
            assert len(cut._journal.history) in (coordinator.rounds, coordinator.rounds - 1)
    (tmp_path / "cut").write_bytes(content[:-7])
    if step >= 2:  # sites know the session, so it goes on
        assert run(coordinate(4, journal=tmp_path / "cut"), clients) == median(VALUES)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_logs_are_refused(finished_log, data):
    path, content = finished_log
    damaged = bytearray(content)
    at = data.draw(st.integers(0, len(damaged) - 1))
    damaged[at] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(damaged)
    with pytest.raises(mcbnc.InvalidInputError, match="journal: the file"):
        coordinate(4, journal=path)


@pytest.fixture(scope="module")
def finished_log(tmp_path_factory):
    path = tmp_path_factory.mktemp("logs") / "log"
    run(coordinate(4, journal=path), make_clients(VALUES))
    return path, path.read_bytes()


def test_a_log_of_another_run_is_refused(tmp_path):
    path = tmp_path / "log"
    run(coordinate(4, journal=path), make_clients(VALUES))
    for other in ({"sites": 5}, {"sites": 4, "digits": 4}, {"sites": 4, "masks": False}):
        with pytest.raises(mcbnc.InvalidInputError, match="of another run"):
            coordinate(journal=path, **other)


def test_a_finished_run_has_its_result_again(tmp_path):
    path = tmp_path / "log"
    clients = make_clients(VALUES)
    run(coordinate(4, journal=path), clients)
    content = path.read_bytes()
    assert run(coordinate(4, journal=path), clients) == median(VALUES)
    with pytest.raises(Refused):  # the sites have forgotten the session
        run(coordinate(4, journal=path), make_clients(VALUES))
    assert path.read_bytes() == content


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("rounds", range(6))
def test_sites_without_state_go_on_in_a_new_session(tmp_path, rounds, shown):
    """A run that shows sites sums asks for all of them again: they can check none of another session."""
    path = tmp_path / "log"
    first = coordinate(4, journal=path, shown=shown)
    clients = make_clients(VALUES)
    for message in first:
        if first.rounds == rounds and messages.read(message.bytes, MOST).kind == messages.Question.kind:
            break
        first.feed(deliver(clients, message))
        if first.rounds == 5:
            break
    clients = make_clients(VALUES)  # all have lost their keys
    with pytest.raises(Refused) as caught:
        run(coordinate(4, journal=path, shown=shown), clients)
    assert caught.value.reason == "session"
    second = coordinate(4, journal=path, new_session=True, shown=shown)
    assert run(second, clients) == median(VALUES)
    assert len(second._journal.epochs) == 2
    assert [len(epoch.sums) for epoch in second._journal.epochs] == [rounds, 5 if shown else 5 - rounds]


def test_a_new_session_with_other_sites_is_refused(tmp_path):
    path = tmp_path / "log"
    first = coordinate(4, journal=path)
    clients = make_clients(VALUES)
    for message in first:
        if first.rounds == 2:
            break
        first.feed(deliver(clients, message))
    others = make_clients(VALUES, seed=1)
    with pytest.raises(Refused, match="other sites"):
        run(coordinate(4, journal=path, new_session=True), others)


def begun(log, *, rounds=2, values=VALUES, **options):
    """A run that has ended after some rounds."""
    masks = options.get("masks", True)
    coordinator, clients = coordinate(4, journal=log, masks=masks), make_clients(values, **options)
    for message in coordinator:
        if coordinator.rounds == rounds:
            return
        coordinator.feed(deliver(clients, message))


CHANGED = [VALUES[0], np.append(VALUES[1], 7), *VALUES[2:]]


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("states", [True, False])
def test_a_new_session_with_other_data_is_refused(tmp_path, masks, states):
    folder = tmp_path if states else None
    begun(tmp_path / "log", masks=masks, states=folder)
    second = coordinate(4, journal=tmp_path / "log", masks=masks, new_session=True)
    with pytest.raises(Refused, match=r"data of client \d are others") as caught:
        run(second, make_clients(CHANGED, masks=masks, states=folder))
    assert caught.value.reason == "data"
    assert caught.value.client == (1 if masks or states else 0)
    assert ("lost its state" in str(caught.value)) == (not masks)


@pytest.mark.parametrize("masks", [True, False])
def test_a_new_session_with_the_same_data_goes_on(tmp_path, masks):
    """Also in a third session, and if data have changed before there was a sum."""
    options = {"masks": masks, "states": tmp_path}
    begun(tmp_path / "log", rounds=0, values=CHANGED, **options)
    for _ in range(2):
        coordinator = coordinate(4, journal=tmp_path / "log", masks=masks, new_session=True)
        clients = make_clients(VALUES, **options)
        for message in coordinator:
            coordinator.feed(deliver(clients, message))
            if coordinator.rounds == 3:
                break
    last = coordinate(4, journal=tmp_path / "log", masks=masks, new_session=True)
    assert run(last, make_clients(VALUES, **options)) == median(VALUES)
    assert last.rounds == (3 + 5 if masks else 5)


def test_a_site_without_masks_that_lost_its_state_is_none_of_whom_the_data_are_known(tmp_path):
    begun(tmp_path / "log", masks=False)
    second = coordinate(4, journal=tmp_path / "log", masks=False, new_session=True)
    with pytest.raises(Refused, match="lost its state"):
        run(second, make_clients(VALUES, masks=False))


@pytest.mark.parametrize("masks", [True, False])
def test_a_commitment_tells_whether_data_have_changed_and_nothing_else(tmp_path, masks):
    def commitments(values, states=tmp_path):
        hello = next(coordinate(4, masks=masks)).bytes
        sites = make_clients(values, masks=masks, states=states)
        return [messages.read(site.answer(hello), MOST).commitment for site in sites.values()]

    same = [VALUES[0]] * 4
    first = commitments(same)
    assert len(set(first)) == 4  # equal data of two sites do not look equal
    assert Values(VALUES[0]).digest() not in first
    assert commitments(same) == first
    assert commitments([VALUES[1], *same[1:]])[1:] == first[1:]
    assert commitments([VALUES[1], *same[1:]])[0] != first[0]
    assert (commitments(same, None) == first) == masks  # the secret is the key's, or in the state


def test_a_site_with_an_old_state_gets_the_whole_log(tmp_path):
    """A site that was set back to a copy of its file has not seen the last rounds."""
    clients = make_clients(VALUES, states=tmp_path)
    coordinator = coordinate(4)
    for message in coordinator:
        replies = deliver(clients, message)
        if coordinator.rounds == 1:
            old = (tmp_path / "site2").read_bytes()
        coordinator.feed(replies)
        if coordinator.rounds == 4:
            break
    (tmp_path / "site2").write_bytes(old)
    clients[2] = make_clients(VALUES, states=tmp_path, only=2)[2]
    assert clients[2].rounds == 2
    sent = []
    for message in coordinator:
        sent.append((message.to, type(messages.read(message.bytes, MOST))))
        coordinator.feed(deliver(clients, message))
    assert sent == [
        ((0, 1, 2, 3), messages.Question),
        ((2,), messages.Log),
        ((2,), messages.Question),
        ((0, 1, 2, 3), messages.Outcome),
    ]
    assert coordinator.result == clients[2].result == median(VALUES)


def test_a_long_log_goes_to_late_sites_in_parts(tmp_path):
    """The whole log is longer than a message may be. One site lacks more of it than the other."""
    limits = Limits(message=2500)
    options = {"states": tmp_path, "limits": limits}
    clients, old = make_clients(VALUES, **options), {}
    coordinator = coordinate(4, digits=12, limits=limits)
    for message in coordinator:
        replies = deliver(clients, message)
        if coordinator.rounds in (1, 4):
            old.setdefault(coordinator.rounds, (tmp_path / "site2").read_bytes())
            old.setdefault(-coordinator.rounds, (tmp_path / "site3").read_bytes())
        coordinator.feed(replies)
        if coordinator.rounds == 9:
            break
    assert sum(map(len, coordinator._journal.last.questions)) > limits.message
    for site, content in ((2, old[1]), (3, old[-4])):
        kill(tmp_path / f"site{site}")
        (tmp_path / f"site{site}").write_bytes(content)
        clients[site] = make_clients(VALUES, only=site, **options)[site]
    parts = []
    for message in coordinator:
        log = messages.read(message.bytes, limits.message)
        if isinstance(log, messages.Log):
            parts.append((message.to, log.first, len(log.questions)))
            if len(parts) == 2:  # a reply is lost: the part comes again
                coordinator.feed({2: clients[2].answer(message.bytes)})
                continue
        coordinator.feed(deliver(clients, message))
    firsts = sorted({first for _, first, _ in parts})
    assert len(firsts) > 2
    assert (parts[1][0], parts[2][0]) == ((2, 3), (3,))
    assert parts[-1][1] + parts[-1][2] - 1 == 9
    assert coordinator.result == median(VALUES)
    assert [client.result for client in clients.values()] == [median(VALUES)] * 4


def test_a_site_that_stays_out_of_step_ends_the_run(tmp_path):
    clients = make_clients(VALUES)
    coordinator = coordinate(4)
    for message in coordinator:
        if coordinator.rounds == 2:
            break
        coordinator.feed(deliver(clients, message))
    refusal = messages.Refusal("step", digest(message.bytes)).pack()
    coordinator.feed({2: refusal})
    log = next(coordinator)
    assert log.to == (2,)
    coordinator.feed(deliver(clients, log))
    with pytest.raises(OutOfStep, match="even with the whole log") as caught:
        coordinator.feed({2: refusal})
    assert caught.value.client == 2


def test_a_site_never_answers_before_its_state_is_on_disk(tmp_path, monkeypatch):
    clients = make_clients(VALUES, states=tmp_path)
    coordinator = coordinate(4)
    for message in coordinator:
        if coordinator.rounds == 2:
            break
        coordinator.feed(deliver(clients, message))
    kept = (tmp_path / "site0").read_bytes()

    def fail(path, content, private):
        raise OSError("no space left")

    monkeypatch.setattr(snapshot, "write_whole", fail)
    with pytest.raises(OSError, match="no space"):
        clients[0].answer(message.bytes)
    assert (tmp_path / "site0").read_bytes() == kept


def test_the_state_is_private_and_without_the_secret_at_the_end(tmp_path):
    clients = make_clients(VALUES, states=tmp_path)
    coordinator = coordinate(4)
    path, last = tmp_path / "site0", b""
    for message in coordinator:
        coordinator.feed(deliver(clients, message))
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        secret = clients[0]._snapshot.session.secret
        ended = messages.read(message.bytes, MOST).kind == messages.Outcome.kind
        assert len(secret) == (0 if ended else 32)
        assert ended or secret in path.read_bytes()
        last = last if ended else secret
    assert last not in path.read_bytes()
    assert sorted(os.listdir(tmp_path)) == [f"site{i}{end}" for i in range(4) for end in ("", ".lock")]
    del clients
    assert sorted(os.listdir(tmp_path)) == [f"site{i}" for i in range(4)]


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_states_are_refused(used_state, data):
    path, content, identity, peers = used_state
    damaged = bytearray(content)
    if data.draw(st.booleans()):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    else:
        damaged = damaged[: data.draw(st.integers(1, len(damaged) - 1))]
    path.write_bytes(damaged)
    with pytest.raises(mcbnc.InvalidInputError, match=r"state: the file .* is damaged"):
        Client(Values(VALUES[0]), identity=identity, peers=peers, state=path)


@pytest.fixture(scope="module")
def used_state(tmp_path_factory):
    folder = tmp_path_factory.mktemp("states")
    clients = make_clients(VALUES, states=folder)
    coordinator = coordinate(4)
    for message in coordinator:
        coordinator.feed(deliver(clients, message))
        if coordinator.rounds == 2:
            break
    identities = keys(4)
    path = folder / "site0"
    return path, path.read_bytes(), identities[0], [public(key) for key in identities]


def test_another_sites_state_is_refused(tmp_path):
    run(coordinate(4), make_clients(VALUES, states=tmp_path))
    identities = keys(4)
    with pytest.raises(mcbnc.InvalidInputError, match="is another site's"):
        Client(Values(VALUES[1]), identity=identities[1], peers=[], state=tmp_path / "site0")


def test_other_data_never_answer_a_question_that_was_answered(tmp_path):
    """The difference of two answers under the same masks would be that of the data."""
    clients = make_clients(VALUES, states=tmp_path)
    coordinator = coordinate(4)
    for message in coordinator:
        replies = deliver(clients, message)
        if coordinator.rounds == 3:
            break
        coordinator.feed(replies)
    changed = make_clients([np.append(VALUES[0], 7), *VALUES[1:]], states=tmp_path)
    for content in (message.bytes, coordinator._journal.last.hello, coordinator._journal.last.roster):
        with pytest.raises(Refused) as caught:
            changed[0].answer(content)
        assert caught.value.reason in ("session", "replay")
    assert run(coordinate(4), changed) == median([np.append(VALUES[0], 7), *VALUES[1:]])


def test_data_that_the_caller_changes_later_do_not_count():
    values = [each.copy() for each in VALUES]
    clients = make_clients(values)
    for each in values:
        each[:] = 0
    assert run(coordinate(4), clients) == median(VALUES)


def test_a_site_without_a_name_is_the_same_after_a_restart(tmp_path):
    hello = next(coordinate(1, masks=False)).bytes
    with Client(Values([1]), masks=False, state=tmp_path / "site") as first:
        key = first.answer(hello)
    again = Client(Values([1]), masks=False, state=tmp_path / "site")
    assert again.identity == first.identity
    assert again.answer(hello) == key


def test_states_and_logs_are_private(tmp_path):
    state, log = tmp_path / "site0", tmp_path / "log"
    values = site_values(0, 3)
    assert run(coordinate(3), make_clients(values, states=tmp_path)) == median(values)
    state.chmod(0o644)  # as after a restore from a backup
    clients = make_clients(values, states=tmp_path)
    assert run(coordinate(3, journal=log), clients) == median(values)
    for path in (state, tmp_path / "site1", log):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_one_client_at_a_time_has_a_state(tmp_path):
    """Two would not know what the other has answered. A link to the file is the file."""
    state, link = tmp_path / "site", tmp_path / "link"
    link.symlink_to(state)
    hello = next(coordinate(1, masks=False)).bytes
    first = Client(Values([1]), masks=False, state=state)
    for path in (state, link, str(state)):
        with pytest.raises(
            mcbnc.InvalidInputError, match=rf"state: another .* uses the file {path}$"
        ) as caught:
            Client(Values([1]), masks=False, state=path)
        assert caught.value.argument == "state"
    key = first.answer(hello)
    first.close()
    first.close()
    with pytest.raises(mcbnc.InvalidInputError, match="closed"):
        first.answer(hello)
    with Client(Values([1]), masks=False, state=link) as second:
        assert second.answer(hello) == key
    third = Client(Values([1]), masks=False, state=state)
    del third
    assert Client(Values([1]), masks=False, state=state).answer(hello) == key


def test_a_state_that_cannot_be_read_is_left_to_others(tmp_path):
    state = tmp_path / "site"
    state.write_bytes(b"noise")
    with pytest.raises(mcbnc.InvalidInputError, match="damaged"):
        Client(Values([1]), masks=False, state=state)
    state.unlink()
    Client(Values([1]), masks=False, state=state)


def test_without_locks_of_the_system_a_client_works(tmp_path, monkeypatch):
    monkeypatch.setattr(lock, "fcntl", None)
    client = Client(Values([1]), masks=False, state=tmp_path / "site")
    with pytest.raises(mcbnc.InvalidInputError, match="uses the file"):
        Client(Values([1]), masks=False, state=tmp_path / "site")
    assert client.rounds == 0


def test_a_state_that_lacks_a_part_is_damaged(tmp_path):
    run(coordinate(4), make_clients(VALUES, states=tmp_path))
    kill(tmp_path / "site0")
    kind, fields, arrays = unpack((tmp_path / "site0").read_bytes(), MOST)
    for lacked in arrays:
        less = {name: array for name, array in arrays.items() if name != lacked}
        (tmp_path / "site0").write_bytes(pack(kind, fields, less))
        with pytest.raises(mcbnc.InvalidInputError, match="is damaged"):
            make_clients(VALUES, states=tmp_path, only=0)
    (tmp_path / "site0").write_bytes(pack(kind, fields, arrays))
    assert len(make_clients(VALUES, states=tmp_path, only=0)[0]._snapshot.sets) == 1
