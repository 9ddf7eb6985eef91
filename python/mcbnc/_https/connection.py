"""A site's end: one HTTPS connection to the coordinator, which is made again whenever it breaks."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from .._base.show import counted, printable
from ..errors import InvalidInputError
from ..federated import Refused
from .errors import TransportError
from .mailbox import Turn
from .status import read_status
from .tls import refusal
from .wire import (
    COMPLETE,
    HEALTH,
    HEALTHY,
    MESSAGE,
    NO_SITE,
    NOTHING_YET,
    PATH,
    REPLY_TO,
    STATUS,
    STOPPED,
    WAIT,
)

_TIMEOUT = 3 * WAIT
_FIRST, _LAST = 0.05, 3.0  # seconds between two attempts
_QUIET = 0.4  # the first attempts fail when the coordinator restarts
_MOST_PROBLEM = 10_000  # bytes
_MOST_STATUS = 1 << 24
_MOST_APART = 300.0  # seconds between two clocks


class Unreachable(TransportError):
    """The coordinator did not answer in all the time that a site waits for it."""


class Closed(Unreachable):
    """Nothing listens at the coordinator's address."""


class Connection:
    """Replies go out, and messages come back.

    Parameters
    ----------
    url : str
        ``https://HOST:PORT``.
    most : int
        The most bytes of one message.
    say : callable
        Gets a line for the user when the connection breaks.
    proxy : str, optional
        ``http://HOST:PORT`` of a proxy that lets connections through (CONNECT).
    """

    def __init__(
        self,
        url: str,
        context: ssl.SSLContext,
        most: int,
        say: Callable[[str], None],
        proxy: str | None = None,
    ) -> None:
        host, port = _read_url(url, "--coordinator", "https", 443)
        self._url = url
        self._most = most
        self._say = say
        self._direct = proxy is None
        first = (host, port) if proxy is None else _read_url(proxy, "--proxy", "http", 8080)
        self._http = http.client.HTTPSConnection(*first, timeout=_TIMEOUT, context=context)
        if proxy is not None:  # TLS goes through it, from end to end
            self._http.set_tunnel(host, port)

    def exchange(self, reply: bytes, reply_to: str, patience: float, ended: bool = False) -> Turn:
        """Send a reply, which may be empty, and get what the coordinator has for this site.

        The same reply may arrive twice: the coordinator takes it once.

        Raises
        ------
        Unreachable
            After `patience` seconds. If the run has `ended` for this site, at once where nothing listens.
        TransportError
            The ends do not trust each other, or the coordinator does not take this request.
        """
        end, pause, announced = time.monotonic() + patience, _FIRST, False
        while True:
            try:
                return self._exchange(reply, reply_to)
            except (OSError, http.client.HTTPException) as error:
                self.close()
                problem, left = self._problem(error), end - time.monotonic()
                final = left <= 0 or (ended and isinstance(problem, Closed))
                if final or not isinstance(problem, Unreachable):
                    raise problem from error
                if not announced and pause > _QUIET:
                    self._say(f"{problem}; trying again")
                    announced = True
            time.sleep(min(pause, max(left, 0)))
            pause = min(2 * pause, _LAST)

    def check(self) -> str:
        """Ask once whether the coordinator is there, without taking part: its answer.

        Raises TransportError if it is not, or if the ends do not trust each other.
        """
        response, content = self._get(HEALTH, _MOST_PROBLEM)
        text = printable(content.decode(errors="replace").strip())
        if response.status != HTTPStatus.OK or not text.startswith(HEALTHY):
            raise TransportError(f"{self._url} is no coordinator's address: {text[:500]}")
        if text.endswith(NO_SITE):
            raise TransportError(f"{self._url}: {text}: its --peers lack this site's public key")
        apart = _seconds_apart(response.getheader("Date"))
        if apart > _MOST_APART:
            raise TransportError(
                f"{self._url}: its clock and the one of this machine are {apart:.0f} seconds apart; "
                "certificates go by the time"
            )
        return f"{self._url}: {text}"

    def status(self) -> dict[str, Any]:
        """How far the run is, as the coordinator tells its sites.

        Raises TransportError if it cannot be reached, does not know this site, or tells something else.
        """
        response, content = self._get(STATUS, _MOST_STATUS)
        if response.status == HTTPStatus.FORBIDDEN:
            raise TransportError(f"{self._url}: {printable(content.decode(errors='replace').strip()[:500])}")
        try:
            return read_status(json.loads(content) if response.status == HTTPStatus.OK else None)
        except (Refused, RecursionError, ValueError):
            raise TransportError(f"{self._url} is no coordinator's address: it tells no status") from None

    def _get(self, path: str, most: int) -> tuple[http.client.HTTPResponse, bytes]:
        """One answer, by a connection that ends with it."""
        try:
            self._http.request("GET", path)
            response = self._http.getresponse()
            return response, response.read(most)
        except (OSError, http.client.HTTPException) as error:
            raise self._problem(error) from error
        finally:
            self.close()

    def close(self) -> None:
        """Close the connection. The next exchange opens it again."""
        self._http.close()

    def _problem(self, error: Exception) -> TransportError:
        """Why a connection failed. Only what is Unreachable may be tried again."""
        final = refusal(error) if isinstance(error, ssl.SSLError) else None
        words = getattr(error, "strerror", None) or str(error) or type(error).__name__
        kind = Closed if self._direct and isinstance(error, ConnectionRefusedError) else Unreachable
        return final or kind(f"{self._url} cannot be reached: {words}")

    def _exchange(self, reply: bytes, reply_to: str) -> Turn:
        headers = {REPLY_TO: reply_to, "Content-Type": "application/octet-stream"}
        broken: OSError | None = None
        try:
            self._http.request("POST", PATH, reply, headers)
        except (BrokenPipeError, ConnectionResetError) as error:
            if self._http.sock is None:
                raise
            broken = error  # the coordinator may have sent the reason before it closed the connection
        try:
            response = self._http.getresponse()
        except http.client.HTTPException as error:
            raise broken or error from error
        return self._read(response)

    def _read(self, response: http.client.HTTPResponse) -> Turn:
        status = response.status
        most = self._most if status == MESSAGE else _MOST_PROBLEM
        body = response.read(most + 1)
        if len(body) > most:
            self.close()
            raise TransportError(f"the coordinator's message has more than {counted(most, 'byte')}")
        if response.length:  # of a message that was cut off, this much is missing
            raise http.client.IncompleteRead(body, response.length)
        if status in (MESSAGE, NOTHING_YET, COMPLETE, STOPPED):
            return Turn(HTTPStatus(status), body)
        problem = printable(body.decode(errors="replace")[:500])
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:  # of a proxy, perhaps: it may pass
            raise http.client.HTTPException(f"HTTP status {status}")
        raise TransportError(f"the coordinator refuses the request: {problem} (HTTP status {status})")


def _read_url(url: str, option: str, scheme: str, default: int) -> tuple[str, int]:
    """The host and the port of an address that has no more than them."""
    parts = urlsplit(url)
    try:
        port = parts.port or default
    except ValueError:
        port = 0
    if parts.scheme != scheme or not parts.hostname or not port or parts.path.strip("/"):
        raise InvalidInputError(f"{option} must be {scheme}://HOST:PORT, not {url!r}")
    return parts.hostname, port


def _seconds_apart(date: str | None) -> float:
    """How far the time of a response is from this machine's; 0 if it has none."""
    try:
        return abs(time.time() - parsedate_to_datetime(date or "").timestamp())
    except (TypeError, ValueError):
        return 0.0
