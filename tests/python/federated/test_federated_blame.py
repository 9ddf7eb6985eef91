"""The coordinator finds the site that lies, before honest sites refuse its lie."""

from __future__ import annotations

import dataclasses

import pytest
from federation import coordinate, deliver, make_clients, median, run, site_values

from mcbnc.federated import Refused
from mcbnc.federated._protocol import messages
from mcbnc.federated._secure.keys import Identity
from mcbnc.federated._secure.masks import PROBES

MOST = 1 << 28
VALUES = site_values(5, 4)
LOW_ORDER = [bytes(32), b"\x01" + bytes(31), b"\xec" + b"\xff" * 30 + b"\x7f"]
"""Points of X25519 with which everybody shares the same secret."""


def meet(liar: int, lie):
    """The coordinator and the sites after the first message. `lie` makes another member of the liar's own."""
    clients, coordinator = make_clients(VALUES), coordinate(4)
    message = next(coordinator)
    replies = deliver(clients, message)
    keys = {k: messages.read(reply, MOST) for k, reply in replies.items()}
    member = lie({k: key.member for k, key in keys.items()}, clients, keys[liar].hello)
    replies[liar] = dataclasses.replace(keys[liar], member=member).pack()
    return coordinator, replies


def _unsigned(members, clients, hello):
    return dataclasses.replace(members[3], signature=bytes(64))


def _without_key(members, clients, hello):
    return dataclasses.replace(members[3], key=b"", signature=b"")


def _signed_by_another(members, clients, hello):
    return dataclasses.replace(members[3], signature=members[1].signature)


def _signed(key: bytes, clients, hello) -> messages.Member:
    signer: Identity = clients[3]._signer
    return messages.Member(
        signer.public, key, signer.sign(hello, key, messages.Member(bytes(32), b"", b"").claims())
    )


@pytest.mark.parametrize("lie", [_unsigned, _without_key, _signed_by_another])
def test_a_wrong_signature_is_the_fault_of_its_site(lie):
    coordinator, replies = meet(3, lie)
    with pytest.raises(Refused, match="client 3: a key has not the signature of its site") as caught:
        coordinator.feed(replies)
    assert (caught.value.client, caught.value.reason) == (3, "key")
    assert next(coordinator).to == (3,)  # the others have done their part


def test_a_commitment_that_is_not_signed_is_the_fault_of_its_site():
    for lie in ({"commitment": bytes(32)}, {"committed": bytes(64)}, {"committed": b""}):
        coordinator, replies = meet(3, lambda members, *rest: members[3])
        replies[3] = dataclasses.replace(messages.read(replies[3], MOST), **lie).pack()
        with pytest.raises(Refused, match="client 3: a commitment has not the signature of its site"):
            coordinator.feed(replies)


@pytest.mark.parametrize("point", LOW_ORDER, ids=["0", "1", "-1"])
def test_a_key_that_hides_nothing_is_the_fault_of_its_site(point):
    coordinator, replies = meet(3, lambda members, *rest: _signed(point, *rest))
    with pytest.raises(Refused, match="client 3: a key hides nothing") as caught:
        coordinator.feed(replies)
    assert (caught.value.client, caught.value.reason) == (3, "key")


def test_a_copied_key_is_the_fault_of_its_site():
    coordinator, replies = meet(3, lambda members, *rest: _signed(members[0].key, *rest))
    with pytest.raises(Refused, match="client 3: its key is that of another client") as caught:
        coordinator.feed(replies)
    assert caught.value.client == 3


def test_a_session_without_masks_has_no_keys_to_check():
    clients = make_clients(VALUES, masks=False)
    assert run(coordinate(4, masks=False), clients) == median(VALUES)


@pytest.mark.parametrize("reply", [b"", b"nonsense", messages.Ready(bytes(32), bytes(32)).pack()])
def test_the_message_names_the_client(reply):
    coordinator = coordinate(4)
    next(coordinator)
    with pytest.raises(Refused, match=r"^client 2: a ") as caught:
        coordinator.feed({2: reply})
    assert caught.value.client == 2


def test_of_an_answer_of_a_wrong_length_the_client_is_named():
    clients, coordinator = make_clients(VALUES), coordinate(4)
    for message in coordinator:
        replies = deliver(clients, message)
        answer = messages.read(replies[1], MOST)
        if isinstance(answer, messages.Answer):
            break
        coordinator.feed(replies)
    replies[1] = dataclasses.replace(answer, numbers=answer.numbers[:-PROBES]).pack()
    with pytest.raises(
        Refused, match=r"^client 1: an answer has 8 numbers, and the question asks for 12"
    ) as caught:
        coordinator.feed(replies)
    assert caught.value.client == 1
