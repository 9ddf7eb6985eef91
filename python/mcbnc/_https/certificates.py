"""A small authority of one's own and its certificates: for tests and for small federations."""

from __future__ import annotations

import datetime
import ipaddress
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .._base.extras import import_extra
from ..errors import InvalidInputError
from .identity import check_name, serialization, write_private

__all__ = ["AUTHORITY", "certificate_name", "make_certificates"]

AUTHORITY = "ca"
_TITLE = "mcbnc test authority, for tests and small federations"
_HOSTS = ("localhost", "127.0.0.1", "::1")


def make_certificates(
    folder: Path, coordinator: str, sites: Iterable[str], hosts: Sequence[str] = (), days: int = 90
) -> list[Path]:
    """Write an authority, a server's certificate for the coordinator, and a client's for each site.

    A file ``NAME.pem`` has a certificate, and ``NAME.tls.key`` its private key. The authority's own private
    key is forgotten, so nobody can make further certificates that it has signed.

    Parameters
    ----------
    hosts : sequence of str
        The names and addresses under which sites reach the coordinator, besides those of this machine.
    days : int
        How long the certificates hold. With a negative number they have expired.
    """
    names = [coordinator, *sites]
    for name in names:
        check_name(name)
    if len(set(names)) < len(names) or AUTHORITY in names:
        raise InvalidInputError(f"names must differ from each other, and from {AUTHORITY!r}")
    folder.mkdir(parents=True, exist_ok=True)
    key = _new_key()
    own = _sign(_TITLE, key, None, key, days, authority=True)
    written = [_write(folder, AUTHORITY, own)]
    for name in names:
        mine = _new_key()
        listed = (*_HOSTS, *hosts) if name == coordinator else ()
        written.append(_write(folder, name, _sign(name, mine, own, key, days, hosts=listed), mine))
    return written


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
        .add_extension(_key_usage(x509, authority), critical=True)
    )
    if not authority:
        role = usage.SERVER_AUTH if hosts else usage.CLIENT_AUTH
        builder = builder.add_extension(x509.ExtendedKeyUsage([role]), critical=False)
    if hosts:
        alternatives = x509.SubjectAlternativeName([_host(x509, host) for host in hosts])
        builder = builder.add_extension(alternatives, critical=False)
    return builder.sign(signer, import_extra("cryptography.hazmat.primitives.hashes").SHA256())


def _key_usage(x509: Any, authority: bool) -> Any:
    uses = dict.fromkeys(
        ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement"), False
    )
    return x509.KeyUsage(
        digital_signature=not authority,
        key_cert_sign=authority,
        crl_sign=authority,
        encipher_only=False,
        decipher_only=False,
        **uses,
    )


def _host(x509: Any, host: str) -> Any:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _write(folder: Path, name: str, certificate: Any, key: Any = None) -> Path:
    of = serialization()
    if key is not None:
        private = key.private_bytes(of.Encoding.PEM, of.PrivateFormat.PKCS8, of.NoEncryption())
        write_private(folder / f"{name}.tls.key", private)
    path = folder / f"{name}.pem"
    path.write_bytes(certificate.public_bytes(of.Encoding.PEM))
    return path
