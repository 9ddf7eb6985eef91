"""The transport of ``mcbnc federate`` by itself: who may connect, what may be sent, and the files."""

from __future__ import annotations

import contextlib
import hashlib
import json
import socket
import ssl
import stat
import threading
import time
import warnings

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import SITES, make_parties

from mcbnc import cli
from mcbnc._federate import connection as connections
from mcbnc._federate import server as servers
from mcbnc._federate.board import Board
from mcbnc._federate.certificates import certificate_name, make_certificates
from mcbnc._federate.connection import Connection, Unreachable
from mcbnc._federate.errors import TransportError
from mcbnc._federate.identity import read_identity, read_peers_folder
from mcbnc._federate.names import read_names_file
from mcbnc._federate.tls import client_context, server_context
from mcbnc._federate.wire import COMPLETE, MESSAGE, NOTHING_YET, PATH, STOPPED
from mcbnc.errors import InvalidInputError

MOST = 1 << 20
HELLO = b"a message to all"


@pytest.fixture(scope="module")
def parties(tmp_path_factory):
    """A folder with the keys and certificates of a federation, and of another one that has expired."""
    folder = tmp_path_factory.mktemp("parties")
    make_parties(folder)
    make_certificates(folder / "expired", "coordinator", SITES, days=-1)
    make_certificates(folder / "others", "coordinator", [*SITES, "stranger"])
    return folder


@pytest.fixture
def serve(parties, monkeypatch):
    """Serve a board. The result has its port, and what the server has said."""
    monkeypatch.setattr(servers, "WAIT", 0.2)
    said: list[str] = []

    with contextlib.ExitStack() as stack:

        def serve(board, folder="tls", most=MOST, trusted="tls", host="127.0.0.1"):
            context = server_context(
                f"{parties}/{folder}/coordinator.pem",
                f"{parties}/{folder}/coordinator.tls.key",
                f"{parties}/{trusted}/ca.pem",
            )
            server = servers.Server((host, 0), context, board, most, said.append)
            stack.enter_context(servers.listen(server))
            return server.server_port, said

        yield serve


def connect(parties, port, name="hospital-01", folder="tls", trusted="tls", host="localhost", most=MOST):
    own = f"{parties}/{folder}/{name}"
    context = client_context(f"{own}.pem", f"{own}.tls.key", f"{parties}/{trusted}/ca.pem")
    return Connection(f"https://{host}:{port}", context, most, lambda line: None)


def posted(*waiting):
    board = Board(SITES)
    board.post(waiting or SITES, HELLO)
    return board


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
    board = posted()
    port, _ = serve(board, **theirs)
    with pytest.raises(TransportError, match=problem) as caught:
        connect(parties, port, **mine).exchange(b"", "", 60)
    assert not isinstance(caught.value, Unreachable)
    assert not board.seen


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
    board = Board(["hospital-01"])
    board.post(["hospital-01"], HELLO)
    port, said = serve(board)
    with pytest.raises(TransportError, match=r"'hospital-02' is none of this coordinator's sites \(HTTP"):
        connect(parties, port, "hospital-02").exchange(b"a reply", hashlib.sha256(HELLO).hexdigest(), 60)
    assert said == ["'hospital-02' is refused: it is none of the sites"]
    assert not board.seen


def test_a_client_without_a_certificate_gets_nothing(parties, serve):
    board = posted()
    port, said = serve(board)
    context = ssl.create_default_context(cafile=f"{parties}/tls/ca.pem")
    nameless = Connection(f"https://localhost:{port}", context, MOST, said.append)
    with pytest.raises(TransportError, match="refuses this site's certificate: there is none"):
        nameless.exchange(b"", "", 60)
    assert not board.seen


def test_tls_1_1_is_refused(parties, serve):
    port, _ = serve(posted())
    context = client_context(
        f"{parties}/tls/hospital-01.pem", f"{parties}/tls/hospital-01.tls.key", f"{parties}/tls/ca.pem"
    )
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
    board = posted()
    port, said = serve(board, most=1000)
    digest = hashlib.sha256(HELLO).hexdigest()
    for size in (1001, 30_000_000):
        with pytest.raises(TransportError, match=f"the reply has {size} bytes, and 1000 are allowed"):
            connect(parties, port).exchange(bytes(size), digest, 60)
    assert said[0] == "hospital-01 is refused: its reply has 1001 bytes, and 1000 are allowed"
    assert connect(parties, port).exchange(bytes(1000), digest, 0).status == NOTHING_YET
    assert board.collect(0) == {"hospital-01": bytes(1000)}


