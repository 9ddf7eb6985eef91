"""The transport of ``mcbnc federate`` by itself: who may connect, what may be sent."""

from __future__ import annotations

import contextlib
import hashlib
import socket
import ssl
import threading
import time
import warnings

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import SITES
from transporting import HELLO, MOST, connect, context_of, posted, secured, servings

from mcbnc._https import connection as connections
from mcbnc._https import server as servers
from mcbnc._https.connection import Connection, Unreachable
from mcbnc._https.errors import TransportError
from mcbnc._https.mailbox import Mailbox
from mcbnc._https.tls import server_context
from mcbnc._https.wire import COMPLETE, MESSAGE, NOTHING_YET, PATH, STOPPED
from mcbnc.errors import InvalidInputError


@pytest.fixture
def serve(parties, monkeypatch):
    monkeypatch.setattr(servers, "WAIT", 0.2)
    with servings(parties) as serve:
        yield serve


# --- certificates -------------------------------------------------------------------------------------------


def test_a_site_of_the_roster_gets_the_message(parties, serve):
    port, _ = serve(posted())
    for name in SITES:
        for host in ("localhost", "127.0.0.1"):
            assert connect(parties, port, name, host=host).exchange(b"", "", 0) == (MESSAGE, HELLO)


@pytest.mark.parametrize(
    ("mine", "theirs", "problem"),
    [
        ({"folder": "others"}, {}, "refuses this site's certificate: it is not of the authority"),
        ({"folder": "expired", "trusted": "tls"}, {"trusted": "expired"}, "certificate: it has expired"),
        ({"trusted": "others"}, {}, "the coordinator's certificate is not of the authority in --ca"),
        ({"trusted": "expired"}, {"folder": "expired"}, "the coordinator's certificate has expired"),
        ({"name": "coordinator"}, {}, "refuses this site's certificate: it is not for a client"),
    ],
)
def test_a_wrong_certificate_is_told_and_not_tried_again(parties, serve, mine, theirs, problem):
    mailbox = posted()
    port, _ = serve(mailbox, **theirs)
    with pytest.raises(TransportError, match=problem) as caught:
        connect(parties, port, **mine).exchange(b"", "", 60)
    assert not isinstance(caught.value, Unreachable)
    assert not mailbox.seen


def test_a_certificate_of_another_host_is_refused(parties, serve):
    port, _ = serve(posted(), host="127.0.0.2")
    with pytest.raises(TransportError, match="the coordinator's certificate is of another address"):
        connect(parties, port, host="127.0.0.2").exchange(b"", "", 60)


def test_a_sites_certificate_is_none_of_a_coordinator(parties, serve):
    context = server_context(
        f"{parties}/tls/hospital-02.pem", f"{parties}/tls/hospital-02.tls.key", f"{parties}/tls/ca.pem"
    )
    server = servers.Server(("127.0.0.1", 0), context, posted(), MOST, lambda line: None)
    with servers.listen(server), pytest.raises(TransportError, match="the coordinator's certificate is"):
        connect(parties, server.server_port).exchange(b"", "", 60)


def test_a_stranger_with_a_certificate_of_the_authority_gets_nothing(parties, serve):
    mailbox = Mailbox(["hospital-01"])
    mailbox.post(["hospital-01"], HELLO)
    port, said = serve(mailbox)
    with pytest.raises(TransportError, match=r"'hospital-02' is not one of this coordinator's sites \(HTTP"):
        connect(parties, port, "hospital-02").exchange(b"a reply", hashlib.sha256(HELLO).hexdigest(), 60)
    assert said == ["'hospital-02' is refused: it is not one of the sites"]
    assert not mailbox.seen


def test_a_client_without_a_certificate_gets_nothing(parties, serve):
    mailbox = posted()
    port, said = serve(mailbox)
    context = ssl.create_default_context(cafile=f"{parties}/tls/ca.pem")
    nameless = Connection(f"https://localhost:{port}", context, MOST, said.append)
    with pytest.raises(TransportError, match="refuses this site's certificate: there is none"):
        nameless.exchange(b"", "", 60)
    assert not mailbox.seen


def test_tls_1_1_is_refused(parties, serve):
    port, _ = serve(posted())
    context = context_of(parties)
    assert context.minimum_version == ssl.TLSVersion.TLSv1_2
    context.set_ciphers("DEFAULT:@SECLEVEL=0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python says that these versions are old
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("localhost", port)) as plain, pytest.raises(ssl.SSLError):
        context.wrap_socket(plain, server_hostname="localhost")


