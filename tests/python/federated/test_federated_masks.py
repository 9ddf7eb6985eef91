"""Masks cancel in the sum over all sites, and in nothing else."""

from __future__ import annotations

import importlib
import itertools
from collections import Counter

import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from federation import Values, coordinate, deliver, keys, make_clients, median, resigned, run, site_values

import mcbnc
from mcbnc.federated import Client, OutOfStep, Refused
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest
from mcbnc.federated._secure import masks as masks_module
from mcbnc.federated._secure import roster as roster_module
from mcbnc.federated._secure.keys import Identity, _module, expand, public_half, stream
from mcbnc.federated._secure.masks import PROBES, Masks
from mcbnc.federated._site import session as session_module

MOST = 1 << 28


@pytest.mark.parametrize("sites", [3, 4, 9])
def test_masked_is_plain_and_both_are_right(sites):
    values = site_values(sites, sites)
    masked, plain = coordinate(sites), coordinate(sites, masks=False)
    clients = make_clients(values)
    assert run(masked, clients) == run(plain, make_clients(values, masks=False)) == median(values)
    assert [client.result for client in clients.values()] == [median(values)] * sites
    assert masked.rounds == plain.rounds == 5
    assert masked.numbers == plain.numbers == 5 * 8
    for a, b in zip(masked._journal.history, plain._journal.history, strict=True):
        np.testing.assert_array_equal(a.numbers, b.numbers)


def masks_of(sites: int, session=bytes(32), roster=bytes(32)) -> list[Masks]:
    secrets = keys(sites, 7)
    members = [messages.Member(bytes(32), public_half(secret), b"") for secret in secrets]
    return [Masks(secret, own, members, session, roster) for own, secret in enumerate(secrets)]


def hidden(masks: list[Masks], t=1, question=bytes(32), m=5) -> list[np.ndarray]:
    return [each.hide(np.zeros(m, np.uint64), t, question) for each in masks]


def test_only_all_masks_together_cancel():
    vectors = hidden(masks_of(4))
    assert not sum(vectors[1:], vectors[0]).any()
    for count in (1, 2, 3):
        for some in itertools.combinations(vectors, count):
            assert sum(some[1:], some[0].copy()).all()  # a zero by chance: 2^-64 for each number


def test_masks_are_bound_to_session_roster_round_and_question():
    base = hidden(masks_of(3))
    others = [
        hidden(masks_of(3, session=b"\1" * 32)),
        hidden(masks_of(3, roster=b"\1" * 32)),
        hidden(masks_of(3), t=2),
        hidden(masks_of(3), question=b"\1" * 32),
    ]
    for one, other in itertools.combinations([base, *others], 2):
        for a, b in zip(one, other, strict=True):
            assert (a != b).all()
            assert (a - b).all()
    for a, b in zip(base, hidden(masks_of(3)), strict=True):
        np.testing.assert_array_equal(a, b)


def test_numbers_are_added_to_the_masks_modulo_2_64():
    masks = masks_of(3)[0]
    numbers = np.array([2**64 - 1, 1, 2**63], np.uint64)
    zero = masks.hide(np.zeros(3, np.uint64), 1, bytes(32))
    np.testing.assert_array_equal(masks.hide(numbers, 1, bytes(32))[:3], zero[:3] + numbers)
    assert len(zero) == 3 + PROBES


def test_the_bytes_of_masks_never_change():
    """HKDF and ChaCha20 as their RFCs have them: other libraries can take part."""
    okm = expand(bytes.fromhex("0b" * 22), bytes(range(13)), bytes(range(0xF0, 0xFA)))
    assert okm.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf"  # RFC 5869, A.1
    (part,) = stream(bytes(32), 4)
    assert part.tobytes().hex() == (
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"  # RFC 8439, A.1, vector 1
    )


@pytest.mark.parametrize("length", [0, 1, 2**13 - 1, 2**13, 2**13 + 1, 2**14 + 7])
def test_the_parts_of_a_stream_are_one_stream(length):
    key = bytes(range(32))
    whole = Cipher(algorithms.ChaCha20(key, bytes(16)), None).encryptor().update(bytes(8 * length))
    assert b"".join(part.tobytes() for part in stream(key, length)) == whole


@pytest.mark.parametrize("salt", [b"", b"salt", bytes(200)])
def test_a_key_is_that_of_the_library(salt):
    theirs = HKDF(SHA256(), 32, salt, b"info").derive(b"secret")
    assert expand(b"secret", salt, b"info") == theirs


@pytest.mark.parametrize("rounds", [2, 5])
def test_what_does_not_change_in_a_session_is_made_once(monkeypatch, rounds):
    """However many rounds: one shared secret for each pair, and one check of each key."""
    sites, counts = 4, Counter()
    for module, name in (
        (roster_module, "verify"),
        (masks_module, "shared_secret"),
        (session_module, "public_half"),
    ):
        real = getattr(module, name)
        monkeypatch.setattr(
            module, name, lambda *given, real=real, name=name: counts.update([name]) or real(*given)
        )
    values = site_values(7, sites, rounds)
    assert run(coordinate(sites, digits=rounds), make_clients(values)) == median(values)
    assert counts == {
        "verify": sites + sites * sites,  # the coordinator's, and each site's
        "shared_secret": sites * (sites - 1),
        "public_half": sites,
    }