def test_too_large_a_message_is_refused(parties, serve):
    board = Board(SITES)
    board.post(SITES, bytes(1001))
    port, _ = serve(board)
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
        ("GET {path} HTTP/1.1\r\n\r\n", 501),
        ("POST {path} HTTP/9.9\r\n\r\n", 505),
        ("nonsense\r\n\r\n", 400),
        ("POST /" + "x" * 70_000 + " HTTP/1.1\r\n\r\n", 414),
    ],
)
def test_odd_requests_are_refused_and_the_server_goes_on(parties, serve, monkeypatch, head, status):
    monkeypatch.setattr(servers, "_DRAIN", 0.1)
    board = posted()
    port, said = serve(board)
    context = client_context(
        f"{parties}/tls/hospital-01.pem", f"{parties}/tls/hospital-01.tls.key", f"{parties}/tls/ca.pem"
    )
    with (
        socket.create_connection(("localhost", port)) as plain,
        context.wrap_socket(plain, server_hostname="localhost") as secure,
    ):
        secure.sendall(head.replace("{path}", PATH).encode("latin-1"))
        answer = b"".join(iter(lambda: secure.recv(1000), b""))
    assert answer.startswith(b"HTTP/1.1 %d " % status), answer
    assert b"Python" not in answer
    assert connect(parties, port).exchange(b"", "", 0) == (MESSAGE, HELLO)
    assert not any("failed" in line for line in said)


def test_silent_strangers_take_no_places_for_ever(parties, serve, monkeypatch):
    monkeypatch.setattr(servers, "_HANDSHAKE", 0.5)
    port, _ = serve(posted())
    with contextlib.ExitStack() as stack:
        for _ in range(60):  # more than the server has places
            stack.enter_context(socket.create_connection(("localhost", port)))
        assert connect(parties, port).exchange(b"", "", 60) == (MESSAGE, HELLO)


def test_a_message_that_is_cut_off_is_asked_for_again(parties, serve, monkeypatch):
    board = posted()
    port, _ = serve(board)
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
    own = f"{parties}/tls/hospital-01"
    context = client_context(f"{own}.pem", f"{own}.tls.key", f"{parties}/tls/ca.pem")
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

    own = f"{parties}/tls/hospital-01"
    context = client_context(f"{own}.pem", f"{own}.tls.key", f"{parties}/tls/ca.pem")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        proxy = f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread = threading.Thread(target=relay, args=(listening,))
        thread.start()
        through = Connection(f"https://localhost:{port}", context, MOST, print, proxy)
        assert through.exchange(b"", "", 0) == (MESSAGE, HELLO)
        through.close()
        thread.join(30)
    assert asked[0].startswith(b"CONNECT localhost:%d " % port)
    with pytest.raises(InvalidInputError, match="--proxy must be http://HOST:PORT"):
        Connection(f"https://localhost:{port}", context, MOST, print, "proxy:1")


@pytest.mark.parametrize(
    "url", ["http://a:1", "https://", "https://a:b", "https://a:1/b", "a:1", "https://a:99999"]
)
def test_an_address_that_is_none(parties, url):
    with pytest.raises(InvalidInputError, match="--coordinator must be https://HOST:PORT"):
        Connection(url, ssl.create_default_context(), MOST, print)


# --- the board ----------------------------------------------------------------------------------------------


def test_a_reply_is_taken_once_and_only_to_the_present_message():
    board = posted()
    digest = hashlib.sha256(HELLO).hexdigest()
    assert board.take("hospital-01", "", b"to nothing", 0) == (MESSAGE, HELLO)
    assert board.take("hospital-01", digest[::-1], b"to another", 0) == (MESSAGE, HELLO)
    assert board.take("hospital-01", digest, b"first", 0) == (NOTHING_YET, b"")
    assert board.take("hospital-01", digest, b"second", 0) == (NOTHING_YET, b"")
    assert board.collect(0) == {"hospital-01": b"first"}
    assert board.missing() == SITES[1:]
    board.post(SITES[1:], HELLO)
    assert board.take("hospital-01", digest, b"third", 0) == (NOTHING_YET, b"")
    assert board.collect(0) == {}
    board.post(SITES, b"the next one")
    assert board.take("hospital-01", digest, b"late", 0) == (MESSAGE, b"the next one")
    assert board.collect(0) == {}


