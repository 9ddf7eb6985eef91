"""Keys of sites: an Ed25519 key for life, by which others know it, and an X25519 key for one session.

The only file that uses the optional library `cryptography`.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..._plumbing import import_extra, printed
from ...errors import InvalidInputError
from .._protocol.errors import Refused
from .._protocol.frame import digest

_LENGTH = 32
_HANDED_OVER = 96
_NONCE = 16
_PART = 1 << 13  # numbers of a stream at once: they stay in the processor's cache
_ZEROS = memoryview(bytes(8 * _PART))
_ANY = bytes(_LENGTH)  # a private key to try others with: any will do
_SIGNED = b"mcbnc federated: the key of a session"
_ANSWERED = b"mcbnc federated: an answer"
_COMMITTED = b"mcbnc federated: a commitment to data"
_FOLLOWED = b"mcbnc federated: a site's new key"
_SALT = b"mcbnc federated: the salt of a commitment"


class Identity:
    """A site's own Ed25519 key: 32 bytes, or an ``Ed25519PrivateKey``."""

    def __init__(self, key: Any) -> None:
        ed25519 = _module("asymmetric.ed25519")
        if isinstance(key, bytes) and len(key) == _LENGTH:
            key = ed25519.Ed25519PrivateKey.from_private_bytes(key)
        if not isinstance(key, ed25519.Ed25519PrivateKey):
            raise InvalidInputError(
                "identity must be an Ed25519 private key, or its 32 bytes", argument="identity"
            )
        self._key = key
        self.public: bytes = key.public_key().public_bytes_raw()

    def salt(self) -> bytes:
        """A secret of the site that is the same in all sessions, also if the site has lost its state."""
        return expand(self._key.private_bytes_raw(), b"", _SALT)

    def sign(self, hello: bytes, key: bytes, claims: bytes) -> bytes:
        """Sign the key of one session, which the digest of its Hello stands for, and its data."""
        return bytes(self._key.sign(_signed(hello, self.public, key, claims)))

    def hand_over(self, new: bytes) -> bytes:
        """What proves that a site with this key has the public key `new` from now on."""
        return self.public + bytes(self._key.sign(_followed(self.public, new)))

    def sign_commitment(self, hello: bytes, commitment: bytes) -> bytes:
        """Sign a commitment to the site's data, for the session that the digest of its Hello stands for."""
        return bytes(self._key.sign(_committed(hello, self.public, commitment)))

    def sign_answer(self, question: bytes, answer: bytes) -> bytes:
        """Sign an answer. Digests stand for it and for the question."""
        return bytes(self._key.sign(_answered(question, self.public, answer)))


def hand_over(old: Any, new: Any) -> bytes:
    """Sign a site's new key with its old one, so that the others know that it is the same site.

    Parameters
    ----------
    old : bytes or Ed25519PrivateKey
        The private key that the site has had so far.
    new : bytes or Ed25519PublicKey
        The public half of its new key.

    Returns
    -------
    bytes
        96 bytes, an item of `earlier` of :class:`Client`. They hold no secret.

    Raises
    ------
    InvalidInputError
        If one of the two is no such key.
    """
    return Identity(old).hand_over(_read_peer(new))


def check_key(key: bytes) -> None:
    """Raise Refused if a public key of a session shares no secret with any other key."""
    shared_secret(_ANY, key)


def verify(hello: bytes, identity: bytes, key: bytes, claims: bytes, signature: bytes) -> None:
    """Raise Refused unless the owner of `identity` signed `key` and `claims` for this session."""
    _verify(identity, signature, _signed(hello, identity, key, claims), "a key")


def verify_commitment(hello: bytes, identity: bytes, commitment: bytes, signature: bytes) -> None:
    """Raise Refused unless the owner of `identity` signed this commitment for this session."""
    _verify(identity, signature, _committed(hello, identity, commitment), "a commitment")


def verify_answer(question: bytes, identity: bytes, answer: bytes, signature: bytes) -> None:
    """Raise Refused unless the owner of `identity` signed this answer to this question."""
    _verify(identity, signature, _answered(question, identity, answer), "an answer")


