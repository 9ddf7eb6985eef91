"""The coordinator's end: an HTTPS server that identifies its sites by their certificates."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from ..errors import InvalidInputError
from .mailbox import Mailbox, Turn
from .slots import Slots
from .tls import peer_name
from .wire import COMPLETE, HEALTH, HEALTHY, NO_SITE, NOTHING_YET, PATH, REPLY_TO, STATUS, STOPPED, WAIT

_HANDSHAKE = 10.0  # seconds until a connection must have shown the certificate of a site
_STRANGERS = 64  # connections that have not yet, besides one for each site
_SILENCE = 60.0  # seconds between two requests of a site, or within one
_DRAIN = 2.0  # seconds in which the rest of a refused request is thrown away
_CHUNK = 1 << 16
_THERE_IS = f"GET {HEALTH} reports whether all is well, and GET {STATUS} how far the run is"


class Server(ThreadingHTTPServer):
    """One thread for each connection. A connection without a certificate of the authority gets nothing."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def __init__(
        self,
        address: tuple[str, int],
        context: ssl.SSLContext,
        mailbox: Mailbox,
        most: int,
        say: Callable[[str], None],
    ) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self.mailbox = mailbox
        self.most = most
        self.say = say
        self._context = context
        self._slots = Slots(_STRANGERS + len(mailbox.sites), _HANDSHAKE)
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        # HTTPServer would look its own name up in the DNS, which may take long.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self.socket.bind(self.server_address)
        except OSError as error:  # it does not name the address
            where = ":".join(map(str, self.server_address[:2]))
            raise OSError(error.errno, error.strerror, f"--listen {where}") from error
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def get_request(self) -> tuple[ssl.SSLSocket, Any]:
        """The next connection. Nothing of TLS is read yet: its thread does so."""
        connection, address = super().get_request()
        connection.settimeout(_HANDSHAKE)
        return self._context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address

    def process_request(self, request: Any, client_address: Any) -> None:
        """Begin the thread of a connection."""
        self._slots.come(request, client_address[0])
        super().process_request(request, client_address)

    def service_actions(self) -> None:
        """Between two connections, and several times a second."""
        self._slots.tidy()

    def finish_request(self, request: Any, client_address: Any) -> None:
        """The whole life of a connection, in its own thread: a slow stranger delays no one."""
        try:
            with contextlib.suppress(OSError):  # it was closed, or is too slow: the site comes again
                if self._shake_hands(request, client_address[0]):
                    super().finish_request(request, client_address)
        finally:
            if (site := self._slots.leave(request)) is not None:
                self.mailbox.leave(site)

    def _shake_hands(self, secure: ssl.SSLSocket, address: str) -> bool:
        try:
            secure.do_handshake()
        except ssl.SSLEOFError:  # it has left, or was cut off
            return False
        except ssl.SSLError as error:
            self.say(f"a connection from {address} is refused: {_words(error)}")
            _drain(secure)
            return False
        site = peer_name(secure)
        if site in self.mailbox.sites:
            self._slots.recognise(secure, site)
            secure.settimeout(_SILENCE)
        return True

    def settle(self, secure: ssl.SSLSocket) -> bool:
        """Let a connection that asks for a message stay, in the place of the older one of its site.

        The result is false if it was cut off meanwhile.
        """
        return self._slots.settle(secure)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """An error of one connection ends this one alone."""
        self.say(f"a connection from {client_address[0]} failed")


