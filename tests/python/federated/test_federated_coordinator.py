"""What a coordinator holds, and which lies of sites it notices."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from federation import Median, Values, coordinate, deliver, make_clients, median, resigned, run, site_values

import mcbnc
from mcbnc.federated import Client, Coordinator, Incomplete, OutOfStep, Refused
from mcbnc.federated._coordinator.journal import _COMMITMENTS, _records
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import unpack

MOST = 1 << 28


def test_what_a_coordinator_holds_is_the_same_whichever_site_has_which_data(tmp_path, monkeypatch):
    """Its whole state and its log are a function of sums, except for the sites' commitments to their data.

    Without a site's secret these are random numbers.
    """
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    values = site_values(5, 5)
    held = []
    for k, order in enumerate(([0, 1, 2, 3, 4], [3, 1, 4, 0, 2], [4, 3, 2, 1, 0])):
        clients = make_clients([values[i] for i in order], masks=False)
        coordinator = coordinate(5, masks=False, journal=tmp_path / str(k))
        states = []
        for message in coordinator:
            coordinator.feed(deliver(clients, message))
            states.append(everything(coordinator))
        records = [record for record, *_ in _records((tmp_path / str(k)).read_bytes())]
        held.append((states, [record for record in records if unpack(record, MOST).kind != _COMMITMENTS]))
        assert len(held[-1][1]) == len(records) - 1
    assert held[0] == held[1] == held[2]


NOT_SUMS = ("_path", "_lock", "_task", "_chain", "commitments")


def everything(thing, seen=()):
    """All that can be reached from an object, except the names of files and the task, in plain values."""
    if isinstance(thing, np.ndarray):
        return thing.tolist()
    if isinstance(thing, (bytes, int, str, float, type(None))):
        return thing
    if isinstance(thing, Mapping):
        return {str(key): everything(value) for key, value in thing.items() if key not in NOT_SUMS}
    if isinstance(thing, (list, tuple)):
        return [everything(each) for each in thing]
    return type(thing).__name__, everything(vars(thing))


def test_everything_sees_single_answers():
    """The test above notices a coordinator that keeps them."""
    values = site_values(5, 3)
    one, other = coordinate(3, masks=False), coordinate(3, masks=False)
    for coordinator in (one, other):
        next(coordinator)
    one._exchange.kept = [values[0]]
    other._exchange.kept = [values[1]]
    assert everything(one._exchange)[1]["kept"] != everything(other._exchange)[1]["kept"]


def test_replies_may_come_one_by_one_late_or_twice():
    values = site_values(1, 4)
    clients, coordinator = make_clients(values), coordinate(4)
    late: bytes = b""
    for message in coordinator:
        replies = deliver(clients, message)
        first = message.to[0]
        before = coordinator.rounds
        coordinator.feed({first: replies[first]})
        coordinator.feed({first: replies[first]})  # twice
        if len(message.to) > 1:
            assert coordinator.rounds == before
            assert next(coordinator).to == message.to[1:]
            assert next(coordinator).bytes == message.bytes
        if late:
            coordinator.feed({first: late})  # of an earlier message, after its own reply
        late = replies[first]
    assert coordinator.result == median(values)


def until_question(coordinator, clients, rounds=1):
    for message in coordinator:
        content = messages.read(message.bytes, MOST)
        if isinstance(content, messages.Question) and coordinator.rounds == rounds:
            return message, {i: messages.read(reply, MOST) for i, reply in deliver(clients, message).items()}
        coordinator.feed(deliver(clients, message))
    raise AssertionError


@pytest.mark.parametrize("masks", [True, False])
def test_lies_that_are_noticed(masks):
    values = site_values(1, 3)
    clients, coordinator = make_clients(values, masks=masks), coordinate(3, masks=masks)
    _, answers = until_question(coordinator, clients)
    coordinator.feed({0: answers[0].pack()})
    good = answers[1]
    for lie, what in [
        (messages.Answer(good.identity, good.question, good.numbers[:-1]), "asks for"),
        (messages.Answer(good.identity, good.question, np.append(good.numbers, good.numbers)), "asks for"),
        (messages.Answer(good.identity, bytes(32), good.numbers), "not to the message"),
        (messages.Answer(answers[0].identity, good.question, good.numbers), "another site"),
        (messages.Answer(answers[2].identity, good.question, good.numbers), "another site"),
        (messages.Ready(good.identity, good.question), "not to the message"),
        *([(replace(good, signature=answers[0].signature), "signature")] if masks else []),
        *([(replace(good, numbers=good.numbers + np.uint64(1)), "signature")] if masks else []),
        (messages.Refusal("data", good.question), "do not fit"),
        (messages.Refusal("data", bytes(32)), "not of the message"),
    ]:
        with pytest.raises(Refused, match=what) as caught:
            coordinator.feed({1: lie.pack()})
        assert caught.value.client == 1
    for noise in (b"", b"noise", good.pack()[:-1]):
        with pytest.raises(Refused):
            coordinator.feed({1: noise})
    assert run(coordinator, clients) == median(values)


def lengthened(answer, by, site=None):
    """The answer with more or fewer numbers, which the site that lies has signed if there are masks."""
    numbers = answer.numbers[:by] if by < 0 else np.append(answer.numbers, np.zeros(by, np.uint64))
    return resigned(answer, numbers, site).pack()


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("by", [-1, 1])
@pytest.mark.parametrize("restarted", [True, False])
def test_a_liar_who_is_first_is_blamed_for_a_wrong_length(tmp_path, masks, by, restarted):
    log = tmp_path / "log"
    clients, coordinator = (
        make_clients(site_values(1, 3), masks=masks),
        coordinate(3, masks=masks, journal=log),
    )
    _, answers = until_question(coordinator, clients)
    if restarted:
        coordinator = coordinate(3, masks=masks, journal=log)
        coordinator.feed(deliver(clients, next(coordinator)))
        next(coordinator)
    with pytest.raises(Refused, match="asks for") as caught:
        coordinator.feed({0: lengthened(answers[0], by), 1: answers[1].pack(), 2: answers[2].pack()})
    assert (caught.value.client, caught.value.reason) == (0, "data")
    assert next(coordinator).to == (0,)
    assert run(coordinator, clients) == median(site_values(1, 3))


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("liar", [0, 1, 2])
def test_nobody_is_blamed_where_the_length_is_unknown(masks, liar):
    clients = make_clients(site_values(1, 3), masks=masks)
    coordinator = coordinate(3, masks=masks, length=None)
    _, answers = until_question(coordinator, clients)
    replies = {i: answer.pack() for i, answer in answers.items()}
    with pytest.raises(Refused, match="different") as caught:
        coordinator.feed({**replies, liar: lengthened(answers[liar], 1, liar if masks else None)})
    assert (caught.value.client, caught.value.reason) == (None, "data")
    assert next(coordinator).to == (0, 1, 2)
    assert run(coordinator, clients) == median(site_values(1, 3))


def test_one_bad_reply_does_not_lose_the_others():
    values = site_values(1, 4)
    clients, coordinator = make_clients(values), coordinate(4)
    _, answers = until_question(coordinator, clients)
    with pytest.raises(Refused) as caught:
        coordinator.feed({i: b"noise" if i in (1, 2) else answer.pack() for i, answer in answers.items()})
    assert caught.value.client == 1
    assert next(coordinator).to == (1, 2)
    assert run(coordinator, clients) == median(values)


def test_sums_that_cannot_be_are_noticed_by_the_task():
    clients, coordinator = make_clients(site_values(1, 3), masks=False), coordinate(3, masks=False)
    _, answers = until_question(coordinator, clients)
    huge = messages.Answer(answers[0].identity, answers[0].question, answers[0].numbers + np.uint64(2**50))
    coordinator.feed({0: huge.pack(), 1: answers[1].pack(), 2: answers[2].pack()})
    with pytest.raises(Refused, match="not so many"):
        next(coordinator)


def test_without_a_result_the_error_has_the_log():
    clients, coordinator = make_clients(site_values(1, 3)), coordinate(3)
    _, answers = until_question(coordinator, clients, 2)
    coordinator.feed({1: answers[1].pack()})
    with pytest.raises(Incomplete, match="after 2 rounds") as caught:
        _ = coordinator.result
    assert caught.value.missing == (0, 2)
    assert [question.info["kind"] for question, _ in caught.value.log] == ["digit", "digit"]


def test_clients_may_have_names():
    values = site_values(1, 3)
    names = ["Malaga", "Oslo", ("a", 1)]
    sites = dict(zip(names, make_clients(values).values(), strict=True))
    coordinator = Coordinator(["x"], names, task=Median())
    assert next(coordinator).to == tuple(names)
    assert run(coordinator, sites) == median(values)
    with pytest.raises(mcbnc.InvalidInputError, match="no client 'Rome'"):
        coordinator.feed({"Rome": b""})


def test_without_masks_one_site_is_enough():
    values = site_values(1, 1)
    assert run(coordinate(1, masks=False), make_clients(values, masks=False)) == median(values)


def test_masks_or_not_is_the_same_on_both_sides():
    for masks in (True, False):
        with pytest.raises(Refused, match="requires masks") as caught:
            run(coordinate(3, masks=masks), make_clients(site_values(1, 3), masks=not masks))
        assert caught.value.reason == "masks"


def test_one_site_cannot_be_two_clients():
    site = make_clients(site_values(1, 3))[0]
    with pytest.raises(Refused, match="two clients are one"):
        run(coordinate(3), {0: site, 1: site, 2: site})


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"clients": 0}, "clients"),
        ({"clients": []}, "clients"),
        ({"clients": ["a", "a"]}, "clients"),
        ({"clients": 2.5}, "clients"),
        ({"clients": "abc"}, "clients"),
        ({"nodes": [("a", 1)]}, "nodes"),
        ({"nodes": [1.5]}, "nodes"),
        ({"nodes": ["a", "a"]}, "nodes"),
        ({"nodes": "ab"}, "nodes"),
        ({"masks": 1}, "masks"),
        ({"new_session": 1}, "new_session"),
    ],
)
def test_bad_arguments(arguments, what):
    with pytest.raises(mcbnc.InvalidInputError, match=what):
        Coordinator(**{"nodes": ["a"], "clients": 3, "task": Median(), **arguments})


def test_masks_need_three_clients():
    with pytest.raises(mcbnc.InvalidInputError, match="at least 3"):
        coordinate(2)


def test_reprs():
    clients, coordinator = make_clients(site_values(1, 3)), coordinate(3)
    assert repr(coordinator) == "<Coordinator of 3 sites: 0 rounds, running>"
    run(coordinator, clients)
    assert repr(coordinator) == "<Coordinator of 3 sites: 5 rounds, complete>"
    assert repr(clients[0]) == f"<Client {clients[0].identity.hex()[:8]}, 5 rounds>"
    assert isinstance(OutOfStep(), Refused)
    assert Client(Values([1]), masks=False).rounds == 0


@pytest.mark.parametrize("seed", range(20))
def test_chaos(tmp_path, seed):
    """Replies are lost or come late, and both sides restart all the time. No question gets two answers."""
    rng = np.random.default_rng(seed)
    values = site_values(seed, 4)
    clients = make_clients(values, states=tmp_path)
    coordinator = coordinate(4, journal=tmp_path / "log")
    said: dict[tuple[int, bytes], bytes] = {}
    late: dict[int, bytes] = {}
    while True:
        if rng.random() < 0.2:
            coordinator = coordinate(4, journal=tmp_path / "log")
        message = next(coordinator, None)
        if message is None:
            break
        for client in message.to:
            if rng.random() < 0.2:
                clients[client] = make_clients(values, states=tmp_path, only=client)[client]
        replies = deliver(clients, message)
        for client, reply in replies.items():
            assert said.setdefault((client, message.bytes), reply) == reply
            if client in late:  # an old reply comes in the place of the new one
                with contextlib.suppress(Refused):
                    coordinator.feed({client: late.pop(client)})
        heard = {client: reply for client, reply in replies.items() if rng.random() < 0.7}
        late = {client: reply for client, reply in replies.items() if client not in heard}
        coordinator.feed(heard)
    assert coordinator.result == median(values)
    assert [client.result for client in clients.values()] == [median(values)] * 4