def test_a_server_without_tls_is_told(parties):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            other, _ = server.accept()
            with other:
                other.recv(100)
                other.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=answer).start()
        with pytest.raises(TransportError, match="does not speak TLS"):
            connect(parties, server.getsockname()[1]).exchange(b"", "", 60)


# --- requests -----------------------------------------------------------------------------------------------


def test_too_large_a_reply_is_refused_unread(parties, serve):
    mailbox = posted()
    port, said = serve(mailbox, most=1000)
    digest = hashlib.sha256(HELLO).hexdigest()
    for size in (1001, 30_000_000):
        with pytest.raises(TransportError, match=f"the reply has {size} bytes, and 1000 are allowed"):
            connect(parties, port).exchange(bytes(size), digest, 60)
    assert said[0] == "hospital-01 is refused: its reply has 1001 bytes, and 1000 are allowed"
    assert connect(parties, port).exchange(bytes(1000), digest, 0).status == NOTHING_YET
    assert mailbox.collect(0) == {"hospital-01": bytes(1000)}


def test_too_large_a_message_is_refused(parties, serve):
    mailbox = Mailbox(SITES)
    mailbox.post(SITES, bytes(1001))
    port, _ = serve(mailbox)
    with pytest.raises(TransportError, match="message has more than 1000 bytes"):
        connect(parties, port, most=1000).exchange(b"", "", 60)
    assert connect(parties, port, most=1001).exchange(b"", "", 60).body == bytes(1001)


