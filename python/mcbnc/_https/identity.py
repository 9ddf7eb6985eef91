"""The keys by which sites know each other, as files: Ed25519 in PEM, which OpenSSL writes and reads too."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from .._base.extras import import_extra
from ..errors import InvalidInputError

__all__ = ["KEY", "PUBLIC", "make_identity", "read_identity", "read_peers_folder", "write_private"]

KEY = ".key"
PUBLIC = ".pub"
_PRIVATE = 0o600


def make_identity(folder: Path, name: str) -> tuple[Path, Path]:
    """Write a new identity: ``name.key``, which its owner alone may read, and ``name.pub`` for the others."""
    check_name(name)
    key = import_extra("cryptography.hazmat.primitives.asymmetric.ed25519").Ed25519PrivateKey.generate()
    of = serialization()
    private = key.private_bytes(of.Encoding.PEM, of.PrivateFormat.PKCS8, of.NoEncryption())
    public = key.public_key().public_bytes(of.Encoding.PEM, of.PublicFormat.SubjectPublicKeyInfo)
    folder.mkdir(parents=True, exist_ok=True)
    paths = folder / f"{name}{KEY}", folder / f"{name}{PUBLIC}"
    write_private(paths[0], private)
    paths[1].write_bytes(public)
    return paths


def check_name(name: str) -> None:
    """Refuse a name that cannot be the beginning of a file's name."""
    if not name or not name.isprintable() or "/" in name or name.startswith((".", "-")) or len(name) > 64:
        raise InvalidInputError(f"{name!r} is no name of a site: letters, digits, - and . will do")


def write_private(path: Path, content: bytes) -> None:
    """Write a new file that its owner alone may read. A key that is there already is not replaced."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
    with open(descriptor, "wb") as file:
        file.write(content)


def read_identity(path: str) -> Any:
    """An ``Ed25519PrivateKey`` from a file that nobody but its owner may read."""
    file = Path(path)
    content = file.read_bytes()
    if file.stat().st_mode & 0o077:
        raise InvalidInputError(f"{path}: others may read this private key: chmod 600 {path}")
    try:
        key = serialization().load_pem_private_key(content, None)
    except (ValueError, TypeError) as error:
        raise InvalidInputError(f"{path}: it is no private key in PEM: {error}") from error
    return _ed25519(key, "Ed25519PrivateKey", path)


def read_peers_folder(folder: str) -> dict[str, bytes]:
    """The public keys of all sites, by name: the files ``*.pub`` of a folder. Each has 32 bytes."""
    peers = {
        path.name.removesuffix(PUBLIC): _read_public(path) for path in sorted(Path(folder).glob(f"*{PUBLIC}"))
    }
    if not peers:
        raise InvalidInputError(f"{folder}: there is no file *{PUBLIC} in this folder")
    if len(set(peers.values())) < len(peers):
        raise InvalidInputError(f"{folder}: two files have the same public key")
    return peers


def _read_public(path: Path) -> bytes:
    try:
        key = serialization().load_pem_public_key(path.read_bytes())
    except ValueError as error:
        raise InvalidInputError(f"{path}: it is no public key in PEM: {error}") from error
    return bytes(_ed25519(key, "Ed25519PublicKey", str(path)).public_bytes_raw())


def _ed25519(key: Any, kind: str, path: str) -> Any:
    if not isinstance(key, getattr(import_extra("cryptography.hazmat.primitives.asymmetric.ed25519"), kind)):
        raise InvalidInputError(f"{path}: it is no key of Ed25519, as mcbnc federate keys makes them")
    return key


def serialization() -> Any:
    """The module that reads and writes PEM."""
    return import_extra("cryptography.hazmat.primitives.serialization")
