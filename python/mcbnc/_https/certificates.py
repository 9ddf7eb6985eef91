"""Keys and certificates as files, which OpenSSL writes and reads too.

Sites know each other by keys of Ed25519 in PEM. Certificates come from an authority of one's own, which is
for tests and for small federations.
"""

from __future__ import annotations

import base64
import datetime
import ipaddress
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .._base.extras import import_extra
from .._base.show import listed, shown
from .._base.writing import write_whole
from ..errors import InvalidInputError
from ..federated import hand_over

_BEGIN, _END = "-----BEGIN MCBNC EARLIER KEY-----", "-----END MCBNC EARLIER KEY-----"
_PROOF = re.compile(f"{_BEGIN}\\s*(\\S*)\\s*{_END}")
KEY = ".key"
PUBLIC = ".pub"
_PRIVATE = 0o600
_NAME = re.compile(r"[^\W_][\w.-]{0,63}")
AUTHORITY = "ca"
_TITLE = "mcbnc test authority, for tests and small federations"
_HOSTS = ("localhost", "127.0.0.1", "::1")


def make_identity(folder: Path, name: str, after: str | None = None) -> tuple[Path, Path]:
    """Write a new identity: ``name.key``, which its owner alone may read, and ``name.pub`` for the others.

    `after` is the file of the key that the site has had so far. It signs the new one, and the new file has
    the proof of it, and those of the keys before.
    """
    _check_name(name)
    earlier = [] if after is None else read_earlier(after)
    key = import_extra("cryptography.hazmat.primitives.asymmetric.ed25519").Ed25519PrivateKey.generate()
    of = _serialization()
    public = key.public_key().public_bytes(of.Encoding.PEM, of.PublicFormat.SubjectPublicKeyInfo)
    folder.mkdir(parents=True, exist_ok=True)
    paths = folder / f"{name}{KEY}", folder / f"{name}{PUBLIC}"
    proofs = [*earlier, hand_over(read_identity(after), key.public_key())] if after is not None else []
    _write_private(paths[0], key, b"".join(map(_proof, proofs)))
    paths[1].write_bytes(public)
    return paths


def _check_name(name: str) -> None:
    """Refuse a name that cannot be the beginning of a file's name, or means something else to an option."""
    if not _NAME.fullmatch(name):
        raise InvalidInputError(
            f"{shown(name)} is no name of a site: it has letters, digits, -, _ and . alone, begins with a "
            "letter or a digit, and is no longer than 64"
        )


def _proof(earlier: bytes) -> bytes:
    """A block of PEM for what proves an earlier key."""
    return f"{_BEGIN}\n{base64.b64encode(earlier).decode()}\n{_END}\n".encode()


def read_earlier(path: str) -> list[bytes]:
    """What proves the earlier keys of a site: the blocks after the key in its private file."""
    content = Path(path).read_bytes().decode("ascii", "replace")
    try:
        return [base64.b64decode(block, validate=True) for block in _PROOF.findall(content)]
    except ValueError as error:
        raise InvalidInputError(f"{path}: an earlier key in it is invalid: {error}") from error


def _write_private(path: Path, key: Any, more: bytes = b"") -> None:
    """Write a new file that its owner alone may read. A key that is there already is not replaced."""
    of = _serialization()
    content = key.private_bytes(of.Encoding.PEM, of.PrivateFormat.PKCS8, of.NoEncryption())
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
    with open(descriptor, "wb") as file:
        file.write(content + more)


def read_identity(path: str) -> Any:
    """An ``Ed25519PrivateKey`` from a file that only its owner may read."""
    file = Path(path)
    content = file.read_bytes()
    if file.stat().st_mode & (0o007 if _is_credential(file) else 0o077):
        raise InvalidInputError(f"{path}: others may read this private key: chmod 600 {path}")
    try:
        key = _serialization().load_pem_private_key(content, None)
    except (ValueError, TypeError) as error:
        raise InvalidInputError(f"{path}: it is no private key in PEM: {error}") from error
    return _ed25519(key, "Ed25519PrivateKey", path)


