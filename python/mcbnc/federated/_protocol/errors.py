"""The errors of a federation. A site sends one word to the coordinator: no data leave in a message."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..._plumbing import shown
from ...errors import McbncError

REASONS = {
    "message": "the message is malformed, or of another version",
    "version": "the coordinator runs another version of mcbnc",
    "session": "the site is not in this session",
    "replay": "the session's number was used before",
    "masks": "one of the two requires masks, and the other does not",
    "limits": "the coordinator asks for more than the site's limits allow",
    "scores": "the session asks for scores of the sites' own rows, or for normal scores of numbers by their "
    "ranks at a site. With masks no site sends them. Without masks the site must pass --tell-scores (in "
    "Python Limits(tell_scores=True)), since its counts follow from them. Raw numbers, within agreed "
    "ranges or by agreed quantiles, are neither",
    "data": "the site's data do not fit the question",
    "recipe": "two parties have other recipes, or one has none: all parties must have the same file",
    "key": "a key or a signature is wrong, or a site is there twice",
    "peer": "the roster names a site that is not among this site's peers",
    "roster": "the roster is not the session's",
    "change": "the roster has other sites than an earlier session's: take the same ones again, or with them "
    "at least three new ones at once. The site's own message names what is wrong",
    "state": "the state of a site is older than before, or another one: restored, copied or lost, so the "
    "site has forgotten what it spent. The message at the site that refuses names it",
    "repeat": "the round was asked before, with another question",
    "log": "the log contradicts what the site was asked before",
    "proof": "what the coordinator tells of all sites does not follow from the answers that they signed",
    "step": "the site has not seen all questions before this one",
}
"""Why a site refuses: the words that travel, and what they mean."""


class Refused(McbncError):
    """A message was refused.

    On a site, ``bytes`` is what to send to the coordinator in place of an answer. It holds the reason alone.

    Attributes
    ----------
    reason : str
        One word, the same at both ends: "message", "version", "session", "replay", "masks", "limits",
        "scores", "data", "recipe", "key", "peer", "roster", "change", "state", "repeat", "log", "proof" or
        "step".
    client : hashable or None
        At the coordinator, the client who refused, or whose reply was refused.
    """

    def __init__(self, message: str = "", *, reason: str = "message", client: Hashable = None) -> None:
        super().__init__(message or REASONS[reason])
        self.reason = reason
        self.client = client
        self.bytes = b""

    def of(self, client: Hashable) -> Refused:
        """This error, at a coordinator, with the client whose reply it is about."""
        self.client = client
        self.args = (f"client {shown(client)}: {self}",)
        return self


class OutOfStep(Refused):
    """A site and the coordinator have other logs, or the masks of a round did not cancel.

    If a site lacks questions, feed its ``bytes`` to the coordinator, which then sends it the whole log.
    """


@contextmanager
def refusing(problem: str, reason: str = "data") -> Iterator[None]:
    """Turn an error of a task into a Refused, since the coordinator waits for an answer or a refusal.

    A message may hold any value in any place, so a task may fail in any way in which values can be wrong.
    """
    try:
        yield
    except Refused:
        raise
    except MemoryError as error:
        raise Refused(f"{problem}: it takes more memory than there is", reason="limits") from error
    except _WRONG as error:
        raise Refused(f"{problem}: {error}", reason=reason) from error


_WRONG = (McbncError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Incomplete(McbncError):
    """There is no result yet.

    Attributes
    ----------
    log : list
        The questions so far, each with its sum.
    missing : tuple
        The clients who have not replied to the last message.
    """

    def __init__(self, message: str, *, log: Sequence[Any] = (), missing: Sequence[Hashable] = ()) -> None:
        super().__init__(message)
        self.log = list(log)
        self.missing = tuple(missing)
