"""What the parties of ``mcbnc federate`` tell their operators."""

from __future__ import annotations

import contextlib
import http.client
import socket

import pytest

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import tls
from transporting import connect, context_of, make_all_parties, posted, servings

from mcbnc import cli
from mcbnc._federate import server as servers
from mcbnc._federate.board import Board, Turn
from mcbnc._federate.errors import TransportError
from mcbnc._federate.taking_part import take_part
from mcbnc._federate.wire import MESSAGE, STOPPED


def test_a_coordinators_reason_does_not_control_the_terminal():
    class Stopped:
        def exchange(self, *_):
            return Turn(STOPPED, b"\x1b]0;owned\x07\x1b[2Jgo away\r\n\xff")

    with pytest.raises(TransportError) as caught:
        take_part(None, Stopped(), patience=0, say=lambda line: None)
    assert str(caught.value) == (
        r"the coordinator has stopped: \x1b]0;owned\x07\x1b[2Jgo away\r\n" + "\N{REPLACEMENT CHARACTER}"
    )


# --- the coordinator's port ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def parties(tmp_path_factory):
    return make_all_parties(tmp_path_factory.mktemp("parties"))


def ask(parties, port, method, path, name="hospital-01"):
    """What an HTTP client with a site's certificate is told: the status and the text."""
    connection = http.client.HTTPSConnection("localhost", port, context=context_of(parties, name), timeout=20)
    with contextlib.closing(connection):
        connection.request(method, path)
        response = connection.getresponse()
        return response.status, response.read().decode()


def test_get_says_whether_all_is_well(parties):
    board = posted()
    with servings(parties) as serve:
        port, _ = serve(board)
        for path in ("/health", "/"):
            assert ask(parties, port, "GET", path) == (
                200,
                "an mcbnc coordinator is running; 'hospital-01' is one of its sites\n",
            )
        others, _ = serve(Board(["hospital-02"]))
        assert ask(parties, others, "GET", "/health")[1].endswith("'hospital-01' is none of its sites\n")
        assert ask(parties, port, "GET", "/other") == (
            404,
            "there is no /other; GET /health says whether all is well",
        )
        assert ask(parties, port, "DELETE", "/") == (
            501,
            "sites POST to /federate/1, and GET /health says whether all is well: nothing else will do",
        )
    assert not board.seen  # who asks so does not take part


def test_neither_end_waits_to_fill_a_packet(parties, monkeypatch):
    """Nagle's algorithm and delayed acknowledgements took 40 ms of each round."""
    option, seen = (socket.IPPROTO_TCP, socket.TCP_NODELAY), []
    post = servers._Handler.do_POST

    def watched(handler):
        seen.append(handler.connection.getsockopt(*option))
        post(handler)

    monkeypatch.setattr(servers._Handler, "do_POST", watched)
    with servings(parties) as serve:
        port, _ = serve(posted())
        connection = connect(parties, port)
        assert connection.exchange(b"", "", 0).status == MESSAGE
        seen.append(connection._http.sock.getsockopt(*option))
        connection.close()
    assert len(seen) == 2
    assert all(seen)


def test_an_address_in_use_is_named(parties, tmp_path, capsys):
    names = tmp_path / "names.json"
    names.write_text('{"nodes": ["a", "b"]}')
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        code = cli.main(
            [
                *(
                    "federate",
                    "coordinator",
                    "--task",
                    "consensus",
                    "--names",
                    str(names),
                    "--listen",
                    address,
                ),
                *("--log", str(tmp_path / "log"), *tls(parties, "coordinator")),
            ]
        )
    assert code == 1
    assert capsys.readouterr().err.endswith(f"error: --listen {address}: Address already in use\n")
