"""The command line's ``federate site``, and the check of one before it runs."""

from __future__ import annotations

import argparse

from .._https import certificates
from .._https.connection import Connection
from .._https.taking_part import take_part
from .._https.tls import client_context
from ..errors import InvalidInputError
from ..federated import Client
from ..federated._secure.limits import beyond_tables
from ._federate_data import read_data
from ._federate_objects import SITE_LIMITS, limits_given, speaker
from ._federate_result import show_result, write_result
from ._streams import warnings_are_lines
from ._wording import files_named


def _site(given: argparse.Namespace) -> None:
    name = certificates.certificate_name(given.certificate)
    key, peers = certificates.read_identity(given.identity), certificates.read_peers_folder(given.peers)
    public = key.public_key().public_bytes_raw()
    if peers.get(name) != public:
        raise InvalidInputError(
            f"{given.identity}: this is not the identity of {name!r}, the name in the certificate"
            if name in peers
            else f"{given.peers}: there is no {name}{certificates.PUBLIC}, and the certificate is of {name!r}"
        )
    limits = limits_given(given, *SITE_LIMITS)
    _check_bounds(given)
    context = client_context(given.certificate, given.key, given.ca)
    progress = speaker(given)
    connection = Connection(given.coordinator, context, limits.message, progress, given.proxy)
    given.identified = name
    data = read_data(given, progress)
    client = Client(
        data,
        identity=key if given.masks else public,
        peers=peers if given.masks else None,
        earlier=certificates.read_earlier(given.identity),
        limits=limits,
        state=given.state,
        masks=given.masks,
    )
    if given.masks and not given.may_leave and not client.took_part:
        progress(
            "before the first run: without --may-leave the other sites cannot go on if this one is gone for "
            "good, and to add it later does not help. With it the coordinator may then learn this site's "
            "numbers"
        )
    if given.part == "check":
        with client:
            progress(connection.check())
        progress("all is well: this site has tried everything but to take part")
        return
    with files_named(data=given.data), warnings_are_lines(), client:
        result = take_part(client, connection, patience=given.patience, say=progress)
    write_result(given, result)
    show_result(given, result)


def _check_bounds(given: argparse.Namespace) -> None:
    """Refuse bounds of tables where the site would refuse all sessions that it is started for."""
    for option, value in (("min_cell", given.min_cell), ("max_variables", given.max_variables)):
        if given.columns == "union" and value:
            raise InvalidInputError(f"--columns union: {beyond_tables(option)}")


PARTS = {"site": _site, "check": _site}