def read_earlier(earlier: Any, identity: bytes) -> list[bytes]:
    """The earlier public keys of a site, the oldest first, by what :func:`hand_over` made.

    Raise Refused unless each key signed the next one, and the last one `identity`.
    """
    if not isinstance(earlier, (list, tuple)) or not all(
        isinstance(each, bytes) and len(each) == _HANDED_OVER for each in earlier
    ):
        raise Refused("a site's earlier keys are invalid", reason="key")
    keys = [each[:_LENGTH] for each in earlier]
    for each, key, new in zip(earlier, keys, [*keys, identity][1:], strict=True):
        _verify(key, each[_LENGTH:], _followed(key, new), "a new key")
    return keys


def _verify(identity: bytes, signature: bytes, signed: bytes, what: str) -> None:
    ed25519 = _module("asymmetric.ed25519")
    invalid = import_extra("cryptography.exceptions").InvalidSignature
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(identity).verify(signature, signed)
    except (invalid, ValueError):
        raise Refused(f"{what} has not the signature of its site", reason="key") from None


def read_peers(peers: Any) -> dict[bytes, str]:
    """Read the argument `peers`: the names of the other sites, by their public identity keys."""
    if peers is None or isinstance(peers, (str, bytes)) or not isinstance(peers, Iterable):
        raise _no_peers()
    if isinstance(peers, Mapping):
        return {_read_peer(peer): printed(name) for name, peer in peers.items()}
    return {identity: identity.hex() for identity in map(_read_peer, peers)}


def _read_peer(peer: Any) -> bytes:
    if hasattr(peer, "public_bytes_raw"):
        peer = peer.public_bytes_raw()
    if not isinstance(peer, bytes) or len(peer) != _LENGTH:
        raise _no_peers()
    return peer


def _no_peers() -> InvalidInputError:
    return InvalidInputError(
        "peers must be a list of the other sites' Ed25519 public keys, 32 bytes each, or a dict with their "
        "names as its keys",
        argument="peers",
    )


def public_half(secret: bytes) -> bytes:
    """The public key that belongs to an X25519 private key."""
    x25519 = _module("asymmetric.x25519")
    key = x25519.X25519PrivateKey.from_private_bytes(secret).public_key()
    return bytes(key.public_bytes_raw())


def shared_secret(secret: bytes, other: bytes) -> bytes:
    """What two sites share: one's X25519 private key and the other's public key give it."""
    x25519 = _module("asymmetric.x25519")
    own = x25519.X25519PrivateKey.from_private_bytes(secret)
    try:
        return bytes(own.exchange(x25519.X25519PublicKey.from_public_bytes(other)))
    except ValueError:  # a point of low order, whose secret is public
        raise Refused("a key hides nothing", reason="key") from None


def expand(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """Derive a key of 32 bytes from a secret, by HKDF with SHA-256 (RFC 5869), whose first block it is."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\1", "sha256")


def stream(key: bytes, length: int) -> Iterator[NDArray[np.uint64]]:
    """The first `length` numbers of the ChaCha20 stream of a key, in parts that share one buffer.

    A key has one stream alone, so its nonce is 0.
    """
    ciphers = _module("ciphers")
    encryptor = ciphers.Cipher(ciphers.algorithms.ChaCha20(key, bytes(_NONCE)), None).encryptor()
    part = np.empty(min(length, _PART), "<u8")
    for start in range(0, length, _PART):
        part = part[: length - start]
        encryptor.update_into(_ZEROS[: part.nbytes], part.view(np.uint8))
        yield part


def _signed(hello: bytes, identity: bytes, key: bytes, claims: bytes) -> bytes:
    return digest(b"".join([_SIGNED, hello, identity, key, digest(claims)]))


def _committed(hello: bytes, identity: bytes, commitment: bytes) -> bytes:
    return digest(b"".join([_COMMITTED, hello, identity, commitment]))


def _followed(old: bytes, new: bytes) -> bytes:
    return digest(b"".join([_FOLLOWED, old, new]))


def _answered(question: bytes, identity: bytes, answer: bytes) -> bytes:
    return digest(b"".join([_ANSWERED, question, identity, answer]))


@cache
def _module(name: str) -> Any:
    return import_extra(f"cryptography.hazmat.primitives.{name}")
