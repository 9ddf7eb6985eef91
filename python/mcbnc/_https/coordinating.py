"""A coordinator over HTTPS: it shows messages, collects replies, and hands the result over at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .._base.show import counted
from ..errors import McbncError
from ..federated import Coordinator, Refused
from ..federated._protocol.messages import Key, read
from .errors import TransportError, has_result
from .mailbox import Mailbox

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
    # No line has a site's numbers.
    greeted: set[str] = set()
    rounds, delivered = coordinator.rounds, False
    if rounds:
        say(f"going on after {counted(rounds, 'round')}")
    try:
        for message in coordinator:
            if coordinator.rounds > rounds:
                rounds = coordinator.rounds
                say(f"round {rounds}: {coordinator.numbers:,} numbers from each site so far")
            if not delivered and has_result(coordinator):
                found(coordinator.result)
                delivered = True
            mailbox.post(message.to, message.bytes)
            replies = mailbox.collect(patience)
            if not replies:
                missing = ", ".join(mailbox.missing())
                raise TransportError(
                    f"{missing} did not reply for {patience:g} seconds: start again with the same --journal "
                    "to go on"
                )
            _greet(mailbox, greeted, say)
            for site, reply in replies.items():
                _check_identity(site, reply, peers, most)
            coordinator.feed(replies)
    except McbncError as error:
        mailbox.end(str(error), _FAREWELL)
        raise
    mailbox.end("", _FAREWELL)


def _check_identity(site: Any, content: bytes, peers: Mapping[str, bytes], most: int) -> None:
    """Refuse a reply whose certificate and whose identity are of two sites."""
    try:
        reply = read(content, most)
    except Refused as error:
        raise error.of(site) from None
    whose = reply.member if isinstance(reply, Key) else reply
    if getattr(whose, "identity", peers[site]) != peers[site]:  # a refusal has no identity
        raise Refused(
            f"the site with the certificate of {site} has not the identity of {site}",
            reason="key",
            client=site,
        )


def _greet(mailbox: Mailbox, greeted: set[str], say: Callable[[str], None]) -> None:
    for site in sorted(mailbox.seen - greeted):
        greeted.add(site)
        say(f"{site} is there ({len(greeted)} of {len(mailbox.sites)})")
