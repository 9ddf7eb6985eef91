"""The connections to the coordinator, and what of their requests it keeps."""

from __future__ import annotations

import contextlib
import hashlib
import socket
import ssl
import threading
import time

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import SITES
from transporting import HELLO, connect, posted, secured

from mcbnc._https import server as servers
from mcbnc._https.mailbox import Mailbox
from mcbnc._https.slots import Slots
from mcbnc._https.wire import COMPLETE, MESSAGE, NOTHING_YET, PATH, REPLY_TO

DIGEST = hashlib.sha256(HELLO).hexdigest()
LONG = 60.0  # seconds: a test that needs them has failed


@pytest.fixture
def ends():
    """A function that makes a connection. The first end is the coordinator's."""
    with contextlib.ExitStack() as stack:

        def pair():
            ends = socket.socketpair()
            for end in ends:
                stack.enter_context(end)
                end.settimeout(LONG)
            return ends

        yield pair


def is_cut_off(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False


def request(body: bytes = b"", length: int | None = None, reply_to: str = "") -> bytes:
    head = f"POST {PATH} HTTP/1.1\r\n{REPLY_TO}: {reply_to}\r\nContent-Length: {length or len(body)}\r\n\r\n"
    return head.encode() + body


def test_silent_strangers_keep_no_site_out(parties, serve, monkeypatch):
    monkeypatch.setattr(servers, "_HANDSHAKE", LONG)
    port, said = serve(posted())
    with contextlib.ExitStack() as stack:
        for _ in range(2 * servers._STRANGERS):
            stack.enter_context(socket.create_connection(("localhost", port)))
        for name in SITES:
            assert connect(parties, port, name).exchange(b"", "", 0) == (MESSAGE, HELLO)
    assert said == []


def test_a_stranger_has_a_deadline_whatever_it_sends(parties, serve, monkeypatch):
    """A certificate of the authority is not yet one of a site."""
    monkeypatch.setattr(servers, "_HANDSHAKE", 0.5)
    mailbox = Mailbox(SITES[:2])
    port, _ = serve(mailbox)
    with secured(parties, port, SITES[2]) as stranger, secured(parties, port, SITES[0]) as site:
        with contextlib.suppress(OSError):  # a head that never ends
            for _ in range(int(LONG / 0.05)):
                stranger.sendall(b"x")
                time.sleep(0.05)
            pytest.fail("the stranger was not cut off")
        site.sendall(request())
        mailbox.post(SITES[:2], HELLO)
        assert site.recv(15) == b"HTTP/1.1 200 OK"


def test_the_address_with_most_connections_makes_room(ends):
    slots = Slots(3, LONG)
    alone, *many = [ends() for _ in range(5)]
    slots.come(alone[0], "10.0.0.1")
    for near, _ in many:
        slots.come(near, "10.0.0.2")
    assert [is_cut_off(far) for _, far in many] == [True, True, False, False]
    assert not is_cut_off(alone[1])


def test_a_site_needs_no_stranger_s_slot(ends):
    slots = Slots(1, 0.0)
    first, second, other = ends(), ends(), ends()
    for pair, site in ((first, "a"), (second, "b")):
        slots.come(pair[0], "10.0.0.1")
        slots.recognise(pair[0], site)
        slots.settle(pair[0])
    slots.come(other[0], "10.0.0.1")
    slots.tidy()
    assert [is_cut_off(pair[1]) for pair in (first, second, other)] == [False, False, True]
    slots.recognise(other[0], "a")  # it was cut off already, so it pushes no one out
    slots.settle(other[0])
    assert not is_cut_off(first[1])


def test_a_site_has_a_few_guests(ends):
    """Connections with its certificate that have not asked for a message do not pile up."""
    slots = Slots(1, 0.0)
    own, *guests = [ends() for _ in range(6)]
    for pair in (own, *guests):
        slots.come(pair[0], "10.0.0.1")
        slots.recognise(pair[0], "a")
        if pair is own:
            slots.settle(own[0])
    assert [is_cut_off(far) for _, far in guests] == [True, False, False, False, False]
    assert not is_cut_off(own[1])
    slots.leave(guests[1][0])
    slots.settle(guests[4][0])
    assert is_cut_off(own[1])
    assert not is_cut_off(guests[4][1])


def test_a_sites_newer_connection_cuts_its_older_one_off(parties, serve):
    mailbox = posted(SITES[0])
    port, _ = serve(mailbox)
    with secured(parties, port, SITES[1]) as older:
        older.sendall(request())
        while SITES[1] not in mailbox.seen:
            time.sleep(0.001)
        with secured(parties, port, SITES[1]) as newer:
            older.settimeout(LONG)
            newer.sendall(request())
            with contextlib.suppress(ssl.SSLError, ConnectionError):  # TLS was not told of the end
                assert older.recv(1) == b""
            mailbox.post(SITES, HELLO)
            assert newer.recv(15) == b"HTTP/1.1 200 OK"


@pytest.mark.parametrize("path", ["/health", "/", "/other"])
def test_a_look_at_the_health_cuts_no_site_off(parties, serve, path):
    """A watcher may have no other certificate than the site's."""
    mailbox = posted(SITES[0])
    port, _ = serve(mailbox)
    with secured(parties, port, SITES[1]) as site:
        site.sendall(request())
        while SITES[1] not in mailbox.seen:
            time.sleep(0.001)
        for _ in range(3):
            with secured(parties, port, SITES[1]) as watcher:
                watcher.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                watcher.settimeout(LONG)
                assert watcher.recv(9) == b"HTTP/1.1 "
        mailbox.post(SITES, HELLO)
        site.settimeout(LONG)
        assert site.recv(15) == b"HTTP/1.1 200 OK"


def test_a_site_that_asks_again_waits_once():
    mailbox, got = posted(SITES[0]), []
    older = threading.Thread(target=lambda: got.append(mailbox.take(SITES[1], "", b"", LONG)))
    older.start()
    while SITES[1] not in mailbox.seen:
        time.sleep(0.001)
    assert mailbox.take(SITES[1], "", b"", 0) == (NOTHING_YET, b"")
    older.join(LONG / 2)
    assert got == [(NOTHING_YET, b"")]


@pytest.mark.parametrize("reply_to", ["", DIGEST[::-1], DIGEST])
def test_only_a_wanted_body_is_kept(parties, serve, monkeypatch, reply_to):
    monkeypatch.setattr(servers, "WAIT", 0.2)
    mailbox, kept = posted(), []
    take = mailbox.take
    monkeypatch.setattr(mailbox, "take", lambda *given: kept.append(given[2]) or take(*given))
    port, _ = serve(mailbox)
    site = connect(parties, port)
    body = bytes(300_000)
    wanted = reply_to == DIGEST
    assert site.exchange(body, reply_to, 0).status == (NOTHING_YET if wanted else MESSAGE)
    assert site.exchange(body, reply_to, 0).status == (
        NOTHING_YET if wanted else MESSAGE
    )  # the same one goes on
    assert kept == [body if wanted else b"", b""]


def test_a_body_that_is_cut_off_is_no_reply(parties, serve):
    mailbox = posted()
    port, _ = serve(mailbox)
    for reply_to in (DIGEST, ""):
        with secured(parties, port) as site:
            site.sendall(request(b"too short", 1000, reply_to))
        assert connect(parties, port).exchange(b"", "", 0) == (MESSAGE, HELLO)
    assert mailbox.missing() == SITES


def test_a_site_that_got_an_earlier_message_was_not_told_the_end(parties, serve, monkeypatch):
    """The coordinator waits until all sites know the end."""
    mailbox = posted()
    port, _ = serve(mailbox)
    whole = servers._Handler._tell
    ended = threading.Event()

    def tell(self, turn):
        if turn.status == MESSAGE:
            threading.Thread(target=lambda: (mailbox.end("", LONG, LONG), ended.set())).start()
            while mailbox._end is None:
                time.sleep(0.001)
        whole(self, turn)

    monkeypatch.setattr(servers._Handler, "_tell", tell)
    sites = [connect(parties, port, name) for name in SITES]
    assert sites[0].exchange(b"", "", 0) == (MESSAGE, HELLO)
    for site in sites[1:]:
        assert site.exchange(b"", "", 0).status == COMPLETE
    assert not ended.wait(0.5)
    assert sites[0].exchange(b"", DIGEST, 0).status == COMPLETE
    assert ended.wait(LONG)
