"""Where the coordinator's thread and the threads of the connections meet."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Hashable, Iterable
from http import HTTPStatus
from typing import Any, NamedTuple

from .status import NOTHING_ASKED, Progress, record, stamp
from .wire import COMPLETE, MESSAGE, NOTHING_YET, STOPPED


class Turn(NamedTuple):
    """What a site is sent now."""

    status: HTTPStatus
    body: bytes


class Mailbox:
    """One message at a time, and the replies to it. Replies are handed on once, and then forgotten.

    All threads share one lock. Each waits for a condition of its own, so a reply wakes the coordinator's
    thread alone, and not those of all other sites.
    """

    def __init__(self, sites: Iterable[str]) -> None:
        self.sites = frozenset(sites)
        self.seen: set[str] = set()
        """The sites that have asked for a message."""
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)  # for the coordinator's thread
        self._asking: dict[str, threading.Condition] = {}  # for the last request of each site
        self._message = b""
        self._digest = ""
        self._waiting: set[Hashable] = set()
        self._replies: dict[Hashable, bytes] = {}
        self._end: Turn | None = None
        self._informed: set[str] = set()
        self._here: set[str] = set()
        self._heard = time.monotonic()
        self._progress, self._since, self._last = NOTHING_ASKED, stamp(), dict.fromkeys(self.sites, "")

    # --- the coordinator's thread ---

    def post(self, to: Iterable[Hashable], message: bytes, progress: Progress = NOTHING_ASKED) -> None:
        """Show a message to these sites. Replies to an earlier one are not taken any more.

        `progress` is what the sites are told of it if they ask.
        """
        with self._lock:
            if message != self._message:
                self._message, self._digest = message, hashlib.sha256(message).hexdigest()
                self._replies = {}
                self._heard = time.monotonic()
                self._progress, self._since = progress, stamp()
            self._waiting = set(to) - set(self._replies)
            self._wake(self._waiting)

    def collect(self, patience: float | None) -> dict[Hashable, bytes]:
        """The replies that have come. There are none only if none came in `patience` seconds.

        The time begins with the last reply, or with the message if that is later.
        """
        with self._lock:
            while not self._replies:
                left = None if patience is None else self._heard + patience - time.monotonic()
                if left is not None and left <= 0:
                    return {}
                self._changed.wait(1.0 if left is None else min(left, 1.0))  # Windows: Ctrl-C waits for it
            taken, self._replies = self._replies, {}
            return taken

    def missing(self) -> list[str]:
        with self._lock:
            return sorted(map(str, self._waiting))

    def awaited(self) -> str:
        """The sites that are waited for, and which of them have no connection."""
        with self._lock:
            sites = sorted(map(str, self._waiting))
            return ", ".join(site if site in self._here else f"{site} (not connected)" for site in sites)

    def end(self, problem: str, away: float, busy: float) -> None:
        """Send the sites the end of the run, or what has stopped it. Wait until all have it, or so long.

        Sites that are away come within `away` seconds, or not at all. One with an open connection may be
        busy with its answer: it has `busy` seconds.
        """
        with self._lock:
            self._end = Turn(STOPPED if problem else COMPLETE, problem.encode())
            self._wake(self._asking)
            begin = time.monotonic()
            while late := self.sites - self._informed:
                left = begin + (busy if late & self._here else away) - time.monotonic()
                if left <= 0:
                    return
                self._changed.wait(left)

    # --- the threads of the connections ---

    def wants(self, site: str, reply_to: str) -> bool:
        """Whether a site's reply to the message with this digest is waited for."""
        with self._lock:
            return reply_to == self._digest and site in self._waiting

    def take(self, site: str, reply_to: str, reply: bytes, seconds: float) -> Turn:
        """Take a site's reply, and wait for its next message for at most this number of seconds.

        If the site asks once more meanwhile, by another connection, this call ends: there is nothing for it.
        """
        with self._lock:
            self.seen.add(site)
            self._here.add(site)
            self._last[site] = stamp()
            self._wake([site])
            mine = self._asking[site] = threading.Condition(self._lock)
            if reply and reply_to == self._digest and site in self._waiting:
                self._replies[site] = reply
                self._waiting.discard(site)
                self._heard = time.monotonic()
                self._changed.notify()
            mine.wait_for(
                lambda: self._end or site in self._waiting or self._asking[site] is not mine, seconds
            )
            if self._asking[site] is mine and self._end:
                return self._end
            wanted = self._asking[site] is mine and site in self._waiting
            return Turn(MESSAGE, self._message) if wanted else Turn(NOTHING_YET, b"")

    def inform(self, site: str) -> None:
        """Note that a site was sent the end."""
        with self._lock:
            self._informed.add(site)
            self._changed.notify()

    def leave(self, site: str) -> None:
        """Note that a site's connection has ended."""
        with self._lock:
            self._here.discard(site)
            self._changed.notify()

    def status(self) -> dict[str, Any]:
        """What a site may know of the run. It waits for nobody, and changes nothing."""
        with self._lock:
            end = None if self._end is None else self._end.body.decode()
            sites = {site: (site in self._here, self._last[site]) for site in sorted(self.sites)}
            return record(self._progress, self._since, sorted(map(str, self._waiting)), sites, end)

    def _wake(self, sites: Iterable[Hashable]) -> None:
        for site in sites:
            if (asking := self._asking.get(str(site))) is not None:
                asking.notify()