def test_what_a_coordinator_sees_of_one_site_is_another_thing_each_time():
    values = site_values(0, 3)
    seen = []
    for _ in range(2):
        clients = make_clients(values)
        coordinator = coordinate(3)
        answers = []
        for message in coordinator:
            replies = deliver(clients, message)
            answers += [messages.read(reply, MOST) for reply in replies.values()]
            coordinator.feed(replies)
        seen.append([answer.numbers for answer in answers if isinstance(answer, messages.Answer)])
    for a, b in zip(*seen, strict=True):
        assert (a != b).all()


def test_a_missing_mask_is_noticed_and_no_sum_is_kept(tmp_path):
    path = tmp_path / "journal"
    clients, coordinator = make_clients(site_values(0, 3)), coordinate(3, journal=path)
    for message in coordinator:
        replies = deliver(clients, message)
        answer = messages.read(replies[0], MOST)
        if isinstance(answer, messages.Answer):
            break
        coordinator.feed(replies)
    wrong = answer.numbers.copy()
    wrong[:] = 0
    replies[0] = resigned(answer, wrong, 0).pack()
    written = path.read_bytes()
    with pytest.raises(OutOfStep, match="do not cancel") as caught:
        coordinator.feed(replies)
    assert caught.value.client is None  # it is unknown whose
    assert path.read_bytes() == written
    assert coordinator.rounds == 0
    assert run(coordinator, clients) == median(site_values(0, 3))  # asked again, the sites send the same


def test_other_questions_to_some_sites_give_noise():
    clients, coordinator = make_clients(site_values(0, 3)), coordinate(3)
    for message in coordinator:
        question = messages.read(message.bytes, MOST)
        if isinstance(question, messages.Question):
            break
        coordinator.feed(deliver(clients, message))
    lie = messages.Question(
        question.session, 1, question.before, {**question.info, "note": 1.5}, question.arrays
    )
    answers = [
        messages.read(clients[i].answer(lie.pack() if i == 0 else message.bytes), MOST).numbers
        for i in range(3)
    ]
    assert sum(answers[1:], answers[0]).all()


def test_roster_of_a_coordinator_who_lies():
    """Sites that get other rosters have other masks, even if both rosters are right by themselves."""
    clients = make_clients(site_values(0, 4))
    coordinator = coordinate(3)
    hello = next(coordinator).bytes
    parts = {i: messages.read(client.answer(hello), MOST).member for i, client in clients.items()}
    rosters = [
        messages.Roster(digest(hello), sorted((parts[i] for i in some), key=lambda member: member.identity))
        for some in ([0, 1, 2], [0, 1, 3])
    ]
    for i, which in ((0, 0), (1, 1), (2, 0)):
        clients[i].answer(rosters[which].pack())
    questions = []
    for roster in rosters:
        info, arrays = {"kind": "digit"}, {"q_prefix": np.zeros(0, np.int32)}
        session = messages.read(hello, MOST).session
        questions.append(messages.Question(session, 1, digest(roster.pack()), info, arrays).pack())
    with pytest.raises(OutOfStep):  # the question names the roster it belongs to
        clients[1].answer(questions[0])
    answers = [
        messages.read(clients[i].answer(questions[which]), MOST) for i, which in ((0, 0), (1, 1), (2, 0))
    ]
    numbers = [answer.numbers for answer in answers]
    assert sum(numbers[1:], numbers[0]).all()


def test_keys_of_low_order_are_refused():
    with pytest.raises(Refused, match="hides nothing"):
        Masks(keys(1)[0], 0, [messages.Member(b"", b"", b""), messages.Member(b"", bytes(32), b"")], b"", b"")


def test_identities_and_peers_are_checked():
    key = Ed25519PrivateKey.generate()
    assert Identity(key).public == Identity(key.private_bytes_raw()).public
    Client(Values([1]), identity=key, peers=[key.public_key()])
    for identity in (None, b"short", "text"):
        with pytest.raises(mcbnc.InvalidInputError, match="identity"):
            Client(Values([1]), identity=identity, peers=[])
    for peers in (None, b"x" * 32, ["x"], [b"short"]):
        with pytest.raises(mcbnc.InvalidInputError, match="peers"):
            Client(Values([1]), identity=key, peers=peers)


def test_without_the_library_masks_say_what_to_install(monkeypatch):
    def import_module(name, *rest):
        if name.startswith("cryptography"):
            raise ImportError("there is none", name="cryptography")
        return real(name, *rest)

    real = importlib.import_module
    monkeypatch.setattr(importlib, "import_module", import_module)
    _module.cache_clear()
    with pytest.raises(
        mcbnc.MissingExtraError, match=r"pip install cryptography \(mcbnc's extra 'federated'"
    ):
        Client(Values([1]), identity=bytes(32), peers=[])
    values = site_values(1, 3)
    clients = {i: Client(Values(each), masks=False) for i, each in enumerate(values)}
    assert run(coordinate(3, masks=False), clients) == median(values)
