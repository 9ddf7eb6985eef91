"""Where the coordinator's thread and the threads of the connections meet."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Hashable, Iterable
from http import HTTPStatus
from typing import NamedTuple

from .wire import COMPLETE, MESSAGE, NOTHING_YET, STOPPED


class Turn(NamedTuple):
    """What a site is sent now."""

    status: HTTPStatus
    body: bytes


class Mailbox:
    """One message at a time, and the replies to it. Replies are handed on once, and then forgotten."""

    def __init__(self, sites: Iterable[str]) -> None:
        self.sites = frozenset(sites)
        self.seen: set[str] = set()
        """The sites that have connected."""
        self._changed = threading.Condition()
        self._message = b""
        self._digest = ""
        self._waiting: set[Hashable] = set()
        self._replies: dict[Hashable, bytes] = {}
        self._end: Turn | None = None
        self._informed: set[str] = set()
        self._asking: dict[str, object] = {}
        self._heard = time.monotonic()

    # --- the coordinator's thread ---

    def post(self, to: Iterable[Hashable], message: bytes) -> None:
        """Show a message to these sites. Replies to an earlier one are not taken any more."""
        with self._changed:
            if message != self._message:
                self._message, self._digest = message, hashlib.sha256(message).hexdigest()
                self._replies = {}
                self._heard = time.monotonic()
            self._waiting = set(to) - set(self._replies)
            self._changed.notify_all()

    def collect(self, patience: float | None) -> dict[Hashable, bytes]:
        """The replies that have come. There are none only if none came in `patience` seconds.

        The time begins with the last reply, or with the message if that is later.
        """
        with self._changed:
            while not self._replies:
                left = None if patience is None else self._heard + patience - time.monotonic()
                if left is not None and left <= 0:
                    return {}
                self._changed.wait(1.0 if left is None else min(left, 1.0))
            taken, self._replies = self._replies, {}
            return taken

    def missing(self) -> list[str]:
        with self._changed:
            return sorted(map(str, self._waiting))

    def end(self, problem: str, seconds: float) -> None:
        """Send the sites the end of the run, or what has stopped it. Wait until all have it, or so long."""
        status = STOPPED if problem else COMPLETE
        with self._changed:
            self._end = Turn(status, problem.encode())
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._informed >= self.sites, seconds)

    # --- the threads of the connections ---

    def wants(self, site: str, reply_to: str) -> bool:
        """Whether a site's reply to the message with this digest is waited for."""
        with self._changed:
            return reply_to == self._digest and site in self._waiting

    def take(self, site: str, reply_to: str, reply: bytes, seconds: float) -> Turn:
        """Take a site's reply, and wait for its next message for at most this number of seconds.

        If the site asks once more meanwhile, by another connection, this call ends: there is nothing for it.
        """
        with self._changed:
            self.seen.add(site)
            mine = self._asking[site] = object()
            if reply and reply_to == self._digest and site in self._waiting:
                self._replies[site] = reply
                self._waiting.discard(site)
                self._heard = time.monotonic()
            self._changed.notify_all()
            self._changed.wait_for(
                lambda: self._end or site in self._waiting or self._asking[site] is not mine, seconds
            )
            if self._asking[site] is mine and self._end:
                return self._end
            wanted = self._asking[site] is mine and site in self._waiting
            return Turn(MESSAGE, self._message) if wanted else Turn(NOTHING_YET, b"")

    def inform(self, site: str) -> None:
        """Note that a site was sent the end."""
        with self._changed:
            self._informed.add(site)
            self._changed.notify_all()
