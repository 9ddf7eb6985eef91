"""The connections to the coordinator: strangers hold one for a short time, and each site holds one."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections import Counter
from typing import NamedTuple

_GUESTS = 4  # connections of one site that have not asked for a message yet


class _Stranger(NamedTuple):
    """A connection whose other end has not shown the certificate of a site yet."""

    address: str
    end: float


class Slots:
    """The open connections.

    Strangers share a few slots. Whoever has no certificate of a site within the deadline is cut off. If the
    slots are full, a new connection cuts off the oldest one of the address that has most of them. So one
    host with many connections pushes out its own ones, and a site gets through.

    A site has one slot of its own. Its newer connection cuts the older one off once it asks for a message:
    the older one is of a process that has ended, or the network has lost it. Until it asks, a connection with
    the site's certificate is one of a few guests: it may come to look at the health alone.

    A connection is cut off by its thread's next read. It is never closed here, or the number of its file
    could be that of another connection already.
    """

    def __init__(self, strangers: int, seconds: float) -> None:
        self._most = strangers
        self._seconds = seconds
        self._lock = threading.Lock()
        self._strangers: dict[socket.socket, _Stranger] = {}  # the oldest first
        self._guests: dict[socket.socket, str] = {}  # the oldest first
        self._sites: dict[str, socket.socket] = {}

    def come(self, connection: socket.socket, address: str) -> None:
        """Give a stranger a slot until the deadline."""
        with self._lock:
            self._strangers[connection] = _Stranger(address, time.monotonic() + self._seconds)
            if len(self._strangers) > self._most:
                counts = Counter(stranger.address for stranger in self._strangers.values())
                most = max(counts.values())
                self._cut_off(next(c for c, s in self._strangers.items() if counts[s.address] == most))

    def recognise(self, connection: socket.socket, site: str) -> None:
        """Move a connection from the strangers' slots to the guests of its site."""
        with self._lock:
            if self._strangers.pop(connection, None) is None:  # it was cut off meanwhile
                return
            self._guests[connection] = site
            guests = [guest for guest, whose in self._guests.items() if whose == site]
            if len(guests) > _GUESTS:
                del self._guests[guests[0]]
                _shut(guests[0])

    def settle(self, connection: socket.socket) -> bool:
        """Give a guest the slot of its site. The result is false if it was cut off meanwhile."""
        with self._lock:
            site = self._guests.pop(connection, None)
            if site is None:  # it has the slot already, or was cut off meanwhile
                return connection in self._sites.values()
            older = self._sites.get(site)
            self._sites[site] = connection
            if older is not None:
                _shut(older)
            return True

    def leave(self, connection: socket.socket) -> str | None:
        """Forget a connection, before it is closed. The result is the site whose slot it had, if any."""
        with self._lock:
            self._strangers.pop(connection, None)
            self._guests.pop(connection, None)
            for site, own in self._sites.items():
                if own is connection:
                    del self._sites[site]
                    return site
        return None

    def tidy(self) -> None:
        """Cut off the strangers whose time is over."""
        with self._lock:
            now = time.monotonic()
            for connection in [c for c, stranger in self._strangers.items() if stranger.end <= now]:
                self._cut_off(connection)

    def _cut_off(self, stranger: socket.socket) -> None:
        del self._strangers[stranger]
        _shut(stranger)


def _shut(connection: socket.socket) -> None:
    """End a connection below TLS, whose own objects are its thread's alone."""
    with contextlib.suppress(OSError):
        socket.socket.shutdown(connection, socket.SHUT_RDWR)