@pytest.mark.parametrize(
    ("head", "status"),
    [
        ("POST {path} HTTP/1.1\r\n\r\n", 411),
        ("POST {path} HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 411),
        ("POST {path} HTTP/1.1\r\nContent-Length: ²\r\n\r\n", 411),
        ("POST {path} HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n1\r\na\r\n", 411),
        ("POST {path} HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
        ("POST /other HTTP/1.1\r\nContent-Length: 0\r\n\r\n", 404),
        ("GET {path} HTTP/1.1\r\n\r\n", 404),
        ("PUT {path} HTTP/1.1\r\nContent-Length: 0\r\n\r\n", 501),
        ("POST {path} HTTP/9.9\r\n\r\n", 505),
        ("nonsense\r\n\r\n", 400),
        ("POST /" + "x" * 70_000 + " HTTP/1.1\r\n\r\n", 414),
    ],
)
def test_odd_requests_are_refused_and_the_server_goes_on(parties, serve, monkeypatch, head, status):
    monkeypatch.setattr(servers, "_DRAIN", 0.1)
    mailbox = posted()
    port, said = serve(mailbox)
    with secured(parties, port) as secure:
        secure.sendall(head.replace("{path}", PATH).encode("latin-1"))
        answer = b"".join(iter(lambda: secure.recv(1000), b""))
    assert answer.startswith(b"HTTP/1.1 %d " % status), answer
    assert b"Python" not in answer
    assert connect(parties, port).exchange(b"", "", 0) == (MESSAGE, HELLO)
    assert not any("failed" in line for line in said)


def test_a_message_that_is_cut_off_is_asked_for_again(parties, serve, monkeypatch):
    mailbox = posted()
    port, _ = serve(mailbox)
    whole, cut = servers._Handler._tell, []

    def tell(self, turn):
        if len(cut) < 2:
            cut.append(turn)
            self.send_response(turn.status)
            self.send_header("Content-Length", str(len(turn.body)))
            self.end_headers()
            self.wfile.write(turn.body[:3] if len(cut) == 1 else b"")
            self.close_connection = True
        else:
            whole(self, turn)

    monkeypatch.setattr(servers._Handler, "_tell", tell)
    assert connect(parties, port).exchange(b"", "", 60) == (MESSAGE, HELLO)
    assert len(cut) == 2


def test_a_site_waits_for_a_coordinator_and_tells_the_user_once(parties, serve, monkeypatch):
    monkeypatch.setattr(connections, "_LAST", 0.5)
    lines = []
    context = context_of(parties)
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    lost = Connection(f"https://127.0.0.1:{port}", context, MOST, lines.append)
    with pytest.raises(Unreachable, match=f"https://127.0.0.1:{port} cannot be reached: Connection refused"):
        lost.exchange(b"", "", 2)
    assert len(lines) == 1


def test_a_proxy_carries_tls_from_end_to_end(parties, serve):
    port, _ = serve(posted())
    asked = []

    def carry(source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def relay(listening):
        near, _ = listening.accept()
        asked.append(near.recv(1000).splitlines()[0])
        with near, socket.create_connection(("127.0.0.1", port)) as far:
            near.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            back = threading.Thread(target=carry, args=(far, near))
            back.start()
            carry(near, far)
            back.join()

    context = context_of(parties)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        proxy = f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread = threading.Thread(target=relay, args=(listening,))
        thread.start()
        through = Connection(f"https://localhost:{port}", context, MOST, print, proxy)
        assert through.exchange(b"", "", 0) == (MESSAGE, HELLO)
        through.close()
        thread.join(300)
    assert asked[0].startswith(b"CONNECT localhost:%d " % port)
    with pytest.raises(InvalidInputError, match="--proxy must be http://HOST:PORT"):
        Connection(f"https://localhost:{port}", context, MOST, print, "proxy:1")


@pytest.mark.parametrize("status", [502, 599])
def test_a_passing_failure_of_a_proxy_is_tried_again(parties, serve, monkeypatch, status):
    port, _ = serve(posted())
    whole, failed = servers._Handler._tell, []

    def tell(self, turn):
        if not failed:
            failed.append(turn)
            self._refuse(status, "bad gateway")
        else:
            whole(self, turn)

    monkeypatch.setattr(servers._Handler, "_tell", tell)
    assert connect(parties, port).exchange(b"", "", 60) == (MESSAGE, HELLO)
    assert failed


@pytest.mark.parametrize(
    "url", ["http://a:1", "https://", "https://a:b", "https://a:1/b", "a:1", "https://a:99999"]
)
def test_an_address_that_is_none(parties, url):
    with pytest.raises(InvalidInputError, match="--coordinator must be https://HOST:PORT"):
        Connection(url, ssl.create_default_context(), MOST, print)


# --- the mailbox --------------------------------------------------------------------------------------------


def test_a_reply_is_taken_once_and_only_to_the_present_message():
    mailbox = posted()
    digest = hashlib.sha256(HELLO).hexdigest()
    assert mailbox.take("hospital-01", "", b"to nothing", 0) == (MESSAGE, HELLO)
    assert mailbox.take("hospital-01", digest[::-1], b"to another", 0) == (MESSAGE, HELLO)
    assert mailbox.take("hospital-01", digest, b"first", 0) == (NOTHING_YET, b"")
    assert mailbox.take("hospital-01", digest, b"second", 0) == (NOTHING_YET, b"")
    assert mailbox.collect(0) == {"hospital-01": b"first"}
    assert mailbox.missing() == SITES[1:]
    mailbox.post(SITES[1:], HELLO)
    assert mailbox.take("hospital-01", digest, b"third", 0) == (NOTHING_YET, b"")
    assert mailbox.collect(0) == {}
    mailbox.post(SITES, b"the next one")
    assert mailbox.take("hospital-01", digest, b"late", 0) == (MESSAGE, b"the next one")
    assert mailbox.collect(0) == {}


def test_a_waiting_site_gets_the_next_message_at_once():
    mailbox, got = posted("hospital-02"), []
    thread = threading.Thread(target=lambda: got.append(mailbox.take("hospital-01", "", b"", 60)))
    thread.start()
    while "hospital-01" not in mailbox.seen:
        time.sleep(0.001)
    mailbox.post(SITES, b"the next one")
    thread.join(300)
    assert got == [(MESSAGE, b"the next one")]


@pytest.mark.parametrize(("problem", "status"), [("", COMPLETE), ("it broke", STOPPED)])
def test_all_sites_hear_the_end(parties, serve, problem, status):
    mailbox = posted()
    port, _ = serve(mailbox)
    for name in SITES:
        assert connect(parties, port, name).exchange(b"", "", 0) == (MESSAGE, HELLO)
    end = threading.Thread(target=mailbox.end, args=(problem, 60, 60))
    end.start()
    for name in SITES:
        assert end.is_alive()
        turn = connect(parties, port, name).exchange(b"", "", 30)
        while turn.status == MESSAGE:  # it was asked before the end
            turn = connect(parties, port, name).exchange(b"", "", 30)
        assert turn == (status, problem.encode())
    end.join(300)
    assert not end.is_alive()
