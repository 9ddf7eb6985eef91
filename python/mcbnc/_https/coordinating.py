"""A coordinator over HTTPS: it shows messages, collects replies, and hands the result over at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .._base.show import counted
from ..errors import McbncError
from ..federated import Coordinator, Incomplete, Refused
from ..federated._protocol.messages import Answer, Key, Ready, read
from .errors import TransportError
from .mailbox import Mailbox

__all__ = ["coordinate"]

_FAREWELL = 5.0  # seconds in which all sites hear that the run is over


def coordinate(
    coordinator: Coordinator,
    mailbox: Mailbox,
    peers: Mapping[str, bytes],
    *,
    most: int,
    patience: float | None,
    say: Callable[[str], None],
    found: Callable[[Any], None],
) -> None:
    """Carry a run to its end. `found` gets the result as soon as it is there, before the sites have it.

    Raises
    ------
    Refused
        A site has refused, or its reply cannot be. All sites are informed.
    TransportError
        No site replied for `patience` seconds.
    """
    progress = _Progress(coordinator, mailbox, say)
    delivered = False
    try:
        for message in coordinator:
            progress.report()
            if not delivered and _has_result(coordinator):
                found(coordinator.result)
                delivered = True
            mailbox.post(message.to, message.bytes)
            replies = mailbox.collect(patience)
            if not replies:
                missing = ", ".join(mailbox.missing())
                raise TransportError(
                    f"{missing} did not reply for {patience:g} seconds: start again with the same --log "
                    "to go on"
                )
            progress.greet()
            for site, reply in replies.items():
                _check_identity(site, reply, peers, most)
            coordinator.feed(replies)
    except McbncError as error:
        mailbox.end(str(error), _FAREWELL)
        raise
    mailbox.end("", _FAREWELL)


def _has_result(coordinator: Coordinator) -> bool:
    try:
        return coordinator.result is not None
    except Incomplete:
        return False


def _check_identity(site: Any, content: bytes, peers: Mapping[str, bytes], most: int) -> None:
    """Refuse a reply whose certificate and whose identity are of two sites."""
    try:
        reply = read(content, most)
    except Refused as error:
        raise error.of(site) from None
    identity = reply.member.identity if isinstance(reply, Key) else None
    if isinstance(reply, (Ready, Answer)):
        identity = reply.identity
    if identity not in (None, peers[site]):
        raise Refused(
            f"the site with the certificate of {site} has not the identity of {site}",
            reason="key",
            client=site,
        )


class _Progress:
    """Lines for the user: who is there, and how far the run is. No line has a site's numbers."""

    def __init__(self, coordinator: Coordinator, mailbox: Mailbox, say: Callable[[str], None]) -> None:
        self._coordinator = coordinator
        self._mailbox = mailbox
        self._say = say
        self._greeted: set[str] = set()
        self._round = coordinator.rounds
        if self._round:
            say(f"going on after {counted(self._round, 'round')}")

    def greet(self) -> None:
        """Report which sites are new."""
        new = self._mailbox.seen - self._greeted
        for site in sorted(new):
            self._greeted.add(site)
            self._say(f"{site} is there ({len(self._greeted)} of {len(self._mailbox.sites)})")

    def report(self) -> None:
        """Report that a round has ended."""
        if self._coordinator.rounds > self._round:
            self._round = self._coordinator.rounds
            self._say(f"round {self._round}: {self._coordinator.numbers:,} numbers from each site so far")