class _Handler(BaseHTTPRequestHandler):
    server: Server
    disable_nagle_algorithm = True  # an answer has two parts, and the second would wait for 40 ms
    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.1"  # or an invalid first line would get an answer without a status
    server_version = "mcbnc"
    sys_version = ""

    def do_POST(self) -> None:
        """Take a reply, and give the next message."""
        site, mailbox, most = peer_name(self.connection), self.server.mailbox, self.server.most
        length = self.headers.get("Content-Length", "")
        if site not in mailbox.sites:
            self.server.say(f"{site!r} is refused: it is not one of the sites")
            self._say_and_close(HTTPStatus.FORBIDDEN, f"{site!r} is not one of this coordinator's sites")
        elif self.path != PATH:
            self._say_and_close(HTTPStatus.NOT_FOUND, f"there is no {self.path[:80]}")
        elif not (length.isascii() and length.isdigit()) or "Transfer-Encoding" in self.headers:
            self._say_and_close(HTTPStatus.LENGTH_REQUIRED, "a request must give the length of its body")
        elif len(length) > 18 or int(length) > most:
            problem = f"reply has {length[:20]} bytes, and {most} are allowed"
            self.server.say(f"{site} is refused: its {problem}")
            self._say_and_close(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the {problem}")
        elif not self.server.settle(self.connection):
            self.close_connection = True
        else:
            reply_to = self.headers.get(REPLY_TO, "")
            body = self._read(int(length), mailbox.wants(site, reply_to))
            turn = mailbox.take(site, reply_to, body, WAIT)
            self._tell(turn)
            if turn.status in (COMPLETE, STOPPED):
                mailbox.inform(site)

    def do_GET(self) -> None:
        """Answer that the coordinator runs, and to one of its sites how far the run is.

        Neither waits for the coordinator's thread, takes the slot of a site, or counts as its request.
        """
        site, mailbox = peer_name(self.connection), self.server.mailbox
        if self.path in (HEALTH, "/"):
            which = "is one of its sites" if site in mailbox.sites else NO_SITE
            self._say_and_close(HTTPStatus.OK, f"{HEALTHY}; {site!r} {which}\n")
        elif self.path == STATUS and site in mailbox.sites:
            self._say_and_close(HTTPStatus.OK, json.dumps(mailbox.status()))
        elif self.path == STATUS:
            self._say_and_close(HTTPStatus.FORBIDDEN, f"{site!r} is not one of this coordinator's sites")
        else:
            problem = f"there is no {self.path[:80]}; {_THERE_IS}"
            self._say_and_close(HTTPStatus.NOT_FOUND, problem)

    def _read(self, length: int, wanted: bool) -> bytes:
        """The body of a request, or nothing if it is not needed. Then it takes no memory."""
        if wanted:
            body = self.rfile.read(length)
            length -= len(body)
        else:
            body = b""
            while length and (part := self.rfile.read(min(length, _CHUNK))):
                length -= len(part)
        if length:
            raise ConnectionResetError("the body was cut off")
        return body

    def _tell(self, turn: Turn) -> None:
        self._send(turn)

    def _say_and_close(self, status: HTTPStatus, text: str) -> None:
        """Answer what is wrong, or that all is well, and close the connection without reading the body."""
        self._send(Turn(status, text.encode()), ("Connection", "close"))
        _drain(self.connection)

    def _send(self, turn: Turn, *headers: tuple[str, str]) -> None:
        self.send_response(turn.status)
        if turn.status != NOTHING_YET:
            headers = ("Content-Length", str(len(turn.body))), *headers
        for header in headers:
            self.send_header(*header)
        self.end_headers()
        self.wfile.write(turn.body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What http.server refuses by itself, in the same form as all other refusals."""
        if code == HTTPStatus.NOT_IMPLEMENTED:
            message = f"sites POST to {PATH}; {_THERE_IS}: there is no more"
        self._say_and_close(HTTPStatus(code), message or HTTPStatus(code).phrase)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Requests are not logged."""


@contextmanager
def listen(server: Server) -> Iterator[None]:
    """Serve in a thread of its own while the context lasts."""
    thread = threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def read_address(text: str) -> tuple[str, int]:
    """``HOST:PORT``, or ``[HOST]:PORT`` for IPv6."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise InvalidInputError(f"--listen must be HOST:PORT, such as 0.0.0.0:8443, not {text!r}")
    return host.strip("[]"), int(port)


def _drain(connection: socket.socket) -> None:
    """Throw away what the other end still sends. Closing before would lose the answer on its way."""
    end = time.monotonic() + _DRAIN
    with contextlib.suppress(OSError, ValueError):
        connection.settimeout(_DRAIN)
        connection.shutdown(socket.SHUT_WR)
        while time.monotonic() < end and socket.socket.recv(connection, _CHUNK):  # below TLS, as it comes
            pass


def _words(error: ssl.SSLError) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate cannot be verified: {error.verify_message}"
    return (error.reason or "no TLS").replace("_", " ").lower()
