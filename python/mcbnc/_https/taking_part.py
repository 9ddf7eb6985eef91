"""A site over HTTPS: it asks the coordinator for messages, and answers them."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable
from typing import Any

from .._base.show import printable
from ..federated import Client, OutOfStep, Refused
from .connection import Connection, Unreachable
from .errors import TransportError, has_result
from .wire import COMPLETE, MESSAGE, STOPPED

_AFTER_THE_END = 30.0  # seconds that a site with the result waits for a network that fails


def take_part(client: Client, connection: Connection, *, patience: float, say: Callable[[str], None]) -> Any:
    """Answer the coordinator to the end of the run. The result is the coordinator's.

    Raises
    ------
    Refused
        This site has refused a message. The coordinator has received one word of reason.
    TransportError
        The coordinator is not trusted, has stopped the run, or was not reached for `patience` seconds.
    """
    reply, reply_to, heard, ended, told = b"", "", False, False, False
    while True:
        try:
            waits = min(patience, _AFTER_THE_END) if ended else patience
            turn = connection.exchange(reply, reply_to, waits, ended)
        except Unreachable:
            if not has_result(client):
                raise
            say("the coordinator has ended, or cannot be reached; this is the result that it sent")
            return client.result
        if not heard:
            say("the coordinator is there")
            heard = True
        reply, reply_to = b"", ""
        if turn.status == STOPPED:
            problem = printable(turn.body.decode(errors="replace")[:1000])
            raise TransportError(f"the coordinator has stopped: {problem}")
        if turn.status == COMPLETE:
            if not has_result(client):
                raise TransportError("the coordinator has ended the run without this site")
            return client.result
        if turn.status == MESSAGE:
            before = client.rounds
            reply, reply_to = _answer(client, connection, turn.body), hashlib.sha256(turn.body).hexdigest()
            ended = has_result(client)
            if client.rounds > before:
                say(f"round {client.rounds} is answered: {client.asked}")
            if client.left_out and not told:
                told = True
                say("this site sends zeros and so leaves itself out: its structure is unlike the others")


def _answer(client: Client, connection: Connection, message: bytes) -> bytes:
    try:
        return client.answer(message)
    except OutOfStep as late:
        return late.bytes
    except Refused as refused:
        refused_to = hashlib.sha256(message).hexdigest()
        with contextlib.suppress(TransportError):  # the coordinator notices that this site is gone
            connection.exchange(refused.bytes, refused_to, 0)
        raise
