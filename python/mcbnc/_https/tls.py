"""Mutual TLS: the contexts of both ends, and the words for what may be wrong with a certificate."""

from __future__ import annotations

import ssl
from typing import Any

from ..errors import InvalidInputError
from .errors import TransportError

# OpenSSL's numbers for what is wrong with the other end's certificate (X509_V_ERR_...).
_UNVERIFIED = {
    9: "is not valid yet",
    10: "has expired",
    18: "is not of the authority in --ca",
    19: "is not of the authority in --ca",
    20: "is not of the authority in --ca",
    21: "is not of the authority in --ca",
    26: "is not for this end of the connection",
    62: "is of another host",
    64: "is of another address",
}
# The other end's verdict on this end's certificate: the alerts of TLS.
_ALERTS = {
    "UNKNOWN_CA": "it is not of the authority that the coordinator trusts",
    "CERTIFICATE_EXPIRED": "it has expired",
    "CERTIFICATE_REQUIRED": "there is none",
    "CERTIFICATE_REVOKED": "it was revoked",
    "UNSUPPORTED_CERTIFICATE": "it is not for a client",
    "CERTIFICATE_UNKNOWN": "it cannot be used",
    "BAD_CERTIFICATE": "it is wrong",
    "DECRYPT_ERROR": "it is not of the authority that the coordinator trusts",
}


def server_context(certificate: str, key: str, authority: str) -> ssl.SSLContext:
    """The coordinator's: every client must show a certificate of the authority."""
    context = _context(ssl.PROTOCOL_TLS_SERVER, certificate, key, authority)
    context.verify_mode = ssl.CERT_REQUIRED
    return context


def client_context(certificate: str, key: str, authority: str) -> ssl.SSLContext:
    """A site's: the coordinator must show a certificate of the authority that names its host."""
    return _context(ssl.PROTOCOL_TLS_CLIENT, certificate, key, authority)


def _context(protocol: int, certificate: str, key: str, authority: str) -> ssl.SSLContext:
    for path in (certificate, key, authority):
        with open(path, "rb"):  # the errors of ssl do not name the file
            pass
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key, password=_no_password)
    except (ssl.SSLError, ValueError) as error:
        raise InvalidInputError(
            f"{certificate} and {key} are no certificate and its private key, in PEM and without a password"
        ) from error
    try:
        context.load_verify_locations(authority)
    except ssl.SSLError as error:
        raise InvalidInputError(f"{authority}: it has no certificate in PEM") from error
    return context


def _no_password() -> str:
    raise ValueError("the key has a password")


def peer_name(connection: ssl.SSLSocket) -> str:
    """The common name of the other end's certificate, or an empty text if it has not just one."""
    certificate: dict[str, Any] = connection.getpeercert() or {}
    fields = [field for part in certificate.get("subject", ()) for field in part]
    names = [value for field, value in fields if field == "commonName"]
    return str(names[0]) if len(names) == 1 else ""


def refusal(error: ssl.SSLError) -> TransportError | None:
    """What is wrong with a certificate, if that is why a connection failed. To try again would not help."""
    if isinstance(error, ssl.SSLCertVerificationError):
        problem = _UNVERIFIED.get(error.verify_code, f"is not trusted: {error.verify_message}")
        return TransportError(f"the coordinator's certificate {problem}")
    reason = error.reason or ""
    for alert, problem in _ALERTS.items():
        if reason.endswith(f"ALERT_{alert}"):
            return TransportError(f"the coordinator refuses this site's certificate: {problem}")
    if reason in ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNSUPPORTED_PROTOCOL"):
        return TransportError("what answers there does not speak TLS 1.2 or later")
    return None
