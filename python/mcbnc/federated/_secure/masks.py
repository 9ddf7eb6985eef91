"""Masks that hide each site's numbers and cancel in the sum over all sites.

Two sites share a secret, by their X25519 keys. From it and from a question they both make the same stream of
random numbers. The site that is first in the roster adds the stream to its numbers, the other subtracts it,
modulo 2^64. Whoever lacks the secrets sees random numbers, but the sum over all sites has no masks left.

A stream is bound to the roster, the session, the round and the question. So if a coordinator sends two sites
other rosters or questions, their masks do not cancel; and no two questions ever have the same masks.
"""

from __future__ import annotations

import hmac

import numpy as np
from numpy.typing import NDArray

from .._protocol.messages import Member
from .keys import expand, shared_secret, stream

PROBES = 4
"""So many zeros end each masked answer. If their sum is not zero, the masks did not cancel."""

_PAIR = b"mcbnc federated: the secret of a pair"
_ROUND = b"mcbnc federated: the masks of a round"
_OWN = b"mcbnc federated: random numbers of one site"


class Masks:
    """The masks of one site in one session.

    Parameters
    ----------
    secret : bytes
        The site's X25519 private key.
    own : int
        The site's number in the roster.
    members : list of Member
        The roster.
    session, roster : bytes
        The session's number, and the digest of the roster.
    """

    def __init__(self, secret: bytes, own: int, members: list[Member], session: bytes, roster: bytes) -> None:
        self._own = own
        self._pairs = {
            other: expand(shared_secret(secret, member.key), session, _PAIR + roster)
            for other, member in enumerate(members)
            if other != own
        }

    def hide(self, numbers: NDArray[np.uint64], t: int, question: bytes) -> NDArray[np.uint64]:
        """The numbers and the probes, masked for round `t` and the question of this digest."""
        hidden = np.concatenate([numbers, np.zeros(PROBES, np.uint64)])
        for other, pair in self._pairs.items():
            key = expand(pair, question, _ROUND + t.to_bytes(8, "little"))
            change, start = np.add if self._own < other else np.subtract, 0
            for mask in stream(key, len(hidden)):
                change(part := hidden[start : start + len(mask)], mask, out=part)
                start += len(mask)
        return hidden


def own_secret(secret: bytes, t: int, question: bytes) -> bytes:
    """32 random bytes of one site alone for one question: the same whenever the question is repeated."""
    return hmac.digest(secret, _OWN + t.to_bytes(8, "little") + question, "sha256")
