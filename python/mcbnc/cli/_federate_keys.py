"""The command line's ``federate``: keys and certificates."""

from __future__ import annotations

import argparse

from .._base.show import counted
from .._https import certificates
from ..errors import InvalidInputError
from ._streams import say


def _keys(given: argparse.Namespace) -> None:
    private, public = certificates.make_identity(given.out, given.name, given.after)
    say(f"wrote {private}: keep it secret, and keep a copy")
    say(f"wrote {public}: give it to all other sites and to the coordinator, by a way that both ends trust")


def _certificates(given: argparse.Namespace) -> None:
    coordinator, sites = (None, given.names) if given.add else (given.names[0], given.names[1:])
    if not sites:
        raise InvalidInputError("give the name of the coordinator, and those of the sites")
    if given.add and given.host:
        raise InvalidInputError("--host is of the coordinator's certificate, and --add makes those of sites")
    made = certificates.make_certificates(given.out, coordinator, sites, given.host, given.days)
    say(f"wrote {counted(len(made), 'certificate')} to {given.out}: for tests and small federations only")
    if given.add:
        say(f"give the coordinator {given.out / 'ca.pem'} again, by which it identifies the new sites")


PARTS = {"keys": _keys, "certificates": _certificates}