def _is_credential(file: Path) -> bool:
    """Whether systemd handed the file to one user, by a list of rights: its mask stands for the group's."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY", "")
    return bool(folder) and file.resolve().parent == Path(folder).resolve()


def read_peers_folder(folder: str) -> dict[str, bytes]:
    """The public keys of all sites, by name: the files ``*.pub`` of a folder. Each has 32 bytes."""
    peers = {
        path.name.removesuffix(PUBLIC): _read_public(path) for path in sorted(Path(folder).glob(f"*{PUBLIC}"))
    }
    for name in peers:
        try:
            _check_name(name)
        except InvalidInputError as error:
            raise InvalidInputError(f"{folder}: {error}") from None
    if not peers:
        raise InvalidInputError(f"{folder}: there is no file *{PUBLIC} in this folder")
    if len(set(peers.values())) < len(peers):
        raise InvalidInputError(f"{folder}: two files have the same public key")
    return peers


def _read_public(path: Path) -> bytes:
    try:
        key = _serialization().load_pem_public_key(path.read_bytes())
    except ValueError as error:
        raise InvalidInputError(f"{path}: it is no public key in PEM: {error}") from error
    return bytes(_ed25519(key, "Ed25519PublicKey", str(path)).public_bytes_raw())


def _ed25519(key: Any, kind: str, path: str) -> Any:
    if not isinstance(key, getattr(import_extra("cryptography.hazmat.primitives.asymmetric.ed25519"), kind)):
        raise InvalidInputError(f"{path}: it is no key of Ed25519, as mcbnc federate keys makes them")
    return key


def _serialization() -> Any:
    """The module that reads and writes PEM."""
    return import_extra("cryptography.hazmat.primitives.serialization")


def make_certificates(
    folder: Path,
    coordinator: str | None,
    sites: Iterable[str],
    hosts: Sequence[str] = (),
    days: int = 90,
) -> list[Path]:
    """Write an authority, a server's certificate for the coordinator, and a client's for each site.

    A file ``NAME.pem`` has a certificate, and ``NAME.tls.key`` its private key. The authority's own private
    key is forgotten, so no further certificates can be signed with it.

    Parameters
    ----------
    coordinator : str or None
        None adds sites: another authority signs their certificates, and is added to the file ``ca.pem`` that
        is there. The coordinator needs this file anew, to know them. The other sites do not.
    hosts : sequence of str
        The names and addresses under which sites reach the coordinator, besides those of this machine.
    days : int
        How long the certificates hold. With a negative number they have expired.
    """
    names = [*sites] if coordinator is None else [coordinator, *sites]
    for name in names:
        _check_name(name)
    if len(set(names)) < len(names) or AUTHORITY in names:
        raise InvalidInputError(f"names must differ from each other, and from {AUTHORITY!r}")
    if coordinator is None:
        before = _authority(folder)
        if there := [name for name in names if (folder / f"{name}.pem").exists()]:
            raise InvalidInputError(f"{folder}: there is a certificate of {listed(there)} already")
    else:
        before = b""
        folder.mkdir(parents=True, exist_ok=True)
    key = _new_key()
    own = _sign(_TITLE, key, None, key, days, authority=True)
    written = [_write(folder, AUTHORITY, own, before=before)]
    for name in names:
        mine = _new_key()
        reached = (*_HOSTS, *hosts) if name == coordinator else ()
        written.append(_write(folder, name, _sign(name, mine, own, key, days, hosts=reached), mine))
    return written


def _authority(folder: Path) -> bytes:
    """The authorities to which sites are added."""
    path = folder / f"{AUTHORITY}.pem"
    if not path.exists():
        raise InvalidInputError(f"{folder}: there is no {path.name} to which a site could be added")
    content = path.read_bytes()
    try:
        import_extra("cryptography.x509").load_pem_x509_certificates(content)
    except ValueError as error:
        raise InvalidInputError(f"{path}: it is no certificate in PEM: {error}") from error
    return content


def certificate_name(path: str) -> str:
    """The common name of the certificate in a file."""
    x509 = import_extra("cryptography.x509")
    try:
        subject = x509.load_pem_x509_certificate(Path(path).read_bytes()).subject
    except ValueError as error:
        raise InvalidInputError(f"{path}: it is no certificate in PEM: {error}") from error
    names = subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)
    if len(names) != 1:
        raise InvalidInputError(f"{path}: the certificate must have one common name, and has {len(names)}")
    return str(names[0].value)


def _new_key() -> Any:
    ec = import_extra("cryptography.hazmat.primitives.asymmetric.ec")
    return ec.generate_private_key(ec.SECP256R1())


def _sign(
    name: str,
    key: Any,
    issuer: Any,
    signer: Any,
    days: int,
    authority: bool = False,
    hosts: Sequence[str] = (),
) -> Any:
    """A certificate of `name` for `key`. It has signed itself if there is no issuer."""
    x509 = import_extra("cryptography.x509")
    usage = x509.ExtendedKeyUsageOID
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.timezone.utc)
    # Signatures in a handshake; four uses that TLS has not; then certificates and lists of revoked ones.
    uses = (not authority, *[False] * 4, authority, authority, False, False)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject if issuer is None else issuer.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=abs(days) + 1))
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(
            x509.BasicConstraints(ca=authority, path_length=0 if authority else None), critical=True
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False
        )
        .add_extension(x509.KeyUsage(*uses), critical=True)
    )
    if not authority:
        role = usage.SERVER_AUTH if hosts else usage.CLIENT_AUTH
        builder = builder.add_extension(x509.ExtendedKeyUsage([role]), critical=False)
    if hosts:
        alternatives = x509.SubjectAlternativeName([_host(x509, host) for host in hosts])
        builder = builder.add_extension(alternatives, critical=False)
    return builder.sign(signer, import_extra("cryptography.hazmat.primitives.hashes").SHA256())


def _host(x509: Any, host: str) -> Any:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _write(folder: Path, name: str, certificate: Any, key: Any = None, before: bytes = b"") -> Path:
    if key is not None:
        _write_private(folder / f"{name}.tls.key", key)
    path = folder / f"{name}.pem"
    write_whole(path, before + certificate.public_bytes(_serialization().Encoding.PEM))
    return path
