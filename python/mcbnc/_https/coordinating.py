"""A coordinator over HTTPS: it shows messages, collects replies, and hands the result over at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .._base.show import counted
from ..errors import McbncError
from ..federated import Coordinator, Refused
from ..federated._protocol.messages import Key, read
from ..federated._results.sums import describe
from .errors import TransportError, has_result
from .mailbox import Mailbox
from .status import NOTHING_ASKED, Progress, asked_line

_FAREWELL = 5.0  # seconds in which all sites hear of the end: a site that is away tries every 3 seconds
_BUSY = 60.0  # seconds for those that are connected: one that computes asks when it is done
_SLOW = 10.0  # seconds without a reply after which the sites that are waited for are named, once a round


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
    delivered, shown, slow, progress, told = False, b"", False, NOTHING_ASKED, 0
    if coordinator.rounds:
        say(f"going on after {counted(coordinator.rounds, 'round')}")
    try:
        for message in coordinator:
            if not delivered and has_result(coordinator):
                found(coordinator.result)
                delivered = True
            if message.bytes != shown:
                shown, slow = message.bytes, False
                progress = _progress(coordinator)
                if progress.round > told:  # a log for a site out of step comes in between
                    told = progress.round
                    say(asked_line(progress))
            mailbox.post(message.to, message.bytes, progress)
            replies = mailbox.collect(_SLOW if patience is None else min(_SLOW, patience))
            if not replies and (patience is None or patience > _SLOW):
                if not slow:
                    slow = True
                    say(f"waiting for {mailbox.awaited()}")
                replies = mailbox.collect(patience)
            if not replies:
                missing = ", ".join(mailbox.missing())
                raise TransportError(
                    f"{missing} did not reply for {counted(patience, 'second', 'g')}: start again with the "
                    "same --journal to go on"
                )
            _greet(mailbox, greeted, say)
            for site, reply in replies.items():
                _check_identity(site, reply, peers, most)
            coordinator.feed(replies)
    except McbncError as error:
        mailbox.end(str(error), _FAREWELL, _BUSY)
        raise
    mailbox.end("", _FAREWELL, _BUSY)


def _progress(coordinator: Coordinator) -> Progress:
    """What the coordinator's present message asks for."""
    asked = coordinator.asked
    done = {"rounds": coordinator.rounds, "sent": coordinator.numbers}
    if asked is None:
        what = "the result is sent" if has_result(coordinator) else "the sites begin"
        return Progress(0, what, **done)
    words = describe(asked, coordinator.options)
    return Progress(coordinator.rounds + 1, words, asked.length or 0, **done)


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
