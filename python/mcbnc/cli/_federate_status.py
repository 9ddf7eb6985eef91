"""The command line's ``federate status``: how far the coordinator's run is."""

from __future__ import annotations

import argparse

from .._https.connection import Connection
from .._https.status import status_text
from .._https.tls import client_context
from ._files import show, write_text
from ._streams import say
from ._text import json_text


def _status(given: argparse.Namespace) -> None:
    context = client_context(given.certificate, given.key, given.ca)
    told = Connection(given.coordinator, context, 0, say, given.proxy).status()
    for path in given.out:
        write_text(path, json_text(told))
    show(given, lambda: told, lambda: status_text(told))


PARTS = {"status": _status}