def test_a_waiting_site_gets_the_next_message_at_once():
    board, got = posted("hospital-02"), []
    thread = threading.Thread(target=lambda: got.append(board.take("hospital-01", "", b"", 60)))
    thread.start()
    while "hospital-01" not in board.seen:
        time.sleep(0.001)
    board.post(SITES, b"the next one")
    thread.join(30)
    assert got == [(MESSAGE, b"the next one")]


@pytest.mark.parametrize(("problem", "status"), [("", COMPLETE), ("it broke", STOPPED)])
def test_all_sites_hear_the_end(parties, serve, problem, status):
    board = posted()
    port, _ = serve(board)
    for name in SITES:
        assert connect(parties, port, name).exchange(b"", "", 0) == (MESSAGE, HELLO)
    end = threading.Thread(target=board.end, args=(problem, 60))
    end.start()
    for name in SITES:
        assert end.is_alive()
        turn = connect(parties, port, name).exchange(b"", "", 30)
        while turn.status == MESSAGE:  # it was asked before the end
            turn = connect(parties, port, name).exchange(b"", "", 30)
        assert turn == (status, problem.encode())
    end.join(30)
    assert not end.is_alive()


# --- files --------------------------------------------------------------------------------------------------


@pytest.fixture
def run(capsys):
    """Run the command line in this process. The result is the exit code and stderr."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        return code, capsys.readouterr().err

    return run


def test_a_private_key_is_its_owners_alone(run, tmp_path):
    assert run("federate", "keys", "--out", tmp_path / "keys", "--name", "a")[0] == 0
    private = tmp_path / "keys" / "a.key"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    public = read_peers_folder(str(tmp_path / "keys"))
    assert public == {"a": read_identity(str(private)).public_key().public_bytes_raw()}
    code, said = run("federate", "keys", "--out", tmp_path / "keys", "--name", "a")
    assert (code, said) == (1, f"mcbnc: error: {private}: File exists\n")
    private.chmod(0o640)
    with pytest.raises(InvalidInputError, match="others may read this private key: chmod 600"):
        read_identity(str(private))


@pytest.mark.parametrize("name", ["", "../a", ".a", "-a", "a\n", "a" * 65])
def test_a_name_that_is_no_name_of_a_file(tmp_path, run, name):
    code, said = run("federate", "keys", f"--name={name}", "--out", tmp_path / "keys")
    assert code == 1
    assert "is no name of a site" in said
    assert not (tmp_path / "keys").exists()


def test_certificates_say_what_they_are_and_leave_no_authority(tmp_path):
    made = make_certificates(tmp_path, "coordinator", ["a", "b"], ["fed.example", "10.0.0.7"])
    assert [path.name for path in made] == ["ca.pem", "coordinator.pem", "a.pem", "b.pem"]
    assert "for tests and small federations" in certificate_name(str(made[0]))
    assert certificate_name(str(made[2])) == "a"
    assert not (tmp_path / "ca.tls.key").exists()
    for path in tmp_path.glob("*.key"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(InvalidInputError, match="names must differ"):
        make_certificates(tmp_path / "x", "a", ["a"])


def site(parties, *options, name="hospital-01", identity=None):
    return [
        *("federate", "site", "--task", "learning", "--data", parties / "none.csv"),
        *("--coordinator", "https://localhost:1", "--patience", "0", "--state", parties / "x.state"),
        *("--identity", parties / "keys" / f"{identity or name}.key", "--peers", parties / "peers"),
        *("--certificate", parties / "tls" / f"{name}.pem", "--key", parties / "tls" / f"{name}.tls.key"),
        *("--ca", parties / "tls" / "ca.pem", *options),
    ]


def test_a_sites_certificate_and_identity_are_of_one_site(parties, run):
    code, said = run(*site(parties, identity="hospital-02"))
    assert code == 1
    assert said.endswith("this is not the identity of 'hospital-01', of whom the certificate is\n")
    code, said = run(*site(parties, name="coordinator", identity="hospital-02"))
    assert code == 1
    assert said.endswith("there is no coordinator.pub, and the certificate is of 'coordinator'\n")


def test_wrong_files_are_named(parties, run, tmp_path):
    other = tmp_path / "other"
    other.write_text("nothing")
    other.chmod(0o600)
    for option, problem in [
        ("--certificate", "it is no certificate in PEM"),
        ("--identity", "it is no private key in PEM"),
        ("--ca", "it has no certificate in PEM"),
        ("--key", "are no certificate and its private key"),
    ]:
        code, said = run(*site(parties, option, other))
        assert (code, said.count("\n")) == (1, 1)
        assert str(other) in said
        assert problem in said
        code, said = run(*site(parties, option, tmp_path / "none"))
        assert (code, said) == (1, f"mcbnc: error: {tmp_path}/none: No such file or directory\n")
    code, said = run(*site(parties, "--peers", tmp_path))
    assert said == f"mcbnc: error: {tmp_path}: there is no file *.pub in this folder\n"
    other.rename(tmp_path / "a.pub")
    code, said = run(*site(parties, "--peers", tmp_path))
    assert said.startswith(f"mcbnc: error: {tmp_path}/a.pub: it is no public key in PEM")


def coordinator(parties, names, *options):
    own = parties / "tls" / "coordinator"
    return [
        *("federate", "coordinator", "--task", "consensus", "--names", names, "--log", f"{names}.log"),
        *("--peers", parties / "peers", "--certificate", f"{own}.pem", "--key", f"{own}.tls.key"),
        *("--ca", parties / "tls" / "ca.pem", "--listen", "127.0.0.1:0", "--patience", "0", *options),
    ]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--sites", "4"], "--sites: "),
        (["--listen", "8443"], "--listen must be HOST:PORT"),
        (["--pairs", "union"], "the task has no option pairs"),
        (["--required", "a->z"], "--required"),
        (["--task", "learning"], "learning needs the states of all nodes"),
        ([], "did not reply for 0 seconds"),
    ],
)
def test_a_coordinators_options_are_checked(parties, run, tmp_path, options, problem):
    (tmp_path / "names.json").write_text('{"nodes": ["a", "b"]}')
    code, said = run(*coordinator(parties, tmp_path / "names.json", *options))
    assert code == 1
    assert problem in said.splitlines()[-1]


LEARNING = ("federate", "names", "--task", "learning")
CONSENSUS = ("federate", "names", "--task", "consensus")


def test_the_states_of_several_sites_are_put_together(run, tmp_path):
    (tmp_path / "a.csv").write_text("x,y\nno,0\nyes,1\n")
    (tmp_path / "b.csv").write_text("y,x\n2,no\n0,no\n")
    for name in "ab":
        made = run(
            "federate",
            "names",
            "--task",
            "learning",
            tmp_path / f"{name}.csv",
            "--out",
            tmp_path / f"{name}.json",
        )
        assert made[0] == 0
    every = tmp_path / "all.json"
    run(*LEARNING, tmp_path / "a.json", tmp_path / "b.json", "--out", every)
    assert read_names_file(str(every)) == (["x", "y"], {"x": ["no", "yes"], "y": ["0", "1", "2"]})
    (tmp_path / "c.csv").write_text("x,z\n0,0\n")
    code, said = run(*LEARNING, tmp_path / "a.csv", tmp_path / "c.csv", "--out", every)
    assert code == 1
    assert f"{tmp_path}/c.csv must have the same nodes as {tmp_path}/a.csv" in said


@pytest.mark.parametrize(
    "text", ["", "[]", '{"nodes": 1}', '{"nodes": [1.5]}', '{"nodes": ["a"], "states": []}', "[" * 99999]
)
def test_names_that_are_none(tmp_path, text):
    path = tmp_path / "names.json"
    path.write_text(text)
    with pytest.raises(InvalidInputError, match=r"names\.json"):
        read_names_file(str(path))


def test_names_of_dags(run, tmp_path):
    (tmp_path / "a.bn").write_text("[x][y|x]")
    (tmp_path / "b.json").write_text(json.dumps({"nodes": ["y", "x"], "clients": [[["x", "y"]]]}))
    out = tmp_path / "names.json"
    assert run(*CONSENSUS, tmp_path / "a.bn", tmp_path / "b.json", "--out", out)[0] == 0
    assert read_names_file(str(out)) == (["x", "y"], None)
    again = tmp_path / "again.json"
    assert run(*CONSENSUS, out, tmp_path / "b.json", "--out", again)[0] == 0
    assert again.read_bytes() == out.read_bytes()
