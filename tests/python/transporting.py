"""What the tests of the transport share: a server of a mailbox on loopback, and connections to it."""

from __future__ import annotations

import contextlib
import socket
import ssl
from pathlib import Path

from federating import SITES, make_parties

from mcbnc._https import server as servers
from mcbnc._https.certificates import make_certificates
from mcbnc._https.connection import Connection
from mcbnc._https.mailbox import Mailbox
from mcbnc._https.tls import client_context, server_context

MOST = 1 << 20
HELLO = b"a message to all"


def make_all_parties(folder: Path) -> Path:
    """The keys and certificates of a federation, of one that has expired, and of another one."""
    make_parties(folder)
    make_certificates(folder / "expired", "coordinator", SITES, days=-1)
    make_certificates(folder / "others", "coordinator", [*SITES, "stranger"])
    return folder


@contextlib.contextmanager
def servings(parties: Path):
    """A function that serves a mailbox until the context ends. It gives the port and what the server
    prints."""
    said: list[str] = []
    with contextlib.ExitStack() as stack:

        def serve(mailbox, folder="tls", most=MOST, trusted="tls", host="127.0.0.1"):
            context = server_context(
                f"{parties}/{folder}/coordinator.pem",
                f"{parties}/{folder}/coordinator.tls.key",
                f"{parties}/{trusted}/ca.pem",
            )
            server = servers.Server((host, 0), context, mailbox, most, said.append)
            stack.enter_context(servers.listen(server))
            return server.server_port, said

        yield serve


def context_of(parties: Path, name="hospital-01", folder="tls", trusted="tls") -> ssl.SSLContext:
    own = f"{parties}/{folder}/{name}"
    return client_context(f"{own}.pem", f"{own}.tls.key", f"{parties}/{trusted}/ca.pem")


def connect(parties, port, name="hospital-01", folder="tls", trusted="tls", host="localhost", most=MOST):
    context = context_of(parties, name, folder, trusted)
    return Connection(f"https://{host}:{port}", context, most, lambda line: None)


@contextlib.contextmanager
def secured(parties: Path, port: int, name="hospital-01"):
    """A TLS connection by itself, on which nothing was sent."""
    with (
        socket.create_connection(("localhost", port)) as plain,
        context_of(parties, name).wrap_socket(plain, server_hostname="localhost") as secure,
    ):
        yield secure


def posted(*waiting) -> Mailbox:
    mailbox = Mailbox(SITES)
    mailbox.post(waiting or SITES, HELLO)
    return mailbox
